import { connect, createServer, type Socket } from "node:net";
import { onLoopback } from "../../harness/on-loopback.ts";

/** Another way to a port of this machine, on which answers are kept back until the gate is opened. */
export async function holdAnswers(port: number) {
  let release = Promise.withResolvers<void>();
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const service = connect(port, "127.0.0.1");
    for (const socket of [client, service]) {
      sockets.add(socket);
      socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    }
    // The service looks whether it is meant.
    client.once("data", (head) => {
      service.write(head.toString("latin1").replace(/^(host: [^:]+):\d+/im, `$1:${port}`), "latin1");
      client.pipe(service);
    });
    void release.promise.then(() => service.pipe(client));
  });
  const own = await onLoopback(server);
  return {
    url: `http://127.0.0.1:${own}`,
    /** Lets all answers pass that were kept back so far. */
    open(): void {
      release.resolve();
      release = Promise.withResolvers();
    },
    close(): void {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
