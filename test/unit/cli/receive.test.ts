import { once } from "node:events";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "node:tls";
import { describe, expect, test, vi } from "vitest";
import { Journal } from "../../../src/journal/index.ts";
import { createAuthority } from "../../../src/sandbox/certificates.ts";
import { atTheEnd } from "../../harness/at-the-end.ts";
import { callbackEvent } from "../../harness/callback-event.ts";
import { certorderProcess, newFolder, startCertorder } from "../../harness/cli/cli.ts";
import { commandIntent, reissue } from "../../harness/journal/intents.ts";

const authority = createAuthority();

/** A folder with a journal and a certificate, and how to start a receiver there. */
async function newReceiver() {
  const folder = newFolder();
  const path = (name: string) => join(folder, name);
  const journal = new Journal(path("journal"));
  await journal.init();
  const saveCertificate = (names = ["localhost"]) => {
    const { key, cert } = authority.issue(names);
    writeFileSync(path("tls.key"), key);
    writeFileSync(path("tls.crt"), cert);
  };
  saveCertificate();
  const start = async (...flags: string[]) => {
    const args = `receive --port 0 --host 127.0.0.1 --name r1 --journal ${path("journal")}
      --tls-cert ${path("tls.crt")} --tls-key ${path("tls.key")}`.split(/\s+/);
    const run = startCertorder([...args, ...flags], { env: { CERTORDER_ACCESS_KEY: "old-key\nnew-key" } });
    atTheEnd(() => run.child.kill("SIGKILL"));
    let text = "";
    run.child.stdout.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    await run.prints('"listening"');
    const lines = () =>
      text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    const events = () => lines().map(({ event }) => event);
    /** The first line about this event, once it is there. */
    const logged = (name: string) =>
      vi.waitFor(() => {
        expect(events()).toContain(name);
        return lines().find(({ event }) => event === name);
      }, 15_000);
    return { ...run, lines, events, logged, url: String(lines()[0]?.url) };
  };
  return { folder, path, journal, start, saveCertificate };
}

/** A connection that has not sent anything yet. */
async function connection(url: string) {
  const port = Number(new URL(url).port);
  const socket = connect({ port, host: "127.0.0.1", ca: authority.pem, servername: "localhost" });
  socket.on("error", () => {});
  await once(socket, "secureConnect");
  return socket;
}

/** Begins a callback, or the request for a page. */
function begin(url: string, isCallback: boolean, auth = "old-key") {
  const outgoing = request(url, {
    method: isCallback ? "POST" : "GET",
    agent: false,
    ca: authority.pem,
    servername: "localhost",
    headers: isCallback ? { "content-type": "application/json", "x-cc-callback-auth": auth } : {},
  });
  const answer = (once(outgoing, "response") as Promise<[IncomingMessage]>).then(async ([response]) => ({
    status: response.statusCode ?? 0,
    body: await readText(response),
  }));
  return { outgoing, answer };
}

/** Calls back, or asks for a page. Resolves to the status and the body. */
function ask(url: string, body?: object, auth?: string) {
  const { outgoing, answer } = begin(url, body !== undefined, auth);
  outgoing.end(body && JSON.stringify(body));
  return answer;
}

/** A person reissues the order once more. */
const reissued = (journal: Journal, certificate: string, orderId = "order-1") =>
  reissue(journal, commandIntent({ orderId, requestDigest: certificate }), "done", certificate);

const issued = async (journal: Journal, order = "order-1") => (await journal.history(order)).issued;

describe("certorder receive", () => {
  test.concurrent("A callback is in the journal when the service gets 200, and each only once", async () => {
    const { journal, start } = await newReceiver();
    await reissued(journal, "cert-1");
    const { url, child, ended, lines } = await start();
    expect((await ask(url, callbackEvent("cert-1"))).status).toBe(200);
    // Nothing but the answer was waited for.
    child.kill("SIGKILL");
    await ended;
    expect(await issued(journal)).toMatchObject([{ certificateId: "cert-1", receiver: "r1" }]);
    const again = await start();
    const event = callbackEvent("cert-1");
    for (const [status, body, key] of [
      [200, event, "new-key"],
      [200, callbackEvent("cert-simulated", "order-simulated"), "old-key"],
      [401, event, "wrong-key"],
      [200, { ...event, action_id: "order:revoked" }, "old-key"],
      [422, [], "old-key"],
    ] as const)
      expect((await ask(again.url, body, key)).status, `${key}, ${JSON.stringify(body)}`).toBe(status);
    expect(JSON.parse((await ask(`${again.url}/health`)).body)).toEqual({
      status: "ok",
      recorded: 0,
      known: 1,
      unknown_order: 1,
      other_action: 1,
      refused: 2,
    });
    expect(again.lines().filter(({ event }) => event === "refused")).toMatchObject([
      { reason: "unauthorized", status: 401 },
      { reason: "invalid_event", status: 422, field: "(body)" },
    ]);
    expect(await issued(journal)).toHaveLength(1);
    expect(await issued(journal, "order-simulated")).toEqual([]);
    expect(lines()[0]).toMatchObject({ event: "listening", name: "r1" });
  });

  test.concurrent("A journal that is gone is no journal without orders: 503, and the callback can be sent again", async () => {
    const { path, journal, start } = await newReceiver();
    await reissued(journal, "cert-1");
    const { url } = await start();
    renameSync(path("journal"), path("elsewhere"));
    expect((await ask(url, callbackEvent("cert-1"))).status).toBe(503);
    expect((await ask(`${url}/health`)).status).toBe(503);
    renameSync(path("elsewhere"), path("journal"));
    expect((await ask(`${url}/health`)).status).toBe(200);
    expect((await ask(`${url}/health`, callbackEvent("cert-1"))).status).toBe(200);
    expect(await issued(journal)).toHaveLength(1);
  });

  test.concurrent("answers what is under way before it stops, and does not wait for a silent connection", async () => {
    const { journal, start } = await newReceiver();
    await reissued(journal, "cert-1");
    const { url, child, ended, events, logged } = await start();
    await connection(url);
    const { outgoing, answer } = begin(url, true);
    outgoing.flushHeaders();
    await sleep(500);
    child.kill("SIGTERM");
    await logged("stopping");
    outgoing.end(JSON.stringify(callbackEvent("cert-1")));
    expect((await answer).status).toBe(200);
    expect((await ended).code).toBe(0);
    expect(events().slice(-2)).toEqual(["recorded", "stopped"]);
  });

  test.concurrent("The time of the program is not the time of a request", async () => {
    const { start } = await newReceiver();
    const { url, events } = await start("--on-issued", "/bin/true", "--on-issued-timeout", "1s");
    const { outgoing, answer } = begin(url, true);
    outgoing.flushHeaders();
    await sleep(2_000);
    expect(events()).not.toContain("refused");
    outgoing.end(JSON.stringify(callbackEvent("cert-1")));
    expect((await answer).status).toBe(200);
  });

  test.concurrent("A new certificate is used for new connections; half a renewal and wrong files are not", async () => {
    const { path, start, saveCertificate } = await newReceiver();
    const { url, logged } = await start();
    const names = async () => {
      const socket = await connection(url);
      const { subjectaltname } = socket.getPeerCertificate();
      socket.destroy();
      return subjectaltname;
    };
    expect(await names()).toBe("DNS:localhost");
    writeFileSync(path("tls.key"), authority.issue(["localhost"]).key);
    await logged("certificate_not_reloaded");
    expect(await names()).toBe("DNS:localhost");
    saveCertificate(["localhost", "new.example"]);
    await logged("certificate_reloaded");
    expect(await names()).toBe("DNS:localhost, DNS:new.example");
  });

  test.concurrent.each([
    ["--access-key-file /nowhere", "cannot be read"],
    ["--access-key-file /dev/null", "access key is missing"],
    ["--host 0.0.0.0", "Without TLS"],
    ["--tls-cert only-one.crt", "Only one of"],
    ["--tls-cert none.crt --tls-key none.key", "cannot start"],
    ["--on-issued /nowhere/deploy.sh", "cannot be run"],
  ])("Wrong flags are told before it starts: %s", async (flags, says) => {
    const { path } = await newReceiver();
    const env = { CERTORDER_ACCESS_KEY: "k", CERTORDER_JOURNAL: path("journal") };
    expect(await certorderProcess(`receive ${flags}`, { env })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(says),
    });
  });
});

describe("certorder receive --on-issued", () => {
  /** A program that runs these lines of a shell. */
  function program(file: string, ...lines: string[]): string {
    writeFileSync(file, `#!/bin/sh\n${lines.join("\n")}\n`, { mode: 0o755 });
    return file;
  }

  test.concurrent("The program gets the ids, not the access key, and runs once for each new callback", async () => {
    const { path, journal, start } = await newReceiver();
    const deploy = program(
      path("deploy.sh"),
      `echo "$CERTORDER_ORDER_ID $CERTORDER_CERTIFICATE_ID [$CERTORDER_ACCESS_KEY]" >> ${path("deployed")}`,
    );
    // It does not run for what was recorded when there was none.
    await reissued(journal, "cert-0");
    const without = await start();
    await ask(without.url, callbackEvent("cert-0"));
    without.child.kill("SIGTERM");
    await without.ended;
    await reissued(journal, "cert-1");
    const { url, logged } = await start("--on-issued", deploy);
    for (const _ of [1, 2]) await ask(url, callbackEvent("cert-1"));
    await logged("program_succeeded");
    await sleep(100);
    expect(readFileSync(path("deployed"), "utf8")).toBe("order-1 cert-1 []\n");
    expect(await issued(journal)).toMatchObject([{ isPending: false }, { isPending: false }]);
  });

  test.concurrent("A program that fails runs again, also after a kill, until it succeeds", async () => {
    const { path, journal, start } = await newReceiver();
    for (const certificate of ["cert-1", "cert-2"]) await reissued(journal, certificate);
    const deploy = program(
      path("deploy.sh"),
      `echo $CERTORDER_CERTIFICATE_ID >> ${path("tried")}`,
      `test -f ${path("repaired")} || { echo "no space left" >&2; exit 3; }`,
    );
    const first = await start("--on-issued", deploy);
    for (const certificate of ["cert-1", "cert-2"]) await ask(first.url, callbackEvent(certificate));
    const ids = { order_id: "order-1", certificate_id: "cert-1" };
    expect(await first.logged("program_failed")).toMatchObject({
      ...ids,
      exit_code: 3,
      output: "no space left\n",
    });
    // Again by itself, after a second.
    const failures = () =>
      first.lines().filter((line) => line.retry_in_ms && line.certificate_id === "cert-1");
    await vi.waitFor(() => expect(failures().length).toBeGreaterThan(1), 15_000);
    expect(
      failures()
        .map((line) => line.retry_in_ms)
        .slice(0, 2),
    ).toEqual([1_000, 2_000]);
    first.child.kill("SIGKILL");
    await first.ended;
    writeFileSync(path("repaired"), "");
    const second = await start("--on-issued", deploy);
    await vi.waitFor(
      () => expect(second.events().filter((event) => event === "program_succeeded")).toHaveLength(2),
      15_000,
    );
    const tried = readFileSync(path("tried"), "utf8").trim().split("\n");
    expect(tried[0]).toBe("cert-1");
    expect(tried.slice(-2).sort()).toEqual(["cert-1", "cert-2"]);
    expect(await issued(journal)).toMatchObject([{ isPending: false }, { isPending: false }]);
  });

  test("Programs that fail do not hold back a new callback of their order, nor other orders", async () => {
    const { path, journal, start } = await newReceiver();
    const orders = Array.from({ length: 6 }, (_, index) => `order-${index}`);
    for (const order of orders) await reissued(journal, `cert-of-${order}`, order);
    await reissued(journal, "cert-2", "order-0");
    const deploy = program(
      path("deploy.sh"),
      'test "$CERTORDER_CERTIFICATE_ID" = cert-2 || test "$CERTORDER_ORDER_ID" = order-5',
    );
    const { url, lines } = await start("--on-issued", deploy);
    for (const order of orders) await ask(url, callbackEvent(`cert-of-${order}`, order));
    await ask(url, callbackEvent("cert-2", "order-0"));
    await vi.waitFor(() => {
      const succeeded = lines().filter(({ event }) => event === "program_succeeded");
      expect(succeeded.map(({ certificate_id }) => certificate_id).sort()).toEqual([
        "cert-2",
        "cert-of-order-5",
      ]);
    }, 10_000);
    expect(await issued(journal, "order-0")).toMatchObject([{ isPending: true }, { isPending: false }]);
  });

  test("A program that hangs is ended with what it started, and its flood of output is cut", async () => {
    const { path, journal, start } = await newReceiver();
    await reissued(journal, "cert-1");
    const deploy = program(
      path("deploy.sh"),
      `head -c 10000000 /dev/zero | tr '\\0' 'x'`,
      `(sleep 4; touch ${path("survived")}) & sleep 60`,
    );
    const { url, logged } = await start("--on-issued", deploy, "--on-issued-timeout", "1s");
    await ask(url, callbackEvent("cert-1"));
    const failed = await logged("program_failed");
    expect(failed).toMatchObject({ timed_out: true, signal: "SIGKILL" });
    expect(String(failed?.output).length).toBeLessThanOrEqual(2_000);
    await sleep(4_000);
    expect(existsSync(path("survived"))).toBe(false);
  });
});
