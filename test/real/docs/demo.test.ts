import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..", "..");
const demo = join(root, "examples", "demo", "demo.ts");
const run = (env: NodeJS.ProcessEnv = {}) =>
  promisify(execFile)(process.execPath, [demo], { env: { ...process.env, ...env } });

/** Without what is another at each run, or on each machine. */
function lasting(lines: readonly string[]): string[] {
  return lines.map((line) =>
    line
      .trimEnd()
      .replace(/\b[0-9a-f]{12}\b/g, "ATTEMPT")
      .replace(/\d+ ms/g, "TIME")
      .replace(/(^| )( +\$ )terraform /g, "$1$2tofu "),
  );
}

/** The lines of a picture. */
function drawnIn(name: string): string[] {
  const picture = readFileSync(join(root, "docs", "images", name), "utf8");
  return [...picture.matchAll(/<text[^>]*>(.*)<\/text>/g)].map(([, line = ""]) =>
    line
      .replace(/<[^>]+>/g, "")
      .replaceAll("&gt;", ">")
      .replaceAll("&lt;", "<")
      .replaceAll("&amp;", "&"),
  );
}

describe("The demo", () => {
  test("behaves with a real program, and shows what its picture shows", async () => {
    const { stdout } = await run();
    expect(stdout).toContain("Apply complete!");
    expect(stdout).toContain("All of it behaved");

    const shown = lasting(stdout.trimEnd().split("\n"));
    expect(lasting(drawnIn("demo.svg")), "Run npm run demo:picture").toEqual(shown);
    // Its lines are broken between words.
    const words = (lines: readonly string[]) =>
      lasting([lines.join(" ")])
        .join()
        .split(/\s+/)
        .sort();
    expect(words(drawnIn("demo-narrow.svg"))).toEqual(words(stdout.split("\n")));
  });

  test("behaves without one, and says so", async () => {
    const { stdout } = await run({ PATH: "", CERTORDER_TOOLS: "/nonexistent" });
    expect(stdout).toContain("Neither tofu nor terraform is here");
    expect(stdout).toContain("All of it behaved");
  });
});
