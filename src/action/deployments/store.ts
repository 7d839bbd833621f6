import { CertOrderError, NotSentError, serviceMayTake } from "../../contract/index.ts";
import type {
  Attempt,
  JournalEvent,
  JournalStore,
  OrderLog,
  ServiceRef,
  StoredLog,
} from "../../journal/index.ts";
import { isOpen, latestAttempt, readHistory } from "../../journal/index.ts";
import { pollAfter } from "../../waiting.ts";
import { actionDialect } from "../dialect.ts";
import { explainApiError, type GitHub, readFailure, readWorkflowRun } from "../github.ts";
import { pasteLine } from "../step-result.ts";
import {
  addStatus,
  createDeployment,
  type Deployment,
  environment,
  findDeployment,
  listStatuses,
  permissions,
  walkDeployments,
} from "./api.ts";
import { Checkpoints } from "./checkpoints.ts";
import { EntryCipher, hashName } from "./cipher.ts";
import {
  type AnsweredEntry,
  type AnsweredLogEvent,
  type HistoryEntry,
  isOutcomeEvent,
  isSentEntry,
  type OutcomeLogEvent,
  readAttemptId,
  readEntry,
  readMac,
  readStatuses,
  type SentEntry,
  type SentLogEvent,
  toPayload,
  toStatus,
} from "./entries.ts";

/** How long to wait before each look for a deployment whose answer was lost. */
const lostAnswerWaitsMs = [0, 500, 1_000, 2_000];

/** What decides which entries a step reads. */
interface HistoryQuery {
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
 * `history: repository`: the log of one order, kept in GitHub deployments of the repository. The words:
 *
 * - history: where the action keeps what it sent. The input `history` names the place: this store, a journal, or none.
 * - deployment: GitHub's object. Each entry of the log is one, and a deployment cannot be changed.
 * - entry: an attempt, whose outcome is in the statuses of its deployment, or the note that a key was answered by one.
 *
 * Names are hashes in an entry. Those that this step knows are returned in clear.
 */
export class DeploymentStore implements JournalStore {
  readonly title = "The history in this repository";
  readonly isEventuallyConsistent = true;
  readonly #github: GitHub;
  readonly #query: HistoryQuery;
  readonly #cipher: EntryCipher;
  /** The pages of this repository's runs begin with this. */
  readonly #runs: string;
  /** The entries that lists have shown so far, newest first. After the first time, only new ones are listed. */
  #entries: readonly HistoryEntry[] = [];
  /** The newest deployment seen, of any order. */
  #newestId = 0;
  /** Attempts of other orders that inputs name. */
  readonly #ofOtherOrders = new Set<string>();
  /** As of the last read. */
  #attempts: readonly Attempt[] = [];
  /** Deployments by attempt, and the events in their statuses. */
  readonly #ids = new Map<string, number>();
  readonly #outcomes = new Map<number, readonly OutcomeLogEvent[]>();
  /** The attempt of this step. No other step adds to it. */
  #own: { readonly id: number; readonly event: SentLogEvent } | undefined;

  constructor(github: GitHub, authKey: string, request: HistoryQuery) {
    this.#github = github;
    this.#query = request;
    this.#cipher = new EntryCipher(authKey);
    this.#runs = github.run.url.replace(/\d+$/, "");
  }

  /** Whether an attempt that an input names is of another order. Known once the log was read. */
  isOfOtherOrder(attemptId: string): boolean {
    return this.#ofOtherOrders.has(attemptId);
  }

  log(): OrderLog {
    return {
      orderId: this.#query.orderId,
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

  /** Deployments have GitHub's times. */
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
    const { status } = await readWorkflowRun(this.#github, Number(id)).catch(() => ({ status: null }));
    return status === null ? undefined : status !== "completed";
  }

  /**
   * Statuses cost a call for each deployment, so only those that matter are read: of what came after the newest checkpoint, of
   * the order's latest, of what has the step's own key, and of attempts that inputs name.
   */
  async #read(): Promise<JournalEvent[]> {
    await this.#list();
    const ownKey = hashName(this.#query.idempotencyKey);
    const answers = this.#entries.filter((entry): entry is AnsweredEntry => !isSentEntry(entry));
    const needed = new Set([
      ...this.#query.attemptIds,
      ...answers.filter(({ event }) => event.key === ownKey).map(({ event }) => event.attempt),
    ]);
    const checkpoints = new Checkpoints(ownKey);
    const read = new Map<string, SentEntry>();
    const entries: { readonly id: number; readonly events: readonly JournalEvent[] }[] = [];
    for (const entry of this.#entries.filter(isSentEntry)) {
      const { id, event } = entry;
      if (checkpoints.cover(entry) && !needed.has(event.attempt)) continue;
      const ended = await this.#readOutcome(entry);
      read.set(event.attempt, entry);
      entries.push({ id, events: [this.#restoreNames(event), ...ended] });
      checkpoints.add(entry, latestAttempt(this.#toAttempts([event, ...ended])) !== undefined);
    }
    for (const { id, authKey, isOurs, event } of answers) {
      const attempt = read.get(event.attempt);
      // As with statuses, another auth key counts only for its own entries.
      if (attempt && attempt.id < id && (isOurs || authKey === attempt.authKey))
        entries.push({ id, events: [{ ...event, key: this.#restoreName(event.key) }] });
    }
    const events = entries.sort((a, b) => a.id - b.id).flatMap((entry) => entry.events);
    this.#attempts = this.#toAttempts(events);
    return events;
  }

  #toAttempts(events: readonly JournalEvent[]): readonly Attempt[] {
    return readHistory(this.#query.orderId, events).attempts;
  }

  async #list(): Promise<void> {
    const entries = new Map(this.#entries.map((entry) => [entry.id, entry]));
    const about = { order: hashName(this.#query.orderId), repository: this.#runs };
    const forged: number[] = [];
    let newest = this.#newestId;
    const see = (page: readonly Deployment[]) => {
      for (const stored of page) {
        newest = Math.max(newest, stored.id);
        if (entries.has(stored.id)) continue;
        const entry = readEntry(this.#cipher, about, stored);
        if (entry === "forged") forged.push(stored.id);
        else if (entry) entries.set(entry.id, entry);
        else if (this.#query.attemptIds.includes(readAttemptId(stored)))
          this.#ofOtherOrders.add(readAttemptId(stored));
      }
    };
    await walkDeployments(this.#github, see, async (oldest) =>
      this.#newestId > 0 ? oldest.id <= this.#newestId : this.#reachesBack([...entries.values()], oldest),
    );
    this.#newestId = newest;
    this.#entries = [...entries.values()].sort((a, b) => b.id - a.id);
    for (const { id, event } of this.#entries.filter(isSentEntry)) {
      // A copy of a deployment would begin its attempt once more. It is the newer one of the two.
      const other = this.#ids.get(event.attempt) ?? id;
      if (other !== id) forged.push(Math.max(other, id));
      this.#ids.set(event.attempt, id);
    }
    const [first] = forged;
    if (first !== undefined) throw this.#forgedError(first);
  }

  /** Whether a list down to `oldest` shows every entry that can matter. */
  async #reachesBack(entries: readonly HistoryEntry[], oldest: Deployment): Promise<boolean> {
    const { attemptIds, idempotencyKey, since } = this.#query;
    const sent = entries.filter(isSentEntry);
    const newest = sent.find(({ isOurs }) => isOurs);
    if (!newest || oldest.id > (newest.latest || newest.closed)) return false;
    const ownKey = hashName(idempotencyKey);
    const answers = entries.filter((entry) => !isSentEntry(entry) && entry.event.key === ownKey);
    const isFound = (id: string) =>
      this.#ofOtherOrders.has(id) || sent.some(({ event }) => event.attempt === id);
    if (![...attemptIds, ...answers.map(({ event }) => event.attempt)].every(isFound)) return false;
    const beginning = await since();
    return beginning !== undefined && Date.parse(oldest.created_at) < beginning.getTime();
  }

  async #readOutcome(entry: SentEntry): Promise<readonly OutcomeLogEvent[]> {
    const known = this.#outcomes.get(entry.id);
    if (known && (entry.id === this.#own?.id || !this.#toAttempts([entry.event, ...known]).some(isOpen)))
      return known;
    const ended = readStatuses(this.#cipher, entry, await listStatuses(this.#github, entry.id));
    if (!ended) throw this.#forgedError(entry.id);
    this.#outcomes.set(entry.id, ended);
    return ended;
  }

  #restoreNames(event: SentLogEvent): SentLogEvent {
    const [service, address] = [this.#restoreName(event.service), this.#restoreName(event.address)];
    const key = event.key && this.#restoreName(event.key);
    return { ...event, order: this.#query.orderId, service, address, key };
  }

  #restoreName(hash: string): string {
    const { name = "", address } = this.#query.service();
    const known = [this.#query.idempotencyKey, address, name];
    return known.find((text) => hashName(text) === hash) ?? hash;
  }

  async #append(event: JournalEvent): Promise<undefined> {
    if (event.event === "sent") return this.#appendSent(event);
    if (event.event === "key-answered") return this.#appendAnswer(event);
    if (isOutcomeEvent(event)) return this.#appendStatus(event);
    throw new NotSentError(`${this.title} cannot store the event ${event.event}.`, {
      code: "history_unavailable",
      remedy: "Use a journal in a folder or on a server for this.",
    });
  }

  async #appendSent(event: SentLogEvent): Promise<undefined> {
    // The checkpoint covers only entries of this order that a list has shown: newer entries of other orders may show first.
    const newest = this.#entries.find(isSentEntry);
    const id = await this.#create(
      toPayload(this.#cipher, event, {
        closed: this.#attempts.some(isOpen) ? 0 : (newest?.id ?? 0),
        latest: this.#ids.get(latestAttempt(this.#attempts)?.attemptId ?? "") ?? 0,
      }),
      event,
    );
    this.#ids.set(event.attempt, id);
    this.#outcomes.set(id, []);
    this.#own = { id, event };
  }

  async #appendAnswer(event: AnsweredLogEvent): Promise<undefined> {
    const { orderId: order } = this.#query;
    const id = await this.#create(toPayload(this.#cipher, { ...event, order, process: this.thisProcess() }));
    // A list may not show it yet.
    const written = { ...event, key: hashName(event.key) };
    this.#entries = [{ id, authKey: this.#cipher.id, isOurs: true, event: written }, ...this.#entries];
  }

  async #create(payload: Record<string, unknown>, own?: SentLogEvent): Promise<number> {
    const id = await this.#callGitHub("written", () => this.#createOrFind(payload), own);
    if (id === undefined)
      throw this.#unavailableError(["GitHub did not create the deployment.", "Run it again."], own);
    return id;
  }

  /** If the answer to a write is lost, a list may show that the deployment exists. */
  async #createOrFind(payload: Record<string, unknown>): Promise<number | undefined> {
    try {
      return await createDeployment(this.#github, payload);
    } catch (error) {
      if ((readFailure(error).status ?? 500) < 500) throw error;
      for await (const _ of pollAfter(lostAnswerWaitsMs)) {
        const id = await findDeployment(this.#github, (stored) => readMac(stored) === payload.mac);
        if (id !== undefined) return id;
      }
      throw error;
    }
  }

  async #appendStatus(event: OutcomeLogEvent): Promise<undefined> {
    const id = this.#ids.get(event.attempt) ?? 0;
    await this.#callGitHub("written", () => addStatus(this.#github, id, toStatus(this.#cipher, id, event)));
    this.#outcomes.set(id, [...(this.#outcomes.get(id) ?? []), event]);
  }

  /** Explains an error of GitHub. Names our attempt if its deployment may exist and stay open. */
  async #callGitHub<T>(verb: "read" | "written", work: () => Promise<T>, own?: SentLogEvent): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (CertOrderError.is(error)) throw error;
      const isRefused = verb === "written" && (readFailure(error).status ?? 500) < 500;
      const lines = explainApiError(error, `the history could not be ${verb}`, permissions);
      if (lines.includes("permissions:"))
        lines.push("To keep the history elsewhere: history: journal. To keep none: history: none.");
      throw this.#unavailableError(lines, isRefused ? undefined : own);
    }
  }

  #unavailableError([what, ...lines]: readonly string[], own?: SentLogEvent): NotSentError {
    const { orderId } = this.#query;
    const wayOut = ({ attempt: attemptId, deadline }: SentLogEvent) => [
      `If attempt ${attemptId} blocks a later run: it was not sent. ${serviceMayTake.inWords} after ${deadline}, start a run with this input:`,
      pasteLine(actionDialect({ kind: "resolve", attemptId, orderId, certificateId: null })),
    ];
    return new NotSentError(`Order ${orderId}: ${what}`, {
      code: "history_unavailable",
      remedy: [...lines, ...(own ? wayOut(own) : [])].join("\n"),
    });
  }

  #forgedError(id: number): NotSentError {
    const what = `The reissue of order ${this.#query.orderId} was not sent: its history was changed without the auth key (deployment ${id}).`;
    const remedy = `Find out which workflow writes deployments in the environment ${environment}. Look the order up at the service, then delete that deployment.`;
    return new NotSentError(what, { code: "history_not_genuine", remedy });
  }
}
