import { defineConfig } from "vitest/config";
import { compileCache } from "./test/harness/compile-cache.ts";
import { seed } from "./test/harness/seed.ts";

const env = { ...compileCache, CERTORDER_TEST_SEED: String(seed) };

// `npm test` runs test/unit: quick tests that need only Node and loopback. `npm run test:real` runs test/real: tests that drive other
// programs (see scripts/tools.ts), start the action's bundle as a runner does, or take long.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["test/unit/**/*.test.ts", "examples/**/*.test.ts"],
          // Files share processes: one for each file would cost a third of all the time. What a file starts or makes, it
          // clears away with test/harness/at-the-end.ts; `npm run proof` runs all of them in shuffled order.
          isolate: false,
          // These tests often wait for sockets and child processes; by default there is one worker for two cores.
          maxWorkers: 5,
          execArgv: ["--max-semi-space-size=64"],
          restoreMocks: true,
          unstubEnvs: true,
          globalSetup: ["test/harness/fresh-build.ts", "test/harness/temporary-folder.ts"],
          setupFiles: ["test/harness/each-file.ts"],
          env,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "real",
          include: ["test/real/**/*.test.ts"],
          maxWorkers: 3,
          globalSetup: ["test/harness/fresh-build.ts", "test/harness/temporary-folder.ts"],
          setupFiles: ["test/harness/each-file.ts"],
          env,
          testTimeout: 900_000,
          hookTimeout: 900_000,
        },
      },
    ],
  },
});
