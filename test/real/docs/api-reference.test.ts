import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const script = join(import.meta.dirname, "..", "..", "..", "scripts", "api-reference.ts");

test("The reference of the package is what its types say, and names no type that is not exported", () => {
  expect(execFileSync(process.execPath, [script, "--check"], { encoding: "utf8", stdio: "pipe" })).toBe("");
});
