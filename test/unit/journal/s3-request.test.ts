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
import { type OnConnect, startProxy, tunnelTo } from "../../harness/faults/proxy-server.ts";
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

const name = "store.example.test";
const certificate = selfSigned(name, 30);
const httpStore = (answer: RequestListener) => listening(createHttpServer(answer));
const httpsStore = (answer: RequestListener) => listening(createHttpsServer(certificate, answer));

/** A proxy, and the variable that names it. */
async function proxyThat(onConnect: OnConnect, user = "") {
  const proxy = await startProxy({ onConnect });
  atTheEnd(() => proxy.close());
  return { asked: proxy.asked, HTTPS_PROXY: `http://${user}127.0.0.1:${proxy.port}` };
}

/** The variables that trust the store's certificate. */
function trusting(): Record<string, string> {
  const file = join(newFolder("s3-"), "ca.pem");
  writeFileSync(file, certificate.cert);
  return { AWS_CA_BUNDLE: file };
}

/** Sends GET requests to the store at this endpoint. */
function asking(endpoint: string, env: Record<string, string> = {}, timeoutMs = 5_000) {
  const address = s3Address(new URL(`s3://journal/team?endpoint=${endpoint}`), env);
  const send = sender(address, timeoutMs);
  return () => send(address.base, { method: "GET", headers: {}, body: "" });
}

const failed = (answer: Promise<unknown>) =>
  answer.then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error,
  );

describe("A proxy for a journal in S3", () => {
  test("opens a tunnel to a store elsewhere, and gets the credentials in its address", async () => {
    const port = await httpsStore((_, answer) => answer.end("through the tunnel"));
    const { asked, HTTPS_PROXY } = await proxyThat(tunnelTo(port), "me:p%40ss@");
    const answer = await asking(`https://${name}`, { ...trusting(), HTTPS_PROXY })();
    expect(answer).toMatchObject({ status: 200, body: "through the tunnel" });
    expect(asked).toEqual([expect.stringMatching(`^CONNECT ${name}:443 HTTP/1.1\r\n`)]);
    expect(asked[0]).toContain(`Basic ${Buffer.from("me:p@ss").toString("base64")}`);
  });

  test("does not replace the check of the store's certificate", async () => {
    const port = await httpsStore((_, answer) => answer.end("spoofed"));
    const { HTTPS_PROXY } = await proxyThat(tunnelTo(port));
    const code = async (host: string, env = {}) =>
      (await failed(asking(`https://${host}`, { ...env, HTTPS_PROXY })()))?.code;
    expect(await code(name)).toBe("DEPTH_ZERO_SELF_SIGNED_CERT");
    expect(await code("other.example.test", trusting())).toBe("ERR_TLS_CERT_ALTNAME_INVALID");
  });

  test("is not asked about this machine itself, nor about a host that NO_PROXY names", async () => {
    const { asked, HTTPS_PROXY: address } = await proxyThat((socket) => socket.destroy());
    const port = await httpStore((_, answer) => answer.end("here"));
    for (const variable of ["HTTP_PROXY", "http_proxy", "ALL_PROXY"])
      expect(await asking(`http://localhost:${port}`, { [variable]: address })()).toMatchObject({
        body: "here",
      });
    const exempt = asking("https://store.invalid", { HTTPS_PROXY: address, NO_PROXY: ".invalid" });
    expect(neverConnected(await failed(exempt()))).toBe(true);
    expect(asked).toEqual([]);
  });

  test.each<[string, OnConnect, message: string]>([
    ["refuses", (socket) => void socket.end("HTTP/1.1 407 Authentication Required\r\n\r\n"), "HTTP 407"],
    ["closes", (socket) => void socket.end(), ""],
    ["is silent", () => {}, "does not answer"],
  ])("that %s opens no tunnel, and nothing was sent to the store", async (_, onConnect, message) => {
    const { HTTPS_PROXY } = await proxyThat(onConnect);
    const error = await failed(asking(`https://${name}`, { HTTPS_PROXY }, 300)());
    expect(neverConnected(error), String(error)).toBe(true);
    expect(error?.message).toContain(message);
  });

  test("is refused if its variable holds no http or https address", () => {
    expect(() => asking(`https://${name}`, { HTTPS_PROXY: "socks5://me:hunter2@proxy" })).toThrow(
      expect.objectContaining({
        code: "journal_unavailable",
        message: expect.not.stringContaining("hunter2"),
        remedy: expect.stringContaining("HTTPS_PROXY"),
      }),
    );
  });
});

describe("The deadline of a request to S3", () => {
  test.each(["HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9000\r\n\r\n"])(
    "ends an answer that comes one byte at a time, after the request was sent: %j",
    async (begin) => {
      const port = await listening(
        createServer((socket) => {
          socket.on("error", () => {});
          socket.write(begin);
          const timer = setInterval(() => socket.write("x"), 20);
          socket.on("close", () => clearInterval(timer));
        }),
      );
      const error = await failed(asking(`http://127.0.0.1:${port}`, {}, 300)());
      expect([error?.code, neverConnected(error)]).toEqual(["ETIMEDOUT", false]);
    },
  );

  test("ends a handshake that hangs, and nothing was sent then", async () => {
    const port = await listening(createServer((socket) => socket.on("error", () => {})));
    const error = await failed(asking(`https://127.0.0.1:${port}`, {}, 300)());
    expect([error?.code, neverConnected(error)]).toEqual(["ETIMEDOUT", true]);
  });

  test("ends a request on a connection that was used before, and that counts as sent", async () => {
    let asked = 0;
    const port = await httpStore((_, answer) => asked++ === 0 && answer.end("first"));
    const ask = asking(`http://127.0.0.1:${port}`, {}, 300);
    await ask();
    const error = await failed(ask());
    expect([error?.code, neverConnected(error)]).toEqual(["ETIMEDOUT", false]);
  });

  test("does not count the wait for a free connection", async () => {
    const port = await httpStore((_, answer) => void setTimeout(() => answer.end("ok"), 250));
    const ask = asking(`http://127.0.0.1:${port}`, {}, 3_000);
    const answers = await Promise.all(Array.from({ length: 32 * 15 }, ask));
    expect(new Set(answers.map(({ body }) => body))).toEqual(new Set(["ok"]));
  });
});

test("With NODE_DEBUG, no secret of the environment or of a request reaches stderr", async () => {
  const refuse: RequestListener = (_, answer) => answer.writeHead(403).end();
  const [port, tlsPort] = [await httpStore(refuse), await httpsStore(refuse)];
  const { asked, HTTPS_PROXY } = await proxyThat(tunnelTo(tlsPort), "me:canary-proxy@");
  const store = pathToFileURL(join(import.meta.dirname, "../../../src/journal/stores/address.ts"));
  const program = `
    const { openStore } = await import(${JSON.stringify(store.href)});
    for (const endpoint of process.argv.slice(1))
      await openStore("s3://journal/team?endpoint=" + endpoint).log("order-1").read().catch(() => {});
    process.exit();`;
  const env = {
    AWS_ACCESS_KEY_ID: "canary-id",
    AWS_SECRET_ACCESS_KEY: "canary-secret",
    AWS_SESSION_TOKEN: "canary-token",
    CERTORDER_AUTH_KEY: "canary-key",
    ...trusting(),
    HTTPS_PROXY,
    NODE_DEBUG: "http,https,net,tls",
  };
  const args = ["--input-type=module", "-e", program, `http://127.0.0.1:${port}`, `https://${name}`];
  const options = { env, maxBuffer: 64 * 1024 * 1024 };
  const { stderr } = await promisify(execFile)(process.execPath, args, options);
  expect(asked).toHaveLength(1);
  expect(stderr).toMatch(/HTTPS? \d+:/);
  expect(stderr).not.toContain("canary");
  expect(stderr).not.toContain("AWS4-HMAC-SHA256");
  expect(stderr).not.toContain(Buffer.from("me:canary-proxy").toString("base64"));
});
