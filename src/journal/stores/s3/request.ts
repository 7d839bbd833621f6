import http from "node:http";
import https from "node:https";
import type { Socket } from "node:net";
import { connect, getCACertificates } from "node:tls";
import { namedProxy } from "../../../contract/index.ts";
import { readAuthorities, storeUnusable } from "../server.ts";
import { openTunnel } from "./tunnel.ts";
import type { S3Address } from "./url.ts";

export interface S3Response {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** `tooLarge` in place of a body that is. */
  readonly body: string;
}

/** Neither an entry nor a list. */
const tooLarge = "too large";
/** For a whole exchange, from its connection to the last byte of the answer. */
const defaultTimeoutMs = 10_000;
const silence = "ETIMEDOUT";
const largestBody = 4 * 1024 * 1024;

export type SendToS3 = (
  url: URL,
  options: { readonly method: string; readonly headers: Record<string, string>; readonly body: string },
) => Promise<S3Response>;

/** Uses Node's own HTTP client, which never repeats a request by itself. */
export function sender(address: S3Address, timeoutMs = defaultTimeoutMs): SendToS3 {
  const isTls = address.base.protocol === "https:";
  const library = isTls ? https : http;
  const agent = createAgent(address, timeoutMs);
  /** The connections that can carry a request. On all others, nothing was sent. */
  const ready = new WeakSet<Socket>();
  return (url, { method, headers, body }) =>
    new Promise((resolve, reject) => {
      const request = library.request(url, { method, agent });
      // Not among the options: NODE_DEBUG shows those.
      for (const [name, value] of Object.entries(headers)) request.setHeader(name, value);
      let timer: NodeJS.Timeout | undefined;
      request.on("socket", (socket) => {
        if (!ready.has(socket)) socket.once(isTls ? "secureConnect" : "connect", () => ready.add(socket));
        timer = setTimeout(() => {
          const failure = { code: silence, ...(!ready.has(socket) && { syscall: "connect" }) };
          reject(Object.assign(new Error("no answer"), failure));
          request.destroy();
        }, timeoutMs);
      });
      request.on("error", reject);
      request.on("close", () => clearTimeout(timer));
      request.on("response", (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        const finish = (body: string) =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
        response.on("data", (chunk: Buffer) => {
          size += chunk.length;
          chunks.push(chunk);
          if (size <= largestBody) return;
          finish(tooLarge);
          request.destroy();
        });
        response.on("error", reject);
        response.on("end", () => finish(Buffer.concat(chunks).toString()));
      });
      request.end(body);
    });
}

/** The whole time of an exchange has passed. */
export function isSilence(failure: unknown): boolean {
  return (failure as NodeJS.ErrnoException).code === silence;
}

/** With the proxy that the variables name. No other variable may get into the agent: NODE_DEBUG shows its options. */
function createAgent(address: S3Address, timeoutMs: number): http.Agent {
  const { base, authorities, env } = address;
  const connections = { keepAlive: true, maxSockets: 32 };
  // Plain HTTP is for this machine itself, so it never uses a proxy.
  if (base.protocol !== "https:") return new http.Agent(connections);
  const ca =
    authorities === undefined
      ? undefined
      : [...getCACertificates("default"), readAuthorities(authorities, "AWS_CA_BUNDLE", address)];
  const trust = { rejectUnauthorized: true, ...(ca && { ca }) };
  const agent = new https.Agent({ ...connections, ...trust });
  const proxy = namedProxy(base, env);
  if (proxy === "invalid")
    throw storeUnusable(
      address,
      "the proxy variable does not hold an http or https address",
      "Correct HTTPS_PROXY (or ALL_PROXY), or exempt the store's host with NO_PROXY.",
    );
  if (proxy)
    agent.createConnection = ({ host, servername }, callback) => {
      const options = { ...trust, ...(host && { host }), ...(servername && { servername }) };
      openTunnel(proxy, base, { timeoutMs, ca }).then(
        (socket) => callback?.(null, connect({ ...options, socket })),
        (error: Error) => callback?.(error, undefined as never),
      );
      return undefined;
    };
  return agent;
}
