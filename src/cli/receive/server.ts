import { once } from "node:events";
import { createServer as createHttpServer, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createHttpsServer, type Server as HttpsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { nodeReceiver, type ReceiverOptions } from "../../receiver/index.ts";
import type { KeyAndCertificate } from "../../sandbox/index.ts";

interface ServerOptions extends ReceiverOptions {
  /** Undefined: all addresses. */
  readonly host: string | undefined;
  readonly port: number;
  readonly tls: KeyAndCertificate | undefined;
  /** The body of the health page. Throws if callbacks cannot be received now. */
  readonly health?: () => Promise<object>;
}

export const healthPath = "/health";

/** A client that sends slowly, or never ends, keeps its connection for this long. */
const requestTimeoutMs = 10_000;
const mostConnections = 1_000;

/** A server for callbacks. Every path receives them; a GET of one path is the health page. */
export async function startServer({ host, port, tls, health, ...options }: ServerOptions) {
  const receive = nodeReceiver(options);
  const underWay = new Set<ServerResponse>();
  const listener: RequestListener = (request, response) => {
    underWay.add(response);
    response.on("close", () => underWay.delete(response));
    const [path] = (request.url ?? "").split("?");
    if (!health || path !== healthPath || request.method !== "GET") return void receive(request, response);
    health().then(
      (body) => response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body)),
      () => response.writeHead(503).end(),
    );
  };
  const timeouts = { requestTimeout: requestTimeoutMs, connectionsCheckingInterval: 1_000 };
  const server = tls
    ? createHttpsServer({ ...timeouts, ...tls }, listener)
    : createHttpServer(timeouts, listener);
  server.maxConnections = mostConnections;
  // Node's closeAllConnections does not know those whose TLS handshake is under way.
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.listen(port, host);
  await once(server, "listening");
  const { port: usedPort, address, family } = server.address() as AddressInfo;
  return {
    port: usedPort,
    url: `${tls ? "https" : "http"}://${family === "IPv6" ? `[${address}]` : address}:${usedPort}`,
    /** Uses another certificate for new connections. */
    replaceTls: (replacement: KeyAndCertificate) => (server as HttpsServer).setSecureContext(replacement),
    /** Answers what is under way first. Connections without a request do not count: some proxies hold them for hours. */
    async close() {
      const closed = once(server, "close");
      server.close();
      const answered = Promise.all([...underWay].map((response) => once(response, "close")));
      await Promise.race([answered, sleep(requestTimeoutMs, undefined, { ref: false })]);
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
