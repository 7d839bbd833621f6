import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { nodeReceiver } from "../../../src/receiver/index.ts";
import { atTheEnd } from "../../harness/at-the-end.ts";
import { certorder, certorderProcess, newFolder, startCertorder } from "../../harness/cli/cli.ts";
import { goodRequest } from "../../harness/cli/service.ts";

/** Starts the sandbox as a person does, and reads the lines that it prints to be copied. */
async function sandbox(...args: string[]) {
  const { child, ended, prints } = startCertorder(["sandbox", "--port", "0", ...args]);
  atTheEnd(() => child.kill("SIGKILL"));
  const shown = await prints("/_sandbox/ledger");
  const env = Object.fromEntries(
    [...shown.matchAll(/export (\w+)=(.+)/g)].map(([, name, value]) => [name, value?.replaceAll("'", "")]),
  );
  const ledger = async () => {
    const answer = await fetch(`${env.CERTORDER_BASE_URL}/_sandbox/ledger`);
    return ((await answer.json()) as { ledger: { orderId: string; certificateId: string }[] }).ledger;
  };
  return { child, ended, shown, env, ledger };
}

const acceptable = ["--common-name", "www.example.com", "--dns-names", "example.com", "--allow-mismatch"];
const request = ["reissue", "order-ssl-1", ...goodRequest(), ...acceptable];

describe("certorder sandbox", () => {
  test.concurrent("The sandbox runs on in the background, and prints the lines for the shell that started it", async () => {
    const { code, stdout, stderr } = await certorderProcess(["sandbox", "--background", "--receiver"]);
    const env = Object.fromEntries(
      [...stdout.matchAll(/^export (\w+)='?(.+?)'?$/gm)].map(([, ...pair]) => pair),
    );
    const pid = Number(env.CERTORDER_SANDBOX_PID);
    atTheEnd(() => {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // The test ended it.
      }
    });
    expect(code, stderr).toBe(0);
    expect(stdout.split("\n").filter((line) => line !== "" && !line.startsWith("export "))).toEqual([]);
    expect(stderr).toContain("To end it: kill $CERTORDER_SANDBOX_PID");
    expect((await certorder(["callback-test"], { env })).stdout).toContain("pass");
    const [, log = ""] = /writes to (\S+)\. /.exec(stderr) ?? [];
    expect(readFileSync(log, "utf8")).toContain("listens");
    process.kill(pid, "SIGTERM");
    await expect.poll(() => existsSync(dirname(log)), { timeout: 10_000 }).toBe(false);
  });

  test.concurrent("A sandbox that cannot start in the background says why, and prints nothing for the shell", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    atTheEnd(() => taken.close());
    const port = String((taken.address() as AddressInfo).port);
    const { code, stdout, stderr } = await certorderProcess(["sandbox", "--background", "--port", port]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("The sandbox cannot start");
    expect(await certorderProcess(["sandbox", "--background", "--env-out", "x"])).toMatchObject({ code: 2 });
  });

  test.concurrent("is used with the lines that it prints, has a new journal for each start, and ends with 0 at Ctrl-C", async () => {
    const { child, ended, shown, env, ledger } = await sandbox();
    expect(shown).toContain("order-ssl-1");
    expect(Object.keys(env)).toEqual(
      `CERTORDER_BASE_URL CERTORDER_SERVICE CERTORDER_KEY_ID CERTORDER_AUTH_KEY CERTORDER_JOURNAL_DIR CERTORDER_SANDBOX_URL`.split(
        /\s+/,
      ),
    );
    const { code, stderr } = await certorder(request, { env });
    expect(code, stderr).toBe(0);
    expect(await ledger()).toMatchObject([{ orderId: "order-ssl-1" }]);
    expect(readdirSync(env.CERTORDER_JOURNAL_DIR ?? "")).toHaveLength(1);
    child.kill("SIGINT");
    const end = await ended;
    expect(existsSync(env.CERTORDER_JOURNAL_DIR ?? "")).toBe(false);
    expect(end).toMatchObject({ code: 0, signal: null });
    expect(end.stderr).toContain("POST /openapi/v3/orders/order-ssl-1/reissue → 200 success");
    expect(end.stderr).not.toContain(env.CERTORDER_AUTH_KEY);
  });

  test.concurrent("keeps its state in a file and its journal beside it, over a restart and over kill -9", async () => {
    const stateFile = join(newFolder(), "state of a sandbox.json");
    const first = await sandbox("--state-file", stateFile);
    expect(await certorder(request, { env: first.env })).toMatchObject({ code: 0 });
    const before = await first.ledger();
    first.child.kill("SIGKILL");
    await first.ended;

    const second = await sandbox("--state-file", stateFile);
    expect(await second.ledger()).toEqual(before);
    expect(second.env.CERTORDER_SERVICE).toBe(first.env.CERTORDER_SERVICE);
    expect(second.shown).toContain(`export CERTORDER_JOURNAL_DIR='${second.env.CERTORDER_JOURNAL_DIR}'`);
    expect(second.env.CERTORDER_JOURNAL_DIR).toBe(first.env.CERTORDER_JOURNAL_DIR);
    expect(dirname(second.env.CERTORDER_JOURNAL_DIR ?? "")).toBe(dirname(stateFile));
    const answered = await certorder(request, { env: second.env });
    expect(answered).toMatchObject({ code: 0, stdout: expect.stringContaining("✓ already reissued") });
    const another = ["reissue", "order-ssl-1", ...goodRequest(), ...acceptable];
    expect(await certorder(another, { env: second.env })).toMatchObject({ code: 0 });
    expect(await second.ledger()).toHaveLength(2);
    second.child.kill("SIGTERM");
    expect(await second.ended).toMatchObject({ code: 0 });

    // A state that begins afresh does not meet the history of the one before.
    rmSync(stateFile);
    const third = await sandbox("--state-file", stateFile);
    expect(await certorder(request, { env: third.env })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("✓ reissued"),
    });
    third.child.kill("SIGTERM");
    await third.ended;
  });

  test.concurrent("prints its address and keys as JSON for programs, and writes its authority to a file", async () => {
    const caFile = join(newFolder(), "ca.pem");
    const { child, ended, prints } = startCertorder(["sandbox", "--port", "0", "--ca-out", caFile, "--json"]);
    const { url, https_url, service, key_id, auth_key, journal } = JSON.parse(
      await prints("\n}\n"),
    ) as Record<string, string>;
    expect(readFileSync(caFile, "utf8")).toContain("-----BEGIN CERTIFICATE-----");
    const env = {
      CERTORDER_BASE_URL: https_url,
      CERTORDER_SERVICE: service,
      CERTORDER_KEY_ID: key_id,
      CERTORDER_AUTH_KEY: auth_key,
      CERTORDER_JOURNAL_DIR: journal,
    };
    expect(await certorder([...request, "--ca-file", caFile], { env })).toMatchObject({ code: 0 });
    expect(service).toMatch(/^sandbox-[0-9a-f]{6}$/);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    child.kill("SIGINT");
    await ended;
  });

  test.concurrent("runs a receiver with a certificate that it trusts, and calls it back", async () => {
    const folder = newFolder();
    const file = join(folder, "sandbox.env");
    const { child, ended, shown, env } = await sandbox("--receiver-port", "0", "--env-out", file);
    expect(shown.replaceAll("  export", "export")).toContain(readFileSync(file, "utf8"));
    expect(env.CALLBACK_URL).toMatch(/^https:\/\/localhost:\d+\/callback$/);
    const keyFile = join(folder, "key");
    const named = (key: string) => {
      writeFileSync(keyFile, key);
      return ["callback-test", "--url", env.CALLBACK_URL ?? "", "--access-key-file", keyFile];
    };
    // What is saved in the account, what is named, and a wrong key.
    expect(await certorder(["callback-test"], { env })).toMatchObject({ code: 0 });
    expect(await certorder(named(env.CALLBACK_KEY ?? ""), { env })).toMatchObject({ code: 0 });
    expect((await certorder(named("wrong"), { env })).stderr).toContain("callback_response_not_200");
    child.kill("SIGINT");
    const end = await ended;
    expect(end).toMatchObject({ code: 0, signal: null });
    expect(end.stderr.match(/^receiver: .*/gm)).toEqual([
      "receiver: got order:issued order-simulated cert-simulated",
      "receiver: got order:issued order-simulated cert-simulated",
      "receiver: refused, unauthorized (401)",
    ]);
  });

  test.concurrent("gives a receiver of the user's own a key and a certificate that it trusts", async () => {
    const folder = join(newFolder(), "tls");
    const { child, ended, env } = await sandbox("--certificate-out", folder, "--allow-private-callbacks");
    const read = (name: string) => readFileSync(join(folder, name));
    expect(statSync(join(folder, "localhost.key")).mode & 0o077).toBe(0);
    const receiver = createSecureServer(
      { key: read("localhost.key"), cert: read("localhost.crt") },
      nodeReceiver({ accessKey: "own", onEvent: () => {} }),
    ).listen(0, "127.0.0.1");
    atTheEnd(() => receiver.close());
    await once(receiver, "listening");
    const keyFile = join(folder, "key");
    writeFileSync(keyFile, "own");
    const url = `https://localhost:${(receiver.address() as AddressInfo).port}/callback`;
    const test = ["callback-test", "--url", url, "--access-key-file", keyFile];
    expect(await certorder(test, { env })).toMatchObject({ code: 0 });
    child.kill("SIGINT");
    await ended;
  });

  test.concurrent("reports why it cannot start, and ends", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    atTheEnd(() => taken.close());
    const { port } = taken.address() as AddressInfo;
    const broken = join(newFolder(), "broken.json");
    writeFileSync(broken, "{");
    const folder = newFolder();
    mkdirSync(join(folder, "state.json"));
    const runs = await Promise.all([
      certorderProcess(["sandbox", "--port", String(port)]),
      certorderProcess(["sandbox", "--port", "0", "--https-port", String(port)]),
      certorderProcess(["sandbox", "--port", "0", "--state-file", broken]),
      certorderProcess(["sandbox", "--port", "0", "--state-file", join(folder, "state.json")]),
      certorderProcess(["sandbox", "--port", "0", "--ca-out", "/nowhere/ca.pem"]),
      certorderProcess(["sandbox", "--port", "0", "--env-out", "/nowhere/sandbox.env"]),
      certorderProcess(["sandbox", "--port", "0", "--certificate-out", "/dev/null/tls"]),
      certorderProcess(["sandbox", "--port", "0", "--receiver-port", String(port)]),
    ]);
    const [inUse, httpsInUse] = runs;
    for (const { stderr } of [inUse, httpsInUse]) expect(stderr).toMatch(/EADDRINUSE|in use/);
    for (const { code, stdout, stderr } of runs) {
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).not.toContain("    at ");
      expect(stderr.trim().split("\n"), stderr).toHaveLength(2);
    }
    expect(readFileSync(broken, "utf8")).toBe("{");
    expect(existsSync("/nowhere")).toBe(false);
  });
});
