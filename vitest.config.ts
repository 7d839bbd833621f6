import { defineConfig } from "vitest/config";
import { compileCache } from "./test/compile-cache.ts";

// `npm test` runs what needs only Node and loopback, and is quick. `npm run test:real` drives other programs (see
// scripts/tools.ts), and the action's bundle as a runner does, which takes longer.
export default defineConfig({
  test: {
    // Most of these tests wait for sockets and child processes, not for a core; the default is one worker on two cores.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: "own",
          include: ["test/**/*.test.ts"],
          exclude: ["test/real/**", "test/action/**"],
          // A process for each file would take a third of the time of all tests.
          isolate: false,
          restoreMocks: true,
          unstubEnvs: true,
          setupFiles: ["test/each-file.ts"],
          env: compileCache,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "real",
          include: ["test/real/**/*.test.ts", "test/action/**/*.test.ts"],
          setupFiles: ["test/each-file.ts"],
          env: compileCache,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
