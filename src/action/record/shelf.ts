import { NotSentError } from "../../client/index.ts";
import { serviceMayTake } from "../../contract/index.ts";
import type { Attempt, History, Line, Place, Shelf } from "../../journal/index.ts";
import { attemptsIn, headOf, isOpen } from "../../journal/index.ts";
import { explain, failureOf, type GitHub, GitHubError, workflowRun } from "../github.ts";
import { addStatus, createDeployment, type Stored, showDeployments, statusesOf } from "./deployments.ts";
import { hashOf, RecordKeys } from "./keys.ts";
import type { Checkpoint, Entry, Said, Sent } from "./lines.ts";
import { attemptIn, payloadOf, readEntry, readStatuses, statusOf } from "./lines.ts";

/** What a step wants to know of its order's history. */
export interface Reading {
  readonly orderId: string;
  /** What the step calls its wish. */
  readonly name: string;
  /** The attempt that the input `resolve` speaks of, however old it is. */
  readonly attemptId: string | undefined;
  /** Where the order is; known once there is a client. */
  readonly place: () => Place;
  /** Nothing of that name is older. Undefined where that cannot be told. */
  readonly since: () => Promise<Date | undefined>;
}

/**
 * The history of one order in the deployments of a repository: one for each attempt, with statuses that say what became of
 * it. Names in it are hashes; those that this step knows are handed on in clear.
 */
export class DeploymentShelf implements Shelf {
  readonly title = "The record in this repository";
  readonly isSlow = true;
  readonly #github: GitHub;
  readonly #reading: Reading;
  readonly #keys: RecordKeys;
  /** Where the runs of this repository have their pages. */
  readonly #runs: string;
  /** What lists have shown so far, newest first: after the first time, only what is new is listed. */
  #entries: readonly Entry[] = [];
  /** The newest deployment seen, of whichever order. */
  #newest = 0;
  /** The attempt that the input `resolve` speaks of is at another order. */
  #isElsewhere = false;
  /** What the last look has found. */
  #attempts: readonly Attempt[] = [];
  /** Deployments by attempt, and what was said about them. */
  readonly #ids = new Map<string, number>();
  readonly #said = new Map<number, readonly Said[]>();
  /** Written by this step: nobody else speaks of it meanwhile. */
  #own: { readonly id: number; readonly line: Sent } | undefined;

  constructor(github: GitHub, authKey: string, reading: Reading) {
    this.#github = github;
    this.#reading = reading;
    this.#keys = new RecordKeys(authKey);
    this.#runs = github.run.url.replace(/\d+$/, "");
  }

  /** Known once the history was read. */
  get isResolvingElsewhere(): boolean {
    return this.#isElsewhere;
  }

  history(): History {
    return {
      orderId: this.#reading.orderId,
      read: () => this.#reaching("read", () => this.#read(), this.#own?.line),
      append: (line) => (line.event === "sent" ? this.#begin(line) : this.#say(line as Said)),
    };
  }

  async histories(): Promise<readonly History[]> {
    return [this.history()];
  }

  async check(): Promise<void> {
    // Whether it may be written, only GitHub's answer to a write tells.
  }

  /** What is written has GitHub's times. */
  get aheadMs(): number {
    return this.#github.clock.aheadMs;
  }

  thisProcess(): string {
    return this.#github.run.url;
  }

  async isRunning(process: string): Promise<boolean | undefined> {
    const id = Number(process.slice(this.#runs.length));
    if (!process.startsWith(this.#runs) || !Number.isSafeInteger(id)) return undefined;
    // Earlier attempts of this very run are over.
    if (id === this.#github.run.runId) return false;
    const { status } = await workflowRun(this.#github, id).catch(() => ({ status: null }));
    return status === null ? undefined : status !== "completed";
  }

  /**
   * Statuses cost a call for each deployment, so only those are read that matter: what came after the newest checkpoint,
   * the newest certificate, and what was asked for under the step's own name.
   */
  async #read(): Promise<Line[]> {
    await this.#list();
    const checkpoints = new Map<string, Checkpoint & { named: number }>();
    const lines: Line[] = [];
    for (const entry of this.#entries) {
      const { id, sent } = entry;
      // What another key vouches for cannot be verified: it covers that key's own entries, and no others.
      const groups = [sent.service, `${sent.service} ${entry.key}`] as const;
      const isNamed = sent.name === hashOf(this.#reading.name);
      const isCovered = groups.some((group) => {
        const { closed = 0, head, named = 0 } = checkpoints.get(group) ?? {};
        return id <= closed && id !== head && (!isNamed || id <= named);
      });
      if (isCovered && sent.attempt !== this.#reading.attemptId) continue;
      const said = await this.#saidOf(entry);
      lines.unshift(this.#inClear(sent), ...said);
      const group = groups[entry.isOurs ? 0 : 1];
      const isHead = headOf(attemptsIn([sent, ...said])) !== undefined;
      const found = { closed: entry.closed, head: isHead ? id : entry.head, named: 0 };
      const { closed, head, named } = checkpoints.get(group) ?? found;
      // Whoever asked under this name had looked for it: under what is older, it was not fulfilled.
      checkpoints.set(group, { closed, head, named: named || (isNamed ? entry.closed : 0) });
    }
    this.#attempts = attemptsIn(lines);
    return lines;
  }

  async #list(): Promise<void> {
    const entries = new Map(this.#entries.map((entry) => [entry.id, entry]));
    const about = { order: hashOf(this.#reading.orderId), repository: this.#runs };
    const forged: number[] = [];
    let newest = this.#newest;
    const see = (page: readonly Stored[]) => {
      for (const stored of page) {
        newest = Math.max(newest, stored.id);
        const entry = readEntry(this.#keys, about, stored);
        if (entry === "forged") forged.push(stored.id);
        else if (entry) entries.set(entry.id, entry);
        else if (attemptIn(stored) === this.#reading.attemptId) this.#isElsewhere = true;
      }
    };
    await showDeployments(this.#github, see, async (oldest) =>
      this.#newest > 0 ? oldest.id <= this.#newest : this.#reachesBack([...entries.values()], oldest),
    );
    this.#newest = newest;
    this.#entries = [...entries.values()].sort((a, b) => b.id - a.id);
    for (const { id, sent } of this.#entries) {
      // A copy of a deployment would begin its attempt once more. It is the newer one of the two.
      const other = this.#ids.get(sent.attempt) ?? id;
      if (other !== id) forged.push(Math.max(other, id));
      this.#ids.set(sent.attempt, id);
    }
    for (const id of forged) throw this.#forged(id);
  }

  /** Whether a list that has come as far as this shows all that can matter. */
  async #reachesBack(entries: readonly Entry[], oldest: Stored): Promise<boolean> {
    const { place, attemptId, since } = this.#reading;
    const service = hashOf(place().name ?? place().address);
    const newest = entries.find(({ isOurs, sent }) => isOurs && sent.service === service);
    if (!newest || oldest.id > (newest.head || newest.closed)) return false;
    const isFound = this.#isElsewhere || entries.some(({ sent }) => sent.attempt === attemptId);
    if (attemptId !== undefined && !isFound) return false;
    const beginning = await since();
    return beginning !== undefined && Date.parse(oldest.created_at) < beginning.getTime();
  }

  async #saidOf(entry: Entry): Promise<readonly Said[]> {
    const known = this.#said.get(entry.id);
    if (known && (entry.id === this.#own?.id || !attemptsIn([entry.sent, ...known]).some(isOpen)))
      return known;
    const said = readStatuses(this.#keys, entry, await statusesOf(this.#github, entry.id));
    if (!said) throw this.#forged(entry.id);
    this.#said.set(entry.id, said);
    return said;
  }

  #inClear(sent: Sent): Sent {
    const { orderId: order, name, place } = this.#reading;
    const words = [name, place().address, place().name ?? ""];
    const clear = (hash: string) => words.find((word) => hashOf(word) === hash) ?? hash;
    const [service, address] = [clear(sent.service), clear(sent.address)];
    return { ...sent, order, service, address, name: sent.name && clear(sent.name) };
  }

  async #begin(line: Sent): Promise<undefined> {
    const seen = this.#attempts.filter(({ service }) => hashOf(service) === hashOf(line.service));
    // Only what was shown of this order is vouched for: a list may show what is newer, of another order, before it.
    const newest = this.#entries.find(({ sent }) => sent.service === hashOf(line.service));
    const payload = payloadOf(this.#keys, line, {
      closed: seen.some(isOpen) ? 0 : (newest?.id ?? 0),
      head: this.#ids.get(headOf(seen)?.attemptId ?? "") ?? 0,
    });
    const id = await this.#reaching("written", () => createDeployment(this.#github, payload), line);
    if (id === undefined)
      throw this.#unavailable(["GitHub did not create the record.", "Run it again."], line);
    this.#ids.set(line.attempt, id);
    this.#said.set(id, []);
    this.#own = { id, line };
  }

  async #say(line: Said): Promise<undefined> {
    const id = this.#ids.get(line.attempt) ?? 0;
    await this.#reaching("written", () => addStatus(this.#github, id, statusOf(this.#keys, id, line)));
    this.#said.set(id, [...(this.#said.get(id) ?? []), line]);
  }

  /** Says what is wrong with GitHub. An attempt whose record may be there, and may stay without an end, is named. */
  async #reaching<T>(verb: "read" | "written", work: () => Promise<T>, own?: Sent): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof NotSentError) throw error;
      const isRefused = verb === "written" && (failureOf(error).status ?? 500) < 500;
      const lines = explain(error, `the record could not be ${verb}`, "deployments: write");
      throw this.#unavailable(lines, isRefused ? undefined : own);
    }
  }

  #unavailable([what = "", ...lines]: readonly string[], own?: Sent): GitHubError {
    const left = `If a later run is held back by attempt ${own?.attempt}: it was not sent, so ${serviceMayTake.inWords} after ${own?.until} use resolve: ${own?.attempt} not-happened.`;
    return new GitHubError(`Order ${this.#reading.orderId}: ${what}`, {
      code: "record_unavailable",
      lines: own === undefined ? lines : [...lines, left],
    });
  }

  #forged(id: number): NotSentError {
    const what = `The reissue of order ${this.#reading.orderId} was not sent: its record was changed by somebody who does not have the auth key (deployment ${id}).`;
    const remedy =
      "Find out which workflow writes deployments in the environment certorder-record. Look the order up at the service, then delete that deployment.";
    return new NotSentError(what, { code: "record_not_genuine", remedy });
  }
}
