import { NotSentError, serviceMayTake } from "../../contract/index.ts";
import type { JournalEvent, OrderLog } from "../../journal/index.ts";
import { pollAfter } from "../../waiting.ts";
import { actionDialect } from "../dialect.ts";
import { type GitHub, readFailure } from "../github.ts";
import { pasteLine } from "../step-result.ts";
import {
  addStatus,
  createDeployment,
  type DeploymentStatus,
  environment,
  listDeployments,
  listStatuses,
  orderTask,
  pageSize,
} from "./api.ts";
import { type EntryCipher, hashName } from "./cipher.ts";
import {
  type EntryLogEvent,
  type HistoryEntry,
  isOutcomeEvent,
  isSentEntry,
  type OutcomeLogEvent,
  readEntry,
  readMac,
  readStatuses,
  type SentEntry,
  type SentLogEvent,
  toPayload,
  toStatus,
} from "./entries.ts";
import { callGitHub, unavailableError } from "./unavailable.ts";

/** How long to wait before each look for what was written, and does not show yet. */
const lagWaitsMs = [0, 500, 1_000, 2_000, 4_000];

/** After `sent`, a step reads the log up to this often. */
const readsAfterSent = 7;

/** Calls for the outcome, its repetitions, and jobs that run at the same time. */
const callsForOutcome = 13;

/**
 * The log of one order. GitHub's lists and statuses may lag behind its writes, and one answer may be older than the answer before
 * it. Nothing that was shown is ever taken away, so a read adds to what earlier reads have shown.
 */
export class DeploymentLog implements OrderLog {
  readonly orderId: string;
  readonly #github: GitHub;
  readonly #cipher: EntryCipher;
  readonly #restoreName: (hash: string) => string;
  /** The order, as entries name it. */
  readonly #order: string;
  readonly #entries = new Map<number, HistoryEntry>();
  /** By deployment, then by description: a copy of a status says nothing. */
  readonly #statuses = new Map<number, Map<string, DeploymentStatus>>();
  /** The attempts of this step. No other step adds to them. */
  readonly #own = new Map<string, { readonly id: number; readonly outcome: OutcomeLogEvent[] }>();
  /** The answers and imports of this step that no list has shown yet. */
  readonly #unshown = new Set<number>();
  /** The attempt of this step that is recorded and not sent yet. */
  #unended: SentLogEvent | undefined;

  constructor(orderId: string, github: GitHub, cipher: EntryCipher, restoreName: (hash: string) => string) {
    this.orderId = orderId;
    this.#github = github;
    this.#cipher = cipher;
    this.#restoreName = restoreName;
    this.#order = hashName(orderId);
  }

  /** All entries of the order, and the statuses of all that were sent: a person may have corrected an old one. */
  read(): Promise<readonly JournalEvent[]> {
    return this.#call("read", async () => {
      await this.#list();
      const entries = [...this.#entries.values()].sort((a, b) => a.id - b.id);
      await this.#readStatuses(entries.filter(isSentEntry));
      return this.#toEvents(entries);
    });
  }

  async append(event: JournalEvent): Promise<undefined> {
    if (event.event === "sent") return this.#appendSent(event);
    if (event.event === "key-answered" || event.event === "imported") return this.#appendShown(event);
    if (isOutcomeEvent(event)) {
      const own = this.#own.get(event.attempt);
      if (own) return this.#appendOutcome(own, event);
      const entry = await this.#findSent(event.attempt);
      if (entry) return this.#appendStatement(entry, event);
    }
    throw new NotSentError(`The journal in this repository cannot store the event ${event.event}.`, {
      code: "journal_unavailable",
      remedy: "Use a journal in a folder or on a server for this.",
    });
  }

  /** Lists until what this step has written shows: an entry that another step wrote before it may show as late. */
  async #list(): Promise<void> {
    for await (const _ of pollAfter(lagWaitsMs)) {
      for (const stored of await listDeployments(this.#github, orderTask(this.#order))) {
        this.#unshown.delete(stored.id);
        if (this.#entries.has(stored.id)) continue;
        const entry = readEntry(this.#cipher, this.#order, stored);
        if (entry === "forged") throw this.#forgedError(stored.id);
        if (entry === "newer") throw this.#newerError(stored.id);
        if (entry) this.#entries.set(entry.id, entry);
      }
      if (this.#unshown.size === 0) return this.#refuseCopies();
    }
    throw unavailableError(this.#subject, [
      "GitHub does not show an entry that was written.",
      "Run it again.",
    ]);
  }

  /** A copy of a deployment would begin its attempt once more. It is the newer one of the two. */
  #refuseCopies(): void {
    const marks = new Map<string, number>();
    for (const { id, mark } of this.#entries.values()) {
      if (mark === undefined) continue;
      const other = marks.get(mark);
      if (other !== undefined) throw this.#forgedError(Math.max(other, id));
      marks.set(mark, id);
    }
  }

  async #readStatuses(entries: readonly SentEntry[]): Promise<void> {
    const others = entries.filter(({ event }) => !this.#own.has(event.attempt));
    const found = await listStatuses(
      this.#github,
      others.map(({ nodeId }) => nodeId),
    );
    for (const [index, { id }] of others.entries()) {
      const known = this.#statuses.get(id) ?? new Map<string, DeploymentStatus>();
      for (const status of found[index] ?? []) {
        const other = known.get(status.description);
        // The older one of two copies counts.
        if (!other || status.createdAt < other.createdAt) known.set(status.description, status);
      }
      this.#statuses.set(id, known);
    }
  }

  #toEvents(entries: readonly HistoryEntry[]): JournalEvent[] {
    const begun = new Map<string, HistoryEntry>();
    return entries.flatMap((entry): JournalEvent[] => {
      const { authKey, isOurs, event } = entry;
      const beginning = begun.get(event.attempt);
      if (event.event === "key-answered") {
        // As with statuses, another auth key counts only for its own entries.
        const counts = beginning && (isOurs || authKey === beginning.authKey);
        return counts ? [this.#restoreNames(event)] : [];
      }
      if (!beginning) begun.set(event.attempt, entry);
      return [this.#restoreNames(event), ...(isSentEntry(entry) ? this.#outcome(entry) : [])];
    });
  }

  #outcome(entry: SentEntry): readonly OutcomeLogEvent[] {
    const own = this.#own.get(entry.event.attempt);
    if (own) return own.outcome;
    const events = readStatuses(this.#cipher, entry, [...(this.#statuses.get(entry.id)?.values() ?? [])]);
    if (!events) throw this.#forgedError(entry.id);
    return events;
  }

  #restoreNames(event: EntryLogEvent): EntryLogEvent {
    if (event.event === "key-answered") return { ...event, key: this.#restoreName(event.key) };
    return {
      ...event,
      order: this.orderId,
      service: this.#restoreName(event.service),
      address: this.#restoreName(event.address),
      key: event.key && this.#restoreName(event.key),
    };
  }

  /** It is read only when a list shows it: an entry before it may show as late. */
  async #appendSent(event: SentLogEvent): Promise<undefined> {
    const { callsLeft } = this.#github.last;
    const calls = callsForOutcome + readsAfterSent * Math.ceil((this.#entries.size + 1) / pageSize);
    if (callsLeft < calls)
      throw unavailableError(this.#subject, [
        `GitHub allows ${callsLeft} more calls in this hour. That may be too few to record the outcome of a reissue.`,
        "Run it again in an hour.",
      ]);
    const id = await this.#create(toPayload(this.#cipher, event, this.orderId), event);
    this.#own.set(event.attempt, { id, outcome: [] });
    this.#unended = event;
  }

  async #appendShown(event: EntryLogEvent): Promise<undefined> {
    this.#unshown.add(await this.#create(toPayload(this.#cipher, event, this.orderId)));
  }

  async #appendOutcome(
    own: { readonly id: number; readonly outcome: OutcomeLogEvent[] },
    event: OutcomeLogEvent,
  ): Promise<undefined> {
    this.#unended = undefined;
    await this.#writeStatus(own.id, toStatus(this.#cipher, own.id, event, own.outcome));
    own.outcome.push(event);
  }

  /** Waits until GitHub shows it: a run that starts next must not miss that an attempt made a certificate. */
  async #appendStatement(entry: SentEntry, event: OutcomeLogEvent): Promise<undefined> {
    const { id } = entry;
    const status = toStatus(this.#cipher, id, event, this.#outcome(entry));
    await this.#writeStatus(id, status);
    for await (const _ of pollAfter(lagWaitsMs)) {
      await this.#call("read", () => this.#readStatuses([entry]));
      if (this.#statuses.get(id)?.has(status.description)) return;
    }
  }

  async #writeStatus(id: number, status: ReturnType<typeof toStatus>): Promise<void> {
    await this.#call("written", () => addStatus(this.#github, id, status));
  }

  async #findSent(attemptId: string): Promise<SentEntry | undefined> {
    const find = () =>
      [...this.#entries.values()].filter(isSentEntry).find(({ event }) => event.attempt === attemptId);
    if (!find()) await this.read();
    return find();
  }

  async #create(payload: Readonly<Record<string, unknown>>, own?: SentLogEvent): Promise<number> {
    const id = await this.#call("written", () => this.#createOrFind(payload), own);
    if (id === undefined)
      throw unavailableError(this.#subject, [
        "GitHub did not create the deployment.",
        "Run it again.",
        ...(own ? this.#wayOut(own) : []),
      ]);
    return id;
  }

  /** If the answer to a write is lost, a list may show that the deployment exists. */
  async #createOrFind(payload: Readonly<Record<string, unknown>>): Promise<number | undefined> {
    const task = orderTask(this.#order);
    try {
      return await createDeployment(this.#github, task, payload);
    } catch (error) {
      if ((readFailure(error).status ?? 500) < 500) throw error;
      for await (const _ of pollAfter(lagWaitsMs)) {
        const all = await listDeployments(this.#github, task);
        const found = all.find((stored) => readMac(stored.payload) === payload.mac);
        if (found) return found.id;
      }
      throw error;
    }
  }

  /** Names the attempt of this step if its deployment may exist and stay open. */
  #call<T>(verb: "read" | "written", work: () => Promise<T>, own?: SentLogEvent): Promise<T> {
    const sent = own ?? (verb === "read" ? this.#unended : undefined);
    return callGitHub(this.#subject, verb, work, sent && this.#wayOut(sent));
  }

  get #subject(): string {
    return `Order ${this.orderId}`;
  }

  #wayOut({ attempt: attemptId, deadline }: SentLogEvent): string[] {
    const { orderId } = this;
    return [
      `If attempt ${attemptId} blocks a later run: it was not sent. ${serviceMayTake.inWords} after ${deadline}, start a run with this input:`,
      pasteLine(actionDialect({ kind: "resolve", attemptId, orderId, certificateId: null })),
    ];
  }

  /** It may record a reissue, so it must not be passed over. */
  #newerError(id: number): NotSentError {
    return new NotSentError(
      `The reissue of order ${this.orderId} was not sent: a newer certorder wrote an entry of its journal (deployment ${id}).`,
      { code: "journal_newer", remedy: "Update certorder in this workflow." },
    );
  }

  #forgedError(id: number): NotSentError {
    const what = `The reissue of order ${this.orderId} was not sent: its journal was changed without the auth key (deployment ${id}).`;
    const remedy = `Find out which workflow writes deployments in the environment ${environment}. Look the order up in the service's portal, then delete that deployment.`;
    return new NotSentError(what, { code: "journal_damaged", remedy });
  }
}
