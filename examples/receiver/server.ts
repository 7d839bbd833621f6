/**
 * Receives callbacks. The service calls HTTPS addresses only: either something in front of it ends TLS, or TLS_FOLDER has
 * localhost.key and localhost.crt, as `certorder sandbox --certificate-out TLS_FOLDER` writes them.
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { nodeReceiver } from "certorder/receiver";

const receive = nodeReceiver({
  // Two keys while one takes the place of the other.
  accessKey: [process.env.CALLBACK_KEY ?? "", process.env.NEXT_CALLBACK_KEY ?? ""].filter(
    (key) => key !== "",
  ),
  onEvent: async (event) => {
    // The service hears 200 only when this has ended without an error.
    console.log(`${event.action_id}: order ${event.order_id}, certificate ${event.cert_id}`);
  },
  onRefused: ({ reason, status }) => console.error(`refused a callback: ${reason} (${status})`),
});
const { TLS_FOLDER: folder, PORT = "8080" } = process.env;
const read = (name: string) => readFileSync(join(folder ?? "", name));
const server =
  folder === undefined
    ? createServer(receive)
    : createSecureServer({ key: read("localhost.key"), cert: read("localhost.crt") }, receive);
server.listen(Number(PORT), "127.0.0.1", () => {
  console.log(`listening on ${(server.address() as AddressInfo).port}`);
});
