import { createServer } from "node:net";
import { onLoopback } from "../on-loopback.ts";

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await onLoopback(server);
  server.close();
  return port;
}
