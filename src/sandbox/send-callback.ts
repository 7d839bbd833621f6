import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { Agent, request } from "node:https";
import { isIP, type LookupFunction } from "node:net";
// Imported as a whole: an older Node lacks one function, and still has to report that it is too old.
import tls from "node:tls";
import { type CallbackEvent, callbackAuthHeader } from "../contract/index.ts";
import { addressReach } from "./addresses.ts";
import { refusal, type ServiceRefusal } from "./answers.ts";

/** Finds the addresses of a name. */
export type ResolveHost = (hostname: string) => Promise<readonly LookupAddress[]>;

export interface CallbackSender {
  readonly allowPrivate: boolean;
  readonly timeoutMs: number;
  readonly agent: () => Agent;
  readonly resolve: ResolveHost;
  /** Ends what is under way when the sandbox closes. */
  readonly closing: AbortSignal;
}

export interface Callback {
  readonly url: URL;
  /** The value of X-CC-Callback-Auth. */
  readonly auth: string;
  readonly event: CallbackEvent;
}

const maxAnswerBytes = 65_536;

export const systemResolve: ResolveHost = (hostname) => lookup(hostname, { all: true });

/**
 * An agent with a new connection for every callback. It trusts the usual certificate authorities and `morePem`. It is
 * created with the first callback, because reading all authorities takes longer than starting a sandbox.
 */
export function callbackAgent(morePem: readonly string[]): () => Agent {
  let agent: Agent | undefined;
  return () => {
    agent ??= new Agent({
      secureContext: tls.createSecureContext({ ca: [...tls.getCACertificates("default"), ...morePem] }),
      keepAlive: false,
      maxCachedSessions: 0,
    });
    return agent;
  };
}

/**
 * Posts the event. Returns a refusal if that fails. It connects to the addresses that were checked, so that a changed
 * DNS answer makes no difference. It uses no proxy and follows no redirect.
 */
export async function sendCallback(
  callback: Callback,
  sender: CallbackSender,
): Promise<ServiceRefusal | undefined> {
  const deadline = AbortSignal.any([AbortSignal.timeout(sender.timeoutMs), sender.closing]);
  try {
    deadline.throwIfAborted();
    const addresses = await before(deadline, resolveAddresses(callback.url, sender.resolve));
    if (!addresses.every(({ address }) => isAllowed(address, sender.allowPrivate)))
      return refusal("callback_private_domain", "The callback's domain resolves to a private address.");
    const status = await post(callback, addresses, sender.agent(), deadline);
    return status === 200 ? undefined : refusal("callback_response_not_200", describeStatus(status));
  } catch (error) {
    return refusal("callback_send_error", describeFailure(error, sender.timeoutMs));
  }
}

function isAllowed(address: string, allowPrivate: boolean): boolean {
  const reach = addressReach(address);
  return reach === "public" || (reach === "private" && allowPrivate);
}

/** The URL parser has converted every spelling of an IPv4 address (decimal, octal, short…) to the usual one. */
async function resolveAddresses(url: URL, resolve: ResolveHost): Promise<readonly LookupAddress[]> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const family = isIP(host);
  const addresses = family === 0 ? await resolve(host) : [{ address: host, family }];
  if (addresses.length === 0) throw Object.assign(new Error("no address"), { code: "ENOTFOUND" });
  return addresses;
}

function post(
  { url, auth, event }: Callback,
  addresses: readonly LookupAddress[],
  agent: Agent,
  deadline: AbortSignal,
): Promise<number> {
  // As bytes: with text, Node would write the head in the encoding of the body.
  const body = Buffer.from(JSON.stringify(event));
  const pinned: LookupFunction = (_hostname, options, done) => {
    const [first] = addresses;
    if (options.all) done(null, [...addresses]);
    else done(null, first?.address ?? "", first?.family);
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      method: "POST",
      agent,
      lookup: pinned,
      signal: deadline,
      headers: {
        "content-type": "application/json",
        "content-length": body.length,
        "user-agent": "certorder-sandbox",
        // Node takes a header as Latin-1 text. This passes the UTF-8 bytes of the key through.
        [callbackAuthHeader]: Buffer.from(auth, "utf8").toString("latin1"),
      },
    });
    outgoing.on("error", reject);
    outgoing.on("upgrade", (response, socket) => {
      socket.destroy();
      resolve(response.statusCode ?? 0);
    });
    outgoing.on("response", (response) => {
      // Only the status counts. The rest is read so that the receiver does not see its answer cut off.
      outgoing.off("error", reject).on("error", () => {});
      let received = 0;
      response.on("data", (chunk: Buffer) => {
        received += chunk.length;
        if (received > maxAnswerBytes) response.destroy();
      });
      response.on("error", () => {});
      response.on("close", () => resolve(response.statusCode ?? 0));
    });
    outgoing.end(body);
  });
}

/** Rejects at the deadline. The name lookup itself cannot be aborted. */
function before<T>(deadline: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const give = () => reject(deadline.reason);
    deadline.addEventListener("abort", give, { once: true });
    work.then(resolve, reject).finally(() => deadline.removeEventListener("abort", give));
  });
}

function describeStatus(status: number): string {
  const answered = `The callback address answered ${status}, not 200`;
  if (status >= 300 && status <= 399) return `${answered}. Redirects are not followed.`;
  if (status === 401 || status === 403) return `${answered}. It may not accept the authentication key.`;
  return `${answered}.`;
}

/** What each error of Node's network and TLS says about the callback. The first that fits counts. */
const causes: readonly (readonly [code: RegExp, message: string])[] = [
  [/^(ENOTFOUND|EAI_|ENODATA)/, "The name of the callback address could not be resolved"],
  [/^ECONNREFUSED$/, "The callback address refused the connection: nothing listens on this port"],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, "There is no way to the callback address"],
  [/^ETIMEDOUT$/, "The callback address did not accept the connection in time"],
  [/^CERT_HAS_EXPIRED$/, "The callback's certificate has expired"],
  [/^CERT_NOT_YET_VALID$/, "The callback's certificate is not valid yet"],
  [/^(ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/, "The callback's certificate is for another name"],
  [
    /SELF_SIGNED|^(UNABLE_TO_|CERT_|INVALID_)/,
    "The callback's certificate is not trusted: its chain leads to no known authority",
  ],
  [/^(ERR_SSL_|ERR_TLS_|EPROTO$)/, "The callback address does not speak TLS as HTTPS needs it"],
  [/^(ECONNRESET|EPIPE)$/, "The callback address closed the connection before an answer came"],
  [/^HPE_/, "The answer of the callback address is not HTTP"],
];

/** Says why a callback was not delivered. An error's own text may quote what the other server sent, so only its code is shown. */
function describeFailure(error: unknown, timeoutMs: number): string {
  const { name, code, cause } = error as NodeJS.ErrnoException;
  if (name === "TimeoutError" || (cause as Error | undefined)?.name === "TimeoutError")
    return `The callback address did not answer within ${timeoutMs / 1000} s.`;
  const shown = typeof code === "string" && /^[A-Z0-9_]+$/.test(code) ? code : undefined;
  const [, message = "The callback could not be sent"] =
    causes.find(([pattern]) => pattern.test(shown ?? "")) ?? [];
  return `${message}${shown === undefined ? "" : ` (${shown})`}.`;
}
