import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { comparableService, Journal } from "../../../src/journal/index.ts";
import type { Order, Sandbox, SandboxOptions } from "../../../src/sandbox/index.ts";
import { startSandbox } from "../../../src/sandbox/index.ts";
import { atTheEnd } from "../at-the-end.ts";
import { onLoopback } from "../on-loopback.ts";

/** A CSR for example.com and www.example.com, as the orders below have them. */
export const csrFile = join(import.meta.dirname, "..", "csr", "fixtures", "p256.pem");
export const csr = readFileSync(csrFile, "utf8");
export const names = ["example.com", "www.example.com"] as const;

/** The flags of a request that the sandbox accepts for an SSL order, without a warning. They do not say how it is asked for. */
export const requestFlags = [
  ...["--sign-hash", "sha256", "--common-name", names[0]],
  ...["--dns-names", names.join(","), "--csr-file", csrFile],
] as const;

/** The same flags with a key. Each call makes a new key, unless the caller gives one. */
export function confirmedRequest(key: string = randomUUID()): string[] {
  return [...requestFlags, "--idempotency-key", key];
}

/** The same flags for a renewal, without a key. It needs an older certificate in the journal: see `importOld`. */
export const keylessRequest = [...requestFlags, "--max-age", "60d"] as const;

/** Makes `cert-old`, issued long ago, the latest certificate of an order, as `certorder journal import` does. */
export async function importOld(folder: string, orderId: string, url: string): Promise<void> {
  const statement = { orderId, certificateId: "cert-old", issuedAt: "2020-01-01T00:00:00.000Z" };
  const address = comparableService(url);
  await new Journal(folder).importCertificate(statement, { name: undefined, address });
}

export function sslOrder(id: string): Order {
  return { id, product: "ssl", commonName: names[0], dnsNames: names };
}

export interface TestService extends Sandbox {
  /** The environment that names this service, with the demo account's keys. */
  readonly env: Readonly<Record<string, string>>;
  /** How often an order was reissued. */
  reissues(orderId: string): number;
}

/** A sandbox without HTTPS, with an SSL order of each of these names. */
export async function service(
  orderIds: readonly string[] = ["order-1"],
  options: SandboxOptions = {},
): Promise<TestService> {
  const sandbox = await startSandbox({ httpsPort: false, orders: orderIds.map(sslOrder), ...options });
  atTheEnd(() => sandbox.close());
  return Object.create(sandbox, {
    env: { enumerable: true, value: environmentFor(sandbox.url, sandbox.credentials) },
    reissues: {
      value: (orderId: string) => sandbox.ledger.filter((entry) => entry.orderId === orderId).length,
    },
  }) as TestService;
}

export function environmentFor(
  url: string,
  keys: { readonly keyId: string; readonly authKey: string } = {
    keyId: "demo",
    authKey: "auth-key-of-a-test",
  },
) {
  return { CERTORDER_BASE_URL: url, CERTORDER_KEY_ID: keys.keyId, CERTORDER_AUTH_KEY: keys.authKey };
}

export interface Heard {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** An HTTP server that keeps each request, byte for byte, and answers with `answer`. */
export async function listener(
  answer: (heard: Heard, response: ServerResponse) => void = accepts,
): Promise<{ readonly url: string; readonly heard: Heard[] }> {
  const heard: Heard[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    void text(request).then((body) => {
      const { method = "", url: path = "", headers } = request;
      const item = { method, path, headers, body };
      heard.push(item);
      answer(item, response);
    });
  });
  const port = await onLoopback(server);
  atTheEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${port}`, heard };
}

/** Success, as the service answers a reissue. */
export function accepts(_heard: Heard, response: ServerResponse): void {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ code: "success", data: { certificate: { id: "cert-of-a-test" } } }));
}

/** A service that answers a reissue when `answer` is called. */
export async function patientService() {
  let answer = () => {};
  let arrived = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const { url, heard } = await listener((item, response) => {
    answer = () => accepts(item, response);
    arrived();
  });
  return { url, heard, arrival, answer: () => answer() };
}
