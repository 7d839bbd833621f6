import { defineConfig } from "vitest/config";
import { compileCache } from "./test/compile-cache.ts";
import { seed } from "./test/seed.ts";

const env = { ...compileCache, CERTORDER_TEST_SEED: String(seed) };

// `npm test` runs what needs only Node and loopback, and is quick. `npm run test:real` drives other programs (see
// scripts/tools.ts), and the action's bundle as a runner does, and has the tests that take long (`*.slow.test.ts`). Those tests of the action that start no
// bundle and are quick are in test/action/quick.
export default defineConfig({
  test: {
    // Most of these tests wait for sockets and child processes, not for a core; the default is one worker on two cores.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: "own",
          include: ["test/**/*.test.ts", "examples/**/*.test.ts"],
          exclude: ["test/real/**", "test/action/*.test.ts", "test/**/*.slow.test.ts"],
          // Files share processes: one for each file would cost a third of all the time. What a file starts or makes, it
          // clears away with test/at-the-end.ts; `npm run proof` runs all of them in shuffled order.
          isolate: false,
          restoreMocks: true,
          unstubEnvs: true,
          globalSetup: ["test/temporary-folder.ts"],
          setupFiles: ["test/each-file.ts"],
          env,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "real",
          include: ["test/real/**/*.test.ts", "test/action/*.test.ts", "test/**/*.slow.test.ts"],
          globalSetup: ["test/temporary-folder.ts"],
          setupFiles: ["test/each-file.ts"],
          env,
          testTimeout: 900_000,
          hookTimeout: 900_000,
        },
      },
    ],
  },
});
