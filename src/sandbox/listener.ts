import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { KeyAndCertificate } from "./certificates.ts";

interface HttpListenerOptions {
  /** 0 for any that is free. */
  readonly port: number;
  /** Makes it HTTPS. */
  readonly tls?: KeyAndCertificate;
  /** Whether to reset a new connection. */
  refuses(): boolean;
  handle(request: IncomingMessage, response: ServerResponse, reset: () => void): void;
}

export interface HttpListener {
  readonly port: number;
  close(): Promise<void>;
}

/** Time limits for peers, so that slow and silent ones cannot pile up. */
const patience = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
} as const;

/** Listens on 127.0.0.1 only. */
export async function startListener(options: HttpListenerOptions): Promise<HttpListener> {
  // A TLS request has its TLS socket, but only the TCP socket below can be reset. Both have the same peer.
  const connections = new Map<string, Socket>();
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(peerName(request.socket));
    options.handle(request, response, () => connection?.resetAndDestroy());
  };
  const server: Server = options.tls
    ? createTlsServer({ ...patience, ...options.tls, handshakeTimeout: 10_000 }, onRequest)
    : createServer(patience, onRequest);

  server.prependListener("connection", (connection: Socket) => {
    const peer = peerName(connection);
    connections.set(peer, connection);
    connection.on("close", () => {
      // The peer may have connected again from the same port.
      if (connections.get(peer) === connection) connections.delete(peer);
    });
    if (options.refuses()) connection.resetAndDestroy();
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, "127.0.0.1", resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const connection of connections.values()) connection.destroy();
      }),
  };
}

function peerName({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
