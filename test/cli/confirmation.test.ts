import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { commandLine } from "../program.ts";
import { bareEnvironment, certorder, inTurn, mainFile, newFolder } from "./cli.ts";
import { goodRequest, service, unconfirmed } from "./service.ts";

// `script` of util-linux is what gives a program a terminal here.
const hasTerminal = /util-linux/.test(spawnSync("script", ["--version"], { encoding: "utf8" }).stdout ?? "");

/** Runs the command line on a terminal, types once it asks, and returns all that the terminal showed. */
function onTerminal(
  args: readonly string[],
  env: Record<string, string>,
  typed: string | (() => Promise<string>),
  redirection = "",
) {
  return inTurn(async () => {
    const quoted = [...commandLine(mainFile), ...args].map((word) => `'${word}'`);
    const words = [...quoted, redirection].join(" ");
    const child = spawn("script", ["-qec", words, "/dev/null"], { env: bareEnvironment(env), stdio: "pipe" });
    let shown = "";
    child.stdout.on("data", (chunk: Buffer) => {
      const asked = shown.includes("Type yes");
      shown += chunk;
      // The input stays open: its end would be typed as well.
      if (asked || !shown.includes("Type yes")) return;
      void Promise.resolve(typeof typed === "string" ? typed : typed()).then((text) =>
        child.stdin.write(text),
      );
    });
    const [code] = await once(child, "close");
    return { code, shown };
  });
}

const why = hasTerminal ? "" : " (skipped: `script` of util-linux is missing)";

describe.skipIf(!hasTerminal)(`the confirmation on a terminal${why}`, () => {
  test.concurrent.each(["yes\n", "YES\n", " yes \n"])("%j sends", async (typed) => {
    const sandbox = await service();
    const { code, shown } = await onTerminal(["reissue", "order-1", ...unconfirmed], sandbox.env, typed);
    expect(shown).toContain(`Reissue the certificate of order order-1 at ${sandbox.url}?`);
    expect(shown).toContain("The journal knows of no earlier reissue.");
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
    const { code, shown } = await onTerminal(["reissue", "order-1", ...goodRequest()], sandbox.env, "");
    expect(shown).not.toContain("Type yes");
    expect(code).toBe(0);
  });

  test.concurrent("each confirmed command is a wish of its own, and the question tells of the one before", async () => {
    const sandbox = await service();
    const env = { ...sandbox.env, CERTORDER_JOURNAL: newFolder() };
    const args = ["reissue", "order-1", ...unconfirmed];
    expect(await onTerminal(args, env, "yes\n")).toMatchObject({ code: 0 });
    const { code, shown } = await onTerminal(args, env, "yes\n");
    expect(code).toBe(0);
    const [first, second] = sandbox.ledger.map(({ certificateId }) => certificateId);
    expect(shown).toMatch(
      new RegExp(`It was last reissued at 2\\S+Z: certificate ${first} \\(attempt [0-9a-f]{12}\\)\\.`),
    );
    expect(shown).toContain(`certificate ${second}`);
    expect(sandbox.reissues("order-1")).toBe(2);
  });

  test.concurrent("what somebody else does while the question is open is noticed", async () => {
    const sandbox = await service();
    const env = { ...sandbox.env, CERTORDER_JOURNAL: newFolder() };
    const meanwhile =
      (...more: string[]) =>
      async () => {
        const ended = await certorder(["reissue", "order-1", ...goodRequest(), ...more], { env });
        expect(ended, ended.stderr).toMatchObject({ code: 0 });
        return "yes\n";
      };
    const args = ["reissue", "order-1", ...unconfirmed];
    // The same request: its result is what was asked for.
    const same = await onTerminal(args, env, meanwhile());
    expect(same.code).toBe(0);
    expect(same.shown).toMatch(/✓ already reissued.* order order-1 at .*; nothing was sent/);
    expect(sandbox.reissues("order-1")).toBe(1);
    // Another one: whoever confirmed did not know of it.
    const another = await onTerminal(args, env, meanwhile("--validity-days", "30"));
    expect(another.code).toBe(4);
    const certificate = sandbox.ledger[1]?.certificateId;
    expect(another.shown).toContain(`the order's newest, certificate ${certificate} (attempt `);
    const [, attempt = ""] = /--anew ([0-9a-f]{12})/.exec(another.shown) ?? [];
    expect(sandbox.reissues("order-1")).toBe(2);
    // Asked again, it is known; also where it is named.
    expect(await onTerminal([...args, "--anew", attempt], env, "yes\n")).toMatchObject({ code: 0 });
    expect(sandbox.reissues("order-1")).toBe(3);
  });

  test.concurrent("what is held back is said without a question", async () => {
    const sandbox = await service();
    const env = { ...sandbox.env, CERTORDER_JOURNAL: newFolder() };
    sandbox.fault({ kind: "reset-after-processing" });
    const args = ["reissue", "order-1", ...unconfirmed];
    expect(await onTerminal(args, env, "yes\n")).toMatchObject({ code: 5 });
    const { code, shown } = await onTerminal(args, env, "yes\n");
    expect(code).toBe(4);
    expect(shown).not.toContain("Type yes");
    expect(shown).toContain("an earlier reissue was sent, and what became of it is not known");
  });

  test.concurrent("a result that did not reach its reader holds the order back", async () => {
    const sandbox = await service();
    const env = { ...sandbox.env, CERTORDER_JOURNAL: newFolder() };
    const args = ["reissue", "order-1", ...unconfirmed];
    const lost = await onTerminal(args, env, "yes\n", "> /dev/full");
    const certificate = sandbox.ledger[0]?.certificateId;
    expect(lost.code).toBe(6);
    expect(lost.shown).toContain(`Order order-1 was reissued: certificate ${certificate}.`);
    expect(await onTerminal(args, env, "yes\n")).toMatchObject({
      code: 4,
      shown: expect.stringContaining(`an earlier reissue succeeded (certificate ${certificate}`),
    });
    expect(sandbox.reissues("order-1")).toBe(1);
  });

  test.concurrent("an order's name cannot play with the terminal", async () => {
    const sandbox = await service();
    const args = ["reissue", "order\x1b]0;title\x07\u202e\x1b[2K\x1b[31m\nforged line-1", ...unconfirmed];
    const { shown } = await onTerminal(args, sandbox.env, "no\n");
    expect(shown).toMatch(/was not sent: --order-id has a line break or another character in it/);
    expect(shown).not.toMatch(/\x1b\]|\x07|\u202e|\x1b\[2K|title|forged/);
  });
});
