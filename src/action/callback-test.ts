import { callbackVerdict } from "../client/index.ts";
import type { CallbackCode, CallbackVerdict } from "../contract/index.ts";
import {
  CertOrderError,
  callbackCodes,
  InvalidInputError,
  isCallbackCode,
  render,
  successCode,
} from "../contract/index.ts";
import type { StopSignals } from "../interrupt.ts";
import { cleanMarkdown, cleanText } from "./clean-text.ts";
import { createActionClient } from "./client.ts";
import { actionDialect } from "./dialect.ts";
import type { GitHub } from "./github.ts";
import { describeResults, formatTime } from "./health/format.ts";
import type { TestDetails } from "./health/issue-texts.ts";
import { type ReportOptions, type ReportResult, reportHealth } from "./health/report.ts";
import { codeCell, formatMs, link, oneRowTable } from "./markdown.ts";
import type { ActionInputs } from "./read-inputs.ts";
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

interface TestResult {
  readonly verdict: CallbackVerdict;
  readonly error: CertOrderError | undefined;
  readonly tries: number;
}

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
  /** A schedule started the run, so no person reads its warnings. */
  readonly isScheduled: boolean;
}

/** Tests the callback, and updates its issue if the workflow wants one. */
export async function runCallbackTest(
  inputs: ActionInputs,
  check: CheckRun,
  signals: StopSignals,
): Promise<StepResult> {
  // Before the test: wrong settings say nothing about the callback.
  const client = await reportWrongInputs(check, () => createActionClient(inputs, check.runner));
  const started = performance.now();
  const tested = await client
    .sendCallbackTest(inputs.values, signals)
    .then(({ verdict, tries }): TestResult => ({ verdict, tries, error: undefined }), failedTest);
  const durationMs = Math.round(performance.now() - started);
  const details = describeTest(tested.error, check.runUrl);
  const reported = await report(tested, details, check);
  const result = { ...tested, ...details, ...reported, durationMs };
  const isUnattended = !check.report && check.isScheduled;
  return toStepResult(result, failsStep(result, inputs.own("fail-on"), isUnattended));
}

function failedTest(error: unknown): TestResult {
  if (!CertOrderError.is(error)) throw error;
  return { verdict: callbackVerdict(error), error, tries: error.tries };
}

/** Reports wrong inputs. A check that has them tests nothing, and would be silent otherwise. */
export async function reportWrongInputs<T>(check: CheckRun, work: () => T): Promise<Awaited<T>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof InvalidInputError)
      await report({ ...failedTest(error), verdict: "unknown" }, describeTest(error, check.runUrl), check);
    throw error;
  }
}

async function report(
  { verdict, error }: TestResult,
  details: TestDetails,
  check: CheckRun,
): Promise<ReportResult> {
  if (!check.report) return { isWritten: true, results: "", isOutage: false };
  const misconfigured = error !== undefined && isMistake(error);
  return reportHealth(
    check.report,
    { verdict, misconfigured, at: details.at, run: check.run },
    details,
    check,
  );
}

function isMistake(error: CertOrderError): boolean {
  const { outcome, code, httpStatus } = error;
  if (error instanceof InvalidInputError) return true;
  return outcome === "rejected" && (mistakes.has(code) || httpStatus === 401);
}

/** A check that never passes has to be noticed: by its issue, or by a failed step. */
function failsStep(result: CheckResult, failOn: string, isUnattended: boolean): boolean {
  const { verdict, error, isWritten, isOutage, mutedUntil } = result;
  if (!error || mutedUntil !== undefined) return false;
  // The issue could not be written, so the step has to fail.
  if (!isWritten) return true;
  if (failOn === "fail") return verdict === "fail" || isMistake(error) || isOutage || isUnattended;
  return failOn === "not-pass";
}

/** Cause and remedy in Markdown: the contract's text if it knows the code, else the quoted message. */
function describeTest(error: CertOrderError | undefined, runUrl: string): TestDetails {
  const at = new Date().toISOString();
  if (!error) return { code: successCode, cause: "", remedy: "", runUrl, at };
  const known =
    error.outcome === "rejected" && isCallbackCode(error.code) ? callbackCodes[error.code] : undefined;
  return {
    code: codeOutput(error),
    cause: known ? known.cause : cleanMarkdown(error.renderIn(actionDialect).message),
    remedy: known ? render(known.remedy, actionDialect) : remedyMarkdown(remedyLines(error)),
    runUrl,
    at,
  };
}

function toStepResult(result: CheckResult, fails: boolean): StepResult {
  const { verdict, error, tries, durationMs, code, cause, remedy, runUrl } = result;
  const { issueNumber, results, mutedUntil } = result;
  const muted =
    mutedUntil === undefined
      ? []
      : [`The check is muted until ${formatTime(mutedUntil)}, or until the callback works again.`];
  const issueUrl = runUrl.replace(/\/actions\/runs\/\d+$/, `/issues/${issueNumber}`);
  const table = oneRowTable({
    Verdict: { pass: "🟩 pass", fail: "🟥 fail", unknown: "⬜ unknown" }[verdict],
    Code: codeCell(code),
    Tries: String(tries),
    Took: formatMs(durationMs),
    Issue: issueNumber === undefined ? "" : link(`#${issueNumber}`, issueUrl),
    "Last results": results.length > 1 ? describeResults(results) : "",
  });
  return {
    outputs: {
      outcome: error?.outcome ?? "done",
      code,
      verdict,
      "duration-ms": durationMs,
      tries,
      ...(issueNumber !== undefined && { "issue-number": issueNumber }),
    },
    level: error === undefined ? "passed" : fails ? "failed" : "warning",
    title: error ? `${titles[verdict]}: ${cleanText(error.code)}` : `Callback test: pass (${durationMs} ms)`,
    lines: error ? [error.renderIn(actionDialect).message, ...remedyLines(error), ...muted] : muted,
    summary: [
      `### ${{ pass: "✅", fail: "❌", unknown: "❓" }[verdict]} Callback test: ${verdict}`,
      table,
      ...(error ? [cause, `**What to do:** ${remedy}`] : []),
      ...muted.map((line) => `🔕 ${line} The step does not fail, and no issue is opened.`),
    ].join("\n\n"),
  };
}
