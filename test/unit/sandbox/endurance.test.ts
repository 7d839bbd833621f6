import { connect } from "node:net";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../../src/sandbox/index.ts";
import {
  answerCode,
  callbackTestRequest,
  goodReissue,
  reissueRequest,
  requestText,
  sendRaw,
  sendRequest,
} from "../../harness/sandbox/raw-client.ts";

let sandbox: Sandbox;
let lines: string[];
beforeEach(async () => {
  lines = [];
  sandbox = await startSandbox({ log: (line) => lines.push(line) });
});
afterEach(async () => {
  expect(await answerCode(sandbox)).toBe("success");
  await sandbox.close();
});

const afterwards = "and serves the next request";

describe("The sandbox", () => {
  test(`refuses a body that is too large ${afterwards}`, async () => {
    const body = JSON.stringify({ ...goodReissue, padding: "x".repeat(1_100_000) });
    const { text } = await sendRaw(sandbox.url, requestText(sandbox.url, { body }), {
      enough: (received) => received.includes("request_too_large"),
    });
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
    expect(sandbox.ledger).toEqual([]);
  });

  test(`does nothing for a body that breaks off ${afterwards}`, async () => {
    const socket = connect(Number(new URL(sandbox.url).port), "127.0.0.1");
    socket.on("error", () => {});
    socket.write(requestText(sandbox.url, { headers: { "content-length": "1000" } }));
    while (sandbox.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    socket.resetAndDestroy();
    await new Promise((resolve) => socket.on("close", resolve));
    expect(sandbox.ledger).toEqual([]);
  });

  test(`answers what is not HTTP with a refusal ${afterwards}`, async () => {
    for (const nonsense of ["\x16\x03\x01\x02\x00", "GET\r\n\r\n", "POST / HTTP/9.9\r\n\r\n", "\r\n\r\n\0"])
      expect((await sendRaw(sandbox.url, `${nonsense}\r\n\r\n`)).text).toMatch(/^HTTP\/1\.1 400 |^$/);
    const plainToTls = await sendRaw(sandbox.httpsUrl.replace("https", "http"), "GET / HTTP/1.1\r\n\r\n");
    expect(plainToTls.text).not.toContain("HTTP/1.1 200");
  });

  test(`answers any JSON in a body ${afterwards}`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), async (body) => {
        const reply = await sendRequest(sandbox, { body });
        expect(reply.status).toBeLessThan(500);
        expect(reply.json.code).not.toBe("success");
      }),
      { numRuns: 50 },
    );
  });

  test(`survives JSON that is deep, or that speaks of prototypes ${afterwards}`, async () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const proto = `{"__proto__":{"certificate":{}},"constructor":{"prototype":{}},"certificate":{"__proto__":1}}`;
    for (const body of [deep, proto, `{"certificate":${deep}}`])
      expect(await answerCode(sandbox, { body })).toMatch(/^invalid_parameters$|_required$/);
  });

  test(`answers 500 when it fails itself, and says so in its log ${afterwards}`, async () => {
    const faulty = await startSandbox({
      httpsPort: false,
      log: (line) => lines.push(line),
      answers: {
        word: () => {
          throw new Error("a bug of ours");
        },
      },
    });
    const reply = await sendRequest(faulty, reissueRequest("order-none", goodReissue));
    expect([reply.status, reply.json.code]).toEqual([500, "internal_error"]);
    expect(reply.text).not.toContain("a bug of ours");
    expect(lines.some((line) => line.includes("a bug of ours"))).toBe(true);
    expect((await sendRequest(faulty)).status).toBe(200);
    await faulty.close();
  });

  test(`keeps a connection for the next request ${afterwards}`, async () => {
    const keep = requestText(sandbox.url, { headers: { connection: "keep-alive" } });
    const { text } = await sendRaw(sandbox.url, keep + requestText(sandbox.url));
    expect(text.match(/"code":"success"/g)).toHaveLength(2);
  });
});

test("A port that is taken is an error, and leaves nothing behind", async () => {
  const taken = Number(new URL(sandbox.url).port);
  await expect(startSandbox({ port: taken })).rejects.toThrow(/EADDRINUSE/);
  await expect(startSandbox({ httpsPort: taken })).rejects.toThrow(/EADDRINUSE/);
});

describe("No secret of a request or an account", () => {
  const canaries = {
    authKey: "canary-auth-key-6f1d",
    wrongKey: "canary-wrong-key-77aa",
    accessKey: "canary-access-key-93b2",
    savedKey: "canary-saved-key-15c0",
    pin: "canary-pin-8d4e",
    wrongPin: "canary-wrong-pin-0b11",
    privateKey: "canary-private-key-2a9f",
  };

  test("shows in the ledger, the requests, the state, the log or an answer", async () => {
    const seen: string[] = [];
    const careful = await startSandbox({
      httpsPort: false,
      log: (line) => seen.push(line),
      accounts: [
        {
          keyId: "canary",
          authKey: canaries.authKey,
          kind: "standard",
          callback: { url: "https://127.0.0.1/", accessKey: canaries.savedKey },
        },
      ],
      orders: [{ id: "order-code", product: "code-signing", signKeyPin: canaries.pin }],
    });
    const headers = { "x-cc-key-id": "canary", "x-cc-auth-key": canaries.authKey };
    const cloud = { certificate: { sign_hash: "sha256", csr_from: "sign-cloud-csc" } };
    const csr = `-----BEGIN PRIVATE KEY-----\n${canaries.privateKey}\n-----END PRIVATE KEY-----`;
    const reissues = [
      { ...cloud, sign_key_pin: canaries.pin },
      { ...cloud, sign_key_pin: canaries.wrongPin },
      { certificate: { sign_hash: "sha256", csr } },
      { certificate: { csr: [csr] }, sign_key_pin: [canaries.pin] },
    ];
    const callbackTests = [
      { access_key: canaries.accessKey },
      { access_key: [canaries.accessKey] },
      { url: "https://x/", access_key: canaries.accessKey.repeat(20) },
      undefined,
    ];
    const requests = [
      ...reissues.map((body) => ({ ...reissueRequest("order-code", body), headers })),
      { ...reissueRequest("order-code", cloud), headers: { ...headers, "x-cc-auth-key": canaries.wrongKey } },
      { ...reissueRequest("order-code", cloud), headers: { "x-cc-key-id": canaries.wrongKey } },
      ...callbackTests.map((body) => callbackTestRequest(body, headers)),
      ...["state", "requests", "ledger"].map((name) => ({
        method: "GET",
        path: `/_sandbox/${name}`,
        body: "",
      })),
      {
        method: "PUT",
        path: "/_sandbox/accounts/canary/callback",
        body: `{"accessKey":"${canaries.accessKey}"}`,
      },
    ];
    for (const request of requests) seen.push((await sendRequest(careful, request)).text);
    careful.addFault({ kind: "half-a-body" });
    await sendRaw(careful.url, requestText(careful.url, requests[0]));
    seen.push(JSON.stringify([careful.ledger, careful.requests]));
    await careful.close();

    expect(careful.ledger).toHaveLength(2);
    for (const [name, canary] of Object.entries(canaries))
      expect([name, seen.filter((text) => text.includes(canary))]).toEqual([name, []]);
  });

  test("shows in the log as part of a query, nor does a path of any length", async () => {
    await sendRequest(sandbox, { path: "/%1b[31m?secret=1" });
    await sendRequest(sandbox, { path: `/${"x".repeat(5000)}` });
    expect(lines).toEqual([
      "POST /%1b[31m → 404 not_found: There is no such path.",
      `POST /${"x".repeat(199)} → 404 not_found: There is no such path.`,
    ]);
  });
});
