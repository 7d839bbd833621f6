import { InvalidRequestError } from "../client/index.ts";
import type { Environment } from "../contract/index.ts";
import { CertOrderError } from "../contract/index.ts";
import { prepareProcess } from "../own-process.ts";
import { version } from "../version.ts";
import { runCallbackTest } from "./callback-test.ts";
import type { CancelSignals } from "./cancel.ts";
import { onCancel } from "./cancel.ts";
import { actionDialect } from "./dialect.ts";
import { dryRun } from "./dry-run.ts";
import { readInput } from "./environment.ts";
import { connectGitHub, Deadline, graceMs } from "./github.ts";
import { reportOptions } from "./health/options.ts";
import { readInputs } from "./read-inputs.ts";
import { runReissue } from "./reissue.ts";
import { runContext } from "./run-context.ts";
import type { Runner } from "./runner.ts";
import { runner } from "./runner.ts";
import { maskRequest, maskSecrets } from "./secrets.ts";
import type { Ending } from "./step-result.ts";
import { codeOutput, publish, remedyLines, remedyMarkdown } from "./step-result.ts";
import { prose } from "./text.ts";

/** One step of a workflow, from its inputs to its outputs. */
async function step(env: Environment, runner: Runner): Promise<void> {
  maskSecrets(env, runner);
  const signals = onCancel((text) => runner.note(text));
  const ending = await carryOut(env, signals, runner).catch(refused);
  await publish(ending, runner, readInput(env, "summary") !== "false");
}

async function carryOut(env: Environment, signals: CancelSignals, runner: Runner): Promise<Ending> {
  const given = await readInputs(env);
  const { operation, settings, own } = given;
  maskRequest(given.fields, given.values, runner);
  const report = operation === "callback-test" ? reportOptions(given, env) : undefined;
  if (own("dry-run") === "true") return dryRun(given, runner);
  const deadline = new Deadline(settings.timeout_seconds * 1000);
  const connect = (until = deadline) =>
    connectGitHub(own("github-token"), own("github-api-url"), runContext(env), until);
  const title = operation === "reissue" ? `Reissue of order ${given.values.order_id}` : "Callback test";
  return runner.grouped(title, () => {
    runner.note(`certorder ${version}, service ${settings.base_url}`);
    if (operation === "reissue")
      return runReissue(given, { connect: () => connect(), run: runContext(env) }, signals, runner);
    const github = {
      // The result of a test that took all the time is still reported.
      connect: () => connect(new Deadline(Math.max(deadline.msLeft(), graceMs))),
      runUrl: report ? runContext(env).url : "",
      isScheduled: env.GITHUB_EVENT_NAME === "schedule",
    };
    return runCallbackTest(given, report, github, signals, runner);
  });
}

/** The ending of a step that was refused before it sent anything. */
function refused(error: unknown): Ending {
  if (!CertOrderError.is(error)) throw error;
  const message = error.renderIn(actionDialect).message;
  const lines = remedyLines(error);
  return {
    outputs: { outcome: error.outcome, code: codeOutput(error), tries: error.tries },
    level: "failed",
    title: error instanceof InvalidRequestError ? "An input is wrong" : "Nothing was sent",
    lines: [message, ...lines],
    summary: `### ❌ Nothing was sent\n\n${prose(message)}\n\n**What to do:** ${remedyMarkdown(lines)}`,
  };
}

prepareProcess();

try {
  await step(process.env, runner);
} catch (error) {
  // A bug in the action. The stack shows where.
  const where = error instanceof Error ? (error.stack ?? "").split("\n").slice(1, 4) : [];
  runner.fail("A mistake in certorder itself", String(error), ...where);
}
