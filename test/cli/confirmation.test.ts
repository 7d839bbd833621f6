import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { bareEnvironment, inTurn, mainFile } from "./cli.ts";
import { goodRequest, service } from "./service.ts";

// `script` of util-linux is what gives a program a terminal here.
const hasTerminal = /util-linux/.test(spawnSync("script", ["--version"], { encoding: "utf8" }).stdout ?? "");

/** Runs the command line on a terminal, types once it asks, and returns all that the terminal showed. */
function onTerminal(args: readonly string[], env: Record<string, string>, typed: string) {
  return inTurn(async () => {
    const words = [process.execPath, mainFile, ...args].map((word) => `'${word}'`).join(" ");
    const child = spawn("script", ["-qec", words, "/dev/null"], { env: bareEnvironment(env), stdio: "pipe" });
    let shown = "";
    child.stdout.on("data", (chunk: Buffer) => {
      const asked = shown.includes("Type yes");
      shown += chunk;
      // The input stays open: its end would be typed as well.
      if (!asked && shown.includes("Type yes")) child.stdin.write(typed);
    });
    const [code] = await once(child, "close");
    return { code, shown };
  });
}

const unconfirmed = goodRequest.filter((arg) => arg !== "--yes");
const why = hasTerminal ? "" : " (skipped: `script` of util-linux is missing)";

describe.skipIf(!hasTerminal)(`the confirmation on a terminal${why}`, () => {
  test.concurrent.each(["yes\n", "YES\n", " yes \n"])("%j sends", async (typed) => {
    const sandbox = await service();
    const { code, shown } = await onTerminal(["reissue", "order-1", ...unconfirmed], sandbox.env, typed);
    expect(shown).toContain(`Reissue the certificate of order order-1 at ${sandbox.url}?`);
    expect(shown).toContain("This costs money and may revoke the certificate in use.");
    expect(code).toBe(0);
    expect(sandbox.reissues("order-1")).toBe(1);
  });

  test.concurrent.each([
    ["no", "no\n"],
    ["y", "y\n"],
    ["Enter", "\n"],
    ["yes and more", "yes please\n"],
    ["Ctrl-C", "\x03"],
    ["the end of input", "\x04"],
  ])("%s sends nothing, exit code 2", async (_, typed) => {
    const sandbox = await service();
    const { code, shown } = await onTerminal(["reissue", "order-1", ...unconfirmed], sandbox.env, typed);
    expect(shown).toContain("Nothing was sent.");
    expect(shown).not.toContain("    at ");
    expect(code).toBe(2);
    expect(sandbox.requests).toEqual([]);
  });

  test.concurrent("--yes asks nothing", async () => {
    const sandbox = await service();
    const { code, shown } = await onTerminal(["reissue", "order-1", ...goodRequest], sandbox.env, "");
    expect(shown).not.toContain("Type yes");
    expect(code).toBe(0);
  });

  test.concurrent("an order's name cannot play with the terminal", async () => {
    const sandbox = await service();
    const args = ["reissue", "order\x1b]0;title\x07\u202e", ...unconfirmed];
    const { shown } = await onTerminal(args, sandbox.env, "no\n");
    expect(shown).not.toMatch(/\x1b\]|\x07|\u202e/);
  });
});
