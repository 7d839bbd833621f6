import http from "node:http";
import https from "node:https";
import { getCACertificates } from "node:tls";
import { readAuthorities } from "../server.ts";
import type { S3Address } from "./url.ts";

export interface HttpResponse {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

const answerTimeoutMs = 10_000;
const largestBody = 4 * 1024 * 1024;

export type Send = (
  url: URL,
  options: { readonly method: string; readonly headers: Record<string, string>; readonly body: string },
) => Promise<HttpResponse>;

/** Uses Node's own HTTP client, which never repeats a request by itself, with the usual proxy variables. */
export function sender(address: S3Address): Send {
  const { base, authorities, env } = address;
  const library = base.protocol === "https:" ? https : http;
  const agent = new library.Agent({
    keepAlive: true,
    maxSockets: 32,
    proxyEnv: env,
    rejectUnauthorized: true,
    ...(authorities !== undefined && {
      ca: [...getCACertificates("default"), readAuthorities(authorities, "AWS_CA_BUNDLE", address)],
    }),
  } as https.AgentOptions);
  return (url, { method, headers, body }) =>
    new Promise((resolve, reject) => {
      const request = library.request(url, { method, headers, agent, timeout: answerTimeoutMs });
      request.on("timeout", () => {
        const isConnecting = request.socket?.connecting !== false;
        const failure = { code: "ETIMEDOUT", ...(isConnecting && { syscall: "connect" }) };
        request.destroy(Object.assign(new Error("no answer"), failure));
      });
      request.on("error", reject);
      request.on("response", (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on("data", (chunk: Buffer) => {
          size += chunk.length;
          if (size > largestBody) response.destroy(new Error("the answer is too large"));
          chunks.push(chunk);
        });
        response.on("error", reject);
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString(),
          }),
        );
      });
      request.end(body);
    });
}
