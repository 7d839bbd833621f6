import { expect, test } from "vitest";
import { bundleProvider } from "../../../scripts/provider-bundle.ts";
import { newFolder } from "../../harness/new-folder.ts";

test("The provider starts without an HTTP library and without the driver of a journal's server", async () => {
  const { outputs } = await bundleProvider(newFolder("bundle-"));
  const bundleInputs = (file: string) => {
    const [, output] = Object.entries(outputs).find(([path]) => path.endsWith(`/${file}`)) ?? [];
    return Object.keys(output?.inputs ?? {});
  };
  const started = bundleInputs("provider.cjs");
  expect(started).toContain("src/provider/main.ts");
  expect(started.filter((path) => /node_modules|\/store\.ts$/.test(path))).toEqual([]);
  // The page of the inspector is for the command line.
  expect(started.filter((path) => path.startsWith("src/inspector/"))).toEqual([]);
  // The same question finds them where they are.
  expect(bundleInputs("postgres.cjs")).toContain("src/journal/stores/postgres/store.ts");
  expect(bundleInputs("postgres.cjs").join()).toContain("node_modules/pg/");
  expect(bundleInputs("s3.cjs")).toContain("src/journal/stores/s3/store.ts");
  expect(bundleInputs("undici.cjs").join()).toContain("node_modules/undici/");
});
