import { connect, createServer, type Socket } from "node:net";
import { atTheEnd } from "../../harness/at-the-end.ts";
import { onLoopback } from "../../harness/on-loopback.ts";

/** A way to a server on which answers get lost after the server has done what it was asked for. */
export class LosingProxy {
  readonly port: number;
  lost = 0;
  /** Of so many answers one is lost, and the connection with it. */
  oneIn = Number.POSITIVE_INFINITY;
  /** The bytes that the client gets in place of a lost answer. */
  lastWords = Buffer.alloc(0);
  #answers = 0;

  private constructor(port: number) {
    this.port = port;
  }

  static async start(target: number, isWorthLosing: (request: Buffer) => boolean): Promise<LosingProxy> {
    const sockets = new Set<Socket>();
    const server = createServer((client) => {
      const upstream = connect(target, "127.0.0.1");
      let mayLose = false;
      client.on("data", (data) => {
        mayLose = isWorthLosing(data);
        upstream.write(data);
      });
      upstream.on("data", (data) => {
        if (mayLose && ++proxy.#answers % proxy.oneIn === 0) {
          proxy.lost++;
          client.end(proxy.lastWords);
          upstream.destroy();
        } else client.write(data);
      });
      for (const [one, other] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        sockets.add(one);
        one.on("error", () => {});
        one.on("close", () => {
          sockets.delete(one);
          other.destroy();
        });
      }
    });
    const port = await onLoopback(server);
    const proxy = new LosingProxy(port);
    atTheEnd(() => {
      server.close();
      for (const socket of sockets) socket.destroy();
    });
    return proxy;
  }
}
