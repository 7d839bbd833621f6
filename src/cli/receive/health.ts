import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

export const healthPath = "/health";

/** How long an answer is used again. It costs queries, and needs no key. */
const reuseMs = 5_000;

/** What the health page shows. */
export interface Health {
  /** Counts, for the port that all can reach. Rejects if callbacks cannot be received now. */
  readonly health: () => Promise<object>;
  /** More, with the ids of orders, for a port of its own. */
  readonly healthDetails?: (() => Promise<object>) | undefined;
}

/** The page for the port of the callbacks. */
export function healthPage({ health }: Health): RequestListener {
  const latest = reused(health);
  return (_, response) => {
    // No key is needed here, so the connection is not kept.
    response.shouldKeepAlive = false;
    latest().then(
      (body) => response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body)),
      () => response.writeHead(503).end(),
    );
  };
}

/** A server of its own for the page, with details. It speaks plain HTTP. */
export async function startHealthServer(shown: Health, host: string | undefined, port: number) {
  const latest = reused(() => detailedHealth(shown));
  const server = createServer({ requestTimeout: 10_000 }, ({ method, url }, response) => {
    if (method !== "GET" || url?.split("?")[0] !== healthPath) return void response.writeHead(404).end();
    void latest().then(({ status, body }) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body)),
    );
  });
  server.maxConnections = 100;
  server.listen(port, host);
  await once(server, "listening");
  return {
    url: `${serverUrl("http", server.address() as AddressInfo)}${healthPath}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Never rejects. */
async function detailedHealth({ health, healthDetails }: Health): Promise<{ status: number; body: object }> {
  const [known, details] = await Promise.allSettled([health(), healthDetails?.()]);
  const failed = [known, details].find((result) => result.status === "rejected");
  const error = failed && { status: "failing", error: (failed.reason as Error).message };
  const [counts, more] = [known, details].map((one) => (one.status === "fulfilled" ? one.value : {}));
  return { status: error ? 503 : 200, body: { ...counts, ...more, ...error } };
}

export function serverUrl(scheme: "http" | "https", { family, address, port }: AddressInfo): string {
  return `${scheme}://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}

/** Those who ask while an answer is computed, and shortly after it, share it. */
function reused<T>(compute: () => Promise<T>): () => Promise<T> {
  let latest: Promise<T> | undefined;
  return () => {
    latest ??= compute().finally(() => setTimeout(() => (latest = undefined), reuseMs).unref());
    return latest;
  };
}
