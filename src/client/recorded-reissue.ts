import type { FailureReason, Outcome, Values } from "../contract/index.ts";
import { CertOrderError, failures, NotSentError, reissueOperation, text } from "../contract/index.ts";
import {
  BlockedError,
  type Journal,
  knowing,
  type NothingToSend,
  type OrderIntent,
  recordRequest,
  type ServiceRef,
} from "../journal/index.ts";
import {
  type CallOptions,
  type ReissueResult,
  resultOfEarlier,
  resultOfSent,
  type SendOptions,
} from "./calls.ts";
import { startDeadline, unlessAborted } from "./deadline.ts";
import { throwJournalFailure } from "./errors.ts";
import { describeOperation } from "./messages.ts";
import { Recorder, reportUnrecorded } from "./recorder.ts";
import type { SendContext, Sender } from "./sender.ts";

/** Waits for the journal until the call's time is over, or the caller ends the call. */
type InTime = <T>(work: Promise<T>) => Promise<T>;

/** The context of a reissue with a journal. */
type RecordedContext = SendOptions &
  SendContext & {
    readonly service: ServiceRef;
    /** The deadline, on the clock of the machine. */
    readonly until: Date;
  };

/** Reissues if the journal allows it, and records the attempt and its outcome. */
export async function reissueRecorded(
  sender: Sender,
  journal: Journal,
  values: Values,
  begin: () => RecordedContext,
): Promise<ReissueResult> {
  const orderId = String(values.order_id);
  let context = begin();
  /** The journal has as long as the rest of the call. */
  const inTime: InTime = (work) =>
    untilJournalAnswers(orderId, work, context.deadline - performance.now(), context);
  const { intent, decision } = await inTime(readAndDecide(journal, values, context, { isPreview: false }));
  if (decision.kind !== "send") return withoutSending(journal, intent, decision, inTime);
  if (context.confirm) {
    await context.confirm(decision.previous);
    // The person may have taken longer than the call has.
    context = begin();
  }
  // Before the claim: a refused callback must not leave an attempt behind.
  await context.beforeEachTry?.();
  const { until: deadline, signal } = context;
  const recorder = new Recorder({ journal, intent, previous: decision.previous, deadline, signal });
  const recordOutcome = (outcome: Outcome, certificateId?: string) =>
    recorder
      .recordOutcome(outcome, certificateId)
      .catch(reportUnrecorded(recorder, context.onEvent, certificateId));
  try {
    if (journal.claimsBeforeConnecting) await inTime(recorder.recordSent());
    const result = recorder.refusal ?? (await sender.send(reissueOperation, values, context, recorder));
    if (result.kind !== "reissued") return await withoutSending(journal, intent, result, inTime);
    await recordOutcome("done", result.certificateId);
    return resultOfSent(orderId, result, recorder.attemptId);
  } catch (error) {
    const { outcome = "unknown", certificateId } = error as { outcome?: Outcome; certificateId?: string };
    await recordOutcome(CertOrderError.is(error) ? outcome : "unknown", certificateId);
    const { advice } = recorder;
    throw advice === undefined
      ? error
      : journalSilentError(orderId, (error as { failure: FailureReason }).failure, advice);
  }
}

/** Waits for the journal, but no longer than the call may take. */
export async function untilJournalAnswers<T>(
  orderId: string,
  work: Promise<T>,
  timeoutMs: number,
  options: CallOptions,
): Promise<T> {
  const { signals, clear } = startDeadline(timeoutMs, options);
  const late = () => journalSilentError(orderId, signals.stopSignal.reason as FailureReason);
  try {
    // A journal of another author may throw any error. Nothing is sent then.
    return await unlessAborted(work.catch(throwJournalFailure), signals.stopSignal, late);
  } finally {
    clear();
  }
}

/** Reads the order's history once, and decides. By default the caller knows the latest attempt of this moment. */
export async function readAndDecide(
  journal: Journal,
  values: Values,
  options: SendOptions & Pick<RecordedContext, "service">,
  { isPreview }: { readonly isPreview: boolean },
) {
  const orderId = String(values.order_id);
  const { service, idempotencyKey, maxAgeMs, supersede, triggers } = options;
  const snapshot = options.snapshot ?? (await journal.snapshot(orderId, service, options.intent));
  // A caller that has read the order has written what it found.
  if (!options.snapshot && !isPreview) await journal.write(snapshot);
  const intent: OrderIntent = {
    orderId,
    service,
    idempotencyKey,
    maxAgeMs,
    supersede,
    ...recordRequest(orderId, values, triggers),
    // Fix the known latest now. Attempts that finish later must not count as known to the caller.
    knownLatest: knowing(snapshot.latest ?? {}),
    force: true,
    ...options.intent,
  };
  return { intent, decision: await journal.decide(intent, snapshot) };
}

/** Returns the certificate that already exists, or throws what blocks the order. */
async function withoutSending(
  journal: Journal,
  intent: OrderIntent,
  decision: NothingToSend,
  inTime: InTime,
): Promise<ReissueResult> {
  const final =
    decision.kind === "blocked" ? decision : await inTime(journal.recordAnswer(intent, decision.attempt));
  if (final.kind === "blocked") {
    if (final.blocked.reason === "no-certificate") await inTime(journal.requireExisting());
    throw new BlockedError(final.blocked);
  }
  return resultOfEarlier(final.attempt, decision.kind === "already-done" ? decision.unusedKey : undefined);
}

/** The call ended before the journal answered. `advice`: what to do about an attempt that it may still record. */
function journalSilentError(orderId: string, failure: FailureReason, advice?: string): NotSentError {
  const { code, what, remedy } = failures[failure];
  const subject = describeOperation(reissueOperation, { order_id: orderId });
  return new NotSentError(`${subject} was not sent: the journal did not answer, and ${what}.`, {
    code,
    failure,
    remedy: advice === undefined ? remedy : text`${remedy} ${advice}`,
  });
}
