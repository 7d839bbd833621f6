import { connect, createServer, type Socket } from "node:net";
import { atTheEnd } from "../at-the-end.ts";
import { onLoopback } from "../on-loopback.ts";

/** Connects each client to a port of this machine. `join` passes the bytes on. One side ends with the other. */
export async function startProxy(
  target: () => number,
  join: (client: Socket, upstream: Socket) => void,
): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target(), "127.0.0.1");
    join(client, upstream);
    for (const [socket, peer] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        peer.destroy();
      });
    }
  });
  atTheEnd(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return onLoopback(server);
}
