import type { ReissueResult } from "../client/index.ts";
import { CallbackRequiredError, DoneUnreadError, UnknownOutcomeError } from "../client/index.ts";
import { type CertOrderError, isPlainId, type Outcome, outcomes, successCode } from "../contract/index.ts";
import { BlockedError, describeSender, explainBlocked, isUnavailable } from "../journal/index.ts";
import { cleanMarkdown, codeSpan } from "./clean-text.ts";
import type { ActionCode } from "./codes.ts";
import { environment } from "./deployments/api.ts";
import { actionDialect } from "./dialect.ts";
import { codeCell, formatMs, link, oneRowTable } from "./markdown.ts";
import type { Outputs } from "./outputs.ts";
import type { ReissueTask } from "./reissue-task.ts";
import { codeOutput, pasteLine, remedyLines, remedyMarkdown, type StepResult } from "./step-result.ts";

/** Adds the duration, and a table at the top of the summary. */
export function withTable(
  result: StepResult,
  { orderId, inRepository }: ReissueTask,
  runUrl: string,
  ms: number,
): StepResult {
  const { outcome = "", "certificate-id": certificate = "", "attempt-id": attempt = "" } = result.outputs;
  const historyUrl = runUrl.replace(/\/actions\/runs\/\d+$/, `/deployments/${environment}`);
  const table = oneRowTable({
    Order: codeCell(orderId),
    Outcome: String(outcome),
    Certificate: codeCell(String(certificate)),
    Attempt: codeCell(String(attempt)),
    Took: formatMs(ms),
    Links: [link("run", runUrl), ...(inRepository ? [link("history", historyUrl)] : [])].join(" · "),
  });
  const [heading = "", ...paragraphs] = result.summary.split("\n\n");
  return {
    ...result,
    outputs: { ...result.outputs, "duration-ms": ms },
    summary: [heading, table, ...paragraphs].join("\n\n"),
  };
}

export function successResult(
  { orderId, idempotencyKey, requiresCallback }: ReissueTask,
  { certificateId, attemptId, tries, alreadyDone, earlierAttempt }: ReissueResult,
  isUnrecorded: boolean,
): StepResult {
  const sender =
    earlierAttempt && earlierAttempt.idempotencyKey !== idempotencyKey && describeSender(earlierAttempt);
  const how = alreadyDone
    ? `was reissued earlier${sender ? ` by ${sender}` : ""}; nothing was sent now`
    : "was reissued";
  const resolveLines =
    isUnrecorded && attemptId !== undefined
      ? [
          `Attempt ${attemptId} blocks later runs. Start a run with this input:`,
          pasteLine(actionDialect({ kind: "resolve", orderId, attemptId, certificateId })),
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
    lines: resolveLines,
    summary: [
      `### ${isUnrecorded ? "⚠️" : "✅"} ${alreadyDone ? "Reissued earlier" : "Reissued"}`,
      ...(alreadyDone || isUnrecorded ? [`Order ${codeSpan(orderId)} ${how}.`] : []),
      ...(isUnrecorded ? ["The outcome could not be recorded.", remedyMarkdown(resolveLines)] : []),
    ].join("\n\n"),
  };
}

interface ShortResult extends Omit<StepResult, "lines" | "summary"> {
  readonly lines?: StepResult["lines"];
  readonly heading: string;
  readonly why: string;
  readonly next?: string;
}

/** A result that one sentence explains, and what to do then. */
function shortResult({ heading, why, next, lines = [], ...result }: ShortResult): StepResult {
  const paragraphs = [`### ${heading}`, cleanMarkdown(why), ...(next ? [`**What to do:** ${next}`] : [])];
  return { ...result, lines: [why, ...lines, ...(next ? [next] : [])], summary: paragraphs.join("\n\n") };
}

/** The reissue happened, but the callback about its certificate did not come in time. */
export function notIssuedResult(
  result: StepResult,
  { orderId, wait }: ReissueTask,
  certificateId: string,
  waited:
    | { readonly kind: "no-reissue" | "aborted" | "timed-out" }
    | { readonly kind: "unavailable"; readonly error: CertOrderError },
): StepResult {
  const why = {
    "no-reissue": "but the journal has no reissue of this order. So a callback about it is not recorded.",
    aborted: "but no callback about it came before the run was cancelled.",
    "timed-out": `but no callback about it came within ${wait}.`,
    unavailable: `but the wait for its callback ended. ${"error" in waited ? waited.error.renderIn(actionDialect).message : ""}`,
  }[waited.kind];
  return shortResult({
    ...result,
    outputs: { ...result.outputs, code: "not_issued_yet" satisfies ActionCode },
    level: "failed",
    title: `Order ${orderId}: the certificate is not known to be issued`,
    heading: "❌ Reissued, but not known to be issued",
    why: `Certificate ${certificateId} was reissued, ${why}`,
    next: "Run the job again: nothing is sent, and it waits again.",
  });
}

/** The run is about an attempt of another order, so it sends nothing for this one. */
export function otherOrderResult(
  { orderId }: ReissueTask,
  input: "resolve" | "supersede",
  attemptId: string,
): StepResult {
  const code = input === "resolve" ? "resolved_elsewhere" : "superseded_elsewhere";
  return shortResult({
    outputs: notSent(code),
    level: "passed",
    title: `Order ${orderId}: nothing was sent`,
    heading: "⏭️ Nothing was sent",
    why: `${input} names attempt ${attemptId}, which is of another order.`,
  });
}

export function resolvedBeforeResult({ orderId }: ReissueTask, attemptId: string): StepResult {
  return shortResult({
    outputs: notSent("resolved_already"),
    level: "failed",
    title: `Order ${orderId}: nothing was sent`,
    heading: "❌ Nothing was sent",
    why: `Attempt ${attemptId} already has a result, so it does not block the order.`,
    next: "To reissue the order, start a run without resolve.",
  });
}

function notSent(code: ActionCode): Outputs {
  return { outcome: "not-sent", code, tries: 0, "already-done": false };
}

/** The reissue happened, but a shell in a later step could misread its certificate id. */
export function unusableIdResult({ orderId }: ReissueTask, reissued: ReissueResult): StepResult {
  const { certificateId, attemptId, tries, alreadyDone } = reissued;
  return shortResult({
    outputs: {
      outcome: "done-unread",
      code: "certificate_id_unusable" satisfies ActionCode,
      ...(attemptId !== undefined && { "attempt-id": attemptId }),
      tries,
      "already-done": alreadyDone,
    },
    level: "failed",
    title: "The reissue happened, but its result cannot be used",
    heading: "❌ Reissued, but the result cannot be used",
    why: `Order ${orderId} was reissued, but the id of its certificate cannot be passed on safely: ${certificateId}`,
    next: "Look the certificate up at the service. Do not repeat the reissue.",
  });
}

/** A re-run with the same resolve would report an attempt that already has a result. */
export const resolveIsRecorded =
  "The resolve entry is recorded. Start a new run without it when the callback works.";

export function failureResult(
  error: CertOrderError,
  task: ReissueTask,
  isShared: boolean,
  advice: readonly string[],
): StepResult {
  const { outcome, tries } = error;
  const { message } = error.renderIn(actionDialect);
  // An earlier step or attempt of the same run may have sent something.
  const meaning = outcome === "not-sent" ? "This step sent nothing." : outcomes[outcome].meaning;
  const lines = [...nextSteps(error, task, isShared), ...advice];
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
      cleanMarkdown(message),
      meaning,
      `**What to do:** ${remedyMarkdown(lines)}`,
    ].join("\n\n"),
  };
}

const titles: Readonly<Record<Exclude<Outcome, "done">, string>> = {
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

function nextSteps(
  error: CertOrderError,
  { inRepository, isKeyGiven }: ReissueTask,
  isShared: boolean,
): string[] {
  if (inRepository && isUnavailable(error))
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
