import "./check-node.ts";
import type { Environment } from "../contract/index.ts";
import {
  CertOrderError,
  callbackTestOperation,
  InvalidInputError,
  reissueOperation,
} from "../contract/index.ts";
import { listenForInterrupt, type StopSignals } from "../interrupt.ts";
import { prepareProcess } from "../own-process.ts";
import { version } from "../version.ts";
import { type CheckRun, reportWrongInputs, runCallbackTest } from "./callback-test.ts";
import { cleanMarkdown } from "./clean-text.ts";
import { actionDialect } from "./dialect.ts";
import { dryRun } from "./dry-run.ts";
import { connectGitHub, type GitHub, graceMs, TimeBudget } from "./github.ts";
import { reportOptions } from "./health/options.ts";
import { readInput } from "./input-variables.ts";
import type { OwnInput } from "./inputs.ts";
import { completeOutputs } from "./outputs.ts";
import { type ActionInputs, ownInput, readInputs } from "./read-inputs.ts";
import { runReissue } from "./reissue.ts";
import { attemptOutput, findAttemptId } from "./reissue-results.ts";
import { runContext } from "./run-context.ts";
import { type Runner, runner } from "./runner.ts";
import { maskRequest, maskSecrets } from "./secrets.ts";
import { codeOutput, publish, remedyLines, remedyMarkdown, type StepResult } from "./step-result.ts";

/** One step of a workflow, from its inputs to its outputs. */
async function runStep(env: Environment, runner: Runner): Promise<void> {
  maskSecrets(env, runner);
  // A cancelled run gets SIGINT, 7.5 seconds later SIGTERM, and is killed 2.5 seconds after that: there is time to
  // record an unknown outcome.
  const { signals } = listenForInterrupt(() =>
    runner.note("Cancelled. If a request was sent, its answer is awaited as long as the runner allows."),
  );
  const operation = readInput(env, "operation");
  const start = operation === callbackTestOperation.name ? startCallbackTest : startReissue;
  const result = await start(env, signals, runner).catch((error: unknown) => refusalResult(error, operation));
  await publish({ ...result, outputs: completeOutputs(operation, result.outputs) }, runner);
}

async function startReissue(env: Environment, signals: StopSignals, runner: Runner): Promise<StepResult> {
  const inputs = await readInputs(env);
  maskRequest(inputs.fields, inputs.values, runner);
  const deadline = new TimeBudget(inputs.settings.timeout_seconds * 1000);
  const gitHub = () => connect(env, deadline);
  if (inputs.own("dry-run") === "true") return dryRun(inputs, gitHub, runner);
  const run = runContext(env);
  return runner.grouped(`Reissue of order ${inputs.values.order_id}`, () => {
    noteService(inputs, runner);
    return runReissue(inputs, { connect: gitHub, run, env }, signals, runner);
  });
}

async function startCallbackTest(
  env: Environment,
  signals: StopSignals,
  runner: Runner,
): Promise<StepResult> {
  const own = (name: OwnInput) => ownInput(env, name);
  const report = reportOptions(env, own);
  const { url, runId, attempt } = report ? runContext(env) : { url: "", runId: 0, attempt: 0 };
  let deadline = new TimeBudget(graceMs);
  const check: CheckRun = {
    runner,
    report,
    // The result of a test that took all the time is still reported.
    connect: () => connect(env, new TimeBudget(Math.max(deadline.msLeft(), graceMs))),
    runUrl: url,
    run: `${runId}.${attempt}`,
  };
  try {
    const inputs = await readInputs(env);
    maskRequest(inputs.fields, inputs.values, runner);
    deadline = new TimeBudget(inputs.settings.timeout_seconds * 1000);
    return await runner.grouped("Callback test", () => {
      noteService(inputs, runner);
      return runCallbackTest(inputs, check, signals);
    });
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    return reportWrongInputs(error, check, signals);
  }
}

function noteService({ settings }: ActionInputs, runner: Runner): void {
  runner.note(`certorder ${version}, service ${settings.base_url}`);
}

function connect(env: Environment, deadline: TimeBudget): Promise<GitHub> {
  return connectGitHub(ownInput(env, "github-token"), runContext(env), deadline);
}

/** The ending of a step that was refused before it sent anything. */
function refusalResult(error: unknown, operation: string): StepResult {
  if (!CertOrderError.is(error)) throw error;
  const message = error.renderIn(actionDialect).message;
  const lines = remedyLines(error);
  return {
    outputs: {
      outcome: error.outcome,
      code: codeOutput(error),
      tries: error.tries,
      "duration-ms": 0,
      ...(operation !== reissueOperation.name && { verdict: "unknown" }),
      reported: false,
      sent: false,
      "already-done": false,
      // A dry run may find an order that is blocked.
      ...attemptOutput(findAttemptId(error)),
    },
    level: "failed",
    title: error instanceof InvalidInputError ? "An input is wrong" : "Nothing was sent",
    lines: [message, ...lines],
    summary: `### ❌ Nothing was sent\n\n${cleanMarkdown(message)}\n\n**What to do:** ${remedyMarkdown(lines)}`,
  };
}

prepareProcess();

try {
  await runStep(process.env, runner);
} catch (error) {
  // A bug in the action. The stack shows where.
  const where = error instanceof Error ? (error.stack ?? "").split("\n").slice(1, 4) : [];
  runner.fail("A mistake in certorder itself", String(error), ...where);
}
