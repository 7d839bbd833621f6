import { test as base, expect } from "vitest";
import { reportWrongInputs, runCallbackTest } from "../../../src/action/callback-test.ts";
import { dryRun } from "../../../src/action/dry-run.ts";
import { connectGitHub, TimeBudget } from "../../../src/action/github.ts";
import { reportOptions } from "../../../src/action/health/options.ts";
import type { OwnInput } from "../../../src/action/inputs.ts";
import { ownInput, readInputs } from "../../../src/action/read-inputs.ts";
import { runReissue } from "../../../src/action/reissue.ts";
import { runContext } from "../../../src/action/run-context.ts";
import type { StepResult } from "../../../src/action/step-result.ts";
import { InvalidInputError } from "../../../src/contract/index.ts";
import type { StopSignals } from "../../../src/interrupt.ts";
import { type Sandbox, startSandbox } from "../../../src/sandbox/index.ts";
import {
  type Circumstances,
  type Ended,
  reissueInputs,
  runAction,
  stepEnvironment,
  type Texts,
  workspaceFile,
} from "./action.ts";
import { anotherCsr } from "./csr.ts";
import { FakeGitHub } from "./fake-github.ts";
import { quietRunner } from "./quiet-runner.ts";

export const minute = 60_000;
export const hour = 60 * minute;

interface CheckCircumstances extends Circumstances {
  readonly signals?: StopSignals;
  /** The wait before the first repetition of a test. */
  readonly firstWaitMs?: number;
  /** Called for each line that the step prints. */
  readonly onNote?: (line: string) => void;
}

/** A service and a GitHub of its own for each test, so that tests can run at the same time. */
export class ActionWithSandbox {
  readonly sandbox: Sandbox;
  readonly github: FakeGitHub;
  /** Each check is a run of its own. */
  #lastRun = 1_000;

  constructor(sandbox: Sandbox, github: FakeGitHub) {
    this.sandbox = sandbox;
    this.github = github;
  }

  /** How many reissues the service carried out. */
  get reissues(): number {
    return this.sandbox.ledger.length;
  }

  /** The answer to the next reissue is lost, after the service carried it out or before. */
  lose(when: "before" | "after" = "before"): void {
    const kind = when === "after" ? "reset-after-processing" : "reset-before-reading";
    this.sandbox.addFault({ kind, operation: "reissue" });
  }

  /** The service refuses the next reissue. */
  refuse(): void {
    this.sandbox.addFault({
      kind: "status",
      operation: "reissue",
      status: 400,
      body: '{"code":"out_of_stock"}',
    });
  }

  /** Runs the bundle as a runner does. */
  run(inputs: Texts, more: Circumstances = {}): Promise<Ended> {
    return runAction({ sandbox: this.sandbox, github: this.github, inputs, ...more });
  }

  /** A reissue once for each run, unless the inputs ask in another way. */
  recorded(inputs: Texts = {}, more: Circumstances = {}): Circumstances {
    const { sandbox, github } = this;
    const isAsked = "idempotency-key" in inputs || "max-age" in inputs || inputs.journal === "none";
    const key = isAsked ? {} : { "idempotency-key": `run ${more.runId ?? 7}` };
    return { sandbox, github, inputs: { ...reissueInputs, ...key, ...inputs }, ...more };
  }

  /** A reissue with a journal in the repository, by the bundle. */
  reissue(inputs?: Texts, more?: Circumstances): Promise<Ended> {
    return runAction(this.recorded(inputs, more));
  }

  /** The same in this process, which is quicker. */
  async reissueHere(inputs?: Texts, more: Circumstances = {}) {
    const { env, run, connect, signals, runner, withSaid } = this.#step(this.recorded(inputs, more));
    const given = await readInputs(env);
    const deadline = new TimeBudget(given.settings.timeout_seconds * 1000);
    const gitHub = connect(deadline);
    if (given.own("dry-run") === "true") return withSaid(await dryRun(given, gitHub, runner));
    return withSaid(await runReissue(given, { run, env, connect: gitHub }, signals, runner));
  }

  /** How a reissue in this process ends: `sent`, `answered` by an earlier one, or its code. */
  async ends(inputs?: Texts, more?: Circumstances): Promise<string> {
    const { outputs } = await this.reissueHere(inputs, more);
    if (outputs.code !== "success") return String(outputs.code);
    return outputs["already-done"] ? "answered" : "sent";
  }

  /** A callback test that reports, by the bundle, with what the service answers to it. Not repeated, unless the inputs say so. */
  check(answer: string, inputs: Texts = {}, more: Circumstances = {}): Promise<Ended> {
    this.answer(answer);
    return this.run({ ...checkInputs, ...inputs }, { runId: ++this.#lastRun, ...more });
  }

  /** The same in this process. */
  async checkHere(answer: string | readonly string[], inputs: Texts = {}, more: CheckCircumstances = {}) {
    for (const each of [answer].flat()) this.answer(each);
    const { sandbox, github } = this;
    const { env, run, connect, signals, runner, withSaid } = this.#step({
      ...{ sandbox, github, inputs: { ...checkInputs, ...inputs }, runId: ++this.#lastRun },
      ...more,
    });
    const own = (name: OwnInput) => ownInput(env, name);
    const check = {
      runner,
      report: reportOptions(env, own),
      connect: connect(new TimeBudget(minute)),
      runUrl: run.url,
      run: `${run.runId}.${run.attempt}`,
      firstWaitMs: more.firstWaitMs ?? 5,
      rereadAfterMs: 0,
    };
    try {
      return withSaid(await runCallbackTest(await readInputs(env), check, more.signals ?? signals));
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error;
      return withSaid(await reportWrongInputs(error, check, signals));
    }
  }

  #step(circumstances: CheckCircumstances) {
    const env = { ...stepEnvironment(circumstances), ...circumstances.env };
    const run = runContext(env);
    const said: string[] = [];
    const { signal } = new AbortController();
    return {
      env,
      run,
      signals: { signal, stopSignal: signal },
      runner: quietRunner((...lines) => {
        said.push(...lines);
        for (const line of lines) circumstances.onNote?.(line);
      }),
      connect: (deadline: TimeBudget) => () => connectGitHub("fake-github-token", run, deadline),
      withSaid: (ended: StepResult) => ({
        ...ended,
        said: [...said, ended.title, ...ended.lines].join("\n"),
      }),
    };
  }

  /** The service answers the next callback test with this code, or with this status. */
  answer(answer: string): void {
    const status =
      Number(answer) || { success: 200, request_too_fast: 429, unauthorized: 401 }[answer] || 400;
    // A wait that is longer than anybody has: what is too fast is given up at once.
    const headers: Record<string, string> = status === 429 ? { "retry-after": "3600" } : {};
    const body = Number(answer) ? "" : JSON.stringify({ code: answer });
    this.sandbox.addFault({ kind: "status", operation: "callback-test", status, headers, body });
  }
}

const checkInputs = { operation: "callback-test", "report-issue": "true", retries: "0" };

export const test = base.extend<{ world: ActionWithSandbox }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants to see that nothing else is needed.
  world: async ({}, use) => {
    const world = new ActionWithSandbox(await startSandbox({ httpsPort: false }), await FakeGitHub.start());
    await use(world);
    await Promise.all([world.sandbox.close(), world.github.close()]);
    expect(world.github.violations).toEqual([]);
  },
});

/** The inputs of another request: the same name with another key. */
export const withAnotherCsr = (): Texts => ({ "csr-file": workspaceFile(anotherCsr()) });

export const readAttemptId = (text: string): string =>
  /(?:attempt|resolve:) "?([0-9a-f]{12})/i.exec(text)?.[1] ?? "none";

export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}
