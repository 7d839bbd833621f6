import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { answerPresets, type Sandbox, startSandbox } from "../../../src/sandbox/index.ts";
import {
  answerCode,
  callbackTestRequest,
  csrText,
  goodReissue,
  reissueRequest,
  requestText,
  sendRaw,
  sendRequest,
} from "../../harness/sandbox/raw-client.ts";

describe("The service", () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox();
  });
  afterAll(() => sandbox.close());

  test("answers a reissue with the id of the new certificate", async () => {
    const reply = await sendRequest(sandbox);
    expect(reply.status).toBe(200);
    expect(reply.headers.get("content-type")).toBe("application/json");
    const id = sandbox.ledger.at(-1)?.certificateId;
    expect(id).toMatch(/^cert-\d+$/);
    expect(reply.json).toEqual({ data: { certificate: { id } }, code: "success" });
  });

  test("answers over HTTPS under the certificate of its own authority", async () => {
    const { text } = await sendRaw(sandbox.httpsUrl, requestText(sandbox.httpsUrl), { ca: sandbox.caPem });
    expect(text).toContain('"code":"success"');
  });

  const wrongCredentials = {
    "no key id": { "x-cc-key-id": "" },
    "no auth key": { "x-cc-auth-key": "" },
    "an unknown key id": { "x-cc-key-id": "unknown" },
    "a wrong auth key": { "x-cc-auth-key": "sandbox-demo-auth-kex" },
    "another account's auth key": { "x-cc-auth-key": "sandbox-managed-pki-auth-key" },
  };
  for (const [what, headers] of Object.entries(wrongCredentials))
    test(`refuses ${what} before it looks at anything else`, async () => {
      const reply = await sendRequest(sandbox, { headers, body: "not even JSON" });
      expect([reply.status, reply.json.code]).toEqual([401, "unauthorized"]);
    });

  test("knows no other paths and methods", async () => {
    const reissuePath = "/openapi/v3/orders/order-ssl-1/reissue";
    const answers = await Promise.all([
      sendRequest(sandbox, { method: "GET", path: reissuePath }),
      sendRequest(sandbox, { method: "POST", path: "/openapi/v3/account/callback/test" }),
      sendRequest(sandbox, { path: "/openapi/v2/orders/order-ssl-1/reissue" }),
      sendRequest(sandbox, { path: `${reissuePath}/` }),
      sendRequest(sandbox, { path: "/openapi/v3/orders/a/b/reissue" }),
      sendRequest(sandbox, { path: "/openapi/v3/orders/%zz/reissue" }),
    ]);
    expect(answers.map(({ json }) => json.code)).toEqual([
      "method_not_allowed",
      "method_not_allowed",
      ...new Array(4).fill("not_found"),
    ]);
  });

  test("wants JSON to be called JSON", async () => {
    for (const type of ["text/plain", "application/jsonx", "application/x-www-form-urlencoded"])
      expect(await answerCode(sandbox, { headers: { "content-type": type } })).toBe("invalid_parameters");
    const withCharset = { headers: { "content-type": "Application/JSON; charset=utf-8" } };
    expect(await answerCode(sandbox, withCharset)).toBe("success");
  });

  test("refuses bytes that are not UTF-8", async () => {
    const bytes = Buffer.from(requestText(sandbox.url).replace("sha256", "sha\xff56"), "latin1");
    expect((await sendRaw(sandbox.url, bytes)).text).toContain("invalid_parameters");
  });

  test("gives two reissues at once two certificates, one after the other", async () => {
    const before = sandbox.ledger.length;
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => sendRequest(sandbox)));
    const ids = replies.map(({ json }) => json.data.certificate.id);
    expect(new Set(ids).size).toBe(5);
    const entries = sandbox.ledger.slice(before);
    expect(entries.map(({ certificateId }) => certificateId).sort()).toEqual([...ids].sort());
    for (const [index, entry] of entries.entries())
      if (index > 0) expect(entry.previousCertificateId).toBe(entries[index - 1]?.certificateId);
  });

  test("compares names with those of the current certificate, not of the first one", async () => {
    const names = (dns_names: string[], more = {}) =>
      reissueRequest("order-ssl-2", {
        certificate: { sign_hash: "sha256", common_name: "shop.example.com", csr: csrText, dns_names },
        ...more,
      });
    expect(await answerCode(sandbox, names(["shop.example.com", "new.example.com"]))).toBe("success");
    expect(await answerCode(sandbox, names(["shop.example.com"]))).toBe("domain_removal_not_acknowledged");
    const acknowledged = { i_know_remove_domain_will_revoke_before_cert: true };
    expect(await answerCode(sandbox, names(["shop.example.com"], acknowledged))).toBe("success");
    expect(sandbox.ledger.at(-1)?.revokedPrevious).toBe(true);
  });

  test("refuses a private key in place of a signing request", async () => {
    const csr = "-----BEGIN EC PRIVATE KEY-----";
    const body = { certificate: { ...goodReissue.certificate, csr } };
    expect(await answerCode(sandbox, reissueRequest("order-ssl-1", body))).toBe("csr_is_private_key");
    expect(JSON.stringify(sandbox.requests)).not.toContain("PRIVATE KEY");
  });

  test("remembers every request and how it was answered", async () => {
    await sendRequest(sandbox, reissueRequest("order-none", goodReissue));
    expect(sandbox.requests.at(-1)).toMatchObject({
      operation: "reissue",
      orderId: "order-none",
      keyId: "demo",
      status: 404,
      code: "order_not_found",
    });
  });
});

test("Callback tests are limited per account, and the answer names the wait", async () => {
  let now = new Date("2026-01-01T00:00:00Z");
  const sandbox = await startSandbox({ rateLimit: { requests: 2, perSeconds: 60 }, now: () => now });
  const run = (keyId: string) =>
    sendRequest(
      sandbox,
      callbackTestRequest(undefined, { "x-cc-key-id": keyId, "x-cc-auth-key": `sandbox-${keyId}-auth-key` }),
    );
  onTestFinished(() => sandbox.close());
  expect((await run("demo")).json.code).toBe("callback_not_configured");
  now = new Date("2026-01-01T00:00:20Z");
  expect((await run("demo")).json.code).toBe("callback_not_configured");
  const refused = await run("demo");
  expect([refused.status, refused.json.code]).toEqual([429, "request_too_fast"]);
  expect(refused.headers.get("retry-after")).toBe("40");
  expect((await run("managed-pki")).json.code).toBe("callback_not_configured");
  now = new Date("2026-01-01T00:01:00Z");
  expect((await run("demo")).json.code).toBe("callback_not_configured");
  expect((await run("demo")).json.code).toBe("request_too_fast");
});

test("Reissues are limited per account if a rate is given, and a refused one changes nothing", async () => {
  let now = new Date("2026-01-01T00:00:00Z");
  const sandbox = await startSandbox({ reissueRate: { requests: 2, perSeconds: 1 }, now: () => now });
  onTestFinished(() => sandbox.close());
  await sendRequest(sandbox);
  await sendRequest(sandbox);
  const refused = await sendRequest(sandbox);
  expect([refused.status, refused.json.code]).toEqual([429, "request_too_fast"]);
  expect(refused.headers.get("retry-after")).toBe("1");
  expect(sandbox.ledger).toHaveLength(2);
  const other = { "x-cc-key-id": "configured", "x-cc-auth-key": "sandbox-configured-auth-key" };
  expect(await answerCode(sandbox, { headers: other })).toBe("success");
  expect(await answerCode(sandbox, callbackTestRequest(undefined))).toBe("callback_not_configured");
  now = new Date("2026-01-01T00:00:01Z");
  expect(await answerCode(sandbox)).toBe("success");
});

describe("An answer that the specification leaves open", () => {
  const expected = {
    plain: [404, { code: "order_not_found", message: "There is no such order." }, "3"],
    "always-200": [200, { data: null, code: "order_not_found", msg: "There is no such order." }, null],
    nested: [
      404,
      { error: { code: "order_not_found", message: "There is no such order." } },
      expect.stringMatching(/ GMT$/),
    ],
    list: [404, { errors: [{ code: "order_not_found", detail: "There is no such order." }] }, "3"],
    mute: [404, undefined, null],
    "strange-words": [404, { code: "E_ORDER_NOT_FOUND", message: "There is no such order." }, "3"],
  } as const satisfies Record<keyof typeof answerPresets, unknown>;

  for (const [name, [status, body, retryAfter]] of Object.entries(expected))
    test(`has the form of the preset ${name}`, async () => {
      const sandbox = await startSandbox({
        answers: answerPresets[name as keyof typeof answerPresets],
        rateLimit: { requests: 0, perSeconds: 3 },
        httpsPort: false,
      });
      onTestFinished(() => sandbox.close());
      const refused = await sendRequest(sandbox, reissueRequest("order-none", goodReissue));
      expect([refused.status, refused.json]).toEqual([status, body]);
      expect((await sendRequest(sandbox)).json.data.certificate.id).toBe("cert-1001");
      const tooFast = await sendRequest(sandbox, callbackTestRequest(undefined));
      expect(tooFast.headers.get("retry-after")).toEqual(retryAfter);
    });

  test("can count names that are left out as removed", async () => {
    const sandbox = await startSandbox({ answers: { omittedDnsNames: "removed" }, httpsPort: false });
    onTestFinished(() => sandbox.close());
    expect(await answerCode(sandbox)).toBe("domain_removal_not_acknowledged");
  });
});
