import { test as base, expect } from "vitest";
import { reportWrongInputs, runCallbackTest } from "../../../src/action/callback-test.ts";
import { connectGitHub, Deadline } from "../../../src/action/github.ts";
import { reportOptions } from "../../../src/action/health/options.ts";
import { readInputs } from "../../../src/action/read-inputs.ts";
import { runReissue } from "../../../src/action/reissue.ts";
import { runContext } from "../../../src/action/run-context.ts";
import type { Sandbox } from "../../../src/sandbox/index.ts";
import { startSandbox } from "../../../src/sandbox/index.ts";
import type { Circumstances, Ended, Texts } from "./action.ts";
import { reissueInputs, runAction, stepEnvironment } from "./action.ts";
import { FakeGitHub } from "./fake-github.ts";
import { quietRunner } from "./quiet-runner.ts";

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

  run(inputs: Texts, more: Circumstances = {}): Promise<Ended> {
    return runAction({ sandbox: this.sandbox, github: this.github, inputs, ...more });
  }

  recorded(inputs: Texts = {}, more: Circumstances = {}): Circumstances {
    const { sandbox, github } = this;
    return { sandbox, github, inputs: { ...reissueInputs, history: "repository", ...inputs }, ...more };
  }

  /** A reissue with a record, from its beginning to its end. */
  reissue(inputs?: Texts, more?: Circumstances): Promise<Ended> {
    return runAction(this.recorded(inputs, more));
  }

  /** A callback test that reports, with what the service answers to it. */
  check(answer: string, inputs: Texts = {}, more: Circumstances = {}): Promise<Ended> {
    this.sandbox.fault({ kind: "status", operation: "callback-test", ...answerOf(answer) });
    return this.run({ operation: "callback-test", "report-issue": "on-failure", ...inputs }, more);
  }

  /** A callback test that reports, with what the service answers to it, in this process. */
  async checkHere(answer: string, inputs: Texts = {}, more: Circumstances = {}) {
    const { sandbox, github } = this;
    sandbox.fault({ kind: "status", operation: "callback-test", ...answerOf(answer) });
    const asked = { operation: "callback-test", "report-issue": "on-failure", ...inputs };
    this.#lastRun += 1;
    const circumstances = { sandbox, github, inputs: asked, runId: this.#lastRun, ...more };
    const env = { ...stepEnvironment(circumstances), ...more.env };
    const run = runContext(env);
    const { said, runner } = listener();
    const { signal } = new AbortController();
    const report = reportOptions(env);
    const check = {
      connect: () =>
        connectGitHub("fake-github-token", github.url + github.prefix, run, new Deadline(60_000)),
      runUrl: run.url,
      run: `${run.runId}.${run.attempt}`,
      isScheduled: env.GITHUB_EVENT_NAME === "schedule",
    };
    const given = await reportWrongInputs(report, check, runner, () => readInputs(env));
    const ending = await runCallbackTest(given, report, check, { signal, stopSignal: signal }, runner);
    return { ...ending, said: [...said, ending.title, ...ending.lines].join("\n") };
  }

  /** Runs the step in this process, without a runner, because that is quicker. */
  async reissueHere(inputs?: Texts, more: Circumstances = {}) {
    const circumstances = this.recorded(inputs, more);
    const env = { ...stepEnvironment(circumstances), ...more.env };
    const given = await readInputs(env);
    const run = runContext(env);
    const over = this.github.begin(run.runId);
    const { signal } = new AbortController();
    const deadline = new Deadline(given.settings.timeout_seconds * 1000);
    const connect = () => connectGitHub("fake-github-token", given.own("github-api-url"), run, deadline);
    const { said, runner } = listener();
    try {
      const ending = await runReissue(given, { run, connect }, { signal, stopSignal: signal }, runner);
      return { ...ending, said: [...said, ending.title, ...ending.lines].join("\n") };
    } finally {
      over();
    }
  }
}

function listener() {
  const said: string[] = [];
  return { said, runner: quietRunner((...lines) => void said.push(...lines)) };
}

/** What the service answers when it says this word, or this status. */
function answerOf(answer: string) {
  if (/^\d+$/.test(answer)) return { status: Number(answer), headers: {}, body: "" };
  const status = { success: 200, request_too_fast: 429, unauthorized: 401 }[answer] ?? 400;
  // A wait that is longer than anybody has: what is too fast is given up at once.
  const headers: Record<string, string> = status === 429 ? { "retry-after": "3600" } : {};
  return { status, headers, body: JSON.stringify({ code: answer }) };
}

export const test = base.extend<{ world: ActionWithSandbox }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants to see that nothing else is needed.
  world: async ({}, use) => {
    const world = new ActionWithSandbox(await startSandbox({ httpsPort: false }), await FakeGitHub.start());
    await use(world);
    await Promise.all([world.sandbox.close(), world.github.close()]);
    expect(world.github.violations).toEqual([]);
  },
});

export const readAttemptId = (text: string): string =>
  /(?:attempt|resolve:) "?([0-9a-f]{12})/i.exec(text)?.[1] ?? "none";

export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}
