import type { Environment } from "../contract/index.ts";
import { CertOrderError, callbackTestOperation, InvalidRequestError } from "../contract/index.ts";
import { prepareProcess } from "../own-process.ts";
import { version } from "../version.ts";
import type { CheckRun } from "./callback-test.ts";
import { reportingMistakes, runCallbackTest } from "./callback-test.ts";
import type { CancelSignals } from "./cancel.ts";
import { onCancel } from "./cancel.ts";
import { actionDialect } from "./dialect.ts";
import { dryRun } from "./dry-run.ts";
import { readInput } from "./environment.ts";
import { connectGitHub, Deadline, type GitHub, graceMs } from "./github.ts";
import { isStartedByPerson, reportOptions } from "./health/options.ts";
import type { ActionInputs } from "./read-inputs.ts";
import { ownInput, readInputs } from "./read-inputs.ts";
import { runReissue } from "./reissue.ts";
import { runContext } from "./run-context.ts";
import type { Runner } from "./runner.ts";
import { runner } from "./runner.ts";
import { maskRequest, maskSecrets } from "./secrets.ts";
import type { StepResult } from "./step-result.ts";
import { codeOutput, publish, remedyLines, remedyMarkdown } from "./step-result.ts";
import { prose } from "./text.ts";

/** One step of a workflow, from its inputs to its outputs. */
async function step(env: Environment, runner: Runner): Promise<void> {
  maskSecrets(env, runner);
  const signals = onCancel((text) => runner.note(text));
  const ending = await carryOut(env, signals, runner).catch(refused);
  await publish(ending, runner, readInput(env, "summary") !== "false");
}

async function carryOut(env: Environment, signals: CancelSignals, runner: Runner): Promise<StepResult> {
  return readInput(env, "operation") === callbackTestOperation.name
    ? carryOutTest(env, signals, runner)
    : carryOutReissue(env, signals, runner);
}

async function carryOutReissue(
  env: Environment,
  signals: CancelSignals,
  runner: Runner,
): Promise<StepResult> {
  const given = await readInputs(env);
  maskRequest(given.fields, given.values, runner);
  if (given.own("dry-run") === "true") return dryRun(given, runner);
  const deadline = new Deadline(given.settings.timeout_seconds * 1000);
  const run = runContext(env);
  return runner.grouped(`Reissue of order ${given.values.order_id}`, () => {
    noteService(given, runner);
    return runReissue(given, { connect: () => connect(env, deadline), run }, signals, runner);
  });
}

async function carryOutTest(env: Environment, signals: CancelSignals, runner: Runner): Promise<StepResult> {
  const options = reportOptions(env);
  const isDryRun = ownInput(env, "dry-run") === "true";
  const report = isDryRun ? undefined : options;
  let deadline = new Deadline(graceMs);
  const check: CheckRun = {
    // The result of a test that took all the time is still reported.
    connect: () => connect(env, new Deadline(Math.max(deadline.msLeft(), graceMs))),
    ...(report ? checkRun(env) : { runUrl: "", run: "" }),
    isScheduled: env.GITHUB_EVENT_NAME === "schedule",
  };
  const given = await reportingMistakes(report, check, runner, () => readInputs(env));
  maskRequest(given.fields, given.values, runner);
  if (isDryRun) return dryRun(given, runner);
  if (given.own("mute") !== "" && !isStartedByPerson(env))
    runner.warn(
      "mute is ignored",
      "Only a run of workflow_dispatch can mute: a schedule would renew it each time.",
    );
  deadline = new Deadline(given.settings.timeout_seconds * 1000);
  return runner.grouped("Callback test", () => {
    noteService(given, runner);
    return runCallbackTest(given, report, check, signals, runner);
  });
}

function noteService({ settings }: ActionInputs, runner: Runner): void {
  runner.note(`certorder ${version}, service ${settings.base_url}`);
}

function connect(env: Environment, deadline: Deadline): Promise<GitHub> {
  const [token, apiUrl] = [ownInput(env, "github-token"), ownInput(env, "github-api-url")];
  return connectGitHub(token, apiUrl, runContext(env), deadline);
}

function checkRun(env: Environment): Pick<CheckRun, "runUrl" | "run"> {
  const { url, runId, attempt } = runContext(env);
  return { runUrl: url, run: `${runId}.${attempt}` };
}

/** The ending of a step that was refused before it sent anything. */
function refused(error: unknown): StepResult {
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
