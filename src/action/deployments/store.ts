import { CertOrderError, NotSentError, serviceMayTake } from "../../contract/index.ts";
import { inOrder } from "../../in-order.ts";
import type { JournalEvent, JournalStore, OrderLog, ServiceRef, StoredLog } from "../../journal/index.ts";
import { isOpen, readHistory } from "../../journal/index.ts";
import { pollAfter } from "../../waiting.ts";
import { actionDialect } from "../dialect.ts";
import { explainApiError, type GitHub, readFailure } from "../github.ts";
import { pasteLine } from "../step-result.ts";
import {
  addStatus,
  createDeployment,
  environment,
  listDeployments,
  listStatuses,
  orderTask,
  permissions,
} from "./api.ts";
import { EntryCipher, hashName } from "./cipher.ts";
import {
  type EntryLogEvent,
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

/** How many statuses are read at a time. */
const readAtOnce = 4;

/** After `sent`, a step lists the entries up to seven times, and writes the outcome. */
const callsForOutcome = 20;

/** The order of a step, and the names that an entry has as hashes. */
interface StoreOptions {
  readonly orderId: string;
  readonly idempotencyKey: string | undefined;
  /** Available after the client is created. */
  readonly service: () => ServiceRef;
}

/**
 * `journal: repository`: the log of one order, kept in GitHub deployments of the repository. The words:
 *
 * - deployment: GitHub's object. Each entry of the log is one, and a deployment cannot be changed.
 * - entry: an attempt, whose outcome is in the statuses of its deployment; the note that a key was answered by one; or an import.
 *
 * Names are hashes in an entry. Those that this step knows are returned in clear.
 */
export class DeploymentStore implements JournalStore {
  readonly title = "The journal in this repository";
  readonly isEventuallyConsistent = true;
  readonly isShared = true;
  readonly #github: GitHub;
  readonly #options: StoreOptions;
  readonly #cipher: EntryCipher;
  /** The order, as entries name it. */
  readonly #order: string;
  /** The entries that lists have shown so far, and those of this step that no later entry can come before. */
  readonly #entries = new Map<number, HistoryEntry>();
  /** The events in the statuses of a deployment that this step has read. */
  readonly #outcomes = new Map<number, readonly OutcomeLogEvent[]>();
  /** The attempt of this step. No other step adds to it. */
  #own: { readonly id: number; readonly event: SentLogEvent } | undefined;

  constructor(github: GitHub, authKey: string, options: StoreOptions) {
    this.#github = github;
    this.#options = options;
    this.#cipher = new EntryCipher(authKey);
    this.#order = hashName(options.orderId);
  }

  log(): OrderLog {
    return {
      orderId: this.#options.orderId,
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

  /** Whether any order of the repository has this attempt. */
  hasAttempt(attemptId: string): Promise<boolean> {
    return this.#callGitHub("read", async () =>
      (await listDeployments(this.#github)).some((stored) => readAttemptId(stored) === attemptId),
    );
  }

  /** Deployments have GitHub's times. */
  get clockSkewMs(): number {
    return this.#github.last.clockSkewMs;
  }

  thisProcess(): string {
    const { url, attempt } = this.#github.run;
    return `${url}/attempts/${attempt}`;
  }

  /** Earlier attempts of this run are over. Of any other sender, its deadline tells. */
  async isRunning(process: string): Promise<boolean | undefined> {
    const { url, attempt } = this.#github.run;
    const start = `${url}/attempts/`;
    const isOver = process.startsWith(start) && Number(process.slice(start.length)) < attempt;
    return isOver ? false : undefined;
  }

  /** All entries of the order, and the statuses of all that were sent: a person may have corrected an old one. */
  async #read(): Promise<JournalEvent[]> {
    await this.#list();
    const entries = [...this.#entries.values()].sort((a, b) => a.id - b.id);
    const outcomes = inOrder(entries.filter(isSentEntry), readAtOnce, (entry) => this.#readOutcome(entry));
    const ended = new Map<number, readonly OutcomeLogEvent[]>();
    for await (const { id, events } of outcomes) ended.set(id, events);
    const begun = new Map<string, HistoryEntry>();
    return entries.flatMap((entry): JournalEvent[] => {
      const { id, authKey, isOurs, event } = entry;
      const beginning = begun.get(event.attempt);
      if (event.event === "key-answered") {
        // As with statuses, another auth key counts only for its own entries.
        const counts = beginning && (isOurs || authKey === beginning.authKey);
        return counts ? [this.#restoreNames(event)] : [];
      }
      if (!beginning) begun.set(event.attempt, entry);
      return [this.#restoreNames(event), ...(ended.get(id) ?? [])];
    });
  }

  async #list(): Promise<void> {
    const forged: number[] = [];
    for (const stored of await listDeployments(this.#github, orderTask(this.#order))) {
      if (this.#entries.has(stored.id)) continue;
      const entry = readEntry(this.#cipher, this.#order, stored);
      if (entry === "forged") forged.push(stored.id);
      else if (entry) this.#entries.set(entry.id, entry);
    }
    const marks = new Map<string, number>();
    for (const { id, mark } of this.#entries.values()) {
      if (mark === undefined) continue;
      // A copy of a deployment would begin its attempt once more. It is the newer one of the two.
      const other = marks.get(mark);
      if (other !== undefined) forged.push(Math.max(other, id));
      marks.set(mark, id);
    }
    const [first] = forged;
    if (first !== undefined) throw this.#forgedError(first);
  }

  async #readOutcome(entry: SentEntry) {
    const { id } = entry;
    const known = this.#outcomes.get(id);
    if (known && (id === this.#own?.id || !this.#isOpen(entry, known))) return { id, events: known };
    const events = readStatuses(this.#cipher, entry, await listStatuses(this.#github, id));
    if (!events) throw this.#forgedError(id);
    this.#outcomes.set(id, events);
    return { id, events };
  }

  #isOpen({ event }: SentEntry, outcome: readonly OutcomeLogEvent[]): boolean {
    return readHistory(this.#options.orderId, [event, ...outcome]).attempts.some(isOpen);
  }

  #restoreNames(event: EntryLogEvent): EntryLogEvent {
    if (event.event === "key-answered") return { ...event, key: this.#restoreName(event.key) };
    return {
      ...event,
      order: this.#options.orderId,
      service: this.#restoreName(event.service),
      address: this.#restoreName(event.address),
      key: event.key && this.#restoreName(event.key),
    };
  }

  #restoreName(hash: string): string {
    const { idempotencyKey = "", service } = this.#options;
    const { name = "", address } = service();
    return [idempotencyKey, address, name].find((text) => hashName(text) === hash) ?? hash;
  }

  async #append(event: JournalEvent): Promise<undefined> {
    if (event.event === "sent") return this.#appendSent(event);
    if (event.event === "key-answered" || event.event === "imported") return this.#appendShown(event);
    const id = "attempt" in event ? this.#findDeployment(event.attempt) : undefined;
    if (id !== undefined && isOutcomeEvent(event)) return this.#appendStatus(id, event);
    throw new NotSentError(`${this.title} cannot store the event ${event.event}.`, {
      code: "journal_unavailable",
      remedy: "Use a journal in a folder or on a server for this.",
    });
  }

  #findDeployment(attemptId: string): number | undefined {
    if (this.#own?.event.attempt === attemptId) return this.#own.id;
    const isSent = (entry: HistoryEntry) => isSentEntry(entry) && entry.event.attempt === attemptId;
    return [...this.#entries.values()].find(isSent)?.id;
  }

  /** It is read only when a list shows it: an entry before it may show as late. */
  async #appendSent(event: SentLogEvent): Promise<undefined> {
    const { callsLeft } = this.#github.last;
    if (callsLeft < callsForOutcome)
      throw this.#unavailableError([
        `GitHub allows ${callsLeft} more calls in this hour. That may be too few to record the outcome of a reissue.`,
        "Run it again in an hour.",
      ]);
    const id = await this.#create(toPayload(this.#cipher, event, this.#options.orderId), event);
    this.#outcomes.set(id, []);
    this.#own = { id, event };
  }

  /** It is read at once, although a list may not show it yet. */
  async #appendShown(event: EntryLogEvent): Promise<undefined> {
    const payload = toPayload(this.#cipher, event, this.#options.orderId);
    const id = await this.#create(payload);
    const entry = readEntry(this.#cipher, this.#order, { id, payload, created_at: event.at });
    if (entry && entry !== "forged") this.#entries.set(id, entry);
  }

  async #create(payload: Readonly<Record<string, unknown>>, own?: SentLogEvent): Promise<number> {
    const id = await this.#callGitHub("written", () => this.#createOrFind(payload), own);
    if (id === undefined)
      throw this.#unavailableError(["GitHub did not create the deployment.", "Run it again."], own);
    return id;
  }

  /** If the answer to a write is lost, a list may show that the deployment exists. */
  async #createOrFind(payload: Readonly<Record<string, unknown>>): Promise<number | undefined> {
    const task = orderTask(this.#order);
    try {
      return await createDeployment(this.#github, task, payload);
    } catch (error) {
      if ((readFailure(error).status ?? 500) < 500) throw error;
      for await (const _ of pollAfter(lostAnswerWaitsMs)) {
        const all = await listDeployments(this.#github, task);
        const found = all.find((stored) => readMac(stored.payload) === payload.mac);
        if (found) return found.id;
      }
      throw error;
    }
  }

  async #appendStatus(id: number, event: OutcomeLogEvent): Promise<undefined> {
    await this.#callGitHub("written", () => addStatus(this.#github, id, toStatus(this.#cipher, id, event)));
    if (id === this.#own?.id) this.#outcomes.set(id, [...(this.#outcomes.get(id) ?? []), event]);
    // Another person may have stated something else at the same time.
    else this.#outcomes.delete(id);
  }

  /** Explains an error of GitHub. Names our attempt if its deployment may exist and stay open. */
  async #callGitHub<T>(verb: "read" | "written", work: () => Promise<T>, own?: SentLogEvent): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (CertOrderError.is(error)) throw error;
      const isRefused = verb === "written" && (readFailure(error).status ?? 500) < 500;
      const lines = explainApiError(error, `the journal could not be ${verb}`, permissions);
      if (lines.includes("permissions:"))
        lines.push("Or keep the journal elsewhere: name it with journal. To keep none: journal: none.");
      throw this.#unavailableError(lines, isRefused ? undefined : own);
    }
  }

  #unavailableError([what, ...lines]: readonly string[], own?: SentLogEvent): NotSentError {
    const { orderId } = this.#options;
    const wayOut = ({ attempt: attemptId, deadline }: SentLogEvent) => [
      `If attempt ${attemptId} blocks a later run: it was not sent. ${serviceMayTake.inWords} after ${deadline}, start a run with this input:`,
      pasteLine(actionDialect({ kind: "resolve", attemptId, orderId, certificateId: null })),
    ];
    return new NotSentError(`Order ${orderId}: ${what}`, {
      code: "journal_unavailable",
      remedy: [...lines, ...(own ? wayOut(own) : [])].join("\n"),
    });
  }

  #forgedError(id: number): NotSentError {
    const what = `The reissue of order ${this.#options.orderId} was not sent: its journal was changed without the auth key (deployment ${id}).`;
    const remedy = `Find out which workflow writes deployments in the environment ${environment}. Look the order up at the service, then delete that deployment.`;
    return new NotSentError(what, { code: "journal_damaged", remedy });
  }
}
