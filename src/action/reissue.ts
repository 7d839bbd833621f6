import type { CertOrderClient, ReissueResult } from "../client/index.ts";
import { CallbackRequiredError, DoneUnreadError, UnknownOutcomeError } from "../client/index.ts";
import type { Outcome, Resolution } from "../contract/index.ts";
import {
  CertOrderError,
  isPlainId,
  outcomes,
  parseDuration,
  readResolution,
  reissueOperation,
  successCode,
} from "../contract/index.ts";
import type { OrderSnapshot, ServiceRef } from "../journal/index.ts";
import {
  BlockedError,
  describeSender,
  explainBlocked,
  isUnavailable,
  Journal,
  journalRefusal,
  knowingNothing,
  openConfiguredJournal,
} from "../journal/index.ts";
import type { CancelSignals } from "./cancel.ts";
import { createClient, logEvent } from "./client.ts";
import { readCreation } from "./creation.ts";
import { actionDialect } from "./dialect.ts";
import type { GitHub } from "./github.ts";
import { runKnowledge } from "./known-latest.ts";
import type { ActionInputs } from "./read-inputs.ts";
import { environment } from "./record/deployments.ts";
import { DeploymentStore } from "./record/store.ts";
import { checkRerun } from "./rerun.ts";
import { hasAttempt, resolve } from "./resolution.ts";
import type { RunContext } from "./run-context.ts";
import type { Runner } from "./runner.ts";
import type { StepResult } from "./step-result.ts";
import { codeOutput, pasted, remedyLines, remedyMarkdown } from "./step-result.ts";
import { link, oneRow, quotedCell, seconds } from "./summary.ts";
import { prose, quoted } from "./text.ts";

/** The task of a step. */
interface ReissueTask {
  readonly orderId: string;
  /** Without the input, each run has its own key, which its re-runs share. */
  readonly idempotencyKey: string;
  readonly isKeyGiven: boolean;
  readonly isRecorded: boolean;
  readonly requiresCallback: boolean;
  readonly resolution: Resolution | undefined;
  readonly supersede: string | undefined;
  /** How long to wait for the callback, in the words of the input. */
  readonly wait: string;
}

function readTask(given: ActionInputs, run: RunContext): ReissueTask {
  const key = given.own("idempotency-key");
  return {
    orderId: String(given.values.order_id),
    idempotencyKey: key || `${run.owner}/${run.repo} run ${run.runId}`,
    isKeyGiven: key !== "",
    isRecorded: given.own("history") === "repository",
    requiresCallback: given.own("require-callback") === "true",
    resolution: readResolution(given.own("resolve")),
    supersede: given.own("supersede") || undefined,
    wait: given.own("wait-until-issued"),
  };
}

/** Reissues the certificate of an order, at most once for each time that a person asked for it. */
export async function runReissue(
  given: ActionInputs,
  { run, connect }: { readonly run: RunContext; readonly connect: () => Promise<GitHub> },
  signals: CancelSignals,
  runner: Runner,
): Promise<StepResult> {
  const started = performance.now();
  const step = readTask(given, run);
  const { orderId, idempotencyKey, isRecorded, resolution, supersede } = step;
  const github = isRecorded ? await connect() : undefined;
  let reading: ReturnType<typeof readCreation> | undefined;
  const creation = () => {
    reading ??= readCreation(github ? async () => github : connect, orderId, isRecorded);
    return reading;
  };
  const store =
    github &&
    new DeploymentStore(github, given.settings.auth_key, {
      orderId,
      idempotencyKey,
      service: () => client.service,
      attemptIds: [resolution?.attemptId, supersede].filter((id) => id !== undefined),
      since: async () => (step.isKeyGiven ? undefined : (await creation()).createdAt),
    });
  const journal = store ? new Journal({ store }) : (openConfiguredJournal(given.settings) ?? "none");
  const client: CertOrderClient = createClient(given, runner, journal);
  const isShared = isRecorded || (journal !== "none" && journal.isShared);
  let isUnrecorded = false;
  const withTime = (ending: StepResult) =>
    withTable(ending, step, run.url, Math.round(performance.now() - started));

  try {
    const wait = await prepareWait(step, journal);
    const isElsewhere = (id: string) => store?.isElsewhere(id) === true;
    const before = journal === "none" ? {} : await recordInputs(step, journal, client.service, isElsewhere);
    if (before.ending) return withTime(before.ending);
    const { snapshot } = before;
    // A journal that outlives the runner knows what an earlier attempt of this run sent.
    if (!isShared && run.attempt > 1 && given.own("allow-rerun") !== "true")
      await checkRerun(await connect());
    const knowledge = snapshot && runKnowledge(await creation());
    const result = await client.send(reissueOperation, given.values, {
      ...signals,
      idempotencyKey,
      supersede,
      snapshot,
      requireCallback: step.requiresCallback,
      // With a certificate, the run asks for that certificate and for nothing on top of it.
      intent: { ...knowledge, ...(resolution?.certificateId && { knownLatest: knowingNothing }) },
      onEvent: (event) => {
        isUnrecorded ||= event.type === "unrecorded";
        logEvent(event, runner);
      },
    });
    if (!isPlainId(result.certificateId)) return withTime(endWithoutId(step, result));
    const ending = succeeded(step, result, isUnrecorded);
    return withTime(wait ? await wait(result.certificateId, ending, signals.stopSignal) : ending);
  } catch (error) {
    if (!CertOrderError.is(error)) throw error;
    const isResolved = resolution && error instanceof CallbackRequiredError;
    return withTime(failed(error, step, isShared, isResolved ? [resolveIsRecorded] : []));
  }
}

type WaitUntilIssued = (
  certificateId: string,
  ending: StepResult,
  signal: AbortSignal,
) => Promise<StepResult>;

/** Checks before anything is sent that a wait for the callback can end. */
async function prepareWait(
  { orderId, wait }: ReissueTask,
  journal: Journal | "none",
): Promise<WaitUntilIssued | undefined> {
  const timeoutMs = parseDuration(wait);
  if (timeoutMs === undefined || journal === "none") return undefined;
  if ((await journal.receivers()).length === 0)
    throw journalRefusal(
      "wait-until-issued waits for a callback in the journal, and no receiver writes to it.",
      "Use the journal-url that certorder receive uses.",
    );
  return async (certificateId, ending, signal) => {
    const issued = await journal
      .waitUntilIssued({ orderId, certificateId, timeoutMs, signal })
      .catch((error: unknown) => {
        if (!signal.aborted) throw error;
        return { kind: "aborted" } as const;
      });
    if (issued.kind === "issued")
      return { ...ending, outputs: { ...ending.outputs, "issued-event-at": issued.callback.at } };
    const why =
      issued.kind === "no-reissue"
        ? `Certificate ${certificateId} was reissued, but the journal has no reissue of this order. So a callback about it is not recorded.`
        : `Certificate ${certificateId} was reissued, but no callback about it came ${issued.kind === "aborted" ? "before the run was cancelled" : `within ${wait}`}.`;
    const next = "Run the job again: nothing is sent, and it waits again.";
    return {
      ...ending,
      outputs: { ...ending.outputs, code: "not_issued_yet" },
      level: "failed",
      title: `Order ${orderId}: the certificate is not known to be issued`,
      lines: [why, ...ending.lines, next],
      summary: `### ❌ Reissued, but not known to be issued\n\n${prose(why)}\n\n**What to do:** ${next}`,
    };
  };
}

/** Reads the order and records `resolve`. An input that names an attempt of another order ends the step. */
async function recordInputs(
  step: ReissueTask,
  journal: Journal,
  service: ServiceRef,
  isElsewhere: (attemptId: string) => boolean,
): Promise<{ readonly snapshot?: OrderSnapshot; readonly ending?: StepResult }> {
  const { orderId, idempotencyKey, resolution, supersede } = step;
  const snapshot = await journal.snapshot(orderId, service);
  for (const [input, attemptId] of [
    ["resolve", resolution?.attemptId],
    ["supersede", supersede],
  ] as const)
    if (attemptId !== undefined && !(await hasAttempt(snapshot, attemptId, { journal, isElsewhere })))
      return { ending: attemptOfOtherOrder(step, input, attemptId) };
  if (!resolution) {
    await journal.write(snapshot);
    return { snapshot };
  }
  if (!(await resolve(resolution, snapshot, journal, idempotencyKey)))
    return { ending: resolvedBefore(step, resolution.attemptId) };
  return { snapshot: await journal.snapshot(orderId, service) };
}

/** Adds the duration, and a table at the top of the summary. */
function withTable(
  ending: StepResult,
  { orderId, isRecorded }: ReissueTask,
  runUrl: string,
  ms: number,
): StepResult {
  const { outcome = "", "certificate-id": certificate = "", "attempt-id": attempt = "" } = ending.outputs;
  const record = runUrl.replace(/\/actions\/runs\/\d+$/, `/deployments/${environment}`);
  const table = oneRow({
    Order: quotedCell(orderId),
    Outcome: String(outcome),
    Certificate: quotedCell(String(certificate)),
    Attempt: quotedCell(String(attempt)),
    Took: seconds(ms),
    Links: [link("run", runUrl), ...(isRecorded ? [link("record", record)] : [])].join(" · "),
  });
  const [heading = "", ...rest] = ending.summary.split("\n\n");
  return {
    ...ending,
    outputs: { ...ending.outputs, "duration-ms": ms },
    summary: [heading, table, ...rest].join("\n\n"),
  };
}

function succeeded(
  { orderId, idempotencyKey, requiresCallback }: ReissueTask,
  { certificateId, attemptId, tries, alreadyDone, earlierAttempt }: ReissueResult,
  isUnrecorded: boolean,
): StepResult {
  const sender =
    earlierAttempt && earlierAttempt.idempotencyKey !== idempotencyKey && describeSender(earlierAttempt);
  const how = alreadyDone
    ? `was reissued earlier${sender ? ` by ${sender}` : ""}; nothing was sent now`
    : "was reissued";
  const left =
    isUnrecorded && attemptId !== undefined
      ? [
          `Attempt ${attemptId} blocks later runs. Start a run with this input:`,
          pasted(actionDialect({ kind: "resolve", orderId, attemptId, certificateId })),
        ]
      : [];
  return {
    outputs: {
      outcome: "done",
      code: successCode,
      "certificate-id": certificateId,
      ...(attemptId !== undefined && { "attempt-id": attemptId }),
      tries,
      "already-done": alreadyDone,
      ...(requiresCallback && !alreadyDone && { verdict: "pass" }),
    },
    level: isUnrecorded ? "warning" : "passed",
    title: `Order ${orderId} ${how}: certificate ${certificateId}`,
    lines: left,
    summary: [
      `### ${isUnrecorded ? "⚠️" : "✅"} ${alreadyDone ? "Reissued earlier" : "Reissued"}`,
      ...(alreadyDone || isUnrecorded ? [`Order ${quoted(orderId)} ${how}.`] : []),
      ...(isUnrecorded ? ["The outcome could not be recorded.", remedyMarkdown(left)] : []),
    ].join("\n\n"),
  };
}

/** The run is about an attempt of another order, so it sends nothing for this one. */
function attemptOfOtherOrder(
  { orderId }: ReissueTask,
  input: "resolve" | "supersede",
  attemptId: string,
): StepResult {
  const why = `${input} names attempt ${attemptId}, which is of another order.`;
  return {
    outputs: { outcome: "not-sent", code: `${input}d_elsewhere`, tries: 0, "already-done": false },
    level: "passed",
    title: `Order ${orderId}: nothing was sent`,
    lines: [why],
    summary: `### ⏭️ Nothing was sent\n\nOrder ${quoted(orderId)}: ${why}`,
  };
}

function resolvedBefore({ orderId }: ReissueTask, attemptId: string): StepResult {
  const why = `Attempt ${attemptId} already has a result, so it does not block the order.`;
  const next = "To reissue the order, start a run without resolve.";
  return {
    outputs: { outcome: "not-sent", code: "resolved_already", tries: 0, "already-done": false },
    level: "failed",
    title: `Order ${orderId}: nothing was sent`,
    lines: [why, next],
    summary: `### ❌ Nothing was sent\n\nOrder ${quoted(orderId)}: ${why}\n\n**What to do:** ${next}`,
  };
}

/** The reissue happened, but a shell in a later step could misread its certificate id. */
function endWithoutId({ orderId }: ReissueTask, result: ReissueResult): StepResult {
  const { certificateId, attemptId, tries, alreadyDone } = result;
  const text = `Order ${orderId} was reissued, but the id of its certificate cannot be passed on safely: ${certificateId}`;
  const next = "Look the certificate up at the service. Do not repeat the reissue.";
  return {
    outputs: {
      outcome: "done-unread",
      code: "certificate_id_unusable",
      ...(attemptId !== undefined && { "attempt-id": attemptId }),
      tries,
      "already-done": alreadyDone,
    },
    level: "failed",
    title: "The reissue happened, but its result cannot be used",
    lines: [text, next],
    summary: `### ❌ Reissued, but the result cannot be used\n\n${prose(text)}\n\n**What to do:** ${next}`,
  };
}

/** A re-run with the same resolve would report an attempt that already has a result. */
const resolveIsRecorded =
  "The resolve entry is recorded. Start a new run without it when the callback works.";

function failed(
  error: CertOrderError,
  step: ReissueTask,
  isShared: boolean,
  more: readonly string[],
): StepResult {
  const { outcome, tries } = error;
  const { message } = error.renderIn(actionDialect);
  // An earlier step or attempt of the same run may have sent something.
  const meaning = outcome === "not-sent" ? "This step sent nothing." : outcomes[outcome].meaning;
  const lines = [...whatToDo(error, step, isShared), ...more];
  const attemptId = findAttemptId(error);
  const title = error instanceof BlockedError ? explainBlocked(error.blocked).title : titles[outcome];
  return {
    outputs: {
      outcome,
      code: codeOutput(error),
      tries,
      "already-done": false,
      ...(error instanceof CallbackRequiredError && { verdict: error.verdict }),
      ...(attemptId !== undefined && isPlainId(attemptId) && { "attempt-id": attemptId }),
    },
    level: "failed",
    title: `${title}: ${error.code}`,
    lines: [message, meaning, ...lines],
    summary: [
      `### ${outcome === "unknown" ? "❓" : "❌"} Reissue: ${outcome}`,
      prose(message),
      meaning,
      `**What to do:** ${remedyMarkdown(lines)}`,
    ].join("\n\n"),
  };
}

/** The title of the annotation. */
const titles: Readonly<Record<Outcome, string>> = {
  done: "The reissue is done",
  rejected: "The reissue was refused",
  "not-sent": "The reissue was not sent",
  unknown: "It is not known whether the reissue happened",
  "done-unread": "The reissue happened, but its result was lost",
};

function findAttemptId(error: CertOrderError): string | undefined {
  if (error instanceof BlockedError) return error.blocked.attempt?.attemptId;
  return error instanceof UnknownOutcomeError || error instanceof DoneUnreadError
    ? error.attemptId
    : undefined;
}

function whatToDo(
  error: CertOrderError,
  { isRecorded, isKeyGiven }: ReissueTask,
  isShared: boolean,
): string[] {
  if (isRecorded && isUnavailable(error))
    return ["Check whether another run reissues the order. Then run this one again."];
  const lines = [...remedyLines(error)];
  if (error instanceof BlockedError) {
    const { blocked } = error;
    const isKeyUsed = blocked.reason === "key-used" || ("isKeyUsed" in blocked && blocked.isKeyUsed);
    return isKeyUsed && !isKeyGiven
      ? [...lines, "Without idempotency-key, each run is a key of its own."]
      : lines;
  }
  return findAttemptId(error) === undefined || isShared
    ? lines
    : [
        ...lines,
        "If the disk of this runner does not last, no journal knows this attempt. Then start a new run only if the order was not reissued. With history: repository, every run knows it.",
      ];
}
