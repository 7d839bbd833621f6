import { expect, test } from "vitest";
import { bundleProvider } from "../../../scripts/provider-bundle.ts";
import { newFolder } from "../../harness/new-folder.ts";

test("what every start of the provider reads has no HTTP library and no driver of a journal's server in it", async () => {
  const { outputs } = await bundleProvider(newFolder("bundle-"));
  const inputsOf = (file: string) => {
    const [, output] = Object.entries(outputs).find(([path]) => path.endsWith(`/${file}`)) ?? [];
    return Object.keys(output?.inputs ?? {});
  };
  const started = inputsOf("provider.cjs");
  expect(started).toContain("src/provider/main.ts");
  expect(started.filter((path) => /node_modules|\/store\.ts$/.test(path))).toEqual([]);
  // The same question finds them where they are.
  expect(inputsOf("postgres.cjs")).toContain("src/journal/stores/postgres/store.ts");
  expect(inputsOf("postgres.cjs").join()).toContain("node_modules/pg/");
  expect(inputsOf("s3.cjs")).toContain("src/journal/stores/s3/store.ts");
  expect(inputsOf("undici.cjs").join()).toContain("node_modules/undici/");
});
