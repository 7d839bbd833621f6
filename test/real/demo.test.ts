import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";

const demo = join(import.meta.dirname, "..", "..", "examples", "demo", "demo.ts");
const run = (env: NodeJS.ProcessEnv = {}) =>
  promisify(execFile)(process.execPath, [demo], { env: { ...process.env, ...env } });

describe("The demo", () => {
  test("behaves with a real program", async () => {
    const { stdout } = await run();
    expect(stdout).toContain("Apply complete!");
    expect(stdout).toContain("All of it behaved");
  });

  test("behaves without one, and says so", async () => {
    const { stdout } = await run({ PATH: "", CERTORDER_TOOLS: "/nonexistent" });
    expect(stdout).toContain("Neither tofu nor terraform is here");
    expect(stdout).toContain("All of it behaved");
  });
});
