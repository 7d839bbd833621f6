import { defineConfig } from "vitest/config";

// `npm test` runs what needs only Node and loopback; `npm run test:real` drives other programs (see scripts/tools.ts).
export default defineConfig({
  test: {
    projects: [
      {
        test: { name: "own", include: ["test/**/*.test.ts"], exclude: ["test/real/**"], testTimeout: 30_000 },
      },
      {
        test: {
          name: "real",
          include: ["test/real/**/*.test.ts"],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
