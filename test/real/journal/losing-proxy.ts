import { startProxy } from "../../harness/journal/tcp-proxy.ts";

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
    const port = await startProxy(
      () => target,
      (client, upstream) => {
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
      },
    );
    const proxy = new LosingProxy(port);
    return proxy;
  }
}
