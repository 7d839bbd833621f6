import { expect } from "vitest";
import { startSandbox } from "../../../src/sandbox/index.ts";
import type { Circumstances, Texts } from "../action/action.ts";
import { ActionWithSandbox } from "../action/action-with-sandbox.ts";
import { FakeGitHub } from "../action/fake-github.ts";
import { atTheEnd } from "../at-the-end.ts";

/** A workflow whose step reissues an order, once for each run, with the journal in the repository. */
export async function openWorkflow() {
  const sandbox = await startSandbox({ httpsPort: false });
  const github = await FakeGitHub.start();
  atTheEnd(() => Promise.all([sandbox.close(), github.close()]));
  const world = new ActionWithSandbox(sandbox, github);
  /** The outputs of the step, what it said, and whether it passed. */
  const run = async (inputs?: Texts, more?: Circumstances) => {
    const { outputs, said, level } = await world.reissueHere(inputs, more);
    expect(github.violations).toEqual([]);
    const { code, ...others } = outputs;
    return { code, ...others, said, level } as Record<string, unknown> & { said: string; code: unknown };
  };
  return { sandbox, run };
}
