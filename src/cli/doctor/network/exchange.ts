import { once } from "node:events";
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { userAgent } from "../../../client/index.ts";
import { isRecord, parseJson } from "../../../contract/index.ts";
import { readAll } from "../../../read-all.ts";

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Undefined: it is large, or breaks off. */
  readonly body: string | undefined;
  /** From sending until the status came. */
  readonly durationMs: number;
}

const largestBody = 65_536;

/** Sends one request over a connection, which ends with it. Follows no redirect. */
export async function exchange(
  socket: Socket,
  url: URL,
  {
    method,
    headers = {},
    body,
  }: {
    readonly method: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: Buffer;
  },
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const started = performance.now();
  const outgoing = request({
    createConnection: () => socket,
    method,
    path: url.pathname + url.search,
    headers: {
      host: url.host,
      "user-agent": userAgent,
      connection: "close",
      ...headers,
      ...(body && { "content-length": body.length }),
    },
    signal,
  });
  outgoing.end(body);
  try {
    const [answer] = (await once(outgoing, "response")) as [IncomingMessage];
    const durationMs = Math.round(performance.now() - started);
    const { statusCode: status = 0, headers: answered } = answer;
    const bytes = await readAll(answer, largestBody).catch(() => undefined);
    return { status, headers: answered, body: bytes?.toString(), durationMs };
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    outgoing.on("error", () => {});
    socket.destroy();
  }
}

export function isJson({ body = "" }: HttpAnswer): boolean {
  const value = parseJson(body);
  return isRecord(value) || Array.isArray(value);
}

export function isPage({ headers, body = "" }: HttpAnswer): boolean {
  return /^text\/html\b/i.test(headers["content-type"] ?? "") || /^\s*<(?:!doctype|html)\b/i.test(body);
}

/** Where a redirect leads, without what may be secret in its address: the query, and the path of a callback. */
export function redirectTarget(
  { headers: { location } }: HttpAnswer,
  url: URL,
  path: "shown" | "hidden",
): string {
  const target = location === undefined ? null : URL.parse(location, url.href);
  if (!target) return "an address that it does not name";
  return target.origin + (path === "shown" ? target.pathname : "/…");
}
