import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

// Where the core connects to: a socket in a folder that no other user can enter, or a port of the loopback
// interface where there are no such sockets.

export type Network = "unix" | "tcp";

export interface Listener {
  /** Hands over raw connections. What is spoken on them is not known here. */
  readonly server: Server;
  readonly network: Network;
  readonly address: string;
  /** Takes no further connections and leaves no file behind. Those that are open stay so. */
  close(): void;
}

export async function listen(network: Network, environment: NodeJS.ProcessEnv): Promise<Listener> {
  const server = createServer();
  if (network === "tcp") {
    const address = await listenOnPort(server, environment);
    return { server, network, address, close: () => server.close() };
  }
  const folder = makeSocketFolder(environment.PLUGIN_UNIX_SOCKET_DIR);
  const address = join(folder, socketName);
  await listening(server, { path: address });
  const close = () => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { server, network, address, close };
}

const socketName = "s";

/** The path of a socket has room for 104 bytes on some systems, and temporary folders can be long. */
const longestSocketPath = 100;

function makeSocketFolder(preferred: string | undefined): string {
  const parents = [...(preferred ? [preferred] : []), tmpdir()];
  const fits = (parent: string) =>
    Buffer.byteLength(join(parent, "tfp-123456", socketName)) <= longestSocketPath;
  return mkdtempSync(join(parents.find(fits) ?? "/tmp", "tfp-"));
}

/** The first free port of the range that the core allows, or any where it names none. */
async function listenOnPort(server: Server, environment: NodeJS.ProcessEnv): Promise<string> {
  const last = Number(environment.PLUGIN_MAX_PORT ?? 0);
  for (let port = Number(environment.PLUGIN_MIN_PORT ?? 0); ; port += 1) {
    try {
      await listening(server, { host: "127.0.0.1", port });
      const address = server.address();
      return `127.0.0.1:${typeof address === "object" ? address?.port : port}`;
    } catch (error) {
      const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
      if (!isTaken || port >= last) throw error;
    }
  }
}

function listening(server: Server, where: { path: string } | { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(where, () => {
      server.off("error", reject);
      resolve();
    });
  });
}
