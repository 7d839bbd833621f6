import { join } from "node:path";
import { defineConfig } from "vitest/config";

const repeatable = join(import.meta.dirname, "repeatable.ts");

export default defineConfig({
  plugins: [
    {
      name: "repeatable",
      enforce: "pre",
      resolveId: (source, importer) =>
        source === "fast-check" && importer !== repeatable ? repeatable : undefined,
    },
  ],
  // A test that waits for what a mutant has taken away is to fail before the run counts as hung, which takes longer.
  test: { include: JSON.parse(process.env.MUTATION_TESTS ?? "[]"), testTimeout: 10_000 },
});
