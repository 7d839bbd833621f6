import { once } from "node:events";
import { createServer as createHttpServer, type RequestListener, type Server } from "node:http";
import { createServer as createHttpsServer, type Server as HttpsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { nodeReceiver, type ReceiverOptions } from "../../receiver/index.ts";
import { readTlsFiles, reloadTlsFiles, type TlsFiles } from "./tls-files.ts";

export interface ServerOptions extends ReceiverOptions {
  /** Undefined: all addresses. */
  readonly host: string | undefined;
  readonly port: number;
  readonly tls: TlsFiles | undefined;
  /** The body of the health page. Throws if callbacks cannot be received now. */
  readonly health: () => Promise<object>;
  readonly log: (event: string, details?: object) => void;
}

export const healthPath = "/health";

/** A client that sends slowly, or never ends, keeps its connection for this long. */
const requestTimeoutMs = 10_000;
const mostConnections = 1_000;

/** A server for callbacks. Every path receives them; a GET of one path is the health page. */
export async function startServer(
  options: ServerOptions,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const receive = nodeReceiver(options);
  const listener: RequestListener = (request, response) => {
    const [path] = (request.url ?? "").split("?");
    if (path !== healthPath || request.method !== "GET") return void receive(request, response);
    options.health().then(
      (body) => response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body)),
      () => response.writeHead(503).end(),
    );
  };
  const timeouts = { requestTimeout: requestTimeoutMs, connectionsCheckingInterval: 1_000 };
  const used = options.tls && readTlsFiles(options.tls);
  const server: Server | HttpsServer = used
    ? createHttpsServer({ ...timeouts, ...used }, listener)
    : createHttpServer(timeouts, listener);
  server.maxConnections = mostConnections;
  const reloading =
    used && options.tls && reloadTlsFiles(server as HttpsServer, options.tls, used, options.log);
  server.listen(options.port, options.host);
  await once(server, "listening");
  const { port, address, family } = server.address() as AddressInfo;
  const host = family === "IPv6" ? `[${address}]` : address;
  return {
    url: `${used ? "https" : "http"}://${host}:${port}`,
    /** Answers what is under way first. */
    async close() {
      reloading?.[Symbol.dispose]();
      const closed = once(server, "close");
      server.close();
      server.closeIdleConnections();
      await closed;
    },
  };
}
