import { randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as laterTurn } from "node:timers/promises";
import { readAll } from "../read-all.ts";
import { contentSecurityPolicy, readPage } from "./page-file.ts";

/** What a page shows. */
export interface Content {
  /** The page chooses its views by it. */
  readonly kind: "sandbox" | "journal" | "receiver";
  readonly title: string;
  /** What a page gets when it connects. */
  first(): Iterable<PageEvent>;
  /** Tells the listener each change from now on, until the returned function is called. */
  follow(listener: (event: PageEvent) => void): () => void;
  /** Answers a request of the page. Only a GET may come without the page's own origin. */
  call(method: string, path: string, body: string): Promise<ApiAnswer>;
}

export interface PageEvent {
  readonly event: "exchange" | "state";
  /** A later event with the same key takes the place of one that has not been sent yet. */
  readonly key: string;
  readonly data: unknown;
}

interface ApiAnswer {
  readonly status: number;
  /** JSON. */
  readonly body: string;
}

export interface Inspector {
  /** With the token in its fragment, which a browser does not send. */
  readonly url: string;
  close(): Promise<void>;
}

interface InspectorOptions {
  /** The port, or a free one if this one cannot be used. 0 is any free one. */
  readonly port: number;
  /** Default: a new random one. */
  readonly token?: string;
}

const tokenHeader = "x-certorder-token";
const maxBodyBytes = 65_536;
/** Changes within this time go to a page together. */
const gatherMs = 100;
/** Events in one message. */
const mostAtOnce = 200;
/** Events that wait for a page that does not read. A page keeps no more. */
const mostWaiting = 10_000;
const mostConnections = 50;

/** Serves the page on 127.0.0.1. Everything but the empty page needs the token. */
export async function startInspector(
  content: Content,
  { port, token = randomBytes(24).toString("base64url") }: InspectorOptions,
): Promise<Inspector> {
  const page = readPage();
  const pageHeaders = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": contentSecurityPolicy(page),
  };
  const streams = new Set<ServerResponse>();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url = "", headers } = request;
    const own = [`127.0.0.1:${boundPort}`, `localhost:${boundPort}`];
    const { host = "", origin } = headers;
    // A name of another site may resolve to this machine.
    if (!own.includes(host)) return send(response, 421, "The Host header is not this server's.");
    const isOwnOrigin = origin === `http://${host}`;
    if (origin !== undefined && !isOwnOrigin) return send(response, 403, "Another origin is refused.");
    if (url === "/" && method === "GET") {
      response.writeHead(200, { ...safeHeaders, ...pageHeaders }).end(page);
      return;
    }
    if (!url.startsWith("/api/")) return send(response, 404, "There is no such path.");
    if (!isSame(String(headers[tokenHeader] ?? ""), token))
      return send(response, 401, "The token is missing or of another start.");
    if (method !== "GET" && !isOwnOrigin) return send(response, 403, "A write needs the page's own origin.");
    if (url === "/api/stream") return stream(response);
    // Leaving a loop over the request itself would close the connection before the answer is sent.
    const body = await readAll(request.iterator({ destroyOnReturn: false }), maxBodyBytes);
    if (!body) return send(response, 413, "The body is too large.");
    const { status, body: json } = await content.call(method, url.slice("/api/".length), body.toString());
    response.writeHead(status, { ...safeHeaders, "content-type": "application/json" }).end(json);
  }

  /** Server-sent events. A page that reads slowly gets the newest state of each exchange, not all states in between. */
  async function stream(response: ServerResponse): Promise<void> {
    streams.add(response);
    let waiting = new Map<string, PageEvent>();
    let wake = () => {};
    const unfollow = content.follow((event) => {
      waiting.set(event.key, event);
      const [oldest] = waiting.keys();
      if (waiting.size > mostWaiting && oldest !== undefined) waiting.delete(oldest);
      wake();
    });
    const gone = new AbortController();
    response.on("close", () => {
      gone.abort();
      streams.delete(response);
      unfollow();
      wake();
    });
    response.writeHead(200, { ...safeHeaders, "content-type": "text/event-stream" });
    const write = async (event: string, data: unknown) => {
      const isTaken = response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      // A closed response never drains.
      if (!isTaken) await once(response, "drain", { signal: gone.signal }).catch(() => {});
      // What else this process does goes on while a page gets all that is kept.
      await laterTurn();
    };
    const writeAll = async (events: Iterable<PageEvent>) => {
      for (const [event, alike] of Map.groupBy(events, (each) => each.event))
        for (let index = 0; index < alike.length && !gone.signal.aborted; index += mostAtOnce)
          await write(
            event,
            alike.slice(index, index + mostAtOnce).map(({ data }) => data),
          );
    };
    await write("hello", { kind: content.kind, title: content.title });
    await writeAll(content.first());
    await write("complete", {});
    while (!gone.signal.aborted) {
      if (waiting.size === 0) await new Promise<void>((resolve) => (wake = resolve));
      await new Promise((resolve) => setTimeout(resolve, gatherMs));
      const events = waiting;
      waiting = new Map();
      await writeAll(events.values());
    }
  }

  const server = createServer((request, response) => {
    response.on("error", () => {});
    answer(request, response).catch(() => response.destroy());
  });
  server.maxConnections = mostConnections;
  await listen(server, port).catch(() => listen(server, 0));
  const { port: boundPort } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${boundPort}/#${token}`,
    async close() {
      for (const response of streams) response.end();
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

const safeHeaders = {
  "cache-control": "no-store",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
} as const;

async function listen(server: ReturnType<typeof createServer>, port: number): Promise<void> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
}

function send(response: ServerResponse, status: number, message: string): void {
  const headers = { ...safeHeaders, "content-type": "application/json" };
  // What is left of a refused body is not read.
  response.writeHead(status, { ...headers, connection: "close" }).end(JSON.stringify({ message }));
}

function isSame(given: string, token: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
}
