import { createServer as createHttpsServer } from "node:https";
import type { TestContext } from "vitest";
import type { ClientOptions } from "../../../src/client/index.ts";
import { Journal, MemoryStore } from "../../../src/journal/index.ts";
import { createAuthority } from "../../../src/sandbox/certificates.ts";
import { type Answers, type Fault, type SandboxOptions, startSandbox } from "../../../src/sandbox/index.ts";
import { onLoopback } from "../on-loopback.ts";
import { canaries } from "./canaries.ts";
import { isOfRequest, type RawServer, type Script, startRawServer } from "./raw-server.ts";

export interface FaultyService {
  readonly options: { readonly baseUrl: string } & Partial<ClientOptions>;
  readonly callbackUrl: string;
  /** Requests of which at least one byte arrived at the service. */
  requests(): number;
  /** How often a request was carried out: reissues in the ledger, callbacks delivered. */
  carriedOut(): number;
  open(): number;
  close(): Promise<void>;
}

export const keyId = "canary";
export const orderId = "order-canary";
/** Nothing listens there: for services that never get as far as a callback. */
const nowhere = "https://callback.example.test/";

/** An authority for all servers of the tests in this process. */
export const authority = createAuthority();
export const certificate = authority.issue(["localhost", "127.0.0.1", "service.example.test"]);

export async function rawService(script: Script, scheme: "http" | "https" = "http"): Promise<FaultyService> {
  const server = await startRawServer(script, scheme === "https" ? certificate : undefined);
  return serviceAt(server, `${scheme}://localhost:${server.port}`);
}

/** A port that speaks no TLS, reached over HTTPS. */
export async function plainPort(script: Script): Promise<FaultyService> {
  const server = await startRawServer(script);
  return serviceAt(server, `https://localhost:${server.port}`);
}

/** A fresh journal: attempts of other tests at the same port must not count. */
export const newMemoryJournal = () => new Journal(new MemoryStore());

export function serviceAt(
  server: RawServer,
  baseUrl: string,
  options: Partial<ClientOptions> = {},
): FaultyService {
  return {
    options: {
      baseUrl,
      ca: baseUrl.startsWith("https") ? authority.pem : undefined,
      journal: newMemoryJournal(),
      ...options,
    },
    callbackUrl: nowhere,
    requests: () => server.heard.filter(isOfRequest).length,
    carriedOut: () => server.carriedOut,
    open: () => server.open,
    close: () => server.close(),
  };
}

export async function withFaultyService(
  test: Pick<TestContext, "onTestFinished">,
  starting: Promise<FaultyService>,
): Promise<FaultyService> {
  const service = await starting;
  test.onTestFinished(() => service.close());
  return service;
}

/** The sandbox with a real receiver for its callbacks, and with the canaries as its secrets. */
export async function sandboxService(
  setup: {
    readonly fault?: Fault | undefined;
    readonly answers?: Partial<Answers> | undefined;
    readonly scheme?: "http" | "https" | undefined;
    readonly sandbox?: SandboxOptions | undefined;
    readonly receiver?: number | undefined;
  } = {},
): Promise<FaultyService> {
  let delivered = 0;
  const receiver = createHttpsServer((request, response) => {
    delivered++;
    request.resume();
    response.writeHead(setup.receiver ?? 200).end();
  });
  const port = await onLoopback(receiver);
  const { scheme = "http" } = setup;
  const sandbox = await startSandbox({
    accounts: [{ keyId, authKey: canaries.authKey, kind: "standard" }],
    orders: [{ id: orderId, product: "code-signing", signKeyPin: canaries.signKeyPin }],
    rateLimit: { requests: 1_000, perSeconds: 60 },
    allowPrivateCallbacks: true,
    resolve: async () => [{ address: "127.0.0.1", family: 4 }],
    answers: setup.answers,
    ...(scheme === "http" && { httpsPort: false }),
    ...setup.sandbox,
  });
  receiver.setSecureContext(sandbox.issueCertificate(["callback.example.test"]));
  if (setup.fault) sandbox.addFault(setup.fault);
  return {
    options: {
      ...(scheme === "http" ? { baseUrl: sandbox.url } : { baseUrl: sandbox.httpsUrl, ca: sandbox.caPem }),
      journal: newMemoryJournal(),
    },
    callbackUrl: `https://callback.example.test:${port}/`,
    requests: () => sandbox.requests.length,
    carriedOut: () => sandbox.ledger.length + delivered,
    open: () => 0,
    async close() {
      await sandbox.close();
      receiver.closeAllConnections();
      await new Promise((resolve) => receiver.close(resolve));
    },
  };
}
