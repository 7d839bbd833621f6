import { createServer, type Socket } from "node:net";
import { TLSSocket, type TLSSocketOptions } from "node:tls";
import { onLoopback } from "../on-loopback.ts";

export interface TcpServer {
  readonly port: number;
  readonly open: number;
  close(): Promise<void>;
}

/** Calls `serve` with each connection, and with the stream of what comes over it: decrypted where there is TLS. */
export async function startTcpServer(
  serve: (connection: Socket, stream: Socket) => void,
  tls?: TLSSocketOptions,
): Promise<TcpServer> {
  const open = new Set<Socket>();
  const server = createServer((connection) => {
    open.add(connection);
    connection.on("error", () => {}).on("close", () => open.delete(connection));
    const stream = tls ? new TLSSocket(connection, { isServer: true, ...tls }) : connection;
    if (stream !== connection) stream.on("error", () => connection.destroy());
    serve(connection, stream);
  });
  const port = await onLoopback(server);
  return {
    port,
    get open() {
      return open.size;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const connection of open) connection.destroy();
      }),
  };
}
