import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import {
  bareEnvironment,
  certorder,
  certorderEach,
  inTurn,
  mainFile,
  newFolder,
} from "../../harness/cli/cli.ts";
import { environmentFor, goodRequest, keylessRequest, listener, service } from "../../harness/cli/service.ts";
import { commandLine } from "../../harness/program.ts";

type Output = "full" | "closed" | "pipe";

/** Runs the command line with outputs that cannot be written: on a full disk, or to a closed pipe. */
function unread(args: readonly string[], env: Record<string, string>, outputs: { out: Output; err: Output }) {
  return inTurn(async () => {
    const target = (output: Output) => (output === "full" ? openSync("/dev/full", "w") : "pipe");
    const [program, ...first] = commandLine(mainFile);
    const child = spawn(program, [...first, ...args], {
      env: bareEnvironment(env),
      stdio: ["ignore", target(outputs.out), target(outputs.err)],
    });
    if (outputs.out === "closed") child.stdout?.destroy();
    if (outputs.err === "closed") child.stderr?.destroy();
    const [stderr, [code]] = await Promise.all([
      outputs.err === "pipe" && child.stderr ? text(child.stderr) : "",
      once(child, "close"),
    ]);
    return { code, stderr };
  });
}

describe("A reissue whose result cannot be printed", () => {
  test.concurrent.each([["closed"], ["full"]] as const)(
    "names the certificate on standard error (%s output), and does not block the order",
    async (out) => {
      const sandbox = await service();
      const env = { ...sandbox.env, CERTORDER_JOURNAL_DIR: newFolder() };
      const args = ["reissue", "order-1", ...keylessRequest];
      const { code, stderr } = await unread(args, env, { out, err: "pipe" });
      const certificate = sandbox.ledger[0]?.certificateId ?? "none";
      expect(code).toBe(6);
      expect(stderr).toContain(`Order order-1 was reissued: certificate ${certificate}.`);
      expect(stderr).toContain("certorder journal show order-1");
      expect(stderr).not.toContain("    at ");

      const [next, other] = await certorderEach(
        [{ args }, { args: ["reissue", "order-1", ...goodRequest()] }],
        env,
      );
      expect(next).toMatchObject({ code: 0, stdout: expect.stringContaining(`certificate ${certificate}`) });
      expect(sandbox.reissues("order-1")).toBe(2);
      expect(other).toMatchObject({ code: 0, stdout: expect.stringContaining("✓ reissued") });
    },
  );

  test.concurrent("answers the same key again", async () => {
    const sandbox = await service();
    const env = { ...sandbox.env, CERTORDER_JOURNAL_DIR: newFolder() };
    const args = ["reissue", "order-1", ...goodRequest("k")];
    const first = await unread(args, env, { out: "closed", err: "pipe" });
    const certificate = sandbox.ledger[0]?.certificateId ?? "none";
    expect(first).toMatchObject({ code: 6, stderr: expect.stringContaining(`certificate ${certificate}`) });
    expect(first.stderr).toContain("Run the same command again for the same answer. Nothing is sent then.");
    // The second answer cannot be printed either.
    expect(await unread(args, env, { out: "full", err: "pipe" })).toMatchObject({ code: 6 });
    const { code, stdout } = await certorder(args, { env });
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining(`certificate ${certificate}`),
    });
    expect(sandbox.reissues("order-1")).toBe(1);
  });

  test.concurrent("keeps the exit code of its outcome with --json", async () => {
    const { url } = await listener((_, response) => void response.socket?.destroy());
    const args = ["reissue", "o", ...goodRequest(), "--json"];
    const { code, stderr } = await unread(args, environmentFor(url), { out: "closed", err: "pipe" });
    expect(code).toBe(5);
    expect(stderr).toContain("its outcome is unknown");
  });

  test.concurrent("is recorded also when standard error is closed", async () => {
    let asked = 0;
    const { url, heard } = await listener((_, response) => {
      if (++asked === 1) response.writeHead(429, { "retry-after": "0" }).end();
      else setTimeout(() => response.end('{"code":"success","data":{"certificate":{"id":"c-9"}}}'), 100);
    });
    const env = { ...environmentFor(url), CERTORDER_JOURNAL_DIR: newFolder() };
    const { code } = await unread(["reissue", "o", ...keylessRequest], env, { out: "closed", err: "closed" });
    expect(code).toBe(6);
    expect(heard).toHaveLength(2);
    const { stdout } = await certorder(["journal", "list", "--all", "--json"], { env });
    expect(JSON.parse(stdout)).toMatchObject({
      attempts: [{ last_event: "rejected" }, { last_event: "done", certificate_id: "c-9" }],
    });
  });
});

describe("A command whose output cannot be written", () => {
  test.concurrent.each([
    [["--help"], 0],
    [["reissue", "--help"], 0],
    [["journal", "list"], 1],
    [["journal"], 0],
    [["sandbox", "--port", "0"], 1],
  ])("prints no message to a closed pipe, such as that of head: %j", async (args, expected) => {
    const { code, stderr } = await unread(args, {}, { out: "closed", err: "pipe" });
    expect({ code, stderr }).toEqual({ code: expected, stderr: "" });
  });

  test.concurrent.each([
    [["--help"]],
    [["--version"]],
    [["reissue", "--help"]],
    [["journal", "list"]],
    [["journal"]],
    [["sandbox", "--port", "0"]],
  ])("fails on a full disk and names the reason: %j", async (args) => {
    const { code, stderr } = await unread(args, {}, { out: "full", err: "pipe" });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining("could not be written to standard output (ENOSPC)"),
    });
    expect(stderr).not.toContain("    at ");
  });
});
