import type { IncomingMessage, ServerResponse } from "node:http";
import { callbackAuthHeader } from "../contract/index.ts";
import type { ReceiverOptions } from "./receive.ts";
import { createReceiver } from "./receive.ts";

/**
 * Receives callbacks with `node:http` or `node:https`:
 *
 *     createServer(tls, nodeReceiver({ accessKey, onEvent: (event) => queue.add(event) })).listen(8443)
 */
export function nodeReceiver(
  options: ReceiverOptions,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const receiver = createReceiver(options);
  return async (request, response) => {
    const auth = request.headers[callbackAuthHeader];
    const status = await receiver.receive({
      method: request.method ?? "",
      contentType: request.headers["content-type"],
      auth: typeof auth === "string" ? auth : undefined,
      // Leaving a loop over the request itself would close the connection before the answer is sent.
      body: request.iterator({ destroyOnReturn: false }),
    });
    // The rest of the body is not read, so the connection cannot be kept.
    if (!request.complete) response.shouldKeepAlive = false;
    response.writeHead(status, status === 405 ? { allow: "POST" } : {}).end();
  };
}
