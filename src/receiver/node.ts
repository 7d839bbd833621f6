import type { IncomingMessage, ServerResponse } from "node:http";
import { callbackAuthHeader } from "../contract/index.ts";
import { createReceiver, type ReceiverOptions } from "./receive.ts";

/** A request of `node:http`, or of a framework that has read its body. */
export interface NodeRequest extends IncomingMessage {
  /** The body that a parser such as `express.json()` has left, if it has read the stream. */
  readonly body?: unknown;
}

/**
 * Receives callbacks with `node:http`, `node:https` or a framework on top of them.
 *
 * @example
 * ```ts
 * const accessKey = process.env.CERTORDER_ACCESS_KEY ?? "";
 * const receive = nodeReceiver({ accessKey, journal: Journal.fromEnvironment(), name: "my-server" });
 * createServer(tls, receive).listen(8443);
 * ```
 */
export function nodeReceiver(
  options: ReceiverOptions,
): (request: NodeRequest, response: ServerResponse) => Promise<void> {
  const receive = createReceiver(options);
  return async (request, response) => {
    const auth = request.headers[callbackAuthHeader];
    const status = await receive({
      method: request.method ?? "",
      contentType: request.headers["content-type"],
      auth: typeof auth === "string" ? auth : undefined,
      body: readBody(request),
    });
    // The rest of the body is not read, so the connection cannot be kept.
    if (!request.complete) response.shouldKeepAlive = false;
    response.writeHead(status, status === 405 ? { allow: "POST" } : {}).end();
  };
}

async function* readBody(request: NodeRequest): AsyncGenerator<Uint8Array> {
  const { body } = request;
  // Leaving a loop over the request itself would close the connection before the answer is sent.
  if (!request.readableEnded || body === undefined) yield* request.iterator({ destroyOnReturn: false });
  else if (body instanceof Uint8Array) yield body;
  else yield Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
}
