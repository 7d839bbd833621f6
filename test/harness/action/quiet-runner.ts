import type { Runner } from "../../../src/action/runner.ts";

/** A runner of which nothing is seen but what it is told to tell people. */
export function quietRunner(hear: (...lines: readonly string[]) => void = () => {}): Runner {
  return {
    ...{ note: hear, warn: hear, fail: hear, mask() {}, show() {}, output() {} },
    grouped: (_, work) => work(),
    async summary() {},
  };
}
