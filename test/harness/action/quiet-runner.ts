import type { Runner } from "../../../src/action/runner.ts";

/** A runner that keeps only the messages for people. */
export function quietRunner(hear: (...lines: readonly string[]) => void = () => {}): Runner {
  return {
    note: hear,
    warn: hear,
    fail: hear,
    mask() {},
    show() {},
    output() {},
    grouped: (_, work) => work(),
    async summary() {},
  };
}
