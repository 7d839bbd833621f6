import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { json } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { type Sandbox, seedOrders, startSandbox } from "../../../src/sandbox/index.ts";
import { onLoopback } from "../../harness/on-loopback.ts";
import type { RawRequest } from "../../harness/sandbox/raw-client.ts";
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
beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

const get = (path: string): RawRequest => ({ method: "GET", path: `/_sandbox/${path}`, body: "" });
const send = (method: string, path: string, body: unknown): RawRequest => ({
  method,
  path: `/_sandbox/${path}`,
  body: JSON.stringify(body),
});

describe("The control API", () => {
  test("lists itself, the ledger, the requests, the state and the authority", async () => {
    await sendRequest(sandbox);
    expect((await sendRequest(sandbox, get(""))).json.routes).toContainEqual(
      expect.stringMatching(/^GET .*ledger/),
    );
    expect((await sendRequest(sandbox, get("ledger"))).json.ledger).toEqual(sandbox.ledger);
    expect((await sendRequest(sandbox, get("requests"))).json.requests).toHaveLength(1);
    const { accounts, orders } = (await sendRequest(sandbox, get("state"))).json;
    expect(accounts.map(({ kind }: { kind: string }) => kind)).toContain("managed-pki");
    expect(orders).toHaveLength(seedOrders.length);
    expect((await sendRequest(sandbox, get("ca.pem"))).text).toBe(sandbox.caPem);
  });

  test("orders faults, one or many, and forgets them", async () => {
    await sendRequest(sandbox, send("POST", "faults", { kind: "status", status: 500 }));
    expect((await sendRequest(sandbox)).status).toBe(500);
    const many = [{ kind: "garbage" }, { kind: "hang", after: 3 }];
    expect((await sendRequest(sandbox, send("POST", "faults", many))).json.faults).toEqual(many);
    expect((await sendRequest(sandbox, { ...get("faults"), method: "DELETE" })).status).toBe(200);
    expect((await sendRequest(sandbox)).status).toBe(200);
  });

  test("orders no part of a list with a mistake in it", async () => {
    const list = [{ kind: "garbage" }, { kind: "explode" }];
    expect((await sendRequest(sandbox, send("POST", "faults", list))).status).toBe(400);
    expect((await sendRequest(sandbox)).status).toBe(200);
  });

  test("saves and removes an account's callback configuration", async () => {
    const config = {
      url: "http://not-https.example.test/",
      accessKey: "k",
      disabled: true,
      enabledActions: [],
    };
    expect((await sendRequest(sandbox, send("PUT", "accounts/demo/callback", config))).status).toBe(200);
    expect(await answerCode(sandbox, callbackTestRequest(undefined))).toBe("callback_url_not_https");
    await sendRequest(sandbox, { ...get("accounts/demo/callback"), method: "DELETE" });
    expect(await answerCode(sandbox, callbackTestRequest(undefined))).toBe("callback_not_configured");
    expect((await sendRequest(sandbox, send("PUT", "accounts/unknown/callback", config))).status).toBe(404);
  });

  test("adds an order, but not twice", async () => {
    const order = { id: "order-new", product: "ssl", commonName: "www.example.com" };
    const added = await sendRequest(sandbox, send("POST", "orders", order));
    expect([added.status, added.json]).toEqual([201, { id: "order-new", certificateId: "cert-1001" }]);
    expect((await sendRequest(sandbox, send("POST", "orders", order))).status).toBe(409);
    const reply = await sendRequest(sandbox, reissueRequest("order-new", goodReissue));
    expect(reply.json.data.certificate.id).toBe("cert-1002");
  });

  test("sends a callback now, whatever pauses callbacks, and says whether it was delivered", async () => {
    const got: unknown[] = [];
    const statuses = [200, 500];
    const program = createServer(async (request, response) => {
      got.push([request.headers["x-cc-callback-auth"], await json(request)]);
      response.writeHead(statuses.shift() ?? 200).end();
    });
    onTestFinished(() => void program.close());
    const url = `http://localhost:${await onLoopback(program)}/callbacks`;
    const forwarding = await startSandbox({ httpsPort: false, forwardTo: url });
    onTestFinished(() => forwarding.close());
    const trigger = (callback: object) => sendRequest(forwarding, send("POST", "callbacks", callback));
    expect((await trigger({ orderId: "order-ssl-1" })).status).toBe(409);
    forwarding.saveCallback("demo", { url, accessKey: "key", disabled: true });
    const { json: first } = await trigger({ orderId: "order-ssl-1" });
    expect(first).toEqual({ orderId: "order-ssl-1", certificateId: "cert-1", delivered: true });
    expect(got).toEqual([["key", expect.objectContaining({ action_id: "order:issued", cert_id: "cert-1" })]]);
    const { json: second } = await trigger({ orderId: "order-ssl-1", certificateId: "cert-x" });
    expect(second).toMatchObject({ delivered: false, code: "callback_response_not_200" });
    expect((await trigger({ orderId: "order-none" })).status).toBe(404);
    // A test of the saved callback comes the same way.
    expect(await answerCode(forwarding, callbackTestRequest(undefined))).toBe("success");
  });

  const wrong: Record<string, RawRequest> = {
    "a fault that is no object": send("POST", "faults", 7),
    "a fault with a typing mistake": send("POST", "faults", { kind: "hang", afetr: 1 }),
    "a fault of the wrong kind of value": send("POST", "faults", { kind: "hang", after: "1" }),
    "an order without a product": send("POST", "orders", { id: "a" }),
    "an order of no known product": send("POST", "orders", { id: "a", product: "wood" }),
    "a callback without a key": send("PUT", "accounts/demo/callback", { url: "https://a.test/" }),
    "a callback address that cannot be called": send("PUT", "accounts/demo/callback", {
      url: "abc",
      accessKey: "k",
    }),
    "a callback address with a password": send("PUT", "accounts/demo/callback", {
      url: "https://me:password@a.test/",
      accessKey: "k",
    }),
    "a callback address that is too long": send("PUT", "accounts/demo/callback", {
      url: `https://a.test/${"a".repeat(242)}`,
      accessKey: "k",
    }),
    "a body that is not JSON": { method: "POST", path: "/_sandbox/faults", body: "{" },
  };
  for (const [what, request] of Object.entries(wrong))
    test(`says what is wrong with ${what}`, async () => {
      const reply = await sendRequest(sandbox, request);
      expect(reply.status).toBe(400);
      expect(reply.json.message).toMatch(/must|missing|has no/);
    });

  test("knows no other paths and methods", async () => {
    expect((await sendRequest(sandbox, get("secrets"))).status).toBe(404);
    expect((await sendRequest(sandbox, get("accounts/a/b/callback"))).status).toBe(404);
    expect((await sendRequest(sandbox, get("accounts/%zz/callback"))).status).toBe(404);
    expect((await sendRequest(sandbox, send("PUT", "ledger", {}))).status).toBe(405);
  });

  test("does not answer web pages", async () => {
    for (const origin of ["https://evil.example", "null", sandbox.url]) {
      const reply = await sendRequest(sandbox, {
        ...send("POST", "faults", { kind: "hang" }),
        headers: { origin },
      });
      expect(reply.status).toBe(403);
    }
    expect((await sendRequest(sandbox)).status).toBe(200);
  });

  test("is not among the requests that are remembered", async () => {
    await sendRequest(sandbox, get("state"));
    expect(sandbox.requests).toEqual([]);
  });
});

describe("The Host header", () => {
  const port = () => new URL(sandbox.url).port;
  for (const host of ["localhost", "127.0.0.1", "[::1]", "LOCALHOST"])
    test(`may be ${host} with the port of the sandbox`, async () => {
      expect((await sendRequest(sandbox, { headers: { host: `${host}:${port()}` } })).status).toBe(200);
    });

  test("may be nothing else, so that no web page reaches the sandbox under a name of its own", async () => {
    const strangers = [
      "evil.example",
      `evil.example:${port()}`,
      `localhost.evil.example:${port()}`,
      `127.0.0.1.evil.example:${port()}`,
      `localhost:${Number(port()) + 1}`,
      "localhost",
      `localhost:${port()}@evil.example`,
      `0.0.0.0:${port()}`,
      "",
    ];
    for (const host of strangers)
      for (const request of [{ headers: { host } }, { ...get("state"), headers: { host } }])
        expect([host, (await sendRequest(sandbox, request)).status]).toEqual([host, 421]);
    expect(sandbox.ledger).toEqual([]);
  });

  test("is required", async () => {
    const without = requestText(sandbox.url).replace(/host: [^\r]*\r\n/, "");
    expect((await sendRaw(sandbox.url, without)).text).toMatch(/^HTTP\/1\.1 400 /);
    const old = without.replace("HTTP/1.1", "HTTP/1.0");
    expect((await sendRaw(sandbox.url, old)).text).toMatch(/^HTTP\/1\.1 421 /);
  });
});

test("The sandbox listens at one address of this machine, which no other machine can reach", async () => {
  // A server that listens at all addresses listens at this one too.
  for (const url of [sandbox.url, sandbox.httpsUrl]) {
    const socket = connect(Number(new URL(url).port), "127.0.0.2");
    const [error] = (await once(socket, "error")) as [NodeJS.ErrnoException];
    expect(["ECONNREFUSED", "EADDRNOTAVAIL", "ETIMEDOUT"]).toContain(error.code);
  }
});
