import { CertOrderError, NotSentError, serviceMayTake } from "../../contract/index.ts";
import type {
  Attempt,
  JournalEvent,
  JournalStore,
  OrderLog,
  ServiceRef,
  StoredLog,
} from "../../journal/index.ts";
import { isOpen, journalRefusal, latestAttempt, readHistory } from "../../journal/index.ts";
import { pollAfter } from "../../waiting.ts";
import { actionDialect } from "../dialect.ts";
import { explainApiError, type GitHub, GitHubError, readFailure, workflowRun } from "../github.ts";
import { pasted } from "../step-result.ts";
import { Checkpoints } from "./checkpoints.ts";
import {
  addStatus,
  createDeployment,
  findDeployment,
  listStatuses,
  permissions,
  type Stored,
  walkDeployments,
} from "./deployments.ts";
import type { Answered, AnsweredEntry, Ended, Entry, Sent, SentEntry } from "./events.ts";
import { isSent, readAttemptId, readEntry, readMac, readStatuses, toPayload, toStatus } from "./events.ts";
import { hashName, RecordKeys } from "./keys.ts";

/** How long to wait before each look for a record whose answer was lost. */
const lostAnswerWaitsMs = [0, 500, 1_000, 2_000];

/** What a step needs from the record. */
export interface RecordRequest {
  readonly orderId: string;
  readonly idempotencyKey: string;
  /** Attempts that inputs name. They are read however old they are. */
  readonly attemptIds: readonly string[];
  /** Available after the client is created. */
  readonly service: () => ServiceRef;
  /** No entry with the idempotency key is older. Undefined if that is not known. */
  readonly since: () => Promise<Date | undefined>;
}

/**
 * The log of one order in the deployments of a repository. An attempt is a deployment, and its statuses are its outcome. An
 * answered key is a deployment too. Names are hashes there; those that this step knows are returned in clear.
 */
export class DeploymentStore implements JournalStore {
  readonly title = "The record in this repository";
  readonly eventuallyConsistent = true;
  readonly #github: GitHub;
  readonly #request: RecordRequest;
  readonly #keys: RecordKeys;
  /** The pages of this repository's runs begin with this. */
  readonly #runs: string;
  /** The entries that lists have shown so far, newest first. After the first time, only new ones are listed. */
  #entries: readonly Entry[] = [];
  /** The newest deployment seen, of any order. */
  #newest = 0;
  /** Attempts of other orders that inputs name. */
  readonly #elsewhere = new Set<string>();
  /** The attempts of the last read. */
  #attempts: readonly Attempt[] = [];
  /** Deployments by attempt, and the events in their statuses. */
  readonly #ids = new Map<string, number>();
  readonly #ended = new Map<number, readonly Ended[]>();
  /** The attempt of this step. No other step adds to it. */
  #own: { readonly id: number; readonly event: Sent } | undefined;

  constructor(github: GitHub, authKey: string, request: RecordRequest) {
    this.#github = github;
    this.#request = request;
    this.#keys = new RecordKeys(authKey);
    this.#runs = github.run.url.replace(/\d+$/, "");
  }

  /** Whether an attempt that an input names is of another order. Known once the log was read. */
  isElsewhere(attemptId: string): boolean {
    return this.#elsewhere.has(attemptId);
  }

  log(): OrderLog {
    return {
      orderId: this.#request.orderId,
      read: () => this.#callGitHub("read", () => this.#read(), this.#own?.event),
      append: (event) => this.#append(event),
    };
  }

  async *readAll(): AsyncIterable<StoredLog> {
    const log = this.log();
    yield { orderId: log.orderId, events: await log.read() };
  }

  async check(): Promise<void> {
    // Only GitHub's answer to a write tells whether the token may write.
  }

  /** Records have GitHub's times. */
  get clockSkewMs(): number {
    return this.#github.clock.clockSkewMs;
  }

  thisProcess(): string {
    const { url, attempt } = this.#github.run;
    return `${url}/attempts/${attempt}`;
  }

  async isRunning(process: string): Promise<boolean | undefined> {
    const { runId, attempt } = this.#github.run;
    const [, id, itsAttempt] = /^(\d+)\/attempts\/(\d+)$/.exec(process.slice(this.#runs.length)) ?? [];
    if (!process.startsWith(this.#runs) || id === undefined) return undefined;
    // Earlier attempts of this run are over. Another job of this attempt may still run.
    if (Number(id) === runId) return Number(itsAttempt) < attempt ? false : undefined;
    const { status } = await workflowRun(this.#github, Number(id)).catch(() => ({ status: null }));
    return status === null ? undefined : status !== "completed";
  }

  /**
   * Statuses cost a call for each deployment, so only those that matter are read: of what came after the newest checkpoint, of
   * the order's latest, of what has the step's own key, and of attempts that inputs name.
   */
  async #read(): Promise<JournalEvent[]> {
    await this.#list();
    const ownKey = hashName(this.#request.idempotencyKey);
    const answers = this.#entries.filter((entry): entry is AnsweredEntry => !isSent(entry));
    const needed = new Set([
      ...this.#request.attemptIds,
      ...answers.filter(({ event }) => event.key === ownKey).map(({ event }) => event.attempt),
    ]);
    const checkpoints = new Checkpoints(ownKey);
    const read = new Map<string, SentEntry>();
    const found: { readonly id: number; readonly events: readonly JournalEvent[] }[] = [];
    for (const entry of this.#entries.filter(isSent)) {
      const { id, event } = entry;
      if (checkpoints.cover(entry) && !needed.has(event.attempt)) continue;
      const ended = await this.#readOutcome(entry);
      read.set(event.attempt, entry);
      found.push({ id, events: [this.#restoreNames(event), ...ended] });
      checkpoints.add(entry, latestAttempt(this.#toAttempts([event, ...ended])) !== undefined);
    }
    for (const { id, authKey, isOurs, event } of answers) {
      const attempt = read.get(event.attempt);
      // As with statuses, another auth key counts only for its own entries.
      if (attempt && attempt.id < id && (isOurs || authKey === attempt.authKey))
        found.push({ id, events: [{ ...event, key: this.#restoreName(event.key) }] });
    }
    const events = found.sort((a, b) => a.id - b.id).flatMap((entry) => entry.events);
    this.#attempts = this.#toAttempts(events);
    return events;
  }

  #toAttempts(events: readonly JournalEvent[]): readonly Attempt[] {
    return readHistory(this.#request.orderId, events).attempts;
  }

  async #list(): Promise<void> {
    const entries = new Map(this.#entries.map((entry) => [entry.id, entry]));
    const about = { order: hashName(this.#request.orderId), repository: this.#runs };
    const forged: number[] = [];
    let newest = this.#newest;
    const see = (page: readonly Stored[]) => {
      for (const stored of page) {
        newest = Math.max(newest, stored.id);
        if (entries.has(stored.id)) continue;
        const entry = readEntry(this.#keys, about, stored);
        if (entry === "forged") forged.push(stored.id);
        else if (entry) entries.set(entry.id, entry);
        else if (this.#request.attemptIds.includes(readAttemptId(stored)))
          this.#elsewhere.add(readAttemptId(stored));
      }
    };
    await walkDeployments(this.#github, see, async (oldest) =>
      this.#newest > 0 ? oldest.id <= this.#newest : this.#reachesBack([...entries.values()], oldest),
    );
    this.#newest = newest;
    this.#entries = [...entries.values()].sort((a, b) => b.id - a.id);
    for (const { id, event } of this.#entries.filter(isSent)) {
      // A copy of a deployment would begin its attempt once more. It is the newer one of the two.
      const other = this.#ids.get(event.attempt) ?? id;
      if (other !== id) forged.push(Math.max(other, id));
      this.#ids.set(event.attempt, id);
    }
    for (const id of forged) throw this.#forged(id);
  }

  /** Whether a list down to `oldest` shows every entry that can matter. */
  async #reachesBack(entries: readonly Entry[], oldest: Stored): Promise<boolean> {
    const { attemptIds, idempotencyKey, since } = this.#request;
    const sent = entries.filter(isSent);
    const newest = sent.find(({ isOurs }) => isOurs);
    if (!newest || oldest.id > (newest.latest || newest.closed)) return false;
    const ownKey = hashName(idempotencyKey);
    const answers = entries.filter((entry) => !isSent(entry) && entry.event.key === ownKey);
    const isFound = (id: string) => this.#elsewhere.has(id) || sent.some(({ event }) => event.attempt === id);
    if (![...attemptIds, ...answers.map(({ event }) => event.attempt)].every(isFound)) return false;
    const beginning = await since();
    return beginning !== undefined && Date.parse(oldest.created_at) < beginning.getTime();
  }

  async #readOutcome(entry: SentEntry): Promise<readonly Ended[]> {
    const known = this.#ended.get(entry.id);
    if (known && (entry.id === this.#own?.id || !this.#toAttempts([entry.event, ...known]).some(isOpen)))
      return known;
    const ended = readStatuses(this.#keys, entry, await listStatuses(this.#github, entry.id));
    if (!ended) throw this.#forged(entry.id);
    this.#ended.set(entry.id, ended);
    return ended;
  }

  #restoreNames(event: Sent): Sent {
    const [service, address] = [this.#restoreName(event.service), this.#restoreName(event.address)];
    const key = event.key && this.#restoreName(event.key);
    return { ...event, order: this.#request.orderId, service, address, key };
  }

  #restoreName(hash: string): string {
    const { name = "", address } = this.#request.service();
    const known = [this.#request.idempotencyKey, address, name];
    return known.find((text) => hashName(text) === hash) ?? hash;
  }

  async #append(event: JournalEvent): Promise<undefined> {
    switch (event.event) {
      case "sent":
        return this.#appendSent(event);
      case "answered":
        return this.#appendAnswer(event);
      case "imported":
      case "set-aside":
      case "unreadable":
      case "issued":
      case "handled":
      case "receiving":
        throw journalRefusal(
          `${this.title} cannot store the event ${event.event}.`,
          "Use a journal in a folder or on a server for this.",
        );
      default:
        return this.#appendStatus(event);
    }
  }

  async #appendSent(event: Sent): Promise<undefined> {
    // The checkpoint covers only entries of this order that a list has shown: newer entries of other orders may show first.
    const newest = this.#entries.find(isSent);
    const id = await this.#create(
      toPayload(this.#keys, event, {
        closed: this.#attempts.some(isOpen) ? 0 : (newest?.id ?? 0),
        latest: this.#ids.get(latestAttempt(this.#attempts)?.attemptId ?? "") ?? 0,
      }),
      event,
    );
    this.#ids.set(event.attempt, id);
    this.#ended.set(id, []);
    this.#own = { id, event };
  }

  async #appendAnswer(event: Answered): Promise<undefined> {
    const { orderId: order } = this.#request;
    const id = await this.#create(toPayload(this.#keys, { ...event, order, process: this.thisProcess() }));
    // A list may not show it yet.
    const written = { ...event, key: hashName(event.key) };
    this.#entries = [{ id, authKey: this.#keys.id, isOurs: true, event: written }, ...this.#entries];
  }

  async #create(payload: Record<string, unknown>, own?: Sent): Promise<number> {
    const create = () => createDeployment(this.#github, payload);
    const id = await this.#callGitHub("written", () => this.#orFound(create, payload), own);
    if (id === undefined)
      throw this.#unavailable(["GitHub did not create the record.", "Run it again."], own);
    return id;
  }

  /** If the answer to a write is lost, a list may show that the record exists. */
  async #orFound(
    create: () => Promise<number | undefined>,
    { mac }: Record<string, unknown>,
  ): Promise<number | undefined> {
    try {
      return await create();
    } catch (error) {
      if ((readFailure(error).status ?? 500) < 500) throw error;
      for await (const _ of pollAfter(lostAnswerWaitsMs)) {
        const found = await findDeployment(this.#github, (payload) => readMac(payload) === mac);
        if (found !== undefined) return found;
      }
      throw error;
    }
  }

  async #appendStatus(event: Ended): Promise<undefined> {
    const id = this.#ids.get(event.attempt) ?? 0;
    await this.#callGitHub("written", () => addStatus(this.#github, id, toStatus(this.#keys, id, event)));
    this.#ended.set(id, [...(this.#ended.get(id) ?? []), event]);
  }

  /** Explains an error of GitHub. Names our attempt if its record may exist and stay open. */
  async #callGitHub<T>(verb: "read" | "written", work: () => Promise<T>, own?: Sent): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (CertOrderError.is(error)) throw error;
      const isRefused = verb === "written" && (readFailure(error).status ?? 500) < 500;
      const lines = explainApiError(error, `the record could not be ${verb}`, permissions);
      if (lines.includes("permissions:"))
        lines.push("To keep the history elsewhere: history: journal. To keep none: history: none.");
      throw this.#unavailable(lines, isRefused ? undefined : own);
    }
  }

  #unavailable([what = "", ...lines]: readonly string[], own?: Sent): GitHubError {
    const { orderId } = this.#request;
    const wayOut = (attemptId: string, deadline: string) => [
      `If attempt ${attemptId} blocks a later run: it was not sent. ${serviceMayTake.inWords} after ${deadline}, start a run with this input:`,
      pasted(actionDialect({ kind: "resolve", attemptId, orderId, certificateId: null })),
    ];
    return new GitHubError(`Order ${orderId}: ${what}`, {
      code: "record_unavailable",
      lines: own === undefined ? lines : [...lines, ...wayOut(own.attempt, own.deadline)],
    });
  }

  #forged(id: number): NotSentError {
    const what = `The reissue of order ${this.#request.orderId} was not sent: its record was changed without the auth key (deployment ${id}).`;
    const remedy =
      "Find out which workflow writes deployments in the environment certorder-record. Look the order up at the service, then delete that deployment.";
    return new NotSentError(what, { code: "record_not_genuine", remedy });
  }
}
