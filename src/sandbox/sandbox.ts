import { type Account, type CallbackConfig, readCallbackConfig } from "./accounts.ts";
import { type Answers, defaultAnswers } from "./answers.ts";
import { type KeyAndCertificate, sandboxAuthority } from "./certificates.ts";
import { Clock } from "./clock.ts";
import { answerControl, controlPrefix } from "./control.ts";
import { handleExchange } from "./exchange.ts";
import { type ExchangeRecorder, noRecorder } from "./exchanges.ts";
import { type Fault, FaultPlan } from "./faults.ts";
import { readForwardTo } from "./forwarding.ts";
import { Issuer, type Issuing } from "./issuing.ts";
import type { LedgerEntry } from "./ledger.ts";
import { type HttpListener, startListener } from "./listener.ts";
import type { Order } from "./orders.ts";
import { type Rate, RateLimit } from "./rate-limit.ts";
import { RequestLog, type SeenRequest } from "./requests.ts";
import { seedAccounts, seedOrders } from "./seed.ts";
import { callbackAgent, type ResolveHost, systemResolve } from "./send-callback.ts";
import { Store } from "./store.ts";

/** What a sandbox has, and how it behaves. */
export interface SandboxOptions {
  /** Port for HTTP. Default: any that is free. */
  readonly port?: number | undefined;
  /** Port for HTTPS, or false for none. Default: any that is free. */
  readonly httpsPort?: number | false | undefined;
  /** File for orders, callback configurations, ledger and service name. Default: in memory. */
  readonly stateFile?: string | undefined;
  /** Allows callbacks to this machine and private networks. Link-local addresses stay forbidden. Default: false. */
  readonly allowPrivateCallbacks?: boolean | undefined;
  /**
   * The address of a program on this machine, such as `http://localhost:3000/callbacks`. Callbacks may go to it without TLS. Save it for an
   * account with `saveCallback`: this option alone sends nothing.
   */
  readonly forwardTo?: string | undefined;
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
  /** Reissues that an account may ask for. Default: no limit. */
  readonly reissueRate?: Rate | undefined;
  /** Time for one callback, from name lookup to answer. Default: 10 seconds. */
  readonly callbackTimeoutMs?: number | undefined;
  /** PEM of certificate authorities to trust for callbacks, beside the usual ones and the sandbox's own. */
  readonly extraCa?: string | undefined;
  /** Finds the addresses of a callback's host. Default: the system's name resolution. */
  readonly resolve?: ResolveHost | undefined;
  /** The machine's time, for the clock of rate limits and ledger. */
  readonly now?: (() => Date) | undefined;
  /** Called before the control API moves the clock, with how far it is ahead of the machine's then. If it throws, the clock stays. */
  readonly onClockMove?: ((aheadMs: number) => void) | undefined;
  /** Takes each exchange, for the page of the command line. @internal */
  readonly recorder?: ExchangeRecorder | undefined;
  /** Takes a line about each request. Free of secrets and control characters. */
  readonly log?: ((line: string) => void) | undefined;
}

/** A sandbox that runs. `startSandbox` returns it. */
export interface Sandbox {
  /** Its address for HTTP, such as `http://127.0.0.1:4010`. */
  readonly url: string;
  /** Its address for HTTPS, such as `https://localhost:4011`. Empty when HTTPS is off. */
  readonly httpsUrl: string;
  /** Certificate of the authority that signed the sandbox's own certificate. */
  readonly caPem: string;
  /** The name of the simulated service, for the setting `service`. New at each start, unless a state file keeps it. */
  readonly service: string;
  /** How far the clock is ahead of the machine's. A state file keeps it. */
  readonly clockAheadMs: number;
  /** The API key of the first standard account. */
  readonly credentials: { readonly keyId: string; readonly authKey: string };
  /** A server certificate that the sandbox's callbacks trust. */
  issueCertificate(names: readonly string[]): KeyAndCertificate;
  /** Saves the callback configuration of an account, or removes it. Its address has HTTPS, or is that of `forwardTo`. */
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
  /** The control API, for the page of the command line. @internal */
  control(
    method: string,
    path: string,
    body: string,
  ): Promise<{ readonly status: number; readonly body: string }>;
  /** Ends all connections. */
  close(): Promise<void>;
}

const callbackTestRate: Rate = { requests: 10, perSeconds: 60 };
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
  const clock = new Clock({
    store,
    machineTime: options.now ?? (() => new Date()),
    onMove: options.onClockMove ?? (() => {}),
  });
  const authority = sandboxAuthority();
  const faults = new FaultPlan();
  const requests = new RequestLog();
  const exchanges = options.recorder ?? noRecorder;
  const closing = new AbortController();
  const answers = { ...defaultAnswers, ...options.answers };
  const log = options.log ?? (() => {});
  const sender = {
    allowPrivate: options.allowPrivateCallbacks ?? false,
    forwardTo: options.forwardTo === undefined ? undefined : readForwardTo(options.forwardTo),
    timeoutMs: options.callbackTimeoutMs ?? defaultCallbackTimeoutMs,
    exchanges,
    now: () => clock.now(),
    secrets: () => listSecrets(store),
    agent: callbackAgent(`${authority.pem}\n${options.extraCa ?? ""}`),
    resolve: options.resolve ?? systemResolve,
    closing: closing.signal,
  };
  const issuer = new Issuer({ sender, answers, log });
  issuer.set(options.issuing ?? {});
  const { keyId, authKey } = accounts.find(({ kind }) => kind === "standard") ?? accounts[0] ?? noAccount;
  const context = {
    service: {
      store,
      answers,
      rateLimits: {
        "callback-test": new RateLimit(options.rateLimit ?? callbackTestRate),
        reissue: options.reissueRate && new RateLimit(options.reissueRate),
      },
      sender,
      issuer,
      clock,
    },
    control: { store, clock, faults, requests, exchanges, issuer, keyId, caPem: authority.pem },
    log,
    closing: closing.signal,
  };

  const open = (port: number, tls?: KeyAndCertificate) =>
    startListener({
      port,
      ...(tls && { tls }),
      refuses: () => {
        const fault = faults.forConnection();
        if (fault) recordRefused(exchanges, clock.now());
        return fault !== undefined;
      },
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

  return {
    url: `http://127.0.0.1:${http.port}`,
    httpsUrl,
    caPem: authority.pem,
    service: store.service,
    credentials: { keyId, authKey },
    get clockAheadMs() {
      return store.clockAheadMs;
    },
    issueCertificate: (names) => authority.issue(names),
    saveCallback(keyId, config) {
      if (!store.account(keyId)) throw new RangeError("There is no account with this key id.");
      store.setCallback(keyId, config && readCallbackConfig(config, "The callback"));
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
    control: (method, path, body) =>
      answerControl(context.control, {
        method,
        path: `${controlPrefix}${path}`,
        isFromBrowser: false,
        body: Buffer.from(body),
      }),
    async close() {
      closing.abort();
      await Promise.all(listeners.map((listener) => listener.close()));
    },
  };
}

/** The texts that no record of an exchange may have. */
function listSecrets(store: Store): string[] {
  const keys = store.accounts.flatMap(({ authKey, callback }) => [authKey, callback?.accessKey]);
  const pins = store.orders.map(({ signKeyPin }) => signKeyPin);
  return [...keys, ...pins].filter((secret) => secret !== undefined);
}

function recordRefused(exchanges: ExchangeRecorder, at: Date): void {
  const record = exchanges.begin({
    at: at.toISOString(),
    kind: "request",
    operation: "other",
    method: "–",
    target: "(a connection)",
    sent: { headers: {}, body: "", secrets: [] },
    fault: "refuse",
  });
  record({ result: "failed", message: "The fault reset the connection before a request came." });
}

const noAccount = { keyId: "", authKey: "" };
