import { printable } from "../contract/index.ts";
import type { Journal } from "../journal/index.ts";
import type { KeyAndCertificate } from "../sandbox/index.ts";
import { startServer } from "./receive/server.ts";

export interface LocalReceiver {
  /** The callback configuration that leads to it. */
  readonly callback: { readonly url: string; readonly accessKey: string };
  close(): Promise<void>;
}

/** Not a secret: it only opens a receiver on this machine, for the orders of a sandbox. */
export const accessKey = "sandbox-callback-key";
const name = "sandbox";

/** Receives callbacks on this machine, logs them, and records them in the journal. */
export async function startLocalReceiver(
  port: number,
  tls: KeyAndCertificate,
  journal: Journal,
  log: (line: string) => void,
): Promise<LocalReceiver> {
  await journal.callbacks.addReceiver(name);
  const server = await startServer({
    host: "127.0.0.1",
    port,
    tls,
    accessKey,
    journal,
    name,
    onEvent: ({ action_id, order_id, cert_id }) =>
      log(`receiver: got ${printable(`${action_id} ${order_id} ${cert_id}`)}`),
    onRefused: ({ reason, status }) => log(`receiver: refused, ${reason} (${status})`),
  });
  return {
    callback: { url: `https://localhost:${server.port}/callback`, accessKey },
    close: server.close,
  };
}
