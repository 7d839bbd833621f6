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
import {
  type Attempt,
  type Damage,
  emptyHistory,
  type JournalEvent,
  type OrderHistory,
  readHistory,
  resolvedAttempt,
} from "./attempt.ts";
import type { Blocked } from "./blocked.ts";
import { JournalCallbacks } from "./callbacks.ts";
import { type CopyResult, copyLogs, nothingToCopy } from "./copy.ts";
import { describeDamage, isOfNewerVersion } from "./damage.ts";
import { findEvidence } from "./evidence.ts";
import { findResolvableTime, hasExpired, isAwaited, isFromTheFuture, mayBeAtWork } from "./in-flight.ts";
import { type JournalOptions, readJournalPlace } from "./options.ts";
import { OrderLogs } from "./order-logs.ts";
import { isRunning, thisProcess } from "./process.ts";
import { type Race, race } from "./race.ts";
import { differingParts } from "./request-digest.ts";
import { checkCertificateId, resolutionProblem, resolvedDifferently } from "./resolution.ts";
import { answersKey, decide, type Intent, isOpen, knowingNothing, type RuleDecision } from "./rules.ts";
import { attemptElsewhere, type ServiceRef, serviceName } from "./service-ref.ts";
import { type Knowledge, type OrderSnapshot, takeSnapshot } from "./snapshot.ts";
import type { JournalStore, OrderLog } from "./store.ts";
import { openStore } from "./stores/address.ts";
import { unusable } from "./unavailable.ts";

/** An intent to reissue one order, and what is recorded with it. */
export interface OrderIntent extends Intent, Knowledge {
  readonly orderId: string;
  readonly service: ServiceRef;
  /** Parts of the request that are not known yet; the digest is of the others. */
  readonly unknownParts?: readonly string[] | undefined;
  readonly validityDays?: number | undefined;
  /** The workflow run that asks. Runs sort by their creation. */
  readonly run?: string | undefined;
}

/** The journal's decision about an intent. `replaces`: the attempt whose certificate the new one replaces. */
export type Decision =
  | { readonly kind: "send"; readonly replaces: Attempt | undefined }
  | { readonly kind: "already-done"; readonly attempt: Attempt; readonly certificateId: string }
  | { readonly kind: "blocked"; readonly blocked: Blocked };

export type NothingToSend = Exclude<Decision, { readonly kind: "send" }>;

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
 * The history of reissues, order by order. While its store exists, no intent is sent twice, and nothing is sent while
 * an earlier attempt of its order is open. There are no locks, which a dead process could leave behind. A sender
 * appends `sent` first and then reads the log: the events before its own decide (rule 5).
 */
export class Journal {
  readonly #place: string | undefined;
  readonly #logs: OrderLogs;
  #creating: Promise<void> | undefined;
  /** What the service called back. */
  readonly callbacks: JournalCallbacks;

  /**
   * @param place - A folder, a URL (`postgres://user@host/database`, `s3://bucket/prefix`, `file:///folder`), or a store of your
   * own. Default: `certorder` in the user's state folder.
   */
  constructor(place?: string | JournalStore, { now, env }: JournalOptions = {}) {
    this.#place = typeof place === "string" ? place : undefined;
    this.#logs = new OrderLogs(typeof place === "object" ? place : openStore(place, env), now);
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

  /** The flag that names this journal. Undefined for the default journal. */
  get #flag(): string | undefined {
    return this.#place === undefined ? undefined : `--journal ${shellWord(withoutPassword(this.#place))}`;
  }

  /** Other machines share it, and it outlives this one. */
  get isShared(): boolean {
    return this.#store.isShared === true;
  }

  /** The rights that other users need, if the journal is on a server. */
  get rights(): string | undefined {
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
    { resolutions = [], witnesses = [] }: Knowledge = {},
    read?: OrderHistory,
  ): Promise<OrderSnapshot> {
    const history = read ?? (await this.history(orderId));
    const stored = witnesses.flatMap(({ attempts }) => attempts);
    const known = [...history.attempts, ...stored];
    const problems: CertOrderError[] = [];
    const right: Resolution[] = [];
    for (const resolution of resolutions) {
      const { attemptId, certificateId } = resolution;
      const attempt = known.find((candidate) => candidate.attemptId === attemptId);
      if (!attempt) {
        if (known.some(isOpen))
          problems.push(
            new NotSentError(`Order ${orderId} has no attempt ${attemptId}.`, {
              code: "attempt_not_found",
              remedy: "Use the attempt that the message about the order names.",
            }),
          );
        continue;
      }
      const problem = await this.#resolutionProblem(attempt, certificateId);
      // An entry that agrees with the recorded result is left over in a configuration. It does nothing.
      if (problem === "already-resolved") continue;
      if (!isOpen(attempt))
        problems.push(resolvedDifferently(attempt, "Correct the entry of resolve about it, or remove it."));
      else if (problem === undefined) right.push(resolution);
      else problems.push(problem);
    }
    const context = { service, now: this.#logs.now(), problems };
    return takeSnapshot(orderId, history, { resolutions: right, witnesses }, context);
  }

  /** Decides about an intent without writing anything. @internal */
  async preview(intent: OrderIntent, snapshot?: OrderSnapshot): Promise<Decision> {
    return this.#decide(intent, snapshot ?? (await this.snapshot(intent.orderId, intent.service, intent)));
  }

  /**
   * Records that the request is about to be sent, then decides again on the events before that record (rule 5).
   * @internal
   */
  async claim(
    intent: OrderIntent,
    replaces: Attempt | undefined,
    deadline: Date,
    attemptId = newAttemptId(),
  ): Promise<Claim> {
    const log = this.#logs.get(intent.orderId);
    const { orderId, service, requestDigest: digest = "", idempotencyKey: key, validityDays, run } = intent;
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
        key,
        run,
        replaced: replaces?.certificateId,
        validityDays,
        process: this.#store.thisProcess?.() ?? thisProcess(),
        deadline: this.#logs.toStoreTime(deadline).toISOString(),
      });
      isRecorded = true;
      try {
        return await this.#decideBefore(intent, log, attemptId, listEvents?.());
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
    const { idempotencyKey: key, orderId, run } = intent;
    const certificateId = attempt.certificateId ?? "";
    const answered: NothingToSend = { kind: "already-done", attempt, certificateId };
    const answers = [{ key: attempt.idempotencyKey, run: attempt.run }, ...attempt.answeredKeys];
    // A newer run with the same key is recorded too. From then on the certificate belongs to that run.
    const isRecorded = answers.some((answer) => answer.key === key && (run ?? answer.run) === answer.run);
    if (key === undefined || isRecorded) return answered;
    const log = this.#logs.get(orderId);
    const at = this.#logs.timestamp();
    const event = { event: "key-answered", attempt: attempt.attemptId, at, key, run } as const;
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
    const decided = await this.#decideOn(before, intent);
    if (decided.kind === "send") throw new Error(`The journal lost its answer to the key ${key}.`);
    return decided;
  }

  /** Writes what the journal does not have: outcomes that it did not take before, and the events of a snapshot. @internal */
  async write({ orderId, unwritten }: OrderSnapshot): Promise<void> {
    const log = this.#logs.get(orderId);
    await this.#logs.recordMissing(log);
    for (const event of unwritten) await this.#logs.append(log, event);
  }

  /** All attempts, or those of one order, oldest first. */
  async attempts(orderId?: string): Promise<Attempt[]> {
    if (orderId !== undefined) return [...(await this.#logs.read(this.#logs.get(orderId))).attempts];
    const all: Attempt[] = [];
    for await (const { attempts } of this.histories()) for (const attempt of attempts) all.push(attempt);
    return all;
  }

  /** Reads the logs of all orders, one by one. @internal */
  async *histories(): AsyncGenerator<OrderHistory & { readonly orderId: string }> {
    try {
      for await (const { orderId, events } of this.#store.readAll())
        yield { ...readHistory(orderId, events), orderId };
    } catch (error) {
      throw this.#logs.toUnavailable(error);
    }
  }

  /** The sender may still wait for an answer, or the service may still work on the request. @internal */
  async mayBeInFlight(attempt: Attempt): Promise<boolean> {
    if (!isOpen(attempt) || attempt.lastEvent === "done-unread") return false;
    return (await this.#isSenderAtWork(attempt)) || mayBeAtWork(attempt, this.#logs.now());
  }

  /** Whether the store has been created. Does not create it. */
  async exists(): Promise<boolean> {
    return this.#logs.exists();
  }

  /** Throws if the journal cannot be written. Creates nothing: a plan writes nothing. */
  async check(): Promise<void> {
    await this.#logs.reportingUnavailable(() => this.#store.check({ create: false }));
  }

  /**
   * Creates the store if there is none. Throws if the journal cannot be written. Call it once for each journal, not at each
   * start of a program: a program that finds a new journal in place of its own would send again what it has sent.
   */
  async init(): Promise<void> {
    await this.#logs.reportingUnavailable(() => this.#store.check({ create: true }));
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

  /** Records what a person found out about an attempt: the certificate's id, or null if the reissue did not happen. */
  async resolve(resolution: Omit<Resolution, "by"> & { readonly orderId: string }): Promise<Attempt> {
    const { orderId, attemptId, certificateId } = resolution;
    if (certificateId !== null) checkCertificateId(certificateId);
    const log = this.#logs.get(orderId);
    const { attempts } = await this.#logs.read(log);
    const attempt = attempts.find((candidate) => candidate.attemptId === attemptId);
    // The message does not repeat the id: it may be a secret that was pasted by mistake.
    if (!attempt)
      throw new NotSentError(`${this.title} has no such attempt of this order.`, {
        code: "attempt_not_found",
        remedy: text`List the attempts of the order. ${otherJournal}`,
      });
    const problem = await this.#resolutionProblem(attempt, certificateId);
    if (problem === "already-resolved") return attempt;
    if (problem) throw problem;
    const at = this.#logs.timestamp();
    await this.#logs.append(log, { event: "resolved", attempt: attemptId, at, certificate: certificateId });
    return resolvedAttempt(attempt, certificateId, at);
  }

  /**
   * Sets aside unreadable entries, and open attempts with a time in the future. A person has to look the order up
   * first. Returns the ids of what was set aside.
   */
  async repair(orderId: string): Promise<string[]> {
    const { damage, attempts } = await this.repairable(orderId);
    const at = this.#logs.timestamp();
    const log = this.#logs.get(orderId);
    for (const { id: entry } of damage) await this.#logs.append(log, { event: "set-aside", entry, at });
    for (const { attemptId: attempt } of attempts)
      await this.#logs.append(log, { event: "resolved", attempt, at, certificate: null });
    return [...damage.map(({ id }) => id), ...attempts.map(({ attemptId }) => attemptId)];
  }

  /** The entries and attempts that `repair` would set aside now. @internal */
  async repairable(orderId: string): Promise<OrderHistory> {
    const { attempts, damage } = await this.#logs.read(this.#logs.get(orderId));
    const newer = damage.find(isOfNewerVersion);
    if (newer)
      throw new NotSentError(`${this.#describe(orderId, newer)}.`, {
        code: "journal_newer",
        remedy: "Update certorder on this machine. This version must not set the entry aside.",
      });
    const repairable: Attempt[] = [];
    // An unreadable entry may be the outcome of an open attempt. The attempt stays open until a person resolves it.
    for (const attempt of damage.length > 0 ? [] : attempts) {
      // The service reported this reissue as done, so it happened.
      const isDone = !isOpen(attempt) || attempt.lastEvent === "done-unread";
      if (isDone || !isFromTheFuture(attempt, this.#logs.now())) continue;
      if (!(await this.#isSenderAtWork(attempt))) repairable.push(attempt);
    }
    return { ...emptyHistory, damage, attempts: repairable };
  }

  async #decide(intent: OrderIntent, snapshot: OrderSnapshot): Promise<Decision> {
    const { orderId, service, unknownParts = [] } = intent;
    const { attempts, unclear, latest } = snapshot;
    const block = (blocked: Blocked): Decision => ({ kind: "blocked", blocked });
    const damage = snapshot.damage.find(isOfNewerVersion) ?? snapshot.damage[0];
    if (damage) {
      const reason = isOfNewerVersion(damage) ? "newer-version" : "damaged";
      return block({ orderId, reason, problem: this.#describe(orderId, damage), journalFlag: this.#flag });
    }
    const elsewhere = attemptElsewhere(attempts, service);
    if (elsewhere)
      return block({ orderId, reason: "other-service", attempt: elsewhere, service: serviceName(service) });
    if (unclear && latest && !attempts.some(isOpen))
      return block({ orderId, reason: "unclear", attempt: latest, stored: unclear });

    const byRules: RuleDecision = decide(attempts, {
      ...intent,
      requestDigest: unknownParts.length > 0 ? undefined : intent.requestDigest,
    });
    if (byRules.kind === "send") return { kind: "send", replaces: latest };
    if (byRules.kind === "already-done") {
      const { attempt } = byRules;
      const isKeyUsed = answersKey(attempt, intent.idempotencyKey);
      if (attempt.certificateId === undefined)
        return block({ orderId, reason: "encrypted", attempt, isKeyUsed });
      if (hasExpired(attempt, this.#logs.now()))
        return block({ orderId, reason: "expired", attempt, isKeyUsed });
      return { kind: "already-done", attempt, certificateId: attempt.certificateId };
    }
    if (byRules.reason === "nothing-to-supersede") return block({ orderId, reason: byRules.reason });
    const { reason, attempt } = byRules;
    if (reason === "open")
      return block({
        orderId,
        reason,
        attempt,
        isInFlight: (await this.#isSenderAtWork(attempt)) ?? isAwaited(attempt, this.#logs.now()),
        evidence: findEvidence(attempt, attempts),
        resolutions: snapshot.resolutions,
      });
    const differs = differingParts(attempt.requestDigest, intent.requestDigest).filter(
      (part) => !unknownParts.includes(part),
    );
    return reason === "key-used"
      ? block({ orderId, reason, attempt, differs, latest: latest === attempt ? undefined : latest })
      : block({ orderId, reason, attempt, differs, unknownParts, supersede: intent.supersede });
  }

  async #decideOn(history: OrderHistory, intent: OrderIntent): Promise<Decision> {
    return this.#decide(intent, await this.snapshot(intent.orderId, intent.service, intent, history));
  }

  /** Decides on the events before our own. */
  async #decideBefore(
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
      const decision = await this.#decideOn({ ...history, attempts: attempts.slice(0, own) }, intent);
      // If lists lag, a later rival may not have seen us. It has to give way before we go on.
      rival = isLagging ? attempts.slice(own + 1).find(({ status }) => status !== "void") : undefined;
      if (decision.kind !== "send" || !rival) return decision;
    }
    if (rival)
      return this.#decideOn(
        { ...emptyHistory, attempts: [rival] },
        {
          ...intent,
          knownLatest: knowingNothing,
          requestDigest: undefined,
          resolutions: [],
          witnesses: [],
        },
      );
    throw unusable(
      this.title,
      "an event that was written does not show",
      "Run this again. If it fails again, test the store with certorder journal check.",
    );
  }

  #describe(orderId: string, damage: Damage): string {
    return `In ${lowerFirst(this.#logs.get(orderId).title ?? this.title)}, ${describeDamage(damage)}`;
  }

  #resolutionProblem(attempt: Attempt, certificateId: string | null) {
    return resolutionProblem(attempt, certificateId, {
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

/** A new id for an attempt. */
export function newAttemptId(): string {
  return randomBytes(6).toString("hex");
}

/** Advice for a person who cannot find an attempt. */
export const otherJournal = text`To use another journal, name it with ${fieldRef("journal")} (CERTORDER_JOURNAL).`;
