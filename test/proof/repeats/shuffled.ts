import { runTests, type TestRun } from "../run-tests.ts";

export interface Run extends TestRun {
  readonly seed: number;
  /** To try it again. */
  readonly command: string;
}

/** Runs `npm test`, or only some folders of it, with files and tests in an order, and all other chance, that the seed decides. */
export async function runShuffled(seed: number, folders: readonly string[]): Promise<Run> {
  const shuffle = ["--sequence.shuffle.files", "--sequence.shuffle.tests", `--sequence.seed=${seed}`];
  const args = ["--project", "unit", ...shuffle, ...folders];
  const command = `CERTORDER_TEST_SEED=${seed} npx vitest run ${args.join(" ")}`;
  return { seed, command, ...(await runTests(args, { CERTORDER_TEST_SEED: String(seed) })) };
}
