import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { printable } from "../contract/index.ts";
import { Journal } from "../journal/index.ts";
import { nodeReceiver } from "../receiver/index.ts";
import type { KeyAndCertificate } from "../sandbox/index.ts";

export interface LocalReceiver {
  /** The callback configuration that leads to it. */
  readonly callback: { readonly url: string; readonly accessKey: string };
  close(): Promise<void>;
}

/** Not a secret: it only opens a receiver on this machine, for the orders of a sandbox. */
const accessKey = "sandbox-callback-key";
const name = "sandbox";

/** Receives callbacks on this machine, logs them, and records them in the journal. */
export async function startLocalReceiver(
  port: number,
  tls: KeyAndCertificate,
  folder: string,
  log: (line: string) => void,
): Promise<LocalReceiver> {
  const journal = new Journal({ dir: folder });
  await journal.init();
  await journal.addReceiver(name);
  const server = createServer(
    tls,
    nodeReceiver({
      accessKey,
      journal,
      name,
      onEvent: ({ action_id, order_id, cert_id }) =>
        log(`receiver: got ${printable(`${action_id} ${order_id} ${cert_id}`)}`),
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
