import { callbackAuthHeader } from "../contract/index.ts";
import { createReceiver, type ReceiverOptions } from "./receive.ts";

/** Receives callbacks with a server that uses `Request` and `Response`, such as Hono, Deno, Bun or a worker. */
export function fetchReceiver(options: ReceiverOptions): (request: Request) => Promise<Response> {
  const receive = createReceiver(options);
  return async (request) => {
    const status = await receive({
      method: request.method,
      contentType: request.headers.get("content-type") ?? undefined,
      auth: request.headers.get(callbackAuthHeader) ?? undefined,
      body: request.body ?? nothing(),
    });
    return new Response(null, { status, headers: status === 405 ? { allow: "POST" } : {} });
  };
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
