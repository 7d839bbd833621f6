import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checks } from "../../../../src/cli/doctor/checks.ts";
import { Journal } from "../../../../src/journal/index.ts";
import { atTheEnd } from "../../../harness/at-the-end.ts";
import { certorder, newFolder } from "../../../harness/cli/cli.ts";
import { environmentFor, service } from "../../../harness/cli/service.ts";
import { proxiedName, setStage } from "../../../harness/doctor/stage.ts";
import { startProxy, tunnelTo } from "../../../harness/faults/proxy-server.ts";
import { commandIntent, reissue } from "../../../harness/journal/intents.ts";

describe.concurrent("certorder doctor", () => {
  test("shows each setting with where it comes from, masks secrets, and exits with 0", async () => {
    const { url, credentials } = await service();
    const env = {
      ...environmentFor(url, credentials),
      CERTORDER_MAX_TRIES: "5",
      CERTORDER_ACCESS_KEY: "key-of-a-test",
    };
    const { code, stdout, stderr } = await certorder("doctor --service shop", { env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    for (const line of [
      /^✓ settings +Complete\.$/m,
      new RegExp(`^ +base_url +${url} \\(CERTORDER_BASE_URL\\)$`, "m"),
      /^ +service +shop \(--service\)$/m,
      /^ +auth_key +\*\*\* \(CERTORDER_AUTH_KEY\)$/m,
      /^ +max_tries +5 \(CERTORDER_MAX_TRIES\)$/m,
      /^ +timeout_seconds +120 \(default\)$/m,
      /^ +ca_file +not set$/m,
      /^✓ service-answer +It answers like an API: HTTP 405 in \d+ ms\.$/m,
      /^– keys +Not checked: no harmless request/m,
      /This is what this machine sees\. The service may see another network or DNS\.$/m,
    ])
      expect(stdout).toMatch(line);
    expect(stdout).not.toContain(credentials.authKey);
    expect(stdout).not.toContain("callback-dns");
  });

  test("prints each check as JSON, and exits with 7 if one fails", async () => {
    const { url, credentials } = await service();
    const env = { ...environmentFor(url, credentials), CERTORDER_KEY_ID: undefined };
    const { code, stdout } = await certorder("doctor --json", { env });
    expect(code).toBe(7);
    const { healthy, checks: shown } = JSON.parse(stdout);
    expect(healthy).toBe(false);
    expect(shown[0]).toMatchObject({
      name: "settings",
      status: "failed",
      text: "--key-id is missing.",
      remedy: "Give --key-id, or set CERTORDER_KEY_ID.",
    });
    expect(shown.map(({ name }: { name: string }) => name)).toEqual(
      checks.map(({ name }) => name).filter((name) => !/^callback|^github/.test(name)),
    );
  });

  test("exits with 7 if a check that was asked for cannot be made", async () => {
    const { env, credentials, saveCallback } = await service([], {
      rateLimit: { requests: 1, perSeconds: 3_600 },
    });
    saveCallback(credentials.keyId, { url: "https://localhost:1/", accessKey: "k" });
    for (const [line, shown] of [
      ["doctor --callback-test", /^✗ callback-test /m],
      // The account has had its test.
      ["doctor --callback-test", /^– callback-test /m],
      ["doctor --only keys", /^– keys /m],
    ] as const)
      expect(await certorder(line, { env })).toMatchObject({ code: 7, stdout: expect.stringMatching(shown) });
  });

  test("makes only the named checks and those that they need, and refuses a name that it does not know", async () => {
    const { env } = await service();
    const { stdout } = await certorder("doctor --only service-tls --only runtime", { env });
    expect([...stdout.matchAll(/^[✓!✗–] (\S+)/gm)].map(([, name]) => name)).toEqual([
      ...["runtime", "service-dns", "service-connection", "service-tls"],
    ]);
    const lacking = await certorder("doctor --only service-answer", { env: {} });
    expect(lacking).toMatchObject({ code: 7, stdout: expect.stringMatching(/✗ settings .*--base-url/) });
    const unknown = await certorder("doctor --only service-tsl", { env });
    expect(unknown).toMatchObject({ code: 2, stdout: "" });
    expect(unknown.stderr).toContain("Did you mean service-tls?");
    const idle = await certorder("doctor --only callback-dns", { env });
    expect(idle).toMatchObject({ code: 2, stdout: "" });
    expect(idle.stderr).toContain("nothing to check for callback-dns");
  });

  test("sends nothing that acts, and writes nothing", async () => {
    const { env, requests, ledger } = await service();
    const folder = newFolder();
    await new Journal(folder).init();
    await reissue(new Journal(folder), commandIntent(), "unknown");
    const before = readdirSync(folder, { recursive: true });
    await certorder("doctor", { env: { ...env, CERTORDER_JOURNAL: folder } });
    await certorder("doctor", { env: { ...env, CERTORDER_JOURNAL: join(folder, "none") } });
    expect(readdirSync(folder, { recursive: true })).toEqual(before);
    expect(requests.map(({ method, keyId }) => ({ method, keyId }))).toEqual([
      { method: "GET", keyId: undefined },
      { method: "GET", keyId: undefined },
    ]);
    expect(ledger).toEqual([]);
  });

  test("accepts a service that answers 404 to a GET, and refuses an operation without keys", async () => {
    const stage = await setStage();
    const { answer } = stage.service;
    stage.service.answer = (request, response) =>
      request.method === "GET" ? response.writeHead(404).end() : answer(request, response);
    expect((await stage.look()).get("service-answer")).toMatchObject({
      status: "ok",
      text: expect.stringContaining("HTTP 401"),
    });
    const asked = stage.sandbox.requests.map(({ method, keyId }) => ({ method, keyId }));
    expect(asked).toEqual([{ method: "PUT", keyId: undefined }]);
    expect(stage.sandbox.ledger).toEqual([]);
  });

  test("names a variable that weakens TLS, although certorder removes it from its environment", async () => {
    const { env } = await service();
    const { stdout } = await certorder("doctor --only runtime", {
      env: { ...env, NODE_TLS_REJECT_UNAUTHORIZED: "0" },
    });
    expect(stdout).toMatch(/^! runtime .*NODE_TLS_REJECT_UNAUTHORIZED=0/m);
    expect(stdout).toContain("unset NODE_TLS_REJECT_UNAUTHORIZED");
  });

  test("looks at the service through the proxy that its requests use", async () => {
    const stage = await setStage();
    const proxy = await startProxy({ onConnect: tunnelTo(stage.service.port) });
    atTheEnd(() => proxy.close());
    Object.assign(stage.env, {
      CERTORDER_BASE_URL: `https://${proxiedName}`,
      https_proxy: `http://user:secret@127.0.0.1:${proxy.port}`,
    });
    const { stdout } = await stage.run("doctor --only service-answer");
    expect(stdout).toMatch(/^✓ service-dns +Through the proxy http:\/\/127\.0\.0\.1:\d+ \(https_proxy\)/m);
    expect(stdout).toMatch(/^✓ service-answer/m);
    expect(stdout).not.toContain("secret");
    expect(new Set(proxy.asked.map((head) => head.split("\r\n")[0]))).toEqual(
      new Set([`CONNECT ${proxiedName}:443 HTTP/1.1`]),
    );
  });
});
