import dns from "node:dns";
import { createSecureServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Exchange, Sending } from "../../../src/client/transport.ts";
import { exchange } from "../../../src/client/transport.ts";
import { trustContext } from "../../../src/client/trust.ts";
import { authority, certificate } from "../../harness/faults/faulty-service.ts";
import { answer, success } from "../../harness/faults/http-text.ts";
import type { ProxyBehaviour } from "../../harness/faults/proxy-server.ts";
import { startProxy, tunnelTo } from "../../harness/faults/proxy-server.ts";
import type { RawServer, Script } from "../../harness/faults/raw-server.ts";
import { eventually, startRawServer } from "../../harness/faults/raw-server.ts";

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

interface Served {
  readonly server: RawServer;
  readonly url: string;
  send(change?: Partial<Sending>): Promise<Exchange>;
}

/** A server for one test, over TLS or without. */
async function serving(script: Script, scheme: "http" | "https" = "http"): Promise<Served> {
  const server = await startRawServer(script, scheme === "https" ? certificate : undefined);
  onTestFinished(() => server.close());
  const url = `${scheme}://localhost:${server.port}/path`;
  return { server, url, send: (change) => exchange(sendingTo(url, change)) };
}

const polite: Script = async (visit) => {
  await visit.carryOut();
  visit.write(answer(200, success));
};
const silent: Script = () => {};
/** Reads the request and then does this. */
const then =
  (rest: Script): Script =>
  async (visit) => {
    await visit.request();
    await rest(visit);
  };
const lost = (sent: boolean, code: unknown, detail: unknown = expect.any(String)) => ({
  answered: false,
  sent,
  code,
  detail,
});

describe("A request", () => {
  test("is sent as given over a connection of its own, and its answer is returned", async () => {
    const { server, send } = await serving(
      then((visit) =>
        visit.write(answer(200, success, { "retry-after": "5", "set-cookie": "a\r\nset-cookie: b" })),
      ),
    );
    const ended = await send();
    expect(ended).toStrictEqual({
      answered: true,
      status: 200,
      header: expect.any(Function),
      body: success,
      broken: undefined,
    });
    if (!ended.answered) return;
    expect(["retry-after", "set-cookie", "other"].map(ended.header)).toEqual(["5", "a", undefined]);
    const [heard = ""] = server.heard;
    expect(heard).toMatch(/^POST \/path HTTP\/1\.1\r\n/);
    expect(heard.toLowerCase()).toContain("\r\nx-key: value\r\n");
    expect(heard.toLowerCase()).toContain("\r\nconnection: close\r\n");
    expect(heard.endsWith('\r\n\r\n{"a":1}')).toBe(true);
    expect(await eventually(() => server.open === 0)).toBe(true);
  });

  test("may have no body", async () => {
    const { server, send } = await serving(polite);
    expect(await send({ method: "PUT", body: undefined })).toMatchObject({ answered: true, status: 200 });
    expect(server.heard[0]).toMatch(/^PUT .*\r\n\r\n$/s);
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
      then(async (visit) => {
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
          expect(await send()).toMatchObject({ answered: true, status: 200, body: text, broken: undefined });
        },
      ),
      { numRuns: 100 },
    );
  });

  test("does not wait for the end of an interim answer that has none", async () => {
    const { send } = await serving(
      then((visit) => visit.write(`HTTP/1.1 100 Continue\r\nx: ${"y".repeat(20_000)}`)),
    );
    expect(await send()).toMatchObject(lost(true, expect.not.stringContaining("timeout")));
  });

  test("leaves no listener and no timer behind", async () => {
    const { send } = await serving(polite);
    const signals = [new AbortController().signal, new AbortController().signal] as const;
    const spies = signals.map((signal) => [
      vi.spyOn(signal, "addEventListener"),
      vi.spyOn(signal, "removeEventListener"),
    ]);
    const started = vi.spyOn(globalThis, "setTimeout");
    const cleared = vi.spyOn(globalThis, "clearTimeout");
    onTestFinished(() => void vi.restoreAllMocks());
    await send({
      signal: signals[0],
      stopSignal: signals[1],
      connectTimeoutMs: 12_345,
      responseTimeoutMs: 23_456,
    });
    for (const [added, removed] of spies) expect(removed?.mock.calls).toEqual(added?.mock.calls);
    const own = started.mock.results.filter((_, i) =>
      [12_345, 23_456].includes(started.mock.calls[i]?.[1] ?? 0),
    );
    expect(own).toHaveLength(2);
    for (const { value } of own) expect(cleared).toHaveBeenCalledWith(value);
  });
});

describe("A request without a connection is not sent", () => {
  test("The port is closed", async () => {
    const { server, send } = await serving(polite);
    await server.close();
    expect(await send()).toStrictEqual(lost(false, "connection_refused", "ECONNREFUSED"));
  });

  test("The name is unknown", async () => {
    const ended = await exchange(sendingTo(`https://${"x".repeat(64)}.invalid/`));
    expect(ended).toStrictEqual(lost(false, "dns_failed"));
  });

  test("The handshake is not one, or never ends", async () => {
    const { server } = await serving((visit) => visit.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    const https = `https://localhost:${server.port}/`;
    expect(await exchange(sendingTo(https))).toStrictEqual(lost(false, "tls_failed"));
    const { server: hung } = await serving(silent);
    const late = exchange(sendingTo(`https://localhost:${hung.port}/`, { connectTimeoutMs: 50 }));
    expect(await late).toStrictEqual(lost(false, "connect_timeout", "after 50 ms"));
    expect(await eventually(() => hung.open === 0)).toBe(true);
  });

  test("The connection is closed in the handshake", async () => {
    const { server } = await serving((visit) => visit.end());
    expect(await exchange(sendingTo(`https://localhost:${server.port}/`))).toStrictEqual(
      lost(false, "connect_failed"),
    );
  });

  test("The certificate is not trusted", async () => {
    const { server, send } = await serving(polite, "https");
    expect(await send({ trust: undefined })).toStrictEqual(lost(false, "tls_untrusted"));
    expect(await send()).toMatchObject({ answered: true, status: 200 });
    expect(server.carriedOut).toBe(1);
  });

  test("The certificate is not trusted, whatever the environment allows", async () => {
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    onTestFinished(() => void vi.unstubAllEnvs());
    const { server, send } = await serving(polite, "https");
    expect(await send({ trust: undefined })).toStrictEqual(lost(false, "tls_untrusted"));
    const proxy = await startProxy({ onConnect: tunnelTo(server.port), tls: certificate });
    onTestFinished(() => proxy.close());
    const overPlain = await startProxy({ onConnect: tunnelTo(server.port) });
    onTestFinished(() => overPlain.close());
    for (const through of [`https://localhost:${proxy.port}`, `http://localhost:${overPlain.port}`])
      expect(await send({ trust: undefined, proxy: new URL(through) })).toStrictEqual(
        lost(false, "tls_untrusted"),
      );
    expect(proxy.asked).toEqual([]);
    expect(server.heard.join("")).toBe("");
  });

  test("The address cannot be connected to", async () => {
    expect(await exchange(sendingTo("ftp://service.example/"))).toStrictEqual(
      lost(false, "connect_failed", "UND_ERR_INVALID_ARG"),
    );
  });

  const coded = (code: string) => [Object.assign(new Error(code), { code }), code] as const;
  test.each([
    [...coded("EAI_AGAIN"), "dns_failed"],
    [...coded("ENODATA"), "dns_failed"],
    [...coded("ECONNREFUSED"), "connection_refused"],
    [...coded("ETIMEDOUT"), "connect_timeout"],
    [...coded("UND_ERR_CONNECT_TIMEOUT"), "connect_timeout"],
    [...coded("EPROTO"), "tls_failed"],
    [...coded("ERR_SSL_WRONG_VERSION_NUMBER"), "tls_failed"],
    [...coded("ERR_TLS_HANDSHAKE_TIMEOUT"), "tls_failed"],
    [...coded("ERR_TLS_CERT_ALTNAME_INVALID"), "tls_untrusted"],
    [...coded("CERT_HAS_EXPIRED"), "tls_untrusted"],
    [...coded("EOTHER_CERT_"), "connect_failed"],
    [...coded("EPERM"), "connect_failed"],
    [new Error("outer", { cause: coded("ECONNREFUSED")[0] }), "ECONNREFUSED", "connection_refused"],
    [new AggregateError([coded("ECONNREFUSED")[0], coded("EPERM")[0]]), "ECONNREFUSED", "connection_refused"],
    [new TypeError("no code"), "TypeError", "connect_failed"],
    [Object.assign(new Error("no name"), { name: 7 }), "Error", "connect_failed"],
  ])("The system reports %s", async (error, detail, code) => {
    const lookup = vi.spyOn(dns, "lookup").mockImplementation(((...args: unknown[]) => {
      (args.at(-1) as (error: unknown) => void)(error);
    }) as never);
    onTestFinished(() => lookup.mockRestore());
    const ended = await exchange(sendingTo("http://service.example.test/"));
    expect(ended).toStrictEqual(lost(false, code, detail));
  });

  test("A request that was stopped before does not even connect", async () => {
    const { server, send } = await serving(polite);
    expect(await send({ stopSignal: AbortSignal.abort("deadline_exceeded") })).toStrictEqual(
      lost(false, "deadline_exceeded", ""),
    );
    expect(server.heard).toEqual([]);
  });

  test.each(["signal", "stopSignal"] as const)("Its %s fires before the connection stands", async (which) => {
    const { server } = await serving(silent);
    const end = new AbortController();
    const sending = exchange(sendingTo(`https://localhost:${server.port}/`, { [which]: end.signal }));
    await eventually(() => server.open === 1);
    end.abort("aborted");
    expect(await sending).toStrictEqual(lost(false, "aborted", ""));
    expect(await eventually(() => server.open === 0)).toBe(true);
  });
});

describe("beforeSend", () => {
  test("is called once the connection stands, before the first byte", async () => {
    const { server, send } = await serving(polite);
    let heardBefore: readonly string[] = [];
    const ended = await send({
      async beforeSend() {
        await eventually(() => server.heard.length === 1);
        await wait(30);
        heardBefore = [...server.heard];
        return true;
      },
    });
    expect(heardBefore).toEqual([""]);
    expect(ended).toMatchObject({ answered: true, status: 200 });
  });

  test.each([
    ["later", async () => Promise.reject(new Error("no"))],
    [
      "at once",
      () => {
        throw new Error("no");
      },
    ],
  ])("The request is not sent if it fails %s", async (_, beforeSend) => {
    const { server, send } = await serving(polite);
    expect(await send({ beforeSend })).toStrictEqual({
      ...lost(false, "aborted", "refused before sending"),
      refusedBy: new Error("no"),
    });
    expect(await eventually(() => server.open === 0)).toBe(true);
    expect(server.heard.join("")).toBe("");
  });

  test("The request is not sent if it resolves to false", async () => {
    const { server, send } = await serving(polite);
    expect(await send({ beforeSend: async () => false })).toStrictEqual(lost(false, "deadline_exceeded", ""));
    expect(await eventually(() => server.open === 0)).toBe(true);
    expect(server.heard.join("")).toBe("");
  });

  test("may take longer than the connect timeout", async () => {
    const { send } = await serving(polite);
    const ended = await send({ connectTimeoutMs: 300, beforeSend: () => wait(600, true) });
    expect(ended).toMatchObject({ answered: true, status: 200 });
  });

  test("The request is not sent if it was stopped meanwhile", async () => {
    const { server, send } = await serving(polite);
    const stop = new AbortController();
    let agree = (_: boolean) => {};
    const sending = send({
      stopSignal: stop.signal,
      beforeSend: () =>
        new Promise((resolve) => {
          agree = resolve;
          stop.abort("aborted");
        }),
    });
    expect(await sending).toStrictEqual(lost(false, "aborted", ""));
    agree(true);
    expect(await eventually(() => server.open === 0)).toBe(true);
    expect(server.heard.join("")).toBe("");
  });

  test("The request is not sent, and no other connection is made, if the peer hung up meanwhile", async () => {
    const { server, send } = await serving((visit) => visit.end());
    const ended = await send({ beforeSend: () => eventually(() => server.open === 0) });
    expect(ended).toStrictEqual(lost(false, "connect_failed", "ECONNRESET"));
    await wait(30);
    expect(server.heard).toEqual([""]);
  });
});

test("A peer that speaks first gets no request, and beforeSend is called once", async () => {
  const { server, send } = await serving((visit) => visit.write("SSH-2.0-OpenSSH_9.9\r\n"));
  let done = 0;
  const beforeSend = async () => {
    done++;
    return wait(30, true);
  };
  expect(await send({ beforeSend })).toStrictEqual(lost(false, "connect_failed", "ECONNRESET"));
  expect(done).toBe(1);
  expect(server.heard).toEqual([""]);
});

describe("A request that was sent", () => {
  const provisional: Script = (visit) => visit.end("HTTP/1.1 103 Early Hints\r\n\r\n");
  test.each<[string, Script, string]>([
    ["the connection is closed", (visit) => visit.end(), "connection_lost"],
    ["the connection is reset", (visit) => visit.reset(), "connection_lost"],
    ["the connection is closed after a provisional answer", provisional, "connection_lost"],
    ["the answer is not HTTP", (visit) => visit.write("SSH-2.0-OpenSSH_9.9\r\n"), "response_invalid"],
    [
      "the headers are larger than undici takes",
      (visit) => visit.write(answer(200, "", { "x-padding": "x".repeat(20_000) })),
      "response_invalid",
    ],
  ])("has no answer if %s", async (_, rest, code) => {
    const { send } = await serving(then(rest));
    expect(await send()).toStrictEqual(lost(true, code));
  });

  test("has no answer if none comes in time", async () => {
    const { server, send } = await serving(silent);
    expect(await send({ responseTimeoutMs: 50 })).toStrictEqual(
      lost(true, "response_timeout", "after 50 ms"),
    );
    expect(await eventually(() => server.open === 0)).toBe(true);
  });

  test("is ended by its signal, and not by its stopSignal", async () => {
    const stop = new AbortController();
    const answers = await serving(
      then((visit) => {
        stop.abort("aborted");
        visit.write(answer(200, success));
      }),
    );
    expect(await answers.send({ stopSignal: stop.signal })).toMatchObject({ answered: true, status: 200 });

    const end = new AbortController();
    const hangs = await serving(then(() => end.abort("aborted")));
    expect(await hangs.send({ signal: end.signal })).toStrictEqual(lost(true, "aborted", ""));
  });

  test("An answer that is cut off is kept as far as it was read", async () => {
    const half = `HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n${success}`;
    const broken = { answered: true, status: 200, header: expect.any(Function), body: success };
    const cut = await serving(then((visit) => visit.end(half)));
    expect(await cut.send()).toStrictEqual({ ...broken, broken: "response_cut" });
    const hung = await serving(then((visit) => visit.write(half)));
    expect(await hung.send({ responseTimeoutMs: 1_000 })).toStrictEqual({
      ...broken,
      broken: "response_timeout",
    });
  });

  test("An answer over 1 MiB is not read on", async () => {
    const mebibyte = "x".repeat(1_048_576);
    const just = await serving(then((visit) => visit.write(answer(200, mebibyte))));
    expect(await just.send()).toMatchObject({ body: mebibyte, broken: undefined });
    const over = await serving(then((visit) => visit.write(answer(200, `${mebibyte}x`))));
    const ended = await over.send();
    expect(ended).toMatchObject({ answered: true, broken: "response_too_large" });
    if (ended.answered) expect(ended.body.length).toBeLessThanOrEqual(1_048_576);
  });
});

describe("A request through a proxy", () => {
  async function proxied(behaviour: (port: number) => ProxyBehaviour, script: Script = polite) {
    const { server } = await serving(script, "https");
    const proxy = await startProxy(behaviour(server.port));
    onTestFinished(() => proxy.close());
    const send = (change: Partial<Sending> = {}) =>
      exchange(
        sendingTo("https://service.example.test/path", {
          proxy: new URL(`http://localhost:${proxy.port}`),
          ...change,
        }),
      );
    return { server, proxy, send };
  }
  const tunnel = (port: number): ProxyBehaviour => ({ onConnect: tunnelTo(port) });

  test("reaches the service through a tunnel, after beforeSend", async () => {
    const { server, proxy, send } = await proxied(tunnel);
    let heardBefore = "nothing was done";
    const ended = await send({
      async beforeSend() {
        await wait(30);
        heardBefore = server.heard.join("");
        return true;
      },
    });
    expect(ended).toMatchObject({ answered: true, status: 200, body: success });
    expect(heardBefore).toBe("");
    expect(proxy.asked[0]).toMatch(/^CONNECT service\.example\.test:443 /);
    expect(server.heard.join("").toLowerCase()).toContain("\r\nconnection: close\r\n");
    expect(await eventually(() => server.open + proxy.open === 0)).toBe(true);
  });

  test("is not sent if the proxy refuses, or the service behind it is not trusted", async () => {
    const refusing = await proxied(() => ({
      onConnect: (socket) => void socket.end("HTTP/1.1 403 No\r\n\r\n"),
    }));
    expect(await refusing.send()).toStrictEqual(lost(false, "proxy_failed"));
    const untrusted = await proxied(tunnel);
    expect(await untrusted.send({ trust: undefined })).toStrictEqual(lost(false, "tls_untrusted"));
  });

  test("is not sent if the proxy never answers, and nothing stays open", async () => {
    const { proxy, send } = await proxied(() => ({}));
    expect(await send({ connectTimeoutMs: 100 })).toStrictEqual(
      lost(false, "connect_timeout", "after 100 ms"),
    );
    expect(await eventually(() => proxy.open === 0)).toBe(true);
  });

  test("may reach the proxy over TLS", async () => {
    const { proxy, send } = await proxied((port) => ({ ...tunnel(port), tls: certificate }));
    const ended = await send({ proxy: new URL(`https://localhost:${proxy.port}`) });
    expect(ended).toMatchObject({ answered: true, status: 200 });
  });
});

// Over HTTP/2, a request may be repeated.
describe("A service that also speaks HTTP/2", () => {
  async function versionsSeen(proxy: boolean): Promise<string[]> {
    const versions: string[] = [];
    const server = createSecureServer({ ...certificate, allowHTTP1: true }, (request, response) => {
      versions.push(request.httpVersion);
      response.end(success);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const between = proxy ? await startProxy({ onConnect: tunnelTo(port) }) : undefined;
    onTestFinished(() => between?.close());
    const ended = await exchange(
      sendingTo(`https://localhost:${port}/`, {
        proxy: between && new URL(`http://localhost:${between.port}`),
      }),
    );
    expect(ended).toMatchObject({ answered: true, status: 200 });
    return versions;
  }

  test.each([false, true])("is spoken to in HTTP/1.1 (behind a proxy: %s)", async (proxy) => {
    expect(await versionsSeen(proxy)).toEqual(["1.1"]);
  });
});
