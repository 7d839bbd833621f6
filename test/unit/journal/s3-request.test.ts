import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer as createHttpServer, type RequestListener } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { sender } from "../../../src/journal/stores/s3/request.ts";
import { s3Address } from "../../../src/journal/stores/s3/url.ts";
import { neverConnected } from "../../../src/journal/stores/server.ts";
import { atTheEnd } from "../../harness/at-the-end.ts";
import { startProxy, tunnelTo } from "../../harness/faults/proxy-server.ts";
import { selfSigned } from "../../harness/faults/self-signed.ts";
import { newFolder } from "../../harness/new-folder.ts";
import { onLoopback } from "../../harness/on-loopback.ts";

async function listening(server: Server): Promise<number> {
  const port = await onLoopback(server);
  const sockets = new Set<{ destroy(): void }>();
  server.on("connection", (socket) => sockets.add(socket));
  atTheEnd(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return port;
}

const httpStore = (answer: RequestListener) => listening(createHttpServer(answer));

const name = "store.example.test";
const certificate = selfSigned(name, 30);

/** The variables that trust the store's certificate. */
function trusting(): Record<string, string> {
  const file = join(newFolder("s3-"), "ca.pem");
  writeFileSync(file, certificate.cert);
  return { AWS_CA_BUNDLE: file };
}

/** Sends one GET to the store at this endpoint. */
function ask(endpoint: string, env: Record<string, string> = {}, timeoutMs = 5_000) {
  const address = s3Address(new URL(`s3://journal/team?endpoint=${endpoint}`), env);
  return sender(address, timeoutMs)(address.base, { method: "GET", headers: {}, body: "" });
}

const failed = (answer: Promise<unknown>) =>
  answer.then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error,
  );

describe("A proxy for a journal in S3", () => {
  test("never sees a request to this machine itself", async () => {
    const proxy = await startProxy({ onConnect: (socket) => socket.destroy() });
    atTheEnd(() => proxy.close());
    const port = await httpStore((_, answer) => answer.end("here"));
    const address = `http://127.0.0.1:${proxy.port}`;
    for (const host of ["127.0.0.1", "localhost"])
      for (const variable of ["HTTP_PROXY", "http_proxy", "ALL_PROXY"])
        expect(await ask(`http://${host}:${port}`, { [variable]: address })).toMatchObject({ body: "here" });
    // Nothing listens there, and no proxy is asked for it.
    for (const host of ["[::1]", "127.9.9.9"])
      expect(neverConnected(await failed(ask(`http://${host}:${port}`, { HTTP_PROXY: address })))).toBe(true);
    expect(proxy.asked).toEqual([]);
  });

  test("opens a tunnel to a store elsewhere, and gets the credentials in its address", async () => {
    const port = await listening(
      createHttpsServer(certificate, (_, answer) => answer.end("through the tunnel")),
    );
    const proxy = await startProxy({ onConnect: tunnelTo(port) });
    atTheEnd(() => proxy.close());
    const env = { ...trusting(), HTTPS_PROXY: `http://me:p%40ss@127.0.0.1:${proxy.port}` };
    expect(await ask(`https://${name}`, env)).toMatchObject({ status: 200, body: "through the tunnel" });
    expect(proxy.asked).toEqual([expect.stringMatching(`^CONNECT ${name}:443 HTTP/1.1\r\n`)]);
    expect(proxy.asked[0]).toContain(`Basic ${Buffer.from("me:p@ss").toString("base64")}`);
  });

  test("does not replace the check of the store's certificate", async () => {
    const port = await listening(createHttpsServer(certificate, (_, answer) => answer.end("spoofed")));
    const proxy = await startProxy({ onConnect: tunnelTo(port) });
    atTheEnd(() => proxy.close());
    const HTTPS_PROXY = `http://127.0.0.1:${proxy.port}`;
    expect(await failed(ask(`https://${name}`, { HTTPS_PROXY }))).toMatchObject({
      code: "DEPTH_ZERO_SELF_SIGNED_CERT",
    });
    const other = await failed(ask("https://other.example.test", { ...trusting(), HTTPS_PROXY }));
    expect(other).toMatchObject({ code: "ERR_TLS_CERT_ALTNAME_INVALID" });
  });

  test("is not used for a host that NO_PROXY names", async () => {
    const proxy = await startProxy({ onConnect: (socket) => socket.destroy() });
    atTheEnd(() => proxy.close());
    const env = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`, NO_PROXY: ".invalid" };
    expect(neverConnected(await failed(ask("https://store.invalid", env)))).toBe(true);
    expect(proxy.asked).toEqual([]);
  });

  test("If it opens no tunnel, nothing was sent to the store", async () => {
    const says = (text: string) => startProxy({ onConnect: (socket) => void socket.end(text) });
    const refusing = await says("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
    const closing = await says("");
    const silent = await startProxy({ onConnect: () => {} });
    for (const { port, close } of [refusing, closing, silent]) {
      atTheEnd(close);
      const error = await failed(ask(`https://${name}`, { HTTPS_PROXY: `http://127.0.0.1:${port}` }, 300));
      expect(neverConnected(error), String(error)).toBe(true);
      if (port === refusing.port) expect(error?.message).toContain("HTTP 407");
    }
  });

  test("is refused if its variable holds no http or https address", () => {
    expect(() => ask(`https://${name}`, { HTTPS_PROXY: "socks5://me:hunter2@proxy" })).toThrow(
      expect.objectContaining({
        code: "journal_unavailable",
        message: expect.not.stringContaining("hunter2"),
        remedy: expect.stringContaining("HTTPS_PROXY"),
      }),
    );
  });
});

describe("The deadline of a request to S3", () => {
  test("ends an answer that comes one byte at a time, after the request was sent", async () => {
    for (const begin of ["HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9000\r\n\r\n"]) {
      const port = await listening(
        createServer((socket) => {
          socket.on("error", () => {});
          socket.write(begin);
          const timer = setInterval(() => socket.write("x"), 20);
          socket.on("close", () => clearInterval(timer));
        }),
      );
      const error = await failed(ask(`http://127.0.0.1:${port}`, {}, 300));
      expect(error).toMatchObject({ code: "ETIMEDOUT" });
      expect(neverConnected(error)).toBe(false);
    }
  });

  test("ends a handshake that hangs, and nothing was sent then", async () => {
    const port = await listening(createServer((socket) => socket.on("error", () => {})));
    const error = await failed(ask(`https://127.0.0.1:${port}`, {}, 300));
    expect(error).toMatchObject({ code: "ETIMEDOUT", syscall: "connect" });
    expect(neverConnected(error)).toBe(true);
  });

  test("A request on a connection that was used before counts as sent", async () => {
    let asked = 0;
    const port = await httpStore((_, answer) => {
      if (asked++ === 0) answer.end("first");
    });
    const address = s3Address(new URL(`s3://journal/team?endpoint=http://127.0.0.1:${port}`), {});
    const send = sender(address, 300);
    const get = () => send(address.base, { method: "GET", headers: {}, body: "" });
    await get();
    const error = await failed(get());
    expect(error).toMatchObject({ code: "ETIMEDOUT" });
    expect(neverConnected(error)).toBe(false);
  });

  test("does not count the wait for a free connection", async () => {
    const port = await httpStore((_, answer) => void setTimeout(() => answer.end("ok"), 250));
    const address = s3Address(new URL(`s3://journal/team?endpoint=http://127.0.0.1:${port}`), {});
    const send = sender(address, 3_000);
    const all = Array.from({ length: 32 * 15 }, () =>
      send(address.base, { method: "GET", headers: {}, body: "" }),
    );
    expect(new Set((await Promise.all(all)).map(({ body }) => body))).toEqual(new Set(["ok"]));
  });
});

test("With NODE_DEBUG, no secret of the environment or of a request reaches stderr", async () => {
  const port = await httpStore((_, answer) => answer.writeHead(403).end());
  const tlsPort = await listening(createHttpsServer(certificate, (_, answer) => answer.writeHead(403).end()));
  const proxy = await startProxy({ onConnect: tunnelTo(tlsPort) });
  atTheEnd(() => proxy.close());
  const store = pathToFileURL(join(import.meta.dirname, "../../../src/journal/stores/address.ts"));
  const program = `
    const { openStore } = await import(${JSON.stringify(store.href)});
    for (const endpoint of process.argv.slice(1))
      await openStore("s3://journal/team?endpoint=" + endpoint).log("order-1").read().catch(() => {});
    process.exit();`;
  const secrets = {
    AWS_ACCESS_KEY_ID: "canary-id",
    AWS_SECRET_ACCESS_KEY: "canary-secret",
    AWS_SESSION_TOKEN: "canary-token",
    CERTORDER_AUTH_KEY: "canary-key",
  };
  const { stderr } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "-e", program, `http://127.0.0.1:${port}`, `https://${name}`],
    {
      env: {
        ...secrets,
        ...trusting(),
        HTTPS_PROXY: `http://me:canary-proxy@127.0.0.1:${proxy.port}`,
        NODE_DEBUG: "http,https,net,tls",
      },
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  expect(proxy.asked).toHaveLength(1);
  expect(stderr).toMatch(/HTTPS? \d+:/);
  expect(stderr).not.toContain("canary");
  expect(stderr).not.toContain("AWS4-HMAC-SHA256");
  expect(stderr).not.toContain(Buffer.from("me:canary-proxy").toString("base64"));
});
