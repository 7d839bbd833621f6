import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { callbackEvent } from "../../harness/callback-event.ts";
import { certorderProcess } from "../../harness/cli/cli.ts";
import {
  ask,
  authority,
  begin,
  connection,
  issued,
  newReceiver,
  reissued,
} from "../../harness/cli/receiver.ts";

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
      pending: 0,
      failing: 0,
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
    expect((await ask(`${url}/health`, callbackEvent("cert-1"))).status).toBe(200);
    // An answer is used for five seconds.
    await vi.waitFor(async () => expect((await ask(`${url}/health`)).status).toBe(200), 10_000);
    expect(await issued(journal)).toHaveLength(1);
  });

  test.concurrent("A journal that has lost the receiver, and so what was deployed, takes no callback: 503", async () => {
    const { path, journal, start } = await newReceiver();
    for (const certificate of ["cert-1", "cert-2"]) await reissued(journal, certificate);
    const { url, events, lines } = await start("--on-issued", "/bin/true");
    for (const certificate of ["cert-1", "cert-2"])
      expect((await ask(url, callbackEvent(certificate))).status).toBe(200);
    const deployed = () =>
      lines()
        .filter(({ event }) => event === "deployed")
        .at(-1);
    await vi.waitFor(() => expect(deployed()).toMatchObject({ certificate_id: "cert-2" }), 20_000);
    renameSync(path("journal/callbacks"), path("elsewhere"));
    expect((await ask(url, callbackEvent("cert-1"))).status).toBe(503);
    await vi.waitFor(() => expect(events()).toContain("refused"));
    renameSync(path("elsewhere"), path("journal/callbacks"));
    expect((await ask(url, callbackEvent("cert-1"))).status).toBe(200);
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

  test.concurrent("Connections without a handshake are few for each address, and do not last", async () => {
    const { start } = await newReceiver();
    const { url, logged } = await start();
    const port = Number(new URL(url).port);
    const began = performance.now();
    const silent = Array.from({ length: 60 }, () =>
      connect(port, "127.0.0.1")
        .on("error", () => {})
        .resume(),
    );
    const open = () => silent.filter(({ destroyed }) => !destroyed).length;
    await vi.waitFor(() => expect(open()).toBe(50), 4_000);
    expect(await logged("connections_refused")).toMatchObject({ source: "127.0.0.1" });
    await vi.waitFor(() => expect(open()).toBe(0), 10_000);
    expect(performance.now() - began).toBeGreaterThan(4_000);
    expect((await ask(url, callbackEvent())).status).toBe(200);
  });

  test.concurrent("Without a terminal, the address of the page is in a file that only its user can read, and nowhere else", async () => {
    const { start } = await newReceiver();
    const { child, ended, says } = await start("--inspect");
    const [, file = ""] =
      /See what is received: open the address in (\S+)/.exec(await says(/address in \S+\n/)) ?? [];
    expect([statSync(file).mode & 0o777, statSync(dirname(file)).mode & 0o777]).toEqual([0o600, 0o700]);
    const { origin, hash } = new URL(readFileSync(file, "utf8"));
    expect(await fetch(origin)).toMatchObject({ status: 200 });
    child.kill("SIGTERM");
    const { stdout, stderr } = await ended;
    expect(hash.length).toBeGreaterThan(20);
    expect(stdout + stderr).not.toContain(hash.slice(1));
    expect(existsSync(file)).toBe(false);
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
    ["--access-key-file FOLDER/binary", "has control characters, or is not UTF-8"],
    ["--host 0.0.0.0", "Without TLS"],
    ["--tls-cert only-one.crt", "Only one of"],
    ["--tls-cert none.crt --tls-key none.key", "cannot start"],
    ["--name r --on-issued /nowhere/deploy.sh", "cannot be run"],
    ["--on-issued /bin/true", "--on-issued needs --name"],
  ])("Wrong flags are told before it starts: %s", async (flags, says) => {
    const { folder, path } = await newReceiver();
    writeFileSync(path("binary"), Buffer.of(0xff, 0xd8, 0xff, 0xe0));
    const env = { CERTORDER_ACCESS_KEY: "k", CERTORDER_JOURNAL: path("journal") };
    expect(await certorderProcess(`receive ${flags.replace("FOLDER", folder)}`, { env })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(says),
    });
  });
});
