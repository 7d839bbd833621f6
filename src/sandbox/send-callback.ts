import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { Agent, request } from "node:https";
import type { LookupFunction } from "node:net";
import { isIP } from "node:net";
// Imported as a whole: an older Node lacks a part of it, and has to get as far as the message that it is too old.
import tls from "node:tls";
import type { CallbackEvent } from "../contract/index.ts";
import { callbackAuthHeader } from "../contract/index.ts";
import { addressReach } from "./addresses.ts";
import type { ServiceRefusal } from "./answers.ts";

/** Finds the addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

export interface Sender {
  readonly allowPrivate: boolean;
  readonly timeoutMs: number;
  readonly agent: () => Agent;
  readonly resolve: Resolve;
  /** Ends what is under way when the sandbox closes. */
  readonly closing: AbortSignal;
}

export interface Callback {
  readonly url: URL;
  /** What goes into X-CC-Callback-Auth. */
  readonly auth: string;
  readonly event: CallbackEvent;
}

const maxAnswerBytes = 65_536;

export const systemResolve: Resolve = (hostname) => lookup(hostname, { all: true });

/**
 * Makes connections of its own for every callback, and trusts the usual certificate authorities and some more. To read
 * them all takes longer than the start of a sandbox, so that waits for the first callback.
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
 * Posts the event, and says what went wrong if something did. It connects to the very addresses that were checked, so a
 * name that resolves differently a moment later makes no difference. Node's own connection is used: no proxy, no redirect.
 */
export async function sendCallback(callback: Callback, sender: Sender): Promise<ServiceRefusal | undefined> {
  const deadline = AbortSignal.any([AbortSignal.timeout(sender.timeoutMs), sender.closing]);
  try {
    deadline.throwIfAborted();
    const addresses = await before(deadline, resolveAddresses(callback.url, sender.resolve));
    if (!addresses.every(({ address }) => isAllowed(address, sender.allowPrivate)))
      return {
        code: "callback_private_domain",
        message: "The callback's domain resolves to a private address.",
      };
    const status = await post(callback, addresses, sender.agent(), deadline);
    if (status !== 200)
      return {
        code: "callback_response_not_200",
        message: `The callback address answered ${status}, not 200.`,
      };
    return undefined;
  } catch (error) {
    return { code: "callback_send_error", message: `The callback could not be sent: ${reason(error)}.` };
  }
}

function isAllowed(address: string, allowPrivate: boolean): boolean {
  const reach = addressReach(address);
  return reach === "public" || (reach === "private" && allowPrivate);
}

/** The URL parser has already turned every spelling of an IPv4 address (decimal, octal, short…) into the usual one. */
async function resolveAddresses(url: URL, resolve: Resolve): Promise<readonly LookupAddress[]> {
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
  // As bytes: Node would otherwise write the head together with the text of the body, in the encoding of the latter.
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
        // A header is bytes, and Node takes it as Latin-1 text: this is how a key in UTF-8 passes through.
        [callbackAuthHeader]: Buffer.from(auth, "utf8").toString("latin1"),
      },
    });
    outgoing.on("error", reject);
    outgoing.on("upgrade", (response, socket) => {
      socket.destroy();
      resolve(response.statusCode ?? 0);
    });
    outgoing.on("response", (response) => {
      // The status decides, whatever happens after it. The rest is read out of politeness, so that the receiver does
      // not see its answer cut off.
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

/** A name lookup cannot be aborted, only left behind. */
function before<T>(deadline: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const give = () => reject(deadline.reason);
    deadline.addEventListener("abort", give, { once: true });
    work.then(resolve, reject).finally(() => deadline.removeEventListener("abort", give));
  });
}

/** A short word such as ECONNREFUSED. The text of an error may quote what a stranger's server sent. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return "failed";
  if (error.name === "TimeoutError" || (error.cause instanceof Error && error.cause.name === "TimeoutError"))
    return "timeout";
  const code = "code" in error ? error.code : undefined;
  return typeof code === "string" && /^[A-Z0-9_]+$/.test(code) ? code : "failed";
}
