import type { ReissueResult } from "../client/index.ts";
import {
  CertOrderError,
  type Environment,
  isPlainId,
  NotSentError,
  parseDuration,
  vanishingJournal,
} from "../contract/index.ts";
import type { StopSignals } from "../interrupt.ts";
import { isUnavailable, type Journal } from "../journal/index.ts";
import { logEvent } from "./client.ts";
import { actionDialect } from "./dialect.ts";
import type { GitHub } from "./github.ts";
import { type OpenedJournal, openJournal } from "./open-journal.ts";
import type { ActionInputs } from "./read-inputs.ts";
import {
  failureResult,
  notIssuedResult,
  otherOrderResult,
  successResult,
  unusableIdResult,
  withTable,
} from "./reissue-results.ts";
import { type ReissueTask, readTask } from "./reissue-task.ts";
import type { RunContext } from "./run-context.ts";
import type { Runner } from "./runner.ts";
import { findAttempt, recordStatement } from "./statement.ts";
import type { StepResult } from "./step-result.ts";

/** Reissues the certificate of an order, at most once for each time that a person asked for it, or records a statement. */
export async function runReissue(
  inputs: ActionInputs,
  {
    run,
    connect,
    env,
  }: { readonly run: RunContext; readonly connect: () => Promise<GitHub>; readonly env: Environment },
  signals: StopSignals,
  runner: Runner,
): Promise<StepResult> {
  const started = performance.now();
  const task = readTask(inputs);
  const vanishing = vanishingJournal(inputs.own("journal"), env)?.renderIn(actionDialect);
  if (vanishing) runner.warn("The journal vanishes with this machine", vanishing.message, vanishing.remedy);
  const opened = await openJournal(inputs, task, connect, runner);
  const work = async () => {
    const stated = await recordStatement(task, opened);
    if (!stated) return reissue(inputs, task, opened, run, signals, runner);
    const { "certificate-id": certificateId } = stated.outputs;
    // Later steps deploy a certificate that is an output. An imported one was issued before, and nothing calls back about it.
    return task.resolution && typeof certificateId === "string"
      ? waitUntilIssued(stated, task, opened.journal, { certificateId, signal: signals.stopSignal })
      : stated;
  };
  const result = await work().catch((error: unknown) => {
    if (!CertOrderError.is(error)) throw error;
    return failureResult(error);
  });
  return withTable(result, task, run.url, Math.round(performance.now() - started));
}

async function reissue(
  inputs: ActionInputs,
  task: ReissueTask,
  opened: OpenedJournal,
  run: RunContext,
  signals: StopSignals,
  runner: Runner,
): Promise<StepResult> {
  const { journal, client, isOfOtherOrder } = opened;
  const { orderId, idempotencyKey, maxAgeMs, supersede } = task;
  // Without a journal, nothing knows what an earlier attempt of this run sent.
  if (journal === "none" && run.attempt > 1) throw rerunRefused(orderId);
  await checkReceiver(task, journal);
  // Read here, an error of GitHub tells more than the end of the call's time.
  const snapshot = journal === "none" ? undefined : await journal.snapshot(orderId, client.service);
  if (
    supersede !== undefined &&
    snapshot &&
    !(await findAttempt(snapshot.inJournal, supersede, isOfOtherOrder))
  )
    return otherOrderResult(task, "supersede", supersede);
  let isUnrecorded = false;
  let attemptId: string | undefined;
  let reissued: ReissueResult;
  try {
    reissued = await client.sendReissue(inputs.values, {
      ...signals,
      idempotencyKey,
      maxAgeMs,
      supersede,
      snapshot,
      requireCallback: task.requiresCallback,
      onEvent: (event) => {
        isUnrecorded ||= event.type === "unrecorded";
        if ("attemptId" in event) attemptId = event.attemptId ?? attemptId;
        logEvent(event, runner);
      },
    });
  } catch (error) {
    if (!CertOrderError.is(error)) throw error;
    return failureResult(error, attemptId);
  }
  const { certificateId } = reissued;
  if (!isPlainId(certificateId)) return unusableIdResult(task, reissued);
  const result = successResult(task, reissued, isUnrecorded);
  return waitUntilIssued(result, task, journal, { certificateId, signal: signals.stopSignal });
}

function rerunRefused(orderId: string): NotSentError {
  return new NotSentError(
    `The reissue of order ${orderId} was not sent: this is a re-run, and with journal: none nothing knows what this run sent before.`,
    {
      code: "rerun_refused",
      remedy:
        "Look the order up in the service's portal. If it was not reissued, start a new run. With a journal, re-runs are safe.",
    },
  );
}

/** Before anything is sent: a wait for the callback can end only if a receiver writes to the journal. */
async function checkReceiver({ wait }: ReissueTask, journal: Journal | "none"): Promise<void> {
  if (wait === "" || journal === "none" || (await journal.callbacks.receivers()).length > 0) return;
  throw new NotSentError(
    "wait-until-issued waits for a callback in the journal, and no receiver writes to it.",
    { code: "no_receiver", remedy: "Use the journal that certorder receive uses." },
  );
}

async function waitUntilIssued(
  result: StepResult,
  task: ReissueTask,
  journal: Journal | "none",
  { certificateId, signal }: { readonly certificateId: string; readonly signal: AbortSignal },
): Promise<StepResult> {
  const timeoutMs = parseDuration(task.wait);
  if (timeoutMs === undefined || journal === "none") return result;
  const issued = await journal.callbacks
    .waitUntilIssued({ orderId: task.orderId, certificateId, timeoutMs, signal })
    .catch((error: unknown) => {
      if (signal.aborted) return { kind: "aborted" } as const;
      // The reissue is done, whatever becomes of the wait.
      if (isUnavailable(error)) return { kind: "unavailable", error } as const;
      throw error;
    });
  if (issued.kind === "issued")
    return { ...result, outputs: { ...result.outputs, "issued-event-at": issued.callback.at } };
  return notIssuedResult(result, task, certificateId, issued);
}
