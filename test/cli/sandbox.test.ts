import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { atTheEnd } from "../at-the-end.ts";
import { certorder, newFolder, startCertorder } from "./cli.ts";
import { goodRequest } from "./service.ts";

/** Starts the sandbox as a person does, and reads the lines that it prints to be copied. */
async function sandbox(...args: string[]) {
  const { child, ended, prints } = startCertorder(["sandbox", "--port", "0", ...args]);
  atTheEnd(() => child.kill("SIGKILL"));
  const shown = await prints("/_sandbox/ledger");
  const env = Object.fromEntries(
    [...shown.matchAll(/export (\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
  );
  const ledger = async () => {
    const answer = await fetch(`${env.CERTORDER_BASE_URL}/_sandbox/ledger`);
    return ((await answer.json()) as { ledger: { orderId: string; certificateId: string }[] }).ledger;
  };
  return { child, ended, shown, env, ledger };
}

const acceptable = ["--common-name", "www.example.com", "--dns-names", "example.com"];
const request = ["reissue", "order-ssl-1", ...goodRequest(), ...acceptable];

describe("certorder sandbox", () => {
  test.concurrent("is used with the lines that it prints, shows its ledger, and Ctrl-C ends it with 0", async () => {
    const { child, ended, shown, env, ledger } = await sandbox();
    expect(shown).toContain("order-ssl-1");
    expect(Object.keys(env)).toEqual([
      "CERTORDER_BASE_URL",
      "CERTORDER_SERVICE",
      "CERTORDER_KEY_ID",
      "CERTORDER_AUTH_KEY",
    ]);
    const { code, stderr } = await certorder(request, { env });
    expect(code, stderr).toBe(0);
    expect(await ledger()).toMatchObject([{ orderId: "order-ssl-1" }]);
    child.kill("SIGINT");
    const end = await ended;
    expect(end).toMatchObject({ code: 0, signal: null });
    expect(end.stderr).toContain("POST /openapi/v3/orders/order-ssl-1/reissue → 200 success");
    expect(end.stderr).not.toContain(env.CERTORDER_AUTH_KEY);
  });

  test.concurrent("keeps its state in a file, over a restart and over kill -9", async () => {
    const stateFile = join(newFolder(), "sandbox.json");
    const first = await sandbox("--state-file", stateFile);
    expect(await certorder(request, { env: first.env })).toMatchObject({ code: 0 });
    const before = await first.ledger();
    first.child.kill("SIGKILL");
    await first.ended;

    const second = await sandbox("--state-file", stateFile);
    expect(await second.ledger()).toEqual(before);
    expect(second.env.CERTORDER_SERVICE).toBe(first.env.CERTORDER_SERVICE);
    expect(await certorder(request, { env: second.env })).toMatchObject({ code: 0 });
    expect(await second.ledger()).toHaveLength(2);
    second.child.kill("SIGTERM");
    expect(await second.ended).toMatchObject({ code: 0 });
  });

  test.concurrent("prints its address and keys as JSON for programs, and writes its authority to a file", async () => {
    const caFile = join(newFolder(), "ca.pem");
    const { child, ended, prints } = startCertorder(["sandbox", "--port", "0", "--ca-out", caFile, "--json"]);
    const { url, https_url, service, key_id, auth_key } = JSON.parse(await prints("\n}\n")) as Record<
      string,
      string
    >;
    expect(readFileSync(caFile, "utf8")).toContain("-----BEGIN CERTIFICATE-----");
    const env = {
      CERTORDER_BASE_URL: https_url,
      CERTORDER_SERVICE: service,
      CERTORDER_KEY_ID: key_id,
      CERTORDER_AUTH_KEY: auth_key,
    };
    expect(await certorder([...request, "--ca-file", caFile], { env })).toMatchObject({ code: 0 });
    expect(service).toMatch(/^sandbox-[0-9a-f]{6}$/);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    child.kill("SIGINT");
    await ended;
  });

  test.concurrent("says plainly why it cannot start, and ends", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    atTheEnd(() => taken.close());
    const { port } = taken.address() as AddressInfo;
    const broken = join(newFolder(), "broken.json");
    writeFileSync(broken, "{");
    const folder = newFolder();
    mkdirSync(join(folder, "state.json"));
    const runs = await Promise.all([
      certorder(["sandbox", "--port", String(port)]),
      certorder(["sandbox", "--port", "0", "--https-port", String(port)]),
      certorder(["sandbox", "--port", "0", "--state-file", broken]),
      certorder(["sandbox", "--port", "0", "--state-file", join(folder, "state.json")]),
      certorder(["sandbox", "--port", "0", "--ca-out", "/nowhere/ca.pem"]),
    ]);
    const [inUse, httpsInUse] = runs;
    for (const { stderr } of [inUse, httpsInUse]) expect(stderr).toContain("EADDRINUSE");
    for (const { code, stdout, stderr } of runs) {
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).not.toContain("    at ");
      expect(stderr.trim().split("\n"), stderr).toHaveLength(2);
    }
    expect(readFileSync(broken, "utf8")).toBe("{");
    expect(existsSync("/nowhere")).toBe(false);
  });
});
