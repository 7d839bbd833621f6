import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

// The address where the core connects: a socket in a folder that no other user can enter, or a loopback port on systems
// without such sockets.

/** How the core connects. */
export type Network = "unix" | "tcp";

export interface CoreListener {
  /** Passes on raw connections. It does not know their protocol. */
  readonly server: Server;
  readonly network: Network;
  readonly address: string;
  /** Accepts no further connections and removes the socket file. Open connections stay open. */
  close(): void;
}

export async function listenForCore(network: Network, environment: NodeJS.ProcessEnv): Promise<CoreListener> {
  const server = createServer();
  if (network === "tcp") {
    await listening(server, { host: "127.0.0.1", port: 0 });
    const { port } = server.address() as AddressInfo;
    return { server, network, address: `127.0.0.1:${port}`, close: () => server.close() };
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

/** On some systems, the path of a socket has at most 104 bytes, and temporary folders can have long names. */
const longestSocketPath = 100;

function makeSocketFolder(preferred: string | undefined): string {
  const parents = [...(preferred ? [preferred] : []), tmpdir()];
  const fits = (parent: string) =>
    Buffer.byteLength(join(parent, "tfp-123456", socketName)) <= longestSocketPath;
  return mkdtempSync(join(parents.find(fits) ?? "/tmp", "tfp-"));
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
