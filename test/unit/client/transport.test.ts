import dns from "node:dns";
import { setTimeout as wait } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { exchange, type Sending } from "../../../src/client/transport.ts";
import { trustContext } from "../../../src/trust-context.ts";
import { authority, certificate } from "../../harness/faults/faulty-service.ts";
import { answer, success } from "../../harness/faults/http-text.ts";
import { startProxy, tunnelTo } from "../../harness/faults/proxy-server.ts";
import { eventually, type Script, startRawServer } from "../../harness/faults/raw-server.ts";
import { afterRequest, polite } from "../../harness/faults/scripts.ts";

// The outcome of each broken connection is in test/harness/faults, and tested with the whole client.

const trust = trustContext(authority.pem);

/** What is sent where nothing else is said, with more patience than any of these tests takes. */
function sendingTo(url: string, change: Partial<Sending> = {}): Sending {
  return {
    method: "POST",
    url: new URL(url),
    headers: { "x-key": "value" },
    body: '{"a":1}',
    proxy: undefined,
    trust,
    connectTimeoutMs: 20_000,
    responseTimeoutMs: 20_000,
    beforeSend: undefined,
    onSent: () => {},
    signal: new AbortController().signal,
    stopSignal: new AbortController().signal,
    ...change,
  };
}

/** A server for one test, over TLS or without. */
async function serving(script: Script, scheme: "http" | "https" = "http") {
  const server = await startRawServer(script, scheme === "https" ? certificate : undefined);
  onTestFinished(() => server.close());
  const url = `${scheme}://localhost:${server.port}/path`;
  return { server, send: (change?: Partial<Sending>) => exchange(sendingTo(url, change)) };
}

const lost = (sent: boolean, reason: string, detail: unknown = expect.any(String)) => ({
  hasResponse: false,
  sent,
  reason,
  detail,
});

describe("A request", () => {
  test("is sent as given over a connection of its own, and its answer is returned", async () => {
    const headers = { "retry-after": "5", "set-cookie": "a\r\nset-cookie: b" };
    const { server, send } = await serving(
      afterRequest((visit) => visit.write(answer(200, success, headers))),
    );
    const ended = await send();
    expect(ended).toStrictEqual({
      hasResponse: true,
      status: 200,
      header: expect.any(Function),
      body: success,
      broken: undefined,
    });
    if (!ended.hasResponse) return;
    expect(["retry-after", "set-cookie", "other"].map(ended.header)).toEqual(["5", "a", undefined]);
    const [heard = ""] = server.heard;
    expect(heard).toMatch(/^POST \/path HTTP\/1\.1\r\n/);
    expect(heard.toLowerCase()).toContain("\r\nx-key: value\r\n");
    expect(heard.toLowerCase()).toContain("\r\nconnection: close\r\n");
    expect(heard.endsWith('\r\n\r\n{"a":1}')).toBe(true);
    expect(await eventually(() => server.open === 0)).toBe(true);
  });

  test("takes the final answer after interim ones, however the bytes are cut, and leaves its body alone", async () => {
    const interim = fc
      .tuple(
        fc.constantFrom("100 Continue", "100", "100 ", "102 Processing", "103 Early Hints", "199 Whatever"),
        fc.constantFrom("", "link: </x>\r\n", "connection: close\r\nx: y\r\n", "content-length: 5\r\n"),
      )
      .map(([status, headers]) => `HTTP/1.1 ${status}\r\n${headers}\r\n`);
    const body = fc.oneof(
      interim,
      fc.array(interim).map((all) => `\r\n\r\n${all.join("")}`),
      fc.constant(success),
      fc.constant('{"message":"Zertifikat für größere Orte"}'),
    );
    let pieces: Buffer[] = [];
    const { send } = await serving(
      afterRequest(async (visit) => {
        for (const piece of pieces) {
          visit.write(piece);
          await wait(1);
        }
      }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(interim, { maxLength: 4 }),
        body,
        fc.uniqueArray(fc.nat(300), { maxLength: 6 }),
        async (before, text, cuts) => {
          const bytes = Buffer.concat([Buffer.from(before.join("")), answer(200, text)]);
          const at = [0, ...cuts.sort((a, b) => a - b), bytes.length];
          pieces = at.slice(1).map((end, i) => bytes.subarray(at[i], end));
          expect(await send()).toMatchObject({
            hasResponse: true,
            status: 200,
            body: text,
            broken: undefined,
          });
        },
      ),
      { numRuns: 100 },
    );
  });

  test("is not sent to a certificate that is not trusted, whatever the environment allows", async () => {
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    const { server, send } = await serving(polite, "https");
    const overTls = await startProxy({ onConnect: tunnelTo(server.port), tls: certificate });
    const overPlain = await startProxy({ onConnect: tunnelTo(server.port) });
    onTestFinished(async () => void (await Promise.all([overTls.close(), overPlain.close()])));
    for (const way of [undefined, `https://localhost:${overTls.port}`, `http://localhost:${overPlain.port}`])
      expect(await send({ trust: undefined, proxy: way ? new URL(way) : undefined })).toStrictEqual(
        lost(false, "tls-untrusted"),
      );
    expect(overTls.asked).toEqual([]);
    expect(server.heard.join("")).toBe("");
  });

  test("An answer over 1 MiB is not read on", async () => {
    let body = "x".repeat(1_048_576);
    const { send } = await serving(afterRequest((visit) => visit.write(answer(200, body))));
    expect(await send()).toMatchObject({ body, broken: undefined });
    body += "x";
    const ended = await send();
    expect(ended).toMatchObject({ hasResponse: true, broken: "response-too-large" });
    if (ended.hasResponse) expect(ended.body.length).toBeLessThanOrEqual(1_048_576);
  });
});

describe("A request without a connection is not sent", () => {
  const coded = (code: string) => [Object.assign(new Error(code), { code }), code] as const;
  test.each([
    [...coded("EAI_AGAIN"), "dns-failed"],
    [...coded("ENODATA"), "dns-failed"],
    [...coded("ECONNREFUSED"), "connection-refused"],
    [...coded("ETIMEDOUT"), "connect-timeout"],
    [...coded("UND_ERR_CONNECT_TIMEOUT"), "connect-timeout"],
    [...coded("EPROTO"), "tls-failed"],
    [...coded("ERR_SSL_WRONG_VERSION_NUMBER"), "tls-failed"],
    [...coded("ERR_TLS_HANDSHAKE_TIMEOUT"), "tls-failed"],
    [...coded("ERR_TLS_CERT_ALTNAME_INVALID"), "tls-untrusted"],
    [...coded("CERT_HAS_EXPIRED"), "tls-untrusted"],
    [...coded("EOTHER_CERT_"), "connect-failed"],
    [...coded("EPERM"), "connect-failed"],
    [new Error("outer", { cause: coded("ECONNREFUSED")[0] }), "ECONNREFUSED", "connection-refused"],
    [new AggregateError([coded("ECONNREFUSED")[0], coded("EPERM")[0]]), "ECONNREFUSED", "connection-refused"],
    [new TypeError("no code"), "TypeError", "connect-failed"],
    [Object.assign(new Error("no name"), { name: 7 }), "Error", "connect-failed"],
  ])("The system reports %s", async (error, detail, reason) => {
    vi.spyOn(dns, "lookup").mockImplementation(((...args: unknown[]) => {
      (args.at(-1) as (error: unknown) => void)(error);
    }) as never);
    const ended = await exchange(sendingTo("http://service.example.test/"));
    expect(ended).toStrictEqual(lost(false, reason, detail));
  });

  test("The address cannot be connected to", async () => {
    expect(await exchange(sendingTo("ftp://service.example/"))).toStrictEqual(
      lost(false, "connect-failed", "UND_ERR_INVALID_ARG"),
    );
  });

  test("It was stopped before", async () => {
    const { server, send } = await serving(polite);
    expect(await send({ stopSignal: AbortSignal.abort("deadline-exceeded") })).toStrictEqual(
      lost(false, "deadline-exceeded", ""),
    );
    expect(server.heard).toEqual([]);
  });
});

describe("beforeSend", () => {
  test.each(["directly", "through a proxy"])("is called before the first byte, %s", async (way) => {
    const { server, send } = await serving(polite, "https");
    const proxy = await startProxy({ onConnect: tunnelTo(server.port) });
    onTestFinished(() => proxy.close());
    let heardBefore = "nothing was done";
    const ended = await send({
      proxy: way === "directly" ? undefined : new URL(`http://localhost:${proxy.port}`),
      // It may take longer than connecting may.
      connectTimeoutMs: 300,
      async beforeSend() {
        await wait(600);
        heardBefore = server.heard.join("");
        return true;
      },
    });
    expect(heardBefore).toBe("");
    expect(ended).toMatchObject({ hasResponse: true, status: 200 });
  });

  const refusal = {
    ...lost(false, "aborted", "refused before sending"),
    refusedBy: new Error("no"),
  };
  test.each<[string, (stop: AbortController) => Promise<boolean>, object]>([
    ["fails later", () => Promise.reject(new Error("no")), refusal],
    [
      "fails at once",
      () => {
        throw new Error("no");
      },
      refusal,
    ],
    ["resolves to false", async () => false, lost(false, "deadline-exceeded", "")],
    [
      "is stopped meanwhile",
      async (stop) => {
        stop.abort("aborted");
        return true;
      },
      lost(false, "aborted", ""),
    ],
  ])("The request is not sent if it %s", async (_, beforeSend, expected) => {
    const { server, send } = await serving(polite);
    const stop = new AbortController();
    const ended = await send({ beforeSend: () => beforeSend(stop), stopSignal: stop.signal });
    expect(ended).toStrictEqual(expected);
    expect(await eventually(() => server.open === 0)).toBe(true);
    expect(server.heard.join("")).toBe("");
  });

  test.each<[string, Script]>([
    ["hangs up", (visit) => visit.end()],
    ["speaks first", (visit) => visit.write("SSH-2.0-OpenSSH_9.9\r\n")],
  ])("is called once, and nothing is sent, if the peer %s meanwhile", async (_, script) => {
    const { server, send } = await serving(script);
    const beforeSend = vi.fn(() => wait(30, true));
    expect(await send({ beforeSend })).toStrictEqual(lost(false, "connect-failed", "ECONNRESET"));
    await wait(30);
    expect(beforeSend).toHaveBeenCalledTimes(1);
    expect(server.heard).toEqual([""]);
  });
});
