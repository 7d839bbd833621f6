import type { Account, CallbackConfig } from "./accounts.ts";
import { type Answers, defaultAnswers } from "./answers.ts";
import { createAuthority, type KeyAndCertificate } from "./certificates.ts";
import { handleExchange } from "./exchange.ts";
import { type Fault, FaultPlan } from "./faults.ts";
import { Issuer, type Issuing } from "./issuing.ts";
import type { LedgerEntry } from "./ledger.ts";
import { type HttpListener, startListener } from "./listener.ts";
import type { Order } from "./orders.ts";
import { type Rate, RateLimit } from "./rate-limit.ts";
import { RequestLog, type SeenRequest } from "./requests.ts";
import { seedAccounts, seedOrders } from "./seed.ts";
import { callbackAgent, type ResolveHost, systemResolve } from "./send-callback.ts";
import { Store } from "./store.ts";

export interface SandboxOptions {
  /** Port for HTTP. Default: any that is free. */
  readonly port?: number | undefined;
  /** Port for HTTPS, or false for none. Default: any that is free. */
  readonly httpsPort?: number | false | undefined;
  /** File for orders, callback configurations, ledger and service name. Default: in memory. */
  readonly stateFile?: string | undefined;
  /** Allows callbacks to this machine and private networks. Link-local addresses stay forbidden. Default: false. */
  readonly allowPrivateCallbacks?: boolean | undefined;
  /** The accounts. Default: `seedAccounts`, one of each kind. */
  readonly accounts?: readonly Account[] | undefined;
  /** The orders. Default: `seedOrders`, at least one of each product. */
  readonly orders?: readonly Order[] | undefined;
  /** What the specification leaves open, such as the form of a refusal. Default: `defaultAnswers`. */
  readonly answers?: Partial<Answers> | undefined;
  /** How the sandbox calls back after a reissue. */
  readonly issuing?: Issuing | undefined;
  /** Callback tests that an account may run. Default: 10 a minute. */
  readonly rateLimit?: Rate | undefined;
  /** Time for one callback, from name lookup to answer. Default: 10 seconds. */
  readonly callbackTimeoutMs?: number | undefined;
  /** PEM of certificate authorities to trust for callbacks, beside the usual ones and the sandbox's own. */
  readonly extraCa?: string | undefined;
  /** Finds the addresses of a callback's host. Default: the system's name resolution. */
  readonly resolve?: ResolveHost | undefined;
  /** The clock of rate limit and ledger. */
  readonly now?: (() => Date) | undefined;
  /** Takes a line about each request. Free of secrets and control characters. */
  readonly log?: ((line: string) => void) | undefined;
}

export interface Sandbox {
  /** Such as `http://127.0.0.1:4010`. */
  readonly url: string;
  /** Such as `https://localhost:4011`. Empty when HTTPS is off. */
  readonly httpsUrl: string;
  /** Certificate of the authority that signed the sandbox's own certificate. */
  readonly caPem: string;
  /** The name of the simulated service, for the setting `service`. New at each start, unless a state file keeps it. */
  readonly service: string;
  /** Of the first standard account. */
  readonly credentials: { readonly keyId: string; readonly authKey: string };
  /** A server certificate that the sandbox's callbacks trust. */
  issueCertificate(names: readonly string[]): KeyAndCertificate;
  /** Saves the callback configuration of an account, or removes it. */
  saveCallback(keyId: string, config: CallbackConfig | undefined): void;
  /** How the sandbox calls back after the reissues from now on. */
  setIssuing(issuing: Issuing): void;
  /** Sets up a fault for a later request. */
  addFault(fault: Fault): void;
  /** Removes the faults that have not happened yet. */
  clearFaults(): void;
  /** Every reissue that happened, oldest first. */
  readonly ledger: readonly LedgerEntry[];
  /** Every request whose head was read, oldest first; the last 10,000 of them. */
  readonly requests: readonly SeenRequest[];
  /** Ends all connections. */
  close(): Promise<void>;
}

const defaultRate: Rate = { tests: 10, perSeconds: 60 };
const defaultCallbackTimeoutMs = 10_000;

/**
 * Starts the simulated service inside this process.
 *
 * @example
 * ```ts
 * const sandbox = await startSandbox({ httpsPort: false });
 * const journal = new Journal(new MemoryStore());
 * const client = new CertOrderClient({ baseUrl: sandbox.url, ...sandbox.credentials, journal });
 * sandbox.addFault({ kind: "reset-after-processing", operation: "reissue" });
 * // The next client.reissue(…) throws an UnknownOutcomeError, and sandbox.ledger has one entry.
 * await sandbox.close();
 * ```
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const accounts = options.accounts ?? seedAccounts;
  const store = new Store({ accounts, orders: options.orders ?? seedOrders, stateFile: options.stateFile });
  const authority = createAuthority();
  const faults = new FaultPlan();
  const requests = new RequestLog();
  const closing = new AbortController();
  const answers = { ...defaultAnswers, ...options.answers };
  const log = options.log ?? (() => {});
  const sender = {
    allowPrivate: options.allowPrivateCallbacks ?? false,
    timeoutMs: options.callbackTimeoutMs ?? defaultCallbackTimeoutMs,
    agent: callbackAgent([authority.pem, ...(options.extraCa === undefined ? [] : [options.extraCa])]),
    resolve: options.resolve ?? systemResolve,
    closing: closing.signal,
  };
  const issuer = new Issuer({ sender, answers, log });
  issuer.set(options.issuing ?? {});
  const context = {
    service: {
      store,
      answers,
      rateLimit: new RateLimit(options.rateLimit ?? defaultRate),
      sender,
      issuer,
      now: options.now ?? (() => new Date()),
    },
    control: { store, faults, requests, issuer, caPem: authority.pem },
    log,
    closing: closing.signal,
  };

  const open = (port: number, tls?: KeyAndCertificate) =>
    startListener({
      port,
      ...(tls && { tls }),
      refuses: () => faults.forConnection() !== undefined,
      handle: (request, response, reset) =>
        void handleExchange(context, request, response, reset).catch(reset),
    });
  const http = await open(options.port ?? 0);
  const listeners: HttpListener[] = [http];
  let httpsUrl = "";
  if (options.httpsPort !== false) {
    const names = ["localhost", "127.0.0.1", "::1"];
    try {
      const https = await open(options.httpsPort ?? 0, authority.issue(names));
      listeners.push(https);
      httpsUrl = `https://localhost:${https.port}`;
    } catch (error) {
      await http.close();
      throw error;
    }
  }

  const { keyId, authKey } = accounts.find(({ kind }) => kind === "standard") ?? accounts[0] ?? noAccount;
  return {
    url: `http://127.0.0.1:${http.port}`,
    httpsUrl,
    caPem: authority.pem,
    service: store.service,
    credentials: { keyId, authKey },
    issueCertificate: (names) => authority.issue(names),
    saveCallback(keyId, config) {
      if (!store.account(keyId)) throw new RangeError("There is no account with this key id.");
      store.setCallback(keyId, config);
    },
    setIssuing: (issuing) => issuer.set(issuing),
    addFault: (fault) => faults.add(fault),
    clearFaults: () => faults.clear(),
    get ledger() {
      return store.ledger;
    },
    get requests() {
      return requests.seen;
    },
    async close() {
      closing.abort();
      await Promise.all(listeners.map((listener) => listener.close()));
    },
  };
}

const noAccount = { keyId: "", authKey: "" };
