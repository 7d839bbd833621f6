import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { onTestFinished } from "vitest";
import { CertOrderError } from "../../../src/contract/index.ts";
import { onLoopback } from "../../harness/on-loopback.ts";

/** The address of a server for one test. */
export async function serving(handle: RequestListener): Promise<string> {
  const server = createServer(handle);
  const port = await onLoopback(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${port}`;
}

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Happens after the request was read and before it is answered. */
  readonly meanwhile?: () => unknown;
}

/** A service that gives these answers one after the other, and the last one again and again. Null: it hangs up. */
export async function service(...replies: readonly (Reply | null)[]) {
  const seen: Pick<IncomingMessage & { readonly body: string }, "method" | "url" | "headers" | "body">[] = [];
  const left = [...replies];
  const url = await serving(async (incoming, response) => {
    let body = "";
    for await (const chunk of incoming) body += chunk;
    const { method, url, headers } = incoming;
    seen.push({ method, url, headers, body });
    const reply = (left.length > 1 ? left.shift() : left[0]) ?? null;
    await reply?.meanwhile?.();
    if (reply === null) incoming.socket.destroy();
    else response.writeHead(reply.status ?? 200, reply.headers).end(JSON.stringify(reply.body ?? {}));
  });
  return { seen, url };
}

export const made = (id: string): Reply => ({ body: { code: "success", data: { certificate: { id } } } });
export const tooFast: Reply = { status: 429, headers: { "retry-after": "0" } };
export const request = { signHash: "sha256", csrFrom: "sign-cloud-csc" };

/** The error of a call that fails. */
export async function failure<E extends CertOrderError = CertOrderError>(call: Promise<unknown>): Promise<E> {
  const error = await call.then(
    () => new Error("It did not fail."),
    (thrown: unknown) => thrown,
  );
  if (CertOrderError.is(error)) return error as E;
  throw error;
}
