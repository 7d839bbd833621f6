import { hash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

export interface ProgramLock {
  /** The lock is held as long as any process has this socket open. Undefined: this system has no such locks. */
  readonly descriptor: number | undefined;
  release(): Promise<void>;
}

/**
 * Takes a lock of this machine. The kernel keeps it, so it needs no file, and ends with the last process that holds it: a program that
 * inherits the socket holds the lock also after its receiver was killed. Undefined: another process holds it.
 */
export async function takeLock(...names: readonly string[]): Promise<ProgramLock | undefined> {
  // Only Linux has sockets without a file. Elsewhere, one receiver runs one program for an order.
  if (process.platform !== "linux") return { descriptor: undefined, release: async () => {} };
  const socket = createServer((connection) => connection.destroy());
  const name = hash("sha256", JSON.stringify([process.getuid?.(), ...names]));
  socket.listen(`\0certorder-${name}`);
  try {
    await once(socket, "listening");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") return undefined;
    throw error;
  }
  return {
    // Node has no other way to name the descriptor of a server.
    descriptor: (socket as unknown as { readonly _handle: { readonly fd: number } })._handle.fd,
    release: async () => {
      socket.close();
      await once(socket, "close");
    },
  };
}
