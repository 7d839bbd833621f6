/**
 * The seed of all that a run of the tests leaves to chance: another one for each run, unless it is given in the environment,
 * to repeat one. vitest.config.ts hands it on to the processes of the run, and test/harness/each-file.ts to fast-check; a test that
 * fails tells it.
 */
export const seed = Number(process.env.CERTORDER_TEST_SEED ?? Date.now() % 1_000_000_000);
