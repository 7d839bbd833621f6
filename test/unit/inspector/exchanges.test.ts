import { createServer } from "node:http";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { ExchangeLog } from "../../../src/inspector/index.ts";
import { type Exchange, type SandboxOptions, startSandbox } from "../../../src/sandbox/index.ts";
import { onLoopback } from "../../harness/on-loopback.ts";
import {
  callbackTestRequest,
  goodReissue,
  reissueRequest,
  sendRequest,
} from "../../harness/sandbox/raw-client.ts";

/** A sandbox whose exchanges are recorded. */
async function recorded(options: SandboxOptions = {}) {
  const exchanges = new ExchangeLog();
  const sandbox = await startSandbox({ httpsPort: false, recorder: exchanges, ...options });
  onTestFinished(() => sandbox.close());
  return { sandbox, exchanges, control: sandbox.control };
}

/** The address of a program that answers with these statuses, and then with 200. It repeats the key that it got. */
async function program(...statuses: number[]): Promise<string> {
  const server = createServer((request, response) => {
    const key = request.headers["x-cc-callback-auth"];
    response.writeHead(statuses.shift() ?? 200, { "x-echo": String(key) }).end(`got ${key}`);
  });
  onTestFinished(() => void server.close());
  return `http://localhost:${await onLoopback(server)}/callbacks`;
}

const request = { at: "", kind: "request", operation: "other", method: "GET", target: "/" } as const;
const message = (body: string) => ({ headers: {}, body, secrets: [] });

describe("The exchanges of a sandbox", () => {
  test("are told when they begin and when they end", async () => {
    const { sandbox, exchanges } = await recorded();
    const seen: unknown[] = [];
    exchanges.follow((exchange) => seen.push(exchange?.result));
    await sendRequest(sandbox);
    expect(exchanges.kept).toHaveLength(1);
    expect(seen[0]).toBe("pending");
    expect(seen.at(-1)).toBe("ok");
  });

  test("have the request, its answer and no secret", async () => {
    const { sandbox, exchanges } = await recorded();
    await sendRequest(sandbox);
    await sendRequest(sandbox, reissueRequest("order-none", goodReissue));
    await sendRequest(sandbox, callbackTestRequest({ url: "https://a.test/", access_key: "secret-key-1" }));
    const [reissue, refused, tested] = exchanges.kept;
    expect(reissue).toMatchObject({
      seq: 1,
      kind: "request",
      operation: "reissue",
      target: "/openapi/v3/orders/order-ssl-1/reissue",
      orderId: "order-ssl-1",
      certificateId: "cert-1001",
      keyId: "demo",
      status: 200,
      result: "ok",
      durationMs: expect.any(Number),
    });
    expect(JSON.parse(reissue?.sent.body ?? "")).toEqual(goodReissue);
    expect(reissue?.answer?.body).toContain("cert-1001");
    expect(refused).toMatchObject({ result: "refused", status: 404, code: "order_not_found" });
    expect(tested?.sent.body).toContain('"access_key":"(secret)"');
    expect(JSON.stringify(exchanges.kept)).not.toMatch(/secret-key-1|sandbox-demo-auth-key/);
  });

  test("have no key in a wrong place either", async () => {
    const { sandbox, exchanges } = await recorded();
    const { authKey } = sandbox.credentials;
    await sendRequest(sandbox, reissueRequest(authKey, goodReissue));
    await sendRequest(sandbox, {
      ...reissueRequest("order-ssl-1", { certificate: { csr_from: "sandbox-pin-2468" } }),
      headers: { "x-cc-key-id": "a-real-auth-key", "x-cc-auth-key": "demo" },
    });
    expect(exchanges.kept).toMatchObject([{ orderId: "(secret)", result: "refused" }, { result: "refused" }]);
    expect(JSON.stringify(exchanges.kept)).not.toMatch(/sandbox-demo-auth-key|a-real-auth-key|2468/);
  });

  test("tell which fault met a request, and whether it was carried out", async () => {
    const { sandbox, exchanges } = await recorded();
    for (const kind of ["refuse", "reset-before-reading", "reset-after-processing"] as const) {
      sandbox.addFault({ kind });
      await sendRequest(sandbox);
    }
    sandbox.addFault({ kind: "status", status: 503 });
    await sendRequest(sandbox);
    expect(
      exchanges.kept.map(({ fault, result, status, certificateId }) => [
        fault,
        result,
        status,
        certificateId,
      ]),
    ).toEqual([
      ["refuse", "failed", undefined, undefined],
      ["reset-before-reading", "failed", undefined, undefined],
      ["reset-after-processing", "failed", undefined, "cert-1001"],
      ["status", "failed", 503, undefined],
    ]);
    expect(exchanges.kept[2]?.message).toMatch(/was carried out/);
    expect(exchanges.kept[3]?.message).toMatch(/was not carried out/);
  });

  test("have each callback with the answer, without its key, and why it failed", async () => {
    const url = await program(401);
    const { sandbox, exchanges, control } = await recorded({
      forwardTo: url,
      issuing: { callback: "never" },
    });
    const accessKey = "callback-key-1";
    sandbox.saveCallback("demo", { url, accessKey });
    await control("POST", "callbacks", '{"orderId":"order-ssl-1"}');
    expect(exchanges.kept).toMatchObject([
      {
        kind: "callback",
        operation: "trigger",
        target: url,
        status: 401,
        result: "failed",
        code: "callback_response_not_200",
        message: expect.stringContaining("may not accept the authentication key"),
        answer: { body: "got (secret)" },
      },
    ]);
    expect(JSON.stringify(exchanges.kept)).not.toContain(accessKey);

    // Once more, to what is saved now.
    const other = await program();
    sandbox.saveCallback("demo", { url: other, accessKey });
    expect(JSON.parse((await control("POST", "callbacks/1/again", "")).body)).toMatchObject({
      code: "callback_url_not_https",
    });
    sandbox.saveCallback("demo", { url, accessKey });
    expect(JSON.parse((await control("POST", "callbacks/1/again", "")).body)).toEqual({ delivered: true });
    expect(exchanges.kept.at(-1)).toMatchObject({ kind: "callback", result: "ok", orderId: "order-ssl-1" });
    expect((await control("POST", "callbacks/99/again", "")).status).toBe(404);
  });

  test("are the newest 10,000, and fewer if their bodies are large", () => {
    const log = new ExchangeLog();
    const last: (Exchange | undefined)[] = [];
    log.follow((exchange) => last.splice(0, 1, exchange));
    for (let index = 0; index < 10_005; index++) log.begin({ ...request, sent: message("") });
    expect(log.kept).toHaveLength(10_000);
    expect(log.kept[0]?.seq).toBe(6);
    // Of each body, 32,768 characters are kept.
    const large = "x".repeat(40_000);
    for (let index = 0; index < 1_000; index++)
      log.begin({ ...request, sent: message("") })({ answer: message(large), result: "ok" });
    expect(log.kept).toHaveLength(976);
    expect(log.kept.at(-1)?.seq).toBe(11_005);
  });

  test("end also if the caller goes away", async () => {
    const { sandbox, exchanges } = await recorded();
    const controller = new AbortController();
    const sending = fetch(`${sandbox.url}/openapi/v3/orders/order-ssl-1/reissue`, {
      method: "POST",
      body: new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array(10)) }),
      duplex: "half",
      signal: controller.signal,
    } as RequestInit);
    await vi.waitFor(() => expect(exchanges.kept).toHaveLength(1));
    controller.abort();
    await expect(sending).rejects.toThrow();
    await vi.waitFor(() => expect(exchanges.kept[0]?.result).toBe("failed"));
    expect(exchanges.kept[0]?.message).toContain("closed the connection");
  });
});
