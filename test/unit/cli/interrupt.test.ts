import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { atTheEnd } from "../../harness/at-the-end.ts";
import { certorder, newFolder, startCertorder } from "../../harness/cli/cli.ts";
import { confirmedRequest, environmentFor, listener, patientService } from "../../harness/cli/service.ts";
import { newJournal } from "../../harness/journal/new-journal.ts";
import { credentials } from "../../harness/journal/s3-server.ts";
import { onLoopback } from "../../harness/on-loopback.ts";

/** A server that takes connections and says nothing, not even a TLS handshake. */
async function silentServer() {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    atTheEnd(() => socket.destroy());
  });
  atTheEnd(() => server.close());
  const url = `https://127.0.0.1:${await onLoopback(server)}`;
  return { url, connected: () => once(server, "connection") };
}

/** Starts a reissue at this address, with a journal of its own. */
function startReissue(url: string, ...flags: string[]) {
  const env = { ...environmentFor(url), CERTORDER_JOURNAL: newJournal() };
  const listed = async () => {
    const { stdout } = await certorder("journal show o --json", { env });
    return (JSON.parse(stdout) as { attempts?: Record<string, string>[] }).attempts ?? [];
  };
  return { ...startCertorder(["reissue", "o", ...confirmedRequest(), ...flags], { env }), listed };
}

describe("Ctrl-C during a reissue", () => {
  test.concurrent("ends it as not sent while it connects, with exit code 4 and no open attempt", async () => {
    const server = await silentServer();
    const { child, ended, says, listed } = startReissue(server.url);
    await server.connected();
    child.kill("SIGINT");
    await says("Stopping.");
    const { code, stderr } = await ended;
    expect(code).toBe(4);
    expect(stderr).toContain("was not sent: it was cancelled");
    expect(stderr).toContain("not-sent: Nothing was sent.");
    expect(await listed()).toEqual([]);
  });

  // What a terminal sends, also when it is closed, and what CI systems send to cancel a job.
  test.concurrent.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "waits for the answer once the reissue was sent (%s)",
    async (signal) => {
      const service = await patientService();
      const { child, ended, says, listed } = startReissue(service.url);
      await service.arrival;
      child.kill(signal);
      await says("Stopping. If a request was sent, its answer is awaited");
      service.answer();
      const stdout = "✓ reissued order o: certificate cert-of-a-test\n";
      expect(await ended).toMatchObject({ code: 0, stdout });
      expect(await listed()).toMatchObject([{ last_event: "done", status: "succeeded" }]);
      expect(service.heard).toHaveLength(1);
    },
  );

  test.concurrent("pressed twice leaves the outcome of a sent reissue unknown, and names the command that resolves it", async () => {
    const service = await patientService();
    const { child, ended, says, listed } = startReissue(service.url);
    await service.arrival;
    child.kill("SIGINT");
    await says("Stopping.");
    child.kill("SIGINT");
    const { code, stderr } = await ended;
    expect(code).toBe(5);
    expect(stderr).toContain("was sent, and its outcome is unknown: it was cancelled");
    const [attempt] = await listed();
    expect(attempt).toMatchObject({ last_event: "unknown", status: "open" });
    expect(stderr).toContain(`certorder journal resolve o ${attempt?.attempt_id} --not-happened`);
    expect(service.heard).toHaveLength(1);
  });

  test.concurrent("ends it as rejected while it waits for a rate limit, with exit code 3 and no open attempt", async () => {
    const { url, heard } = await listener((_, response) => {
      response.writeHead(429, { "retry-after": "60" }).end();
    });
    const { child, ended, says, listed } = startReissue(url);
    await says("Trying again in");
    child.kill("SIGINT");
    expect(await ended).toMatchObject({ code: 3, stderr: expect.stringContaining("was refused: http_429") });
    expect(await listed()).toMatchObject([{ last_event: "rejected", status: "void" }]);
    expect(heard).toHaveLength(1);
  });
});

/** A journal in S3 that does not answer such requests. */
async function hangingJournal(hangs: "PUT" | "GET") {
  const { promise: asked, resolve: note } = Promise.withResolvers<void>();
  const { url } = await listener((request, response) => {
    const isProof = request.path.endsWith("proof");
    if (request.method === hangs && !isProof) return note();
    if (request.method === "PUT") response.writeHead(412).end();
    else {
      const key = request.path.includes("proof") ? "<Key>team/=proof</Key>" : "";
      response.end(`<ListBucketResult>${key}</ListBucketResult>`);
    }
  });
  const env = {
    ...credentials,
    CERTORDER_JOURNAL: `s3://journal/team?endpoint=${encodeURIComponent(url)}`,
  };
  return { asked, env };
}

describe("A journal whose store does not answer", () => {
  const start = async (hangs: "PUT" | "GET", ...flags: string[]) => {
    const service = await patientService();
    const journal = await hangingJournal(hangs);
    const env = { ...environmentFor(service.url), ...journal.env };
    const started = startCertorder(["reissue", "o", ...confirmedRequest(), ...flags], { env });
    return { ...journal, service, ...started };
  };

  test.concurrent.each(["PUT", "GET"] as const)(
    "does not keep the process from ending (%s)",
    async (hangs) => {
      const { says, ended, service } = await start(hangs, "--timeout-seconds", "8");
      const began = performance.now();
      await says("the journal did not answer, and the time for the whole operation ran out");
      // A minute without a limit of the command. Machines may be slow.
      expect(performance.now() - began).toBeLessThan(25_000);
      const told = performance.now();
      const { code, stderr } = await ended;
      expect(performance.now() - told).toBeLessThan(8_000);
      expect(code).toBe(4);
      if (hangs === "PUT")
        expect(stderr).toMatch(/If attempt \w{12} blocks the order later, it was not sent/);
      expect(service.heard).toEqual([]);
    },
  );

  test.concurrent("ends at once when Ctrl-C is pressed while the journal is read, and nothing is sent", async () => {
    const { child, ended, asked, service } = await start("GET");
    await asked;
    child.kill("SIGINT");
    const { code, stderr } = await ended;
    expect(code).toBe(4);
    expect(stderr).toContain("was not sent: the journal did not answer, and it was cancelled");
    expect(service.heard).toEqual([]);
  });

  // A reissue awaits an answer that is on its way. Other commands have nothing to wait for.
  test.concurrent.each([
    ["status", "SIGINT", 7, "certorder status was cancelled. Nothing was sent."],
    ["journal show o --json", "SIGTERM", 7, "certorder journal show was cancelled. Nothing was sent."],
    ["journal resolve o a --not-happened", "SIGINT", 7, "The outcome may not be recorded."],
    ["journal copy URL file:///nowhere", "SIGINT", 7, "The copy may be incomplete."],
    ["receive", "SIGTERM", 7, "certorder receive was cancelled. Nothing was sent."],
    ["wait o", "SIGINT", 8, "certorder wait was cancelled. The wait ended before the callback came."],
  ] as const)("lets a signal end certorder %s (%s)", async (line, signal, exitCode, known) => {
    const { url, connected } = await silentServer();
    const journal = `postgres://user@${new URL(url).host}/orders?sslmode=disable`;
    const { child, ended } = startCertorder(line.replace("URL", journal), {
      env: { CERTORDER_JOURNAL: journal, CERTORDER_ACCESS_KEY: "access-key-of-a-test" },
    });
    await connected();
    child.kill(signal);
    const { code, stdout, stderr } = await ended;
    const shown = line.endsWith("--json") ? (JSON.parse(stdout) as { message: string }).message : stderr;
    expect(shown).toContain(known);
    expect(code).toBe(exitCode);
  });

  test.concurrent("ends at once when Ctrl-C is pressed twice", async () => {
    const { child, says, ended, asked, service } = await start("PUT");
    await asked;
    child.kill("SIGINT");
    await says("Stopping.");
    child.kill("SIGINT");
    const { code, stderr } = await ended;
    expect(code).toBe(4);
    expect(stderr).toContain("the journal did not answer, and it was cancelled");
    expect(service.heard).toEqual([]);
  });
});

test("Ctrl-C ends a callback test: not sent while it connects, unknown after it was sent", async () => {
  const server = await silentServer();
  const service = await patientService();
  const connecting = startCertorder(["callback-test"], { env: environmentFor(server.url) });
  const waiting = startCertorder(["callback-test", "--json"], { env: environmentFor(service.url) });
  await Promise.all([server.connected(), service.arrival]);
  connecting.child.kill("SIGINT");
  waiting.child.kill("SIGINT");
  await waiting.says("Stopping.");
  waiting.child.kill("SIGINT");
  expect(await connecting.ended).toMatchObject({ code: 4 });
  const { code, stdout } = await waiting.ended;
  expect(code).toBe(5);
  expect(JSON.parse(stdout)).toMatchObject({ outcome: "unknown", verdict: "unknown", code: "aborted" });
});

// Where Linux is, a process shows what its threads wait for.
test.runIf(process.platform === "linux")(
  "Ctrl-C ends a command that waits for the writer of a pipe",
  async () => {
    const pipe = join(newFolder(), "pipe");
    execFileSync("mkfifo", [pipe]);
    for (const line of [`reissue --from ${pipe} --yes`, `reissue o --csr-file ${pipe}`]) {
      const env = { ...environmentFor("http://127.0.0.1:1"), CERTORDER_JOURNAL: newJournal() };
      const flags = "--sign-hash sha256 --idempotency-key k";
      const { child, ended } = startCertorder(`${line} ${flags}`.split(" "), { env });
      const tasks = `/proc/${child.pid}/task`;
      await vi.waitFor(() => {
        const waits = readdirSync(tasks).map((task) => readFileSync(join(tasks, task, "wchan"), "utf8"));
        expect(waits).toContain("wait_for_partner");
      }, 20_000);
      child.kill("SIGINT");
      expect(await ended).toMatchObject({ code: 4, stderr: expect.stringContaining("was cancelled") });
    }
  },
);
