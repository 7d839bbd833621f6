import { CallbackRequiredError, type CertOrderClient } from "../client/index.ts";
import { CertOrderError, isPlainId, NotSentError, parseDuration } from "../contract/index.ts";
import type { StopSignals } from "../interrupt.ts";
import type { OrderSnapshot, ServiceRef } from "../journal/index.ts";
import { isUnavailable, Journal, knowingNothing, openConfiguredJournal } from "../journal/index.ts";
import { hasAttempt, resolveAttempt } from "./attempt-inputs.ts";
import { createActionClient, logEvent } from "./client.ts";
import { DeploymentStore } from "./deployments/store.ts";
import type { GitHub } from "./github.ts";
import type { ActionInputs } from "./read-inputs.ts";
import {
  failureResult,
  notIssuedResult,
  otherOrderResult,
  resolvedBeforeResult,
  resolveIsRecorded,
  successResult,
  unusableIdResult,
  withTable,
} from "./reissue-results.ts";
import { type ReissueTask, readTask } from "./reissue-task.ts";
import { checkRerun } from "./rerun.ts";
import type { RunContext } from "./run-context.ts";
import { readRunCreation } from "./run-creation.ts";
import { runIntent } from "./run-intent.ts";
import type { Runner } from "./runner.ts";
import type { StepResult } from "./step-result.ts";

/** Reissues the certificate of an order, at most once for each time that a person asked for it. */
export async function runReissue(
  inputs: ActionInputs,
  { run, connect }: { readonly run: RunContext; readonly connect: () => Promise<GitHub> },
  signals: StopSignals,
  runner: Runner,
): Promise<StepResult> {
  const started = performance.now();
  const task = readTask(inputs, run);
  const { orderId, idempotencyKey, inRepository, resolution, supersede } = task;
  const github = inRepository ? await connect() : undefined;
  let reading: ReturnType<typeof readRunCreation> | undefined;
  const creation = () => {
    reading ??= readRunCreation(github ? async () => github : connect, orderId, inRepository);
    return reading;
  };
  const store =
    github &&
    new DeploymentStore(github, inputs.settings.auth_key, {
      orderId,
      idempotencyKey,
      service: () => client.service,
      attemptIds: [resolution?.attemptId, supersede].filter((id) => id !== undefined),
      since: async () => (task.isKeyGiven ? undefined : (await creation()).createdAt),
    });
  const journal = store ? new Journal({ store }) : (openConfiguredJournal(inputs.settings) ?? "none");
  const client: CertOrderClient = createActionClient(inputs, runner, journal);
  const isShared = inRepository || (journal !== "none" && journal.isShared);
  let isUnrecorded = false;
  const withTime = (result: StepResult) =>
    withTable(result, task, run.url, Math.round(performance.now() - started));

  try {
    await checkReceiver(task, journal);
    const isOfOtherOrder = (id: string) => store?.isOfOtherOrder(id) === true;
    const recorded =
      journal === "none" ? {} : await recordInputs(task, journal, client.service, isOfOtherOrder);
    if (recorded.result) return withTime(recorded.result);
    const { snapshot } = recorded;
    // A journal that outlives the runner knows what an earlier attempt of this run sent.
    if (!isShared && run.attempt > 1 && inputs.own("allow-rerun") !== "true")
      await checkRerun(await connect());
    const intent = snapshot && runIntent(await creation());
    const reissued = await client.sendReissue(inputs.values, {
      ...signals,
      idempotencyKey,
      supersede,
      snapshot,
      requireCallback: task.requiresCallback,
      // With a certificate, the run asks for that certificate and for nothing on top of it.
      intent: { ...intent, ...(resolution?.certificateId && { knownLatest: knowingNothing }) },
      onEvent: (event) => {
        isUnrecorded ||= event.type === "unrecorded";
        logEvent(event, runner);
      },
    });
    if (!isPlainId(reissued.certificateId)) return withTime(unusableIdResult(task, reissued));
    const result = successResult(task, reissued, isUnrecorded);
    const waited = { certificateId: reissued.certificateId, signal: signals.stopSignal };
    return withTime(await waitUntilIssued(result, task, journal, waited));
  } catch (error) {
    if (!CertOrderError.is(error)) throw error;
    const isResolved = resolution && error instanceof CallbackRequiredError;
    return withTime(failureResult(error, task, isShared, isResolved ? [resolveIsRecorded] : []));
  }
}

/** Before anything is sent: a wait for the callback can end only if a receiver writes to the journal. */
async function checkReceiver({ wait }: ReissueTask, journal: Journal | "none"): Promise<void> {
  if (wait === "" || journal === "none" || (await journal.callbacks.receivers()).length > 0) return;
  throw new NotSentError(
    "wait-until-issued waits for a callback in the journal, and no receiver writes to it.",
    { code: "no_receiver", remedy: "Use the journal-url that certorder receive uses." },
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

/** Reads the order and records `resolve`. An input that names an attempt of another order ends the step. */
async function recordInputs(
  task: ReissueTask,
  journal: Journal,
  service: ServiceRef,
  isOfOtherOrder: (attemptId: string) => boolean,
): Promise<{ readonly snapshot?: OrderSnapshot; readonly result?: StepResult }> {
  const { orderId, idempotencyKey, resolution, supersede } = task;
  const snapshot = await journal.snapshot(orderId, service);
  for (const [input, attemptId] of [
    ["resolve", resolution?.attemptId],
    ["supersede", supersede],
  ] as const)
    if (attemptId !== undefined && !(await hasAttempt(snapshot, attemptId, { journal, isOfOtherOrder })))
      return { result: otherOrderResult(task, input, attemptId) };
  if (!resolution) {
    await journal.write(snapshot);
    return { snapshot };
  }
  if (!(await resolveAttempt(resolution, snapshot, journal, idempotencyKey)))
    return { result: resolvedBeforeResult(task, resolution.attemptId) };
  return { snapshot: await journal.snapshot(orderId, service) };
}
