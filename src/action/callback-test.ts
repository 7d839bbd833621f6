import { callbackVerdict } from "../client/index.ts";
import type { CallbackCode, CallbackVerdict, CertOrderError, FailureCode } from "../contract/index.ts";
import { callbackCodes, InvalidInputError, isCallbackCode, render, successCode } from "../contract/index.ts";
import type { StopSignals } from "../interrupt.ts";
import { cleanMarkdown, cleanText } from "./clean-text.ts";
import { createActionClient } from "./client.ts";
import { actionDialect } from "./dialect.ts";
import type { GitHub } from "./github.ts";
import type { TestDetails } from "./health/issue-texts.ts";
import { type ReportOptions, type ReportResult, reportHealth } from "./health/report.ts";
import type { FailureKind } from "./health/state.ts";
import { codeCell, formatMs, link, oneRowTable } from "./markdown.ts";
import type { ActionInputs } from "./read-inputs.ts";
import { type TestResult, testRepeatedly } from "./repeated-test.ts";
import type { Runner } from "./runner.ts";
import { codeOutput, remedyLines, remedyMarkdown, type StepResult } from "./step-result.ts";

/** The service's codes for a mistake in the account or the workflow. They say nothing about the callback. */
const mistakes: ReadonlySet<string> = new Set<CallbackCode>([
  "permission_denied",
  "invalid_parameters",
  "callback_not_configured",
]);

const titles: Readonly<Record<CallbackVerdict, string>> = {
  pass: "The callback works",
  fail: "The callback fails",
  unknown: "The callback could not be tested",
};

/** What a step shows about its test. */
type CheckResult = TestResult & TestDetails & ReportResult & { readonly durationMs: number };

/** What a check uses beside its inputs. */
export interface CheckRun {
  readonly runner: Runner;
  readonly connect: () => Promise<GitHub>;
  /** Undefined: the workflow wants no issue. */
  readonly report: ReportOptions | undefined;
  readonly runUrl: string;
  /** The run and its attempt: `ID.ATTEMPT`. */
  readonly run: string;
  /** The wait before a test is repeated for the first time. Left out: the usual one. */
  readonly firstWaitMs?: number | undefined;
  /** How long after a write the issue is read again. Left out: the usual time. */
  readonly rereadAfterMs?: number | undefined;
}

/** Tests the callback, and keeps its issue if the workflow wants one. The step fails unless the callback works. */
export async function runCallbackTest(
  inputs: ActionInputs,
  check: CheckRun,
  signals: StopSignals,
): Promise<StepResult> {
  const { runner, firstWaitMs } = check;
  const client = createActionClient(inputs, runner);
  const started = performance.now();
  const tested = await testRepeatedly({
    client,
    values: inputs.values,
    retries: Number(inputs.own("retries")),
    timeoutMs: inputs.settings.timeout_seconds * 1000,
    signals,
    onWait: ({ code }, waitMs) =>
      runner.note(`The test failed: ${code}. The callback is tested again in ${formatMs(waitMs)}.`),
    firstWaitMs,
  });
  const durationMs = Math.round(performance.now() - started);
  return reportTest(tested, durationMs, check, signals);
}

/** The result of a check with wrong inputs. It tests nothing, and would be silent if it were not reported. */
export async function reportWrongInputs(
  error: InvalidInputError,
  check: CheckRun,
  signals: StopSignals,
): Promise<StepResult> {
  return reportTest({ verdict: "unknown", error, tries: 0, endedAt: new Date() }, 0, check, signals);
}

/** Keeps the issue after a test, and shows its result. */
export async function reportTest(
  tested: TestResult,
  durationMs: number,
  check: CheckRun,
  signals: StopSignals,
): Promise<StepResult> {
  const details = describeTest(tested.error, check.runUrl);
  const reported = await report(tested, details, check, signals);
  return toStepResult({ ...tested, ...details, ...reported, durationMs });
}

async function report(
  { error, endedAt: at }: TestResult,
  details: TestDetails,
  check: CheckRun,
  { stopSignal }: StopSignals,
): Promise<ReportResult> {
  if (!check.report) return { isReported: false };
  const hasFailed = error !== undefined && error.code !== ("aborted" satisfies FailureCode);
  // A person who cancels a run says nothing about the callback. A failure that the run has seen is reported all the same.
  if (stopSignal.aborted && !hasFailed) {
    check.runner.note("The run was cancelled before a test failed, so its issue is not changed.");
    return { isReported: false };
  }
  const kind = error && failureKind(error);
  return reportHealth(check.report, { kind, at, run: check.run }, details, check);
}

function failureKind(error: CertOrderError): FailureKind {
  const { outcome, code, httpStatus } = error;
  if (error instanceof InvalidInputError) return "misconfigured";
  const isRefused = mistakes.has(code) || httpStatus === 401 || httpStatus === 403;
  if (outcome === "rejected" && isRefused) return "misconfigured";
  return callbackVerdict(error) === "fail" ? "fails" : "untested";
}

/** Cause and remedy in Markdown: the contract's text if it knows the code, else the quoted message. */
function describeTest(error: CertOrderError | undefined, runUrl: string): TestDetails {
  if (!error) return { code: successCode, cause: "", remedy: "", runUrl };
  const known =
    error.outcome === "rejected" && isCallbackCode(error.code) ? callbackCodes[error.code] : undefined;
  return {
    code: codeOutput(error),
    cause: known ? known.cause : cleanMarkdown(error.renderIn(actionDialect).message),
    remedy: known ? render(known.remedy, actionDialect) : remedyMarkdown(remedyLines(error)),
    runUrl,
  };
}

function toStepResult(result: CheckResult): StepResult {
  const {
    verdict,
    error,
    message,
    tries,
    durationMs,
    code,
    cause,
    remedy,
    runUrl,
    issueNumber,
    mistake = [],
  } = result;
  const issueUrl = runUrl.replace(/\/actions\/runs\/\d+$/, `/issues/${issueNumber}`);
  const table = oneRowTable({
    Verdict: { pass: "🟩 pass", fail: "🟥 fail", unknown: "⬜ unknown" }[verdict],
    Code: codeCell(code),
    Tries: String(tries),
    Took: formatMs(durationMs),
    Issue: issueNumber === undefined ? "" : link(`#${issueNumber}`, issueUrl),
  });
  return {
    outputs: {
      outcome: error?.outcome ?? "done",
      code,
      verdict,
      "duration-ms": durationMs,
      tries,
      reported: result.isReported,
      ...(issueNumber !== undefined && { "issue-number": issueNumber }),
    },
    level: error === undefined && mistake.length === 0 ? "passed" : "failed",
    title: stepTitle(result),
    lines: [
      ...(error ? [error.renderIn(actionDialect).message, ...remedyLines(error)] : []),
      ...(message === undefined ? [] : [message]),
      ...mistake,
    ],
    summary: [
      `### ${{ pass: "✅", fail: "❌", unknown: "❓" }[verdict]} Callback test: ${verdict}`,
      table,
      ...(error ? [cause, `**What to do:** ${remedy}`] : []),
      ...(mistake.length > 0 ? [remedyMarkdown(mistake)] : []),
    ].join("\n\n"),
  };
}

function stepTitle({ verdict, error, durationMs, mistake }: CheckResult): string {
  if (error instanceof InvalidInputError) return "An input is wrong";
  if (error) return `${titles[verdict]}: ${cleanText(error.code)}`;
  return mistake
    ? "The callback works, but its issue cannot be kept"
    : `Callback test: pass (${durationMs} ms)`;
}
