import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { nodeReceiver } from "../receiver/index.ts";
import type { KeyAndCertificate } from "../sandbox/index.ts";

export interface LocalReceiver {
  /** The callback configuration that leads to it. */
  readonly callback: { readonly url: string; readonly accessKey: string };
  close(): Promise<void>;
}

/** Not a secret: it only opens a receiver on this machine, which stores nothing. */
const accessKey = "sandbox-callback-key";

/** Receives callbacks on this machine, and logs them. */
export async function startLocalReceiver(
  port: number,
  tls: KeyAndCertificate,
  log: (line: string) => void,
): Promise<LocalReceiver> {
  const server = createServer(
    tls,
    nodeReceiver({
      accessKey,
      onEvent: ({ action_id }) => log(`receiver: got ${action_id}`),
      onRefused: ({ reason, status }) => log(`receiver: refused, ${reason} (${status})`),
    }),
  );
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const url = `https://localhost:${(server.address() as AddressInfo).port}/callback`;
  return {
    callback: { url, accessKey },
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
