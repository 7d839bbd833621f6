import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { bareEnvironment, certorder, certorderEach, inTurn } from "../../harness/cli/cli.ts";
import {
  confirmedRequest,
  environmentFor,
  importOld,
  keylessRequest,
  listener,
  service,
} from "../../harness/cli/service.ts";
import { newJournal } from "../../harness/journal/new-journal.ts";
import { commandLine } from "../../harness/program.ts";

type Output = "full" | "closed" | "pipe";

/** Runs the command line with outputs that cannot be written: on a full disk, or to a closed pipe. */
function unread(args: readonly string[], env: Record<string, string>, outputs: { out: Output; err: Output }) {
  return inTurn(async () => {
    const target = (output: Output) => (output === "full" ? openSync("/dev/full", "w") : "pipe");
    const [program, ...first] = commandLine();
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
  test.concurrent.each([
    ["closed", "--max-age", keylessRequest],
    ["full", "--idempotency-key", confirmedRequest("k")],
  ] as const)(
    "names the certificate on standard error (%s output, with %s), and is answered again",
    async (out, _, request) => {
      const sandbox = await service();
      const env = { ...sandbox.env, CERTORDER_JOURNAL: newJournal() };
      await importOld(env.CERTORDER_JOURNAL, "order-1", sandbox.url);
      const args = ["reissue", "order-1", ...request];
      const { code, stderr } = await unread(args, env, { out, err: "pipe" });
      const certificate = sandbox.ledger[0]?.certificateId ?? "none";
      expect(code).toBe(6);
      expect(stderr).toContain(`Order order-1 was reissued: certificate ${certificate}.`);
      expect(stderr).toContain("Run the same command again for the same answer. Nothing is sent then.");
      expect(stderr).not.toContain("    at ");
      // The second answer cannot be printed either.
      expect(await unread(args, env, { out, err: "pipe" })).toMatchObject({ code: 6 });
      const [next, other] = await certorderEach([args, ["reissue", "order-1", ...confirmedRequest()]], env);
      expect(next).toMatchObject({ code: 0, stdout: expect.stringContaining(`certificate ${certificate}`) });
      expect(other).toMatchObject({ code: 0, stdout: expect.stringContaining("✓ reissued") });
      expect(sandbox.reissues("order-1")).toBe(2);
    },
  );

  test.concurrent("keeps the exit code of its outcome with --json", async () => {
    const { url } = await listener((_, response) => void response.socket?.destroy());
    const args = ["reissue", "o", ...confirmedRequest(), "--json"];
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
    const env = { ...environmentFor(url), CERTORDER_JOURNAL: newJournal() };
    const { code } = await unread(["reissue", "o", ...confirmedRequest()], env, {
      out: "closed",
      err: "closed",
    });
    expect(code).toBe(6);
    expect(heard).toHaveLength(2);
    const { stdout } = await certorder("journal show o --json", { env });
    expect(JSON.parse(stdout)).toMatchObject({
      attempts: [{ last_event: "rejected" }, { last_event: "done", certificate_id: "c-9" }],
    });
  });
});

test.concurrent.each([
  ["reissue --help", 0],
  ["version", 1],
  ["sandbox --port 0", 1],
] as const)(
  "certorder %s is silent at a closed pipe, such as that of head, and fails on a full disk",
  async (line, closed) => {
    const pipe = await unread(line.split(" "), {}, { out: "closed", err: "pipe" });
    expect(pipe).toEqual({ code: closed, stderr: "" });
    const disk = await unread(line.split(" "), {}, { out: "full", err: "pipe" });
    expect(disk).toEqual({
      code: 1,
      stderr: expect.stringContaining("could not be written to standard output (ENOSPC)"),
    });
    expect(disk.stderr).not.toContain("    at ");
  },
);
