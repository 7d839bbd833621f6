import { randomBytes } from "node:crypto";
import {
  type CertOrderError,
  type Environment,
  fieldRef,
  lowerFirst,
  NotSentError,
  noJournal,
  type Outcome,
  type Resolution,
  type Settings,
  shellWord,
  text,
  withoutPassword,
} from "../contract/index.ts";
import { pollAfter } from "../waiting.ts";
import { type Attempt, withStatement } from "./attempt.ts";
import { type Blocked, BlockedError, blocksEveryPlan } from "./blocked.ts";
import { noCallbacks } from "./callback-log.ts";
import { JournalCallbacks } from "./callbacks.ts";
import { type CopyResult, copyLogs, nothingToCopy } from "./copy.ts";
import { createStore } from "./create-store.ts";
import { describeDamage, isOfNewerVersion } from "./damage.ts";
import { type Decision, decide, type NothingToSend, type OrderIntent } from "./decide.ts";
import type { JournalEvent } from "./events.ts";
import { type Damage, emptyHistory, type OrderHistory, readHistory } from "./history.ts";
import { type ImportStatement, importedEvent, isImportKnown } from "./import.ts";
import { dateProblem, importProblem } from "./import-problem.ts";
import { findResolvableTime, isAwaited, mayBeAtWork } from "./in-flight.ts";
import { mergeHistory, type StateRecord } from "./merge.ts";
import { type JournalOptions, readJournalPlace } from "./options.ts";
import { OrderLogs } from "./order-logs.ts";
import { journalFolder } from "./paths.ts";
import { isRunning, thisProcess } from "./process.ts";
import { type Race, race } from "./race.ts";
import { checkCertificateId, resolutionOvertaken, resolutionProblem } from "./resolution.ts";
import { answersKey, isOpen, knowingNothing, latestAttempt } from "./rules.ts";
import { type ServiceRef, serviceName } from "./service-ref.ts";
import { type Knowledge, type OrderSnapshot, takeSnapshot } from "./snapshot.ts";
import { type OrderStatus, orderStatus } from "./status.ts";
import type { JournalStore, OrderLog, StoreRights } from "./store.ts";
import { openStore } from "./stores/address.ts";
import { journalNotFound, unusable } from "./unavailable.ts";

/** The decision after `sent` is recorded. */
export type Claim = { readonly kind: "send"; readonly attempt: ClaimedAttempt } | NothingToSend;

/** An attempt that is recorded as sent. */
export interface ClaimedAttempt {
  readonly attemptId: string;
  /** Records the outcome. */
  recordOutcome(outcome: Outcome, certificateId?: string): Promise<void>;
}

/** The attempts that this process has ended, and could not record as ended. The process itself still runs. */
const endedUnrecorded = new Set<string>();

/** Waits for a write to show in a list, and for a later rival to give way. */
const lagDelaysMs = [0, 250, 500, 1_000, 2_000, 4_000, 4_000];

/**
 * The history of reissues, order by order. While it is kept, no idempotency key is sent twice, and nothing is sent while an
 * earlier attempt of its order is open. It has no locks, so a process that dies leaves none behind.
 */
export class Journal {
  readonly #place: string | undefined;
  /** The place that `certorder journal init` can create. A caller creates a store of its own. */
  readonly #initPlace: string | undefined;
  readonly #logs: OrderLogs;
  #creating: Promise<void> | undefined;
  /** What the service called back. */
  readonly callbacks: JournalCallbacks;

  /**
   * @param place - A folder, a URL (`postgres://user@host/database`, `s3://bucket/prefix`, `file:///folder`), or a store of your
   * own. Default: `certorder` in the user's state folder. For PostgreSQL, run `npm install pg@8`.
   *
   * @example
   * ```ts
   * const own = new Journal();
   * const shared = new Journal("postgres://certorder@database.example/certorder");
   * const inATest = new Journal(new MemoryStore());
   * ```
   */
  constructor(place?: string | JournalStore, { now, env }: JournalOptions = {}) {
    this.#place = typeof place === "string" ? place : undefined;
    this.#logs = new OrderLogs(typeof place === "object" ? place : openStore(place, env), now);
    this.#initPlace = typeof place === "object" ? undefined : (place ?? journalFolder(undefined, env));
    this.callbacks = new JournalCallbacks(this.#logs);
  }

  /** The journal that every other interface uses: CERTORDER_JOURNAL, or the default folder. */
  static fromEnvironment(env: Environment = process.env): Journal {
    return new Journal(readJournalPlace(env), { env });
  }

  get #store(): JournalStore {
    return this.#logs.store;
  }

  /** The place of the journal, as the subject of a sentence. */
  get title(): string {
    return this.#store.title;
  }

  /** The flag that names this journal. Undefined for the default journal. @internal */
  get flag(): string | undefined {
    return this.#place === undefined ? undefined : `--journal ${shellWord(withoutPassword(this.#place))}`;
  }

  /** Other machines share it, and it outlives this one. */
  get isShared(): boolean {
    return this.#store.isShared === true;
  }

  /** The rights that other users need, if the journal is on a server. */
  get rights(): StoreRights | undefined {
    return this.#store.rights;
  }

  /** Whether `sent` has to be recorded before the connection is made. @internal */
  get claimsBeforeConnecting(): boolean {
    return this.#store.isEventuallyConsistent === true;
  }

  /** Reads the log of an order. @internal */
  async history(orderId: string): Promise<OrderHistory> {
    return this.#logs.read(this.#logs.get(orderId));
  }

  /** All that is known about an order. Reads the log once, unless it is given. @internal */
  async snapshot(
    orderId: string,
    service: ServiceRef,
    { resolutions = [], records = [], imported }: Knowledge = {},
    read?: OrderHistory,
  ): Promise<OrderSnapshot> {
    this.refuseOtherServices(service);
    const history = read ?? (await this.history(orderId));
    const { accepted, ...about } = await this.#judge(orderId, resolutions, history, records);
    const knowledge = { resolutions: accepted, records, imported };
    return takeSnapshot(orderId, history, knowledge, { service, now: this.#logs.now(), ...about });
  }

  /** Every interface reads a snapshot before it sends or imports. So a sandbox's clock cannot decide about a real order. @internal */
  refuseOtherServices({ address }: ServiceRef): void {
    const { onlyService } = this.#store;
    // A plan may run before the address is known. The apply reads again.
    if (onlyService === undefined || address === "" || address.endsWith(`/${onlyService}`)) return;
    throw unusable(
      this.title,
      `it is the journal of ${onlyService}, and ${address} is another service`,
      text`Name another journal with ${fieldRef("journal")}. The address of the sandbox ends with /${onlyService}.`,
    );
  }

  /** Tells which entries of a configuration's `resolve` count. */
  async #judge(
    orderId: string,
    resolutions: readonly Resolution[],
    history: OrderHistory,
    records: readonly StateRecord[],
  ): Promise<Pick<OrderSnapshot, "problems" | "leftOver"> & { readonly accepted: readonly Resolution[] }> {
    // Most orders have none, and a long history is not read for nothing.
    if (resolutions.length === 0) return { accepted: [], problems: [], leftOver: [] };
    // A statement is judged by all that is known: the state may have a certificate that this journal has not heard of.
    const { attempts, unclear } = mergeHistory(history.attempts, records);
    const known = unclear ? [...attempts, unclear] : attempts;
    const problems: CertOrderError[] = [];
    const accepted: Resolution[] = [];
    const leftOver: Resolution[] = [];
    for (const resolution of resolutions) {
      const { attemptId, certificateId } = resolution;
      const attempt = known.find((candidate) => candidate.attemptId === attemptId);
      if (!attempt) {
        if (known.some(isOpen)) problems.push(attemptMissing(orderId, attemptId));
        continue;
      }
      const problem = await this.#resolutionProblem(attempt, known, resolution);
      // An entry that agrees with the result stays in a configuration. One that was corrected since must not come back.
      if (problem === "stands") continue;
      const isTakenBack = certificateId === null && attempt.status === "succeeded";
      const wasStated = [attempt.storedStatement, ...attempt.statements].includes(certificateId);
      if (isTakenBack || wasStated) leftOver.push(resolution);
      else if (problem === undefined) accepted.push(resolution);
      else problems.push(problem);
    }
    return { accepted, problems, leftOver };
  }

  /** Decides about an intent without writing anything. @internal */
  async decide(intent: OrderIntent, snapshot: OrderSnapshot): Promise<Decision> {
    const { orderId } = intent;
    return decide(intent, snapshot, {
      now: this.#logs.now(),
      logTitle: this.#logTitle(orderId),
      journalFlag: this.flag,
      hideName: (name) => this.#store.hideName?.(name) ?? name,
      isInFlight: async (attempt) =>
        (await this.#isSenderAtWork(attempt)) ?? isAwaited(attempt, this.#logs.now()),
      readIssued: async () => (await this.callbacks.read(orderId)).issued,
    });
  }

  /**
   * Records that the request is about to be sent, then decides again on the events before that record (rule 5).
   * @internal
   */
  async claim(
    intent: OrderIntent,
    previous: Attempt | undefined,
    deadline: Date,
    attemptId = newAttemptId(),
  ): Promise<Claim> {
    const log = this.#logs.get(intent.orderId);
    const { orderId, service, idempotencyKey: key, validityDays } = intent;
    const { requestDigest: digest = "", requestValues: values } = intent;
    let isRecorded = false;
    const recordOutcome = async (outcome: Outcome, certificate?: string) => {
      if (!isRecorded) return;
      const ended = { attempt: attemptId, at: this.#logs.timestamp() };
      const event: JournalEvent =
        outcome === "done"
          ? { ...ended, event: outcome, certificate: certificate ?? "" }
          : { ...ended, event: outcome, certificate };
      try {
        await this.#logs.append(log, event);
      } catch (error) {
        endedUnrecorded.add(attemptId);
        this.#logs.addMissing(log, event);
        throw error;
      }
    };
    const claimAndDecide = async (): Promise<Decision> => {
      const listEvents = await this.#logs.append(log, {
        event: "sent",
        attempt: attemptId,
        at: this.#logs.timestamp(),
        order: orderId,
        service: serviceName(service),
        address: service.address,
        digest,
        values,
        key,
        previous: previous?.certificateId,
        validityDays,
        process: this.#store.thisProcess?.() ?? thisProcess(),
        deadline: this.#logs.toStoreTime(deadline).toISOString(),
      });
      isRecorded = true;
      try {
        return await this.#decideAgain(intent, log, attemptId, listEvents?.());
      } catch (error) {
        // Nothing is sent, so the attempt must not stay open.
        await recordOutcome("not-sent").catch(() => {});
        throw error;
      }
    };
    const decision = await claimAndDecide().catch((error: unknown) => {
      endedUnrecorded.add(attemptId);
      throw error;
    });
    if (decision.kind === "send") return { kind: "send", attempt: { attemptId, recordOutcome } };
    await recordOutcome("not-sent").catch(() => {});
    return decision;
  }

  /**
   * Records that a key was answered, before the answer is shown: an answered key stays answered. Like a claim, it
   * decides again on the events before the record. @internal
   */
  async recordAnswer(intent: OrderIntent, attempt: Attempt): Promise<NothingToSend> {
    const { idempotencyKey: key, orderId } = intent;
    const certificateId = attempt.certificateId ?? "";
    if (key === undefined || answersKey(attempt, key))
      return { kind: "already-done", attempt, certificateId };
    const log = this.#logs.get(orderId);
    const at = this.#logs.timestamp();
    const event = { event: "key-answered", attempt: attempt.attemptId, at, key } as const;
    const events =
      (await this.#logs.append(log, event))?.() ?? (await this.#logs.reportingUnavailable(() => log.read()));
    const isOwn = (other: JournalEvent) =>
      other.event === "key-answered" &&
      other.attempt === event.attempt &&
      other.key === key &&
      other.at === at;
    const own = events.findLastIndex(isOwn);
    // A list that lags may not show our own event yet.
    const before = readHistory(orderId, own < 0 ? [...events, event] : events.slice(0, own + 1));
    const decided = await this.#decideOnHistory(before, intent);
    if (decided.kind === "send") throw new Error(`The journal lost its answer to the key ${key}.`);
    return decided;
  }

  /** Writes what the journal does not have: outcomes that it did not take before, and the events of a snapshot. @internal */
  async write({ orderId, unwritten }: OrderSnapshot): Promise<void> {
    const log = this.#logs.get(orderId);
    await this.#logs.recordMissing(log);
    for (const event of unwritten) await this.#logs.append(log, event);
  }

  /**
   * All attempts, or those of one order, oldest first.
   *
   * @example
   * ```ts
   * const attempts = await journal.attempts("order-ssl-1");
   * const open = attempts.find(({ status }) => status === "open");
   * ```
   */
  async attempts(orderId?: string): Promise<Attempt[]> {
    if (orderId !== undefined) return [...(await this.#logs.read(this.#logs.get(orderId))).attempts];
    const all: Attempt[] = [];
    for await (const { attempts } of this.histories()) for (const attempt of attempts) all.push(attempt);
    return all;
  }

  /** Whether it has an attempt of any order. Reads no further than the first. @internal */
  async hasAttempts(): Promise<boolean> {
    for await (const { attempts } of this.histories()) if (attempts.length > 0) return true;
    return false;
  }

  /** Reads the logs of all orders, one by one. @internal */
  async *histories(): AsyncGenerator<OrderHistory & { readonly orderId: string }> {
    yield* this.#logs.histories();
  }

  /** The status of each order, one by one, also of orders that only receivers know. @internal */
  async *statuses(): AsyncGenerator<OrderStatus> {
    // Callbacks first: what they are about is in a journal that is read later.
    const callbacks = await this.callbacks.readAll();
    for await (const history of this.histories()) {
      yield orderStatus(history, callbacks.get(history.orderId) ?? noCallbacks, this.#logs.now());
      callbacks.delete(history.orderId);
    }
    for (const [orderId, left] of callbacks)
      yield orderStatus({ ...emptyHistory, orderId }, left, this.#logs.now());
  }

  /** The status of one order. Undefined: nothing is recorded about it. @internal */
  async status(orderId: string): Promise<OrderStatus | undefined> {
    const callbacks = await this.callbacks.read(orderId);
    const history = await this.history(orderId);
    const entries = [history.attempts, history.damage, callbacks.issued, callbacks.deployments];
    if (entries.every(({ length }) => length === 0)) return undefined;
    return orderStatus({ ...history, orderId }, callbacks, this.#logs.now());
  }

  /** The sender may still wait for an answer, or the service may still work on the request. @internal */
  async mayBeInFlight(attempt: Attempt): Promise<boolean> {
    if (!isOpen(attempt) || attempt.lastEvent === "done-unread") return false;
    return (await this.#isSenderAtWork(attempt)) || mayBeAtWork(attempt, this.#logs.now());
  }

  /** The journal's time: that of its store. @internal */
  now(): Date {
    return this.#logs.now();
  }

  /** Whether the store has been created. Does not create it. */
  async exists(): Promise<boolean> {
    return this.#logs.exists();
  }

  /** Throws if it does not exist: a volume that is not mounted must not look like an order without a certificate. @internal */
  async requireExisting(): Promise<void> {
    if (this.#initPlace === undefined || (await this.exists())) return;
    throw journalNotFound(this.title, withoutPassword(this.#initPlace));
  }

  /** Throws if the journal cannot be written. Creates nothing: a plan writes nothing. */
  async check(): Promise<void> {
    await this.#logs.reportingUnavailable(() => this.#store.check({ create: false }));
  }

  /** Throws if the place for callbacks cannot be used. A reissue does not need it. @internal */
  async checkCallbacks(): Promise<void> {
    // Where receivers have rights of their own, this user may have none to write there.
    if (this.rights !== undefined) return;
    await this.#logs.reportingUnavailable(async () => this.#store.callbacks?.check({ create: false }));
  }

  /**
   * Creates the store if there is none. Throws if the journal cannot be written. Call it once for each journal, not at each
   * start of a program: a program that finds a new journal in place of its own would send again what it has sent.
   * `certorder journal init` does the same.
   */
  async init(): Promise<void> {
    await this.#logs.reportingUnavailable(() => createStore(this.#store));
  }

  /** Creates the store if there is none, for an interface that may. Looks once. @internal */
  async create(): Promise<void> {
    this.#creating ??= this.#createMissing().catch((error: unknown) => {
      this.#creating = undefined;
      throw error;
    });
    await this.#creating;
  }

  async #createMissing(): Promise<void> {
    if (!(await this.exists())) await this.init();
  }

  /** Copies all logs to another journal. Refuses while an attempt may be in flight: the copy would miss its outcome. */
  async copyTo(other: Journal, onOrder: () => void = () => {}): Promise<CopyResult> {
    for (const { title, onlyService } of [this.#store, other.#store])
      if (onlyService !== undefined)
        throw unusable(
          title,
          `it is the journal of ${onlyService}`,
          "Name another journal. That of a sandbox is for its own orders only.",
        );
    if (!(await this.exists())) throw nothingToCopy(`${this.title} does not exist.`);
    const refuseInFlight = async ({ attempts }: OrderHistory) => {
      for (const attempt of attempts)
        if (await this.mayBeInFlight(attempt))
          throw new NotSentError(
            `Attempt ${attempt.attemptId} of order ${attempt.orderId} may still be in flight.`,
            {
              code: "order_busy",
              remedy: `Copy the journal when it has ended, or after ${findResolvableTime(attempt).toISOString()}.`,
            },
          );
    };
    const inTarget = <T>(work: () => Promise<T>) => other.#logs.reportingUnavailable(work);
    return this.#logs.reportingUnavailable(() =>
      copyLogs(this.#store, other.#store, { check: refuseInFlight, inTarget, onOrder }),
    );
  }

  /** Lets several writers append at once to a test log. @internal */
  race(writers: number, rounds: number): Promise<Race> {
    return this.#logs.reportingUnavailable(() => race(this.#store, writers, rounds));
  }

  /**
   * Records what a person found out about an attempt: the certificate's id, or null if the reissue did not happen. A later
   * statement corrects an earlier one. `isSameId` confirms that the service gave an id again. Null is refused until 15
   * minutes after the sender stopped waiting; if it was killed, after its deadline. The service may still be at work.
   *
   * @throws `NotSentError` if the journal has no such attempt, or if the statement contradicts what the sender recorded.
   *
   * @example
   * ```ts
   * // The service's portal has the certificate, so the reissue happened.
   * await journal.resolve({ orderId: "order-ssl-1", attemptId, certificateId: "cert-7" });
   * ```
   */
  async resolve(resolution: Resolution & { readonly orderId: string }): Promise<Attempt> {
    return (await this.recordStatement(resolution)).attempt;
  }

  /** Like `resolve`, and tells whether the statement is new. @internal */
  async recordStatement({ orderId, ...resolution }: Resolution & { readonly orderId: string }): Promise<{
    readonly attempt: Attempt;
    readonly isNew: boolean;
  }> {
    const { attemptId, certificateId } = resolution;
    if (certificateId !== null) checkCertificateId(certificateId);
    const log = this.#logs.get(orderId);
    const { attempts } = await this.#logs.read(log);
    const attempt = attempts.find((candidate) => candidate.attemptId === attemptId);
    // The message does not repeat the id: it may be a secret that was pasted by mistake.
    if (!attempt)
      throw new NotSentError(`${this.title} has no such attempt of this order.`, {
        code: "not_in_journal",
        remedy: text`List the attempts of the order. ${otherJournal}`,
      });
    const problem = await this.#resolutionProblem(attempt, attempts, resolution);
    if (problem === "stands") return { attempt, isNew: false };
    if (problem) throw problem;
    const at = this.#logs.timestamp();
    await this.#logs.append(log, { event: "resolved", attempt: attemptId, at, certificate: certificateId });
    const after = withStatement(attempt, certificateId, at);
    const stored = (await this.#logs.read(log)).attempts.find((one) => one.attemptId === attemptId);
    // A list that lags does not show the statement yet.
    if (!stored?.statements.includes(certificateId)) return { attempt: after, isNew: true };
    if (stored.status !== after.status || stored.certificateId !== after.certificateId)
      throw resolutionOvertaken(stored);
    return { attempt: stored, isNew: true };
  }

  /**
   * Records that a certificate is the order's latest: one that another program or a portal made. A later import corrects an
   * earlier one. @internal
   */
  async importCertificate(
    {
      orderId,
      asLatest = false,
      bringsBack = false,
      corrects = false,
      isTyped = true,
      ...stated
    }: ImportStatement & {
      readonly orderId: string;
      /** The journal has another latest certificate, and this one is newer. */
      readonly asLatest?: boolean | undefined;
      /** The order was reissued after this certificate, and it is the one to use again. */
      readonly bringsBack?: boolean | undefined;
      /** An earlier import stated a wrong request. */
      readonly corrects?: boolean | undefined;
      /** A person types it now. False for what a file may keep for long. */
      readonly isTyped?: boolean | undefined;
    },
    service: ServiceRef,
  ): Promise<{ readonly attempt: Attempt; readonly isNew: boolean }> {
    // A state or a file keeps its date for long. A store of a caller's own, such as a repository, has no command that corrects it.
    const statement = { ...stated, isTyped, setsDate: isTyped || this.#initPlace === undefined };
    checkCertificateId(statement.certificateId, "The certificate was not imported");
    const log = this.#logs.get(orderId);
    for (let tries = 1; ; tries++) {
      const snapshot = await this.snapshot(orderId, service);
      const { merged } = snapshot;
      const blocked = await this.importBlocked(snapshot, service);
      if (blocked)
        throw new BlockedError(
          blocked,
          `Certificate ${statement.certificateId} of order ${orderId} was not imported.`,
        );
      const wanted = { orderId, ...statement, asLatest, bringsBack, corrects, journalFlag: this.flag };
      const problem =
        importProblem(merged, wanted) ?? (statement.setsDate ? undefined : dateProblem(merged, wanted));
      if (problem) throw problem;
      if (isImportKnown(merged, statement)) return { attempt: snapshot.latest as Attempt, isNew: false };
      const at = this.#logs.timestamp();
      await this.#logs.append(log, importedEvent(orderId, merged, statement, { service, at }));
      const { attempts } = await this.#logs.read(log);
      const latest = latestAttempt(attempts);
      if (latest && isImportKnown(attempts, statement)) return { attempt: latest, isNew: true };
      // An attempt was sent meanwhile. The import does not count, and is decided again.
      if (tries === 3)
        throw unusable(this.title, "an import that was written does not show", this.#ifItDoesNotShow());
    }
  }

  /** An import is no reissue, but the same histories block it: damaged, of another service, or with an open attempt. @internal */
  async importBlocked(snapshot: OrderSnapshot, service: ServiceRef): Promise<Blocked | undefined> {
    const { orderId } = snapshot;
    const intent = { orderId, service, requestDigest: undefined, knownLatest: knowingNothing, force: false };
    const decision = await this.decide(intent, snapshot);
    const { blocked } = decision.kind === "blocked" ? decision : {};
    return blocked && blocksEveryPlan(blocked) && blocked.reason !== "unclear" ? blocked : undefined;
  }

  /** Sets aside unreadable entries. A person has to look the order up first. Returns the ids of the entries. */
  async repair(orderId: string): Promise<string[]> {
    const damage = await this.repairable(orderId);
    const at = this.#logs.timestamp();
    const log = this.#logs.get(orderId);
    for (const { id: entry } of damage) await this.#logs.append(log, { event: "set-aside", entry, at });
    return damage.map(({ id }) => id);
  }

  /** The entries that `repair` would set aside now. @internal */
  async repairable(orderId: string): Promise<readonly Damage[]> {
    const { damage } = await this.#logs.read(this.#logs.get(orderId));
    const newer = damage.find(isOfNewerVersion);
    if (newer)
      throw new NotSentError(`In ${this.#logTitle(orderId)}, ${describeDamage(newer)}.`, {
        code: "journal_newer",
        remedy: "Update certorder on this machine. This version must not set the entry aside.",
      });
    return damage;
  }

  async #decideOnHistory(history: OrderHistory, intent: OrderIntent): Promise<Decision> {
    return this.decide(intent, await this.snapshot(intent.orderId, intent.service, intent, history));
  }

  /** Rule 5: decides again, on the events before our own. */
  async #decideAgain(
    intent: OrderIntent,
    log: OrderLog,
    attemptId: string,
    events: readonly JournalEvent[] | undefined,
  ): Promise<Decision> {
    const isLagging = this.#store.isEventuallyConsistent === true;
    let rival: Attempt | undefined;
    for await (const _ of pollAfter(isLagging ? lagDelaysMs : [0])) {
      const history = events ? readHistory(log.orderId, events) : await this.#logs.read(log);
      const { attempts } = history;
      const own = attempts.findIndex((attempt) => attempt.attemptId === attemptId);
      if (own === -1) continue;
      const decision = await this.#decideOnHistory({ ...history, attempts: attempts.slice(0, own) }, intent);
      // If lists lag, a later rival may not have seen us. It has to give way before we go on.
      rival = isLagging ? attempts.slice(own + 1).find(({ status }) => status !== "void") : undefined;
      if (decision.kind !== "send" || !rival) return decision;
    }
    if (rival)
      return this.#decideOnHistory(
        { ...emptyHistory, attempts: [rival] },
        {
          ...intent,
          knownLatest: knowingNothing,
          requestDigest: undefined,
          resolutions: [],
          records: [],
        },
      );
    throw unusable(this.title, "an event that was written does not show", this.#ifItDoesNotShow());
  }

  /** What to do if the store does not show an event that it has taken. */
  #ifItDoesNotShow(): string {
    return this.#store.isEventuallyConsistent === true
      ? "Check whether another run reissues the order. Then run this one again."
      : "Run this again. If it fails again, test the store with certorder journal check.";
  }

  /** The place of an order's log, inside a sentence. */
  #logTitle(orderId: string): string {
    return lowerFirst(this.#logs.get(orderId).title ?? this.title);
  }

  #resolutionProblem(attempt: Attempt, attempts: readonly Attempt[], resolution: Resolution) {
    return resolutionProblem(attempt, attempts, resolution, {
      now: this.#logs.now(),
      isSenderAtWork: () => this.#isSenderAtWork(attempt),
    });
  }

  /** Whether the sender may still wait for the answer. Undefined if this machine cannot tell: then the deadline decides. */
  async #isSenderAtWork({ lastEvent, attemptId, process }: Attempt): Promise<boolean | undefined> {
    if (lastEvent !== "sent" || endedUnrecorded.has(attemptId)) return false;
    if (process === undefined) return undefined;
    return this.#store.isRunning ? this.#store.isRunning(process) : isRunning(process);
  }
}

/** The journal of the setting `journal`, or none. */
export function openConfiguredJournal(
  { journal }: Pick<Settings, "journal">,
  options: JournalOptions = {},
): Journal | undefined {
  return journal === noJournal ? undefined : new Journal(journal, options);
}

function attemptMissing(orderId: string, attemptId: string): NotSentError {
  return new NotSentError(`Order ${orderId} has no attempt ${attemptId}.`, {
    code: "not_in_journal",
    remedy: "Use the attempt that the message about the order names.",
  });
}

/** A new id for an attempt. */
export function newAttemptId(): string {
  return randomBytes(6).toString("hex");
}

/** Advice for a person who cannot find an attempt. */
export const otherJournal = text`To use another journal, name it with ${fieldRef("journal")}.`;
