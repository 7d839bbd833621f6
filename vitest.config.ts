import { defineConfig } from "vitest/config";

// `npm test` runs everything that needs only Node and loopback. What needs other programs (OpenTofu, act…)
// lives in test/real and is run by `npm run test:real`.
export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/real/**"],
    testTimeout: 20_000,
  },
});
