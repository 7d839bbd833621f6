import { callbackAuthHeader } from "../contract/index.ts";
import { createReceiver, type ReceiverOptions } from "./receive.ts";
import { callbackSource, forwardedForHeader } from "./source.ts";

/**
 * Receives callbacks with a server that uses `Request` and `Response`, such as Hono, Deno, Bun or a worker.
 *
 * @returns A function that answers each request. It never throws: the status tells the service what happened.
 *
 * @example
 * ```ts
 * const accessKey = process.env.CERTORDER_ACCESS_KEY ?? "";
 * const receive = fetchReceiver({ accessKey, onEvent: (event) => console.log(event.order_id) });
 * export default { fetch: receive };
 * ```
 */
export function fetchReceiver(options: ReceiverOptions): (request: Request) => Promise<Response> {
  const receive = createReceiver(options);
  return async (request) => {
    const status = await receive({
      method: request.method,
      contentType: request.headers.get("content-type") ?? undefined,
      auth: request.headers.get(callbackAuthHeader) ?? undefined,
      body: request.body ?? nothing(),
      from: callbackSource(undefined, request.headers.get(forwardedForHeader)),
    });
    return new Response(null, { status, headers: status === 405 ? { allow: "POST" } : {} });
  };
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
