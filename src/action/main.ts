import { InvalidRequestError } from "../client/index.ts";
import { CertOrderError } from "../contract/index.ts";
import { runCallbackTest } from "./callback-test.ts";
import { onCancel } from "./cancel.ts";
import { dryRun } from "./dry-run.ts";
import type { Ending } from "./ending.ts";
import { codeOutput, publish, remedyLines, remedyMarkdown } from "./ending.ts";
import type { Environment } from "./environment.ts";
import { inputOf } from "./environment.ts";
import { connectGitHub, Deadline, graceMs } from "./github.ts";
import { readGiven } from "./given.ts";
import { reportOptions } from "./health/options.ts";
import { inInputNames } from "./names.ts";
import { runReissue } from "./reissue.ts";
import { runContext } from "./run-context.ts";
import type { Runner } from "./runner.ts";
import { runner } from "./runner.ts";
import { maskRequest, maskSecrets } from "./secrets.ts";
import { quoted } from "./text.ts";

/** One step of a workflow, from its inputs to its outputs. */
async function step(env: Environment, runner: Runner): Promise<void> {
  maskSecrets(env, runner);
  const wantsSummary = inputOf(env, "summary") !== "false";
  const signals = onCancel((text) => runner.note(text));
  try {
    const given = await readGiven(env);
    maskRequest(given.fields, given.values, runner);
    const deadline = new Deadline(given.settings.timeout_seconds * 1000);
    const connect = (until = deadline) =>
      connectGitHub(given.own("github-token"), given.own("github-api-url"), runContext(env), until);
    const report = given.operation === "callback-test" ? reportOptions(given, env) : undefined;
    if (given.own("dry-run") === "true") await publish(dryRun(given, runner), runner, wantsSummary);
    else if (given.operation === "callback-test") {
      const isScheduled = env.GITHUB_EVENT_NAME === "schedule";
      // A test that took all the time is a result like others.
      const toReport = () => connect(new Deadline(Math.max(deadline.msLeft(), graceMs)));
      const github = { connect: toReport, runUrl: report ? runContext(env).url : "", isScheduled };
      await publish(await runCallbackTest(given, report, github, signals, runner), runner, wantsSummary);
    } else
      await publish(
        await runReissue(given, { connect: () => connect(), run: runContext(env) }, signals, runner),
        runner,
        wantsSummary,
      );
  } catch (error) {
    if (!CertOrderError.is(error)) throw error;
    await publish(refused(error), runner, wantsSummary);
  }
}

/** Found wrong before anything was done. */
function refused(error: CertOrderError): Ending {
  const message = inInputNames(error.message);
  const lines = remedyLines(error);
  return {
    outputs: { outcome: error.outcome, code: codeOutput(error), attempts: error.attempts },
    level: "failed",
    title: error instanceof InvalidRequestError ? "An input is wrong" : "Nothing was sent",
    lines: [message, ...lines],
    summary: `### ❌ Nothing was sent\n\n${quoted(message)}\n\n**What to do:** ${remedyMarkdown(lines)}`,
  };
}

// A crash report of Node would otherwise list the environment, and the inputs with it.
(process.report as { excludeEnv?: boolean }).excludeEnv = true;

try {
  await step(process.env, runner);
} catch (error) {
  // A mistake of ours. Its message may hold anything, its stack shows where it was made.
  const where = error instanceof Error ? (error.stack ?? "").split("\n").slice(1, 4) : [];
  runner.fail("A mistake in certorder itself", String(error), ...where);
}
