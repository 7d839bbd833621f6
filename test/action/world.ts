import { test as base, expect } from "vitest";
import { connectGitHub } from "../../src/action/github.ts";
import { readGiven } from "../../src/action/given.ts";
import { runReissue } from "../../src/action/reissue.ts";
import { runContext } from "../../src/action/run-context.ts";
import type { Sandbox } from "../../src/sandbox/index.ts";
import { startSandbox } from "../../src/sandbox/index.ts";
import type { Circumstances, Ended, Texts } from "./action.ts";
import { environmentOf, reissueInputs, runAction } from "./action.ts";
import { FakeGitHub } from "./fake-github.ts";

/** A service and a GitHub of its own for each test, so that tests can run at the same time. */
export class World {
  readonly sandbox: Sandbox;
  readonly github: FakeGitHub;

  constructor(sandbox: Sandbox, github: FakeGitHub) {
    this.sandbox = sandbox;
    this.github = github;
  }

  run(inputs: Texts, more: Circumstances = {}): Promise<Ended> {
    return runAction({ sandbox: this.sandbox, github: this.github, inputs, ...more });
  }

  recorded(inputs: Texts = {}, more: Circumstances = {}): Circumstances {
    const { sandbox, github } = this;
    return { sandbox, github, inputs: { ...reissueInputs, record: "deployment", ...inputs }, ...more };
  }

  /** A reissue with a record, from its beginning to its end. */
  reissue(inputs?: Texts, more?: Circumstances): Promise<Ended> {
    return runAction(this.recorded(inputs, more));
  }

  /** The same in this process, which is quicker: all of the step but what a runner sees of it. */
  async reissueHere(inputs?: Texts, more: Circumstances = {}) {
    const circumstances = this.recorded(inputs, more);
    const env = environmentOf(circumstances);
    const given = await readGiven(env);
    const run = runContext(env);
    const over = this.github.begin(run.runId);
    const { signal } = new AbortController();
    const connect = () => connectGitHub("fake-github-token", this.github.url, run);
    const said: string[] = [];
    const hear = (...lines: readonly string[]) => void said.push(...lines);
    const runner = { mask() {}, note: hear, warn: hear, fail: hear, output() {}, async summary() {} };
    try {
      const ending = await runReissue(given, { run, connect }, { signal, stopSignal: signal }, runner);
      return { ...ending, said: [...said, ending.title, ...ending.lines].join("\n") };
    } finally {
      over();
    }
  }
}

export const test = base.extend<{ world: World }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants to see that nothing else is needed.
  world: async ({}, use) => {
    const world = new World(await startSandbox({ httpsPort: false }), await FakeGitHub.start());
    await use(world);
    await Promise.all([world.sandbox.close(), world.github.close()]);
    expect(world.github.violations).toEqual([]);
  },
});

export const attemptIn = (text: string): string =>
  /(?:attempt|resolve:) ([0-9a-f]{12})/.exec(text)?.[1] ?? "none";

export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}
