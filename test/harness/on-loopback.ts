import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";

/** Starts a server on a free port of this machine, and returns the port. */
export async function onLoopback(server: Server): Promise<number> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port;
}
