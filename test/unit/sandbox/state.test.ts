import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../../src/sandbox/index.ts";
import { newFolder } from "../../harness/new-folder.ts";
import {
  answerCode,
  callbackTestRequest,
  goodReissue,
  reissueRequest,
  sendRequest,
} from "../../harness/sandbox/raw-client.ts";

let folder: string;
let stateFile: string;

beforeEach(() => {
  folder = newFolder("certorder-sandbox-");
  stateFile = join(folder, "state.json");
});

async function start(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ stateFile, httpsPort: false, ...options });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

test("Without a saved state each sandbox is a service of another name", async () => {
  const [one, other] = [await start({ stateFile: undefined }), await start({ stateFile: undefined })];
  expect(one.service).toMatch(/^sandbox-[0-9a-f]{6}$/);
  expect(other.service).not.toBe(one.service);
});

describe("The saved state", () => {
  test("brings orders, ledger and certificate numbers back after a restart", async () => {
    const first = await start();
    await sendRequest(first);
    await sendRequest(
      first,
      reissueRequest("order-ssl-1", { ...goodReissue, dcv_method: "dns-persist", persist_until: 0 }),
    );
    const before = structuredClone(first.ledger);
    await first.close();

    const second = await start();
    expect(second.ledger).toEqual(before);
    expect((await sendRequest(second)).json.data.certificate.id).toBe("cert-1003");
    expect(second.ledger.at(-1)).toMatchObject({ seq: 3, previousCertificateId: "cert-1002" });
    const { orders } = (await sendRequest(second, { method: "GET", path: "/_sandbox/state" })).json;
    expect(orders[0]).toMatchObject({ id: "order-ssl-1", certificateId: "cert-1003", persistUntil: 0 });
  });

  test("brings added orders and callback configurations back", async () => {
    const first = await start();
    const order = { id: "order-new", product: "code-signing", signKeyPin: "a-pin" };
    await sendRequest(first, { path: "/_sandbox/orders", body: JSON.stringify(order) });
    const callback = { url: "http://saved.example.test/", accessKey: "saved" };
    await sendRequest(first, {
      method: "PUT",
      path: "/_sandbox/accounts/demo/callback",
      body: JSON.stringify(callback),
    });
    await first.close();

    const second = await start();
    // The saved address is not HTTPS, so that the answer shows that it was read.
    expect(await answerCode(second, callbackTestRequest(undefined))).toBe("callback_url_not_https");
    const body = { certificate: { sign_hash: "sha256", csr_from: "sign-cloud-csc" }, sign_key_pin: "a-pin" };
    expect(await answerCode(second, reissueRequest("order-new", body))).toBe("success");
  });

  test("does not bring a removed callback configuration back", async () => {
    const first = await start();
    await sendRequest(first, { method: "DELETE", path: "/_sandbox/accounts/configured/callback", body: "" });
    await first.close();
    const headers = { "x-cc-key-id": "configured", "x-cc-auth-key": "sandbox-configured-auth-key" };
    const reply = await sendRequest(await start(), callbackTestRequest(undefined, headers));
    expect(reply.json.code).toBe("callback_not_configured");
  });

  test("is whole at every moment, alone in its folder, and for its owner only", async () => {
    const sandbox = await start();
    for (let reissues = 1; reissues <= 5; reissues++) {
      await Promise.all([sendRequest(sandbox), sendRequest(sandbox)]);
      expect(JSON.parse(readFileSync(stateFile, "utf8")).ledger).toHaveLength(reissues * 2);
      expect(readdirSync(folder)).toEqual(["state.json"]);
    }
    if (process.platform !== "win32") expect(statSync(stateFile).mode & 0o777).toBe(0o600);
    expect(readFileSync(stateFile, "utf8")).not.toContain("auth-key");
  });

  test("is not written through a link that lies where it would be prepared", async () => {
    const other = join(folder, "other.txt");
    writeFileSync(other, "precious");
    symlinkSync(other, `${stateFile}.${process.pid}.tmp`);
    await sendRequest(await start());
    expect(readFileSync(other, "utf8")).toBe("precious");
    expect(JSON.parse(readFileSync(stateFile, "utf8")).ledger).toHaveLength(1);
  });

  test("keeps the name of the service, also when nothing was asked of it", async () => {
    const first = await start();
    await first.close();
    const second = await start();
    expect(second.service).toBe(first.service);
    const { service } = (await sendRequest(second, { method: "GET", path: "/_sandbox/state" })).json;
    expect(service).toBe(first.service);
  });

  const broken = {
    "is cut off": '{ "format": "certorder-sandbox-1", "orders": [',
    "is empty": "",
    "is something else": '{ "version": 4, "resources": [] }',
    "has an order of no known product":
      '{ "format": "certorder-sandbox-1", "service": "sandbox-1", "nextCertificate": 1, "orders": [{ "id": "a", "certificateId": "b", "product": "x" }], "callbacks": [], "ledger": [] }',
    "has a name that a shell would carry out":
      '{ "format": "certorder-sandbox-1", "service": "sandbox-1;id", "nextCertificate": 1, "orders": [], "callbacks": [], "ledger": [] }',
    "has a ledger of something else":
      '{ "format": "certorder-sandbox-1", "service": "sandbox-1", "nextCertificate": 1, "orders": [], "callbacks": [], "ledger": [{}] }',
  };
  for (const [what, text] of Object.entries(broken))
    test(`that ${what} is refused with a clear word and left as it is`, async () => {
      writeFileSync(stateFile, text);
      const failure: unknown = await start().catch((error) => error);
      expect(String(failure)).toContain("It is unchanged. Move it away to start again");
      expect(String(failure)).toContain(stateFile);
      expect(readFileSync(stateFile, "utf8")).toBe(text);
    });

  test("does not quote a file that cannot be read", async () => {
    writeFileSync(stateFile, '{ "accessKey": "canary-secret" oops');
    const failure: unknown = await start().catch((error) => error);
    expect(JSON.stringify(failure) + String(failure) + String((failure as Error).stack)).not.toContain(
      "canary",
    );
  });

  test("that cannot be written means that nothing happened", async () => {
    const lines: string[] = [];
    const sandbox = await start({ log: (line) => lines.push(line) });
    await sendRequest(sandbox);
    // A folder in the way of the file: refused for every user, root too.
    rmSync(stateFile);
    mkdirSync(join(stateFile, "in the way"), { recursive: true });
    const reply = await sendRequest(sandbox);
    expect([reply.status, reply.json.code]).toEqual([500, "internal_error"]);
    expect(sandbox.ledger).toHaveLength(1);
    expect(lines.join("\n")).toContain("internal error");
    expect(readdirSync(folder)).toEqual(["state.json"]);

    rmSync(stateFile, { recursive: true });
    expect((await sendRequest(sandbox)).json.data.certificate.id).toBe("cert-1002");
    expect(JSON.parse(readFileSync(stateFile, "utf8")).ledger).toHaveLength(2);
  });
});
