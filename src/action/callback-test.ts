import type { CertOrderClient } from "../client/index.ts";
import { verdictOf } from "../client/index.ts";
import type { CallbackCode, Verdict } from "../contract/index.ts";
import { CertOrderError, callbackCodes, isCallbackCode, successCode } from "../contract/index.ts";
import type { CancelSignals } from "./cancel.ts";
import { clientFor } from "./client.ts";
import type { Ending } from "./ending.ts";
import { codeOutput, remedyLines, remedyMarkdown } from "./ending.ts";
import type { GitHub } from "./github.ts";
import type { Given } from "./given.ts";
import type { Report, Reported } from "./health/report.ts";
import { reportHealth } from "./health/report.ts";
import { strip } from "./health/strip.ts";
import { inInputNames } from "./names.ts";
import type { Runner } from "./runner.ts";
import { plain, quoted } from "./text.ts";

/** The words by which the service says that not the callback is wrong, but the account or the workflow. */
const mistakes: ReadonlySet<string> = new Set<CallbackCode>([
  "permission_denied",
  "invalid_parameters",
  "callback_not_configured",
]);

interface Tested {
  readonly verdict: Verdict;
  readonly error: CertOrderError | undefined;
  readonly attempts: number;
  readonly durationMs: number;
}

/** What a test without an issue comes to. */
const unreported: Reported = { isWritten: true, results: "", isOutage: false, isMuted: false };

/** Tests the callback, and keeps the issue about it where one is wanted. */
export async function runCallbackTest(
  given: Given,
  report: Report | undefined,
  github: {
    readonly connect: () => Promise<GitHub>;
    readonly runUrl: string;
    /** Nobody has started the run, so that nobody reads its warnings. */
    readonly isScheduled: boolean;
  },
  signals: CancelSignals,
  runner: Runner,
): Promise<Ending> {
  // Outside of the test: settings that are wrong say nothing about the callback.
  const client = clientFor(given, runner);
  const tested = await test(client, given, signals);
  const { verdict, error } = tested;
  const reported = report
    ? await reportHealth(
        report,
        {
          verdict,
          code: error ? codeOutput(error) : successCode,
          misconfigured: error !== undefined && isMistake(error),
          at: new Date().toISOString(),
        },
        told(error, github.runUrl),
        github.connect,
        runner,
      )
    : unreported;
  const isUnattended = !report && github.isScheduled;
  return endingOf(tested, failsStep(tested, given.own("fail-on"), reported, isUnattended), reported);
}

async function test(client: CertOrderClient, given: Given, signals: CancelSignals): Promise<Tested> {
  const started = performance.now();
  const durationMs = () => Math.round(performance.now() - started);
  try {
    const { url, access_key: accessKey } = given.values as { url?: string; access_key?: string };
    const result = await client.testCallback({ url, accessKey }, signals);
    return { verdict: result.verdict, error: undefined, attempts: result.attempts, durationMs: durationMs() };
  } catch (error) {
    if (!CertOrderError.is(error)) throw error;
    return { verdict: verdictOf(error), error, attempts: error.attempts, durationMs: durationMs() };
  }
}

function isMistake({ outcome, code, httpStatus }: CertOrderError): boolean {
  return outcome === "rejected" && (mistakes.has(code) || httpStatus === 401);
}

/** No check may go on for ever without a pass and without anybody hearing of it. */
function failsStep(
  { verdict, error }: Tested,
  failOn: string,
  { isWritten, isOutage, isMuted }: Reported,
  isUnattended: boolean,
): boolean {
  if (!error || isMuted) return false;
  // The issue was to tell of it, and cannot.
  if (!isWritten) return true;
  if (failOn === "fail") return verdict === "fail" || isMistake(error) || isOutage || isUnattended;
  return failOn === "not-pass";
}

/** Cause and remedy in Markdown: the contract's words where it knows the code, else the message, quoted. */
function told(error: CertOrderError | undefined, runUrl: string) {
  const at = new Date().toISOString();
  if (!error) return { code: successCode, cause: "", remedy: "", runUrl, at };
  const known =
    error.outcome === "rejected" && isCallbackCode(error.code) ? callbackCodes[error.code] : undefined;
  return {
    code: codeOutput(error),
    cause: known ? known.cause : quoted(inInputNames(error.message)),
    remedy: known ? inInputNames(known.remedy) : remedyMarkdown(remedyLines(error)),
    runUrl,
    at,
  };
}

function endingOf(
  { verdict, error, attempts, durationMs }: Tested,
  fails: boolean,
  reported: Reported,
): Ending {
  const { code, cause, remedy } = told(error, "");
  const muted = reported.isMuted ? "\n\n🔕 The check is muted." : "";
  const history = `${reported.results.length > 1 ? `\n\n${strip(reported.results)}` : ""}${muted}`;
  return {
    outputs: {
      outcome: error?.outcome ?? "done",
      code,
      verdict,
      "duration-ms": durationMs,
      attempts,
      ...(reported.issueNumber !== undefined && { "issue-number": reported.issueNumber }),
    },
    level: error === undefined ? "passed" : fails ? "failed" : "warning",
    title: error ? `Callback test ${verdict}: ${plain(code)}` : `Callback test: pass (${durationMs} ms)`,
    lines: error ? [inInputNames(error.message), ...remedyLines(error)] : [],
    summary: error
      ? `### ${verdict === "fail" ? "❌" : "❓"} Callback test: ${verdict}\n\n\`${code}\` ${cause}\n\n**What to do:** ${remedy}${history}`
      : `### ✅ Callback test: pass\n\nThe callback answered (${durationMs} ms).${history}`,
  };
}
