import type { ReissueResult } from "../client/index.ts";
import { CallbackRequiredError, DoneUnreadError, UnknownOutcomeError } from "../client/index.ts";
import {
  type CertOrderError,
  fieldRef,
  isPlainId,
  type KnownCode,
  type Outcome,
  outcomes,
  successCode,
  waysToResolve,
  withAge,
} from "../contract/index.ts";
import type { Attempt, IssuedCertificate } from "../journal/index.ts";
import {
  ageStart,
  BlockedError,
  describeEvidence,
  describeSender,
  explainBlocked,
} from "../journal/index.ts";
import { cleanMarkdown } from "./clean-text.ts";
import type { ActionCode } from "./codes.ts";
import { environment } from "./deployments/api.ts";
import { actionDialect } from "./dialect.ts";
import { codeCell, formatMs, link, linkRuns, oneRowTable } from "./markdown.ts";
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
  const journalUrl = runUrl.replace(/\/actions\/runs\/\d+$/, `/deployments/${environment}`);
  const table = oneRowTable({
    Order: codeCell(orderId),
    Outcome: String(outcome),
    Certificate: codeCell(String(certificate)),
    Attempt: codeCell(String(attempt)),
    Took: formatMs(ms),
    Links: [link("run", runUrl), ...(inRepository ? [link("journal", journalUrl)] : [])].join(" · "),
  });
  const [heading = "", ...paragraphs] = result.summary.split("\n\n");
  return {
    ...result,
    outputs: { ...result.outputs, "duration-ms": ms },
    summary: [heading, table, ...paragraphs.map((text) => linkRuns(text, runUrl))].join("\n\n"),
  };
}

export function successResult(
  task: ReissueTask,
  { certificateId, attemptId, tries, alreadyDone, earlierAttempt, unusedKey }: ReissueResult,
  isUnrecorded: boolean,
): StepResult {
  const { orderId, requiresCallback } = task;
  const how = earlierAttempt
    ? describeEarlier(earlierAttempt, task)
    : `was reissued: certificate ${certificateId}`;
  const resolveLines =
    isUnrecorded && attemptId !== undefined
      ? [
          `Attempt ${attemptId} blocks later runs. Start a run with this input:`,
          pasteLine(actionDialect({ kind: "resolve", orderId, attemptId, certificateId })),
        ]
      : [];
  const next = earlierAttempt ? [oneMore(unusedKey)] : resolveLines;
  return {
    outputs: {
      outcome: "done",
      code: successCode,
      "certificate-id": certificateId,
      ...(attemptId !== undefined && { "attempt-id": attemptId }),
      tries,
      sent: !alreadyDone,
      "already-done": alreadyDone,
      ...(requiresCallback && !alreadyDone && { verdict: "pass" }),
    },
    level: isUnrecorded ? "warning" : "passed",
    title: `Order ${orderId} ${how}`,
    lines: next,
    summary: [
      `### ${isUnrecorded ? "⚠️" : "✅"} ${alreadyDone ? "Already done: nothing was sent" : "Reissued"}`,
      ...(alreadyDone || isUnrecorded ? [cleanMarkdown(`Order ${orderId} ${how}.`)] : []),
      ...(isUnrecorded ? ["The outcome could not be recorded."] : []),
      ...(next.length > 0 ? [remedyMarkdown(next)] : []),
    ].join("\n\n"),
  };
}

/** The certificate that there is, its age, and the run that made it if that is another one. */
function describeEarlier(attempt: Attempt, { idempotencyKey }: ReissueTask): string {
  const { certificateId } = attempt;
  const sender = attempt.idempotencyKey === idempotencyKey ? "" : describeSender(attempt);
  return `has certificate ${certificateId}, made ${withAge(ageStart(attempt))}${sender && ` by ${sender}`}; nothing was sent now`;
}

function oneMore(unusedKey: string | undefined): string {
  return unusedKey === undefined
    ? "To reissue the order now, use idempotency-key instead of max-age."
    : `For one more reissue, use another key, such as ${actionDialect(fieldRef("idempotency_key", unusedKey))}`;
}

/** The inputs that state something, and send nothing. */
export type StatementInput = "resolve" | "import";

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
    // How to record the outcome, but not how to buy one more.
    lines: result.level === "warning" ? result.lines : [],
    next: "Run the job again: nothing is sent, and it waits again.",
  });
}

/** The run is about an attempt of another order, so it sends nothing for this one. */
export function otherOrderResult(
  { orderId }: ReissueTask,
  input: "resolve" | "supersede",
  attemptId: string,
): StepResult {
  return shortResult({
    outputs: notSent("other_order"),
    level: "passed",
    title: `Order ${orderId}: nothing was sent`,
    heading: "⏭️ Nothing was sent",
    why: `${input} names attempt ${attemptId}, which is of another order.`,
  });
}

/**
 * A statement is recorded. The next step asks for the reissue. A certificate that is not the latest is no output: later steps would
 * deploy it.
 */
export function statedResult(
  { orderId }: ReissueTask,
  input: StatementInput,
  attempt: Attempt,
  {
    isLatest = true,
    contradicting = [],
  }: { readonly isLatest?: boolean; readonly contradicting?: readonly IssuedCertificate[] } = {},
): StepResult {
  const { attemptId, certificateId, status } = attempt;
  const made = status === "succeeded" && isLatest ? certificateId : undefined;
  const what = input === "import" ? `certificate ${made} is its latest` : describeResult(attempt);
  const then = isLatest
    ? ` Then run the job again that was blocked: ${made === undefined ? "it reissues the order" : "it gets this certificate"}.`
    : " The order has a newer certificate.";
  return shortResult({
    outputs: {
      ...notSent("stated"),
      ...(made !== undefined && { outcome: "done", "certificate-id": made, "already-done": true }),
      "attempt-id": attemptId,
    },
    level: "passed",
    title: `Order ${orderId}: the statement is recorded, and nothing was sent`,
    heading: "✅ Recorded: nothing was sent",
    why: `The journal now says that ${what}.${describeEvidence(contradicting)}`,
    next: `${contradicting.length > 0 ? "If the portal shows another certificate, correct the statement. " : ""}Remove the input ${input}: a step that has it sends nothing.${input === "resolve" ? then : ""}`,
  });
}

function describeResult({ attemptId, status, certificateId = "(encrypted)" }: Attempt): string {
  return {
    open: `attempt ${attemptId} is open`,
    void: `attempt ${attemptId} did not happen`,
    succeeded: `attempt ${attemptId} made certificate ${certificateId}`,
  }[status];
}

/** A statement that was left in a workflow must not swallow every later reissue. */
export function statedAlreadyResult(
  { orderId, resolution }: ReissueTask,
  input: StatementInput,
  attempt: Attempt,
): StepResult {
  const { attemptId, status, certificateId } = attempt;
  const stated = resolution?.certificateId;
  const stands = status === "void" ? stated === null : status === "succeeded" && stated === certificateId;
  return shortResult({
    outputs: {
      ...notSent(input === "import" ? "import_refused" : "resolution_refused"),
      "attempt-id": attemptId,
    },
    level: "failed",
    title: `Order ${orderId}: nothing was sent`,
    heading: "❌ Nothing was sent",
    why:
      input === "import"
        ? "The journal already had this import."
        : stands
          ? `The journal already says that ${describeResult(attempt)}.`
          : `The journal had this statement before. Another result stands since then: ${describeResult(attempt)}.`,
    next: `Remove the input ${input}: a step that has it sends nothing.`,
  });
}

function notSent(code: KnownCode): Outputs {
  return { outcome: "not-sent", code, tries: 0, sent: false, "already-done": false };
}

/** The reissue happened, but a shell in a later step could misread its certificate id. */
export function unusableIdResult(
  { orderId, inRepository }: ReissueTask,
  { certificateId, attemptId, tries, alreadyDone }: ReissueResult,
): StepResult {
  // Another journal has the id, and takes no other one.
  const canBeNamed = inRepository && attemptId !== undefined;
  const error = new DoneUnreadError(
    `Order ${orderId} was reissued, but the id of its certificate cannot be passed on safely: ${certificateId}`,
    {
      code: "certificate_id_missing" satisfies KnownCode,
      attemptId,
      tries,
      remedy: `${outcomes["done-unread"].next}${canBeNamed ? " Record the certificate by another name, such as its serial number." : ""}`,
      waysOut: canBeNamed ? waysToResolve({ attemptId, orderId, happened: true }) : [],
    },
  );
  const { outputs, ...result } = failureResult(error);
  return { ...result, outputs: { ...outputs, sent: !alreadyDone, "already-done": alreadyDone } };
}

/** `attemptId`: the attempt that was sent, or that the statement is about. An attempt that the error itself names counts first. */
export function failureResult(error: CertOrderError, attemptId?: string): StepResult {
  const { outcome, tries } = error;
  const { message } = error.renderIn(actionDialect);
  // An earlier step or attempt of the same run may have sent something.
  const meaning = outcome === "not-sent" ? "This step sent nothing." : outcomes[outcome].meaning;
  const lines = remedyLines(error);
  const title = error instanceof BlockedError ? explainBlocked(error.blocked).title : titles[outcome];
  return {
    outputs: {
      outcome,
      code: codeOutput(error),
      tries,
      sent: outcome !== "not-sent",
      "already-done": false,
      ...(error instanceof CallbackRequiredError && { verdict: error.verdict }),
      ...attemptOutput(findAttemptId(error) ?? attemptId),
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

/** A shell in a later step could misread an id that is not plain. */
export function attemptOutput(attemptId: string | undefined): Outputs {
  return attemptId !== undefined && isPlainId(attemptId) ? { "attempt-id": attemptId } : {};
}

/** The attempt that an error names: the one that blocks, or that is open now. */
export function findAttemptId(error: CertOrderError): string | undefined {
  if (error instanceof BlockedError) return error.blocked.attempt?.attemptId;
  return error instanceof UnknownOutcomeError || error instanceof DoneUnreadError
    ? error.attemptId
    : undefined;
}
