import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { json } from "node:stream/consumers";
import { describe, expect, test, vi } from "vitest";
import { nodeReceiver } from "../../../src/receiver/index.ts";
import { atTheEnd } from "../../harness/at-the-end.ts";
import {
  certorder,
  certorderEach,
  certorderProcess,
  newFolder,
  startCertorder,
} from "../../harness/cli/cli.ts";
import { confirmedRequest, keylessRequest, service } from "../../harness/cli/service.ts";
import { onLoopback } from "../../harness/on-loopback.ts";

/** The variables in the lines that the sandbox prints to be copied. */
const readExports = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/export (\w+)='?(.+?)'?$/gm)].map(([, ...pair]) => pair));

/** Starts the sandbox as a person does. */
async function sandbox(...args: string[]) {
  const { child, ended, prints } = startCertorder(["sandbox", "--port", "0", ...args]);
  atTheEnd(() => child.kill("SIGKILL"));
  const shown = await prints("/_sandbox/ledger");
  const env = readExports(shown);
  const ledger = async () => {
    const answer = await fetch(`${env.CERTORDER_BASE_URL}/_sandbox/ledger`);
    return ((await answer.json()) as { ledger: { orderId: string; certificateId: string }[] }).ledger;
  };
  const stop = async (signal: NodeJS.Signals = "SIGINT") => {
    child.kill(signal);
    return ended;
  };
  return { stop, shown, env, ledger };
}

/** A port that another program uses. */
async function takenPort(): Promise<string> {
  const taken = createServer((socket) => socket.destroy());
  atTheEnd(() => taken.close());
  return String(await onLoopback(taken));
}

const acceptable = ["--common-name", "www.example.com", "--dns-names", "example.com", "--allow-mismatch"];
const renewal = [...keylessRequest, ...acceptable, "--validity-days", "90"];
const request = (key: string) => ["reissue", "order-ssl-1", ...confirmedRequest(key), ...acceptable];

describe("certorder sandbox", () => {
  test.concurrent("runs on in the background, and prints the lines for the shell that started it", async () => {
    const { code, stdout, stderr } = await certorderProcess("sandbox --background --receiver");
    const env = readExports(stdout);
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
    expect((await certorder("callback-test", { env })).stdout).toContain("pass");
    const [, log = ""] = /writes to (\S+)\. /.exec(stderr) ?? [];
    expect(readFileSync(log, "utf8")).toContain("listens");
    process.kill(pid, "SIGTERM");
    await vi.waitFor(() => expect(existsSync(dirname(log))).toBe(false), 10_000);
  });

  test.concurrent("is used with the lines that it prints, has a new journal for each start, and ends with 0 at Ctrl-C", async () => {
    const { stop, shown, env, ledger } = await sandbox();
    expect(shown).toContain("order-ssl-1");
    const { CERTORDER_JOURNAL: journal = "", CERTORDER_AUTH_KEY } = env;
    const names = ["BASE_URL", "SERVICE", "KEY_ID", "AUTH_KEY", "JOURNAL", "SANDBOX_URL", "SANDBOX_PAGE"];
    expect(Object.keys(env)).toEqual(names.map((name) => `CERTORDER_${name}`));
    const { code, stderr } = await certorder(request("k"), { env });
    expect(code, stderr).toBe(0);
    expect(await ledger()).toMatchObject([{ orderId: "order-ssl-1" }]);
    expect(readdirSync(journal)).toEqual([
      "callbacks",
      "journal.json",
      expect.stringMatching(/^order-ssl-1-/),
    ]);
    const end = await stop();
    expect(existsSync(journal)).toBe(false);
    expect(end).toMatchObject({ code: 0, signal: null });
    expect(end.stderr).toContain("POST /openapi/v3/orders/order-ssl-1/reissue → 200 success");
    expect(end.stderr).not.toContain(CERTORDER_AUTH_KEY);
  });

  test.concurrent("keeps its state in a file and its journal beside it, over a restart and over kill -9", async () => {
    const stateFile = join(newFolder(), "state of a sandbox.json");
    const reissued = { code: 0, stdout: expect.stringContaining("✓ reissued") };
    const first = await sandbox("--state-file", stateFile);
    expect(await certorder(request("k"), first)).toMatchObject(reissued);
    const before = await first.ledger();
    await first.stop("SIGKILL");

    const second = await sandbox("--state-file", stateFile);
    expect(await second.ledger()).toEqual(before);
    const { CERTORDER_JOURNAL: journal = "", CERTORDER_SERVICE } = second.env;
    expect(first.env).toMatchObject({ CERTORDER_JOURNAL: journal, CERTORDER_SERVICE });
    expect(second.shown).toContain(`export CERTORDER_JOURNAL='${journal}'`);
    expect(dirname(journal)).toBe(dirname(stateFile));
    expect((await certorder(request("k"), second)).stdout).toContain("✓ already reissued");
    expect(await certorder(request("l"), second)).toMatchObject(reissued);
    expect(await second.ledger()).toHaveLength(2);
    expect(await second.stop("SIGTERM")).toMatchObject({ code: 0 });

    // A state that begins afresh does not meet the history of the one before.
    rmSync(stateFile);
    const third = await sandbox("--state-file", stateFile);
    expect(await certorder(request("k"), third)).toMatchObject(reissued);
    await third.stop();
  });

  test.concurrent("prints its address and keys as JSON, and writes its authority, and a certificate for a receiver, to files", async () => {
    const folder = newFolder();
    const caFile = join(folder, "ca.pem");
    const files = `--ca-out ${caFile} --certificate-out ${folder}/tls`;
    const { child, ended, prints } = startCertorder(
      `sandbox --port 0 ${files} --allow-private-callbacks --json`,
    );
    const printed = JSON.parse(await prints("\n}\n")) as Record<string, string>;
    expect(printed.service).toMatch(/^sandbox-[0-9a-f]{6}$/);
    expect(printed.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/sandbox-\w+$/);
    const env = {
      CERTORDER_BASE_URL: printed.https_url,
      CERTORDER_SERVICE: printed.service,
      CERTORDER_KEY_ID: printed.key_id,
      CERTORDER_AUTH_KEY: printed.auth_key,
      CERTORDER_JOURNAL: printed.journal,
    };
    expect(await certorder([...request("k"), "--ca-file", caFile], { env })).toMatchObject({ code: 0 });

    const read = (name: string) => readFileSync(join(folder, "tls", name));
    expect(statSync(join(folder, "tls", "localhost.key")).mode & 0o077).toBe(0);
    const receiver = createSecureServer(
      { key: read("localhost.key"), cert: read("localhost.crt") },
      nodeReceiver({ accessKey: "own", onEvent: () => {} }),
    );
    atTheEnd(() => receiver.close());
    const url = `https://localhost:${await onLoopback(receiver)}/`;
    expect(
      await certorder(["callback-test", "--url", url, "--ca-file", caFile], {
        env: { ...env, CERTORDER_ACCESS_KEY: "own" },
      }),
    ).toMatchObject({ code: 0 });
    child.kill("SIGINT");
    await ended;
  });

  test.concurrent("runs a receiver with a certificate that it trusts, and calls it back", async () => {
    const folder = newFolder();
    const file = join(folder, "sandbox.env");
    const { stop, shown, env } = await sandbox("--receiver-port", "0", "--env-out", file);
    expect(shown.replaceAll("  export", "export")).toContain(readFileSync(file, "utf8"));
    expect(env.CALLBACK_URL).toMatch(/^https:\/\/localhost:\d+\/callback$/);
    const keyFile = join(folder, "key");
    const callbackTest = (url = "", key = "") => {
      writeFileSync(keyFile, key);
      return certorder(["callback-test", "--url", url, "--access-key-file", keyFile], { env });
    };
    // The journal knows the receiver before its first callback.
    expect((await certorder("wait order-ssl-1", { env })).stderr).toContain("no reissue of this order");
    // What is saved in the account, what is named, and a wrong key.
    expect(await certorder("callback-test", { env })).toMatchObject({ code: 0 });
    expect(await callbackTest(env.CALLBACK_URL, env.CALLBACK_KEY)).toMatchObject({ code: 0 });
    expect((await callbackTest(env.CALLBACK_URL, "wrong")).stderr).toContain("callback_response_not_200");
    const end = await stop();
    expect(end).toMatchObject({ code: 0, signal: null });
    expect(end.stderr.match(/^receiver: .*/gm)).toEqual([
      "receiver: got order:issued order-simulated cert-simulated",
      "receiver: got order:issued order-simulated cert-simulated",
      "receiver: refused, unauthorized (401)",
    ]);
  });

  test.concurrent("forwards callbacks to a program without TLS, also one that a person triggers", async () => {
    const got: unknown[] = [];
    const statuses = [200, 200, 418];
    const program = createHttpServer(async (request, response) => {
      got.push([request.url, request.headers["x-cc-callback-auth"], await json(request)]);
      response.writeHead(statuses.shift() ?? 200).end();
    });
    atTheEnd(() => program.close());
    const url = `http://localhost:${await onLoopback(program)}/callbacks`;
    const { env, stop } = await sandbox("--forward-to", url);
    expect(await certorder("callback-test", { env })).toMatchObject({ code: 0 });
    const trigger = "sandbox trigger order:issued --order order-ssl-1";
    expect(await certorder(trigger, { env })).toMatchObject({
      code: 0,
      stdout: "✓ delivered: order:issued, certificate cert-1\n",
    });
    expect(got.at(-1)).toEqual([
      "/callbacks",
      env.CALLBACK_KEY,
      expect.objectContaining({ order_id: "order-ssl-1", cert_id: "cert-1" }),
    ]);
    const refused = await certorder(`${trigger} --certificate-id cert-x --json`, { env });
    expect(refused.code).toBe(7);
    expect(JSON.parse(refused.stdout)).toMatchObject({ certificate_id: "cert-x", delivered: false });
    await stop();
  });

  test.concurrent("serves a page, and opens it in the browser without its token on a command line", async () => {
    const folder = newFolder();
    const opened = join(folder, "opened");
    writeFileSync(
      join(folder, process.platform === "darwin" ? "open" : "xdg-open"),
      `#!/bin/sh\necho "$@" > ${opened}\ncat "$1" >> ${opened}\n`,
      { mode: 0o755 },
    );
    const { child, ended, prints } = startCertorder("sandbox --port 0 --open --json", {
      env: { PATH: `${folder}:${process.env.PATH}` },
    });
    atTheEnd(() => child.kill("SIGKILL"));
    const { page = "" } = JSON.parse(await prints("\n}\n")) as Record<string, string>;
    expect(await (await fetch(page)).text()).toContain("<title>certorder</title>");
    await vi.waitFor(() => expect(readFileSync(opened, "utf8")).toContain(page), 10_000);
    const [line = ""] = readFileSync(opened, "utf8").split("\n");
    expect(line).not.toContain(new URL(page).hash);
    const state = await fetch(new URL("/api/state", page), {
      headers: { "x-certorder-token": new URL(page).hash.slice(1) },
    });
    expect(await state.json()).toMatchObject({ faults: [] });
    child.kill("SIGINT");
    expect(await ended).toMatchObject({ code: 0 });
    expect(existsSync(line)).toBe(false);
  });

  test.concurrent("explains why no callback can be triggered", async () => {
    const { env, stop } = await sandbox();
    const nowhere = { CERTORDER_SANDBOX_URL: `http://127.0.0.1:${await takenPort()}/_sandbox` };
    const runs = await certorderEach([
      { args: "sandbox trigger order:issued --order order-ssl-1".split(" "), env },
      { args: "sandbox trigger order:issued --order order-none".split(" "), env },
      { args: "sandbox trigger order:issued".split(" "), env },
      { args: "sandbox trigger order:revoked --order order-ssl-1".split(" "), env },
    ]);
    const unreached = certorder("sandbox trigger order:issued --order order-ssl-1", { env: nowhere });
    const says = [...runs, await unreached].map(({ code, stderr }) => [code, stderr.split("\n")[0]]);
    expect(says).toEqual([
      [2, "✗ The sandbox refuses: The account demo has no callback configuration."],
      [2, "✗ The sandbox refuses: There is no order with this id."],
      [2, "✗ --order is missing."],
      [2, "✗ The sandbox does not send this event."],
      [2, "✗ No sandbox answers at CERTORDER_SANDBOX_URL."],
    ]);
    await stop();
  });

  test.concurrent("limits the rate of reissues", async () => {
    const { env, ledger } = await sandbox("--reissue-rate", "1/h");
    expect(await certorder(request("k"), { env })).toMatchObject({ code: 0 });
    const refused = await certorder(request("l"), { env });
    expect(refused.code, refused.stderr).toBe(3);
    expect(refused.stderr).toContain("request_too_fast");
    expect(await ledger()).toHaveLength(1);
  });

  test.concurrent("renews, lets a certificate expire, and believes not-happened when its clock has been moved", async () => {
    const { env } = await sandbox("--receiver-port", "0");
    const run = (...line: string[]) => certorder(line.join(" "), { env });
    const move = (time: string) => run("sandbox clock", time);
    const renew = () => certorder([...request("k").slice(0, 2), ...renewal], { env });
    const buy = (key: string) => certorder([...request(key), "--validity-days", "90"], { env });
    expect(await buy("k")).toMatchObject({ code: 0 });
    expect((await run("sandbox clock")).stdout).toContain("the same as this machine's");
    expect((await move("+61d")).stdout).toContain(", 61 days ahead of this machine's.");
    expect((await renew()).stdout).toContain("✓ reissued order order-ssl-1: certificate cert-1002");
    expect((await renew()).stdout).toContain("✓ already reissued order order-ssl-1 less than a minute ago");
    expect(await run("wait order-ssl-1 --timeout 20s")).toMatchObject({ code: 0 });
    await move("+100d");
    expect((await run("status")).stdout).toMatch(/ 100d +expired +ok /);

    const body = JSON.stringify({ kind: "reset-after-processing", operation: "reissue" });
    await fetch(`${env.CERTORDER_SANDBOX_URL}/faults`, { method: "POST", body });
    const { stderr } = await buy("lost");
    const [, attempt = ""] = /resolve order-ssl-1 (\w+) --not-happened/.exec(stderr) ?? [];
    const resolve = () => run("journal resolve order-ssl-1", attempt, "--not-happened");
    expect((await resolve()).stderr).toContain("may still be in flight");
    expect((await move("+20m")).stdout).toContain(", 161 days and 20 minutes ahead of");
    expect(await resolve()).toMatchObject({ code: 0 });

    const refused = await certorderEach(
      ["20m", "+0d", "+1y", "+900000d"].map((time) => `sandbox clock ${time}`),
      env,
    );
    expect(refused.map(({ code }) => code)).toEqual([2, 2, 2, 2]);
    expect(refused.at(-1)?.stderr).toContain("more than a century ahead");
    expect((await run("sandbox clock --json")).stdout).toContain(
      `"ahead_ms": ${(161 * 1_440 + 20) * 60_000}`,
    );
  });

  test.concurrent("brings its clock back from a state file, and with it that of its journal", async () => {
    const stateFile = join(newFolder(), "state.json");
    const first = await sandbox("--state-file", stateFile);
    await certorder(request("k"), first);
    await certorder("sandbox clock +61d", first);
    await first.stop("SIGKILL");
    const second = await sandbox("--state-file", stateFile);
    expect((await certorder("sandbox clock", second)).stdout).toContain(", 61 days ahead of");
    expect((await certorder("status", second)).stdout).toContain(" 61d ");
    await second.stop();
    const unset = await certorder("sandbox clock");
    const ended = await certorder("sandbox clock", second);
    expect([unset.code, ended.code]).toEqual([2, 2]);
    expect(unset.stderr).toContain("CERTORDER_SANDBOX_URL is not set");
    expect(ended.stderr).toContain("No sandbox answers at CERTORDER_SANDBOX_URL");
  });

  test.concurrent("has a journal that takes no order of another service", async () => {
    const { env, ledger } = await sandbox();
    await certorder("sandbox clock +61d", { env });
    const real = await service(["order-ssl-1"]);
    const own = { ...env, ...real.env, CERTORDER_JOURNAL: env.CERTORDER_JOURNAL };
    const imported = await certorder("journal import order-ssl-1 cert-1 --issued-at 2026-11-01", {
      env: own,
    });
    expect(imported.stderr).toContain("is another service");
    expect((await certorder(request("k"), { env: own })).stderr).toContain("is another service");
    expect([real.ledger, await ledger()]).toEqual([[], []]);
  });

  test.concurrent("reports why it cannot start, and ends", async () => {
    const port = await takenPort();
    const broken = join(newFolder(), "broken.json");
    writeFileSync(broken, "{");
    const folder = join(newFolder(), "state.json");
    mkdirSync(folder);
    const runs = await Promise.all(
      [
        `--port ${port}`,
        `--background --port ${port}`,
        `--port 0 --https-port ${port}`,
        `--port 0 --receiver-port ${port}`,
        `--port 0 --state-file ${broken}`,
        `--port 0 --state-file ${folder}`,
        "--port 0 --reissue-rate 5",
        "--port 0 --ca-out /nowhere/ca.pem",
        "--port 0 --certificate-out /dev/null/tls",
        "--port 0 --forward-to http://example.com/",
        "--port 0 --forward-to http://localhost/ --receiver",
        "--background --env-out x",
      ].map((flags) => certorderProcess(`sandbox ${flags}`)),
    );
    for (const { stderr } of runs.slice(0, 4)) expect(stderr).toMatch(/EADDRINUSE|in use/);
    for (const { code, stdout, stderr } of runs) {
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).not.toContain("    at ");
      expect(stderr.trim().split("\n"), stderr).toHaveLength(2);
    }
    expect(readFileSync(broken, "utf8")).toBe("{");
  });
});
