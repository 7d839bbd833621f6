import type { IncomingMessage, ServerResponse } from "node:http";
import { callbackAuthHeader } from "../contract/index.ts";
import { createReceiver, type ReceiverOptions } from "./receive.ts";
import { callbackSource, forwardedForHeader } from "./source.ts";

/** An `IncomingMessage` of `node:http`, also one whose body a framework has read. */
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
      from: callbackSource(request.socket.remoteAddress, request.headers[forwardedForHeader]),
    });
    // A sender without the key could hold a kept connection for ever. The rest of a body is not read either.
    if (status !== 200 || !request.complete) response.shouldKeepAlive = false;
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
