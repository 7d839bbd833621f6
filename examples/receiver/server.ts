/** Receives callbacks. In front of it stands whatever ends TLS for you; the service calls HTTPS addresses only. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { nodeReceiver } from "certorder/receiver";

const server = createServer(
  nodeReceiver({
    // Two keys while one takes the place of the other.
    accessKey: [process.env.CALLBACK_KEY ?? "", process.env.NEXT_CALLBACK_KEY ?? ""].filter(
      (key) => key !== "",
    ),
    onEvent: async (event) => {
      // The service hears 200 only when this has ended without an error.
      console.log(`${event.action_id}: order ${event.order_id}, certificate ${event.cert_id}`);
    },
    onRefused: ({ reason, status }) => console.error(`refused a callback: ${reason} (${status})`),
  }),
);
server.listen(Number(process.env.PORT ?? 8080), "127.0.0.1", () => {
  console.log(`listening on ${(server.address() as AddressInfo).port}`);
});
