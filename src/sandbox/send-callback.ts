import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { type IncomingHttpHeaders, request as requestPlainly } from "node:http";
import { Agent, request } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { addressReach } from "../addresses.ts";
import { callbackAuthHeader } from "../contract/index.ts";
import { bareHost } from "../plain-address.ts";
import { trustContext } from "../trust-context.ts";
import { refusal, type ServiceRefusal } from "./answers.ts";
import type { Callback } from "./callback.ts";
import type { ExchangeRecorder } from "./exchanges.ts";

/** Finds the addresses of a name. */
export type ResolveHost = (hostname: string) => Promise<readonly LookupAddress[]>;

export interface CallbackSender {
  readonly allowPrivate: boolean;
  /** The only address that is called without TLS. */
  readonly forwardTo: URL | undefined;
  readonly timeoutMs: number;
  readonly agent: () => Agent;
  readonly resolve: ResolveHost;
  readonly exchanges: ExchangeRecorder;
  readonly now: () => Date;
  /** The keys of the accounts, which no record may have. */
  readonly secrets: () => readonly string[];
  /** Ends what is under way when the sandbox closes. */
  readonly closing: AbortSignal;
}

/** What the callback address answered. */
interface CallbackAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const maxAnswerBytes = 65_536;

export const systemResolve: ResolveHost = (hostname) => lookup(hostname, { all: true });

/**
 * An agent with a new connection for every callback. It trusts the usual certificate authorities and `morePem`. It is
 * created with the first callback, because reading all authorities takes longer than starting a sandbox.
 */
export function callbackAgent(morePem: string): () => Agent {
  let agent: Agent | undefined;
  return () => {
    agent ??= new Agent({
      secureContext: trustContext(morePem),
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
  const { url, auth, event, operation } = callback;
  const secrets = [...sender.secrets(), auth];
  const body = JSON.stringify(event);
  const record = sender.exchanges.begin(
    {
      at: sender.now().toISOString(),
      kind: "callback",
      operation,
      method: "POST",
      // A password in an address is refused, and must not be shown.
      target: `${url.origin}${url.pathname}`,
      orderId: event.order_id,
      certificateId: event.cert_id,
      sent: { headers: callbackHeaders(callback, body), body, secrets },
    },
    callback,
  );
  const { refusal, answer } = await deliver(callback, body, sender);
  record({
    result: refusal ? "failed" : "ok",
    code: refusal?.code,
    message: refusal?.message,
    status: answer?.status,
    answer: answer && { headers: answer.headers, body: answer.body, secrets },
  });
  return refusal;
}

async function deliver(
  callback: Callback,
  body: string,
  sender: CallbackSender,
): Promise<{ readonly refusal?: ServiceRefusal | undefined; readonly answer?: CallbackAnswer }> {
  const deadline = AbortSignal.any([AbortSignal.timeout(sender.timeoutMs), sender.closing]);
  try {
    deadline.throwIfAborted();
    // A state file may have kept the address of a program.
    if (callback.url.protocol !== "https:" && !isForwarded(callback.url, sender))
      return { refusal: refusal("callback_url_not_https", "The callback's URL does not use HTTPS.") };
    const addresses = await before(deadline, resolveAddresses(callback.url, sender.resolve));
    if (
      !isForwarded(callback.url, sender) &&
      !addresses.every(({ address }) => isAllowed(address, sender.allowPrivate))
    )
      return {
        refusal: refusal("callback_private_domain", "The callback's domain resolves to a private address."),
      };
    const answer = await post(callback, body, addresses, sender.agent, deadline);
    return answer.status === 200
      ? { answer }
      : { answer, refusal: refusal("callback_response_not_200", describeStatus(answer.status)) };
  } catch (error) {
    return { refusal: refusal("callback_send_error", describeFailure(error, sender.timeoutMs)) };
  }
}

/** Whether the callback goes to the program under development on this machine. */
export function isForwarded(url: URL, { forwardTo }: Pick<CallbackSender, "forwardTo">): boolean {
  return forwardTo !== undefined && url.href === forwardTo.href;
}

function isAllowed(address: string, allowPrivate: boolean): boolean {
  const reach = addressReach(address);
  return reach === "public" || (reach === "private" && allowPrivate);
}

/** The URL parser has converted every spelling of an IPv4 address (decimal, octal, short…) to the usual one. */
async function resolveAddresses(url: URL, resolve: ResolveHost): Promise<readonly LookupAddress[]> {
  const host = bareHost(url);
  const family = isIP(host);
  const addresses = family === 0 ? await resolve(host) : [{ address: host, family }];
  if (addresses.length === 0) throw Object.assign(new Error("no address"), { code: "ENOTFOUND" });
  return addresses;
}

function callbackHeaders({ auth }: Callback, body: string): Readonly<Record<string, string | number>> {
  return {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    "user-agent": "certorder-sandbox",
    // Node takes a header as Latin-1 text. This passes the UTF-8 bytes of the key through.
    [callbackAuthHeader]: Buffer.from(auth, "utf8").toString("latin1"),
  };
}

function post(
  callback: Callback,
  body: string,
  addresses: readonly LookupAddress[],
  agent: CallbackSender["agent"],
  deadline: AbortSignal,
): Promise<CallbackAnswer> {
  const { url } = callback;
  const pinned: LookupFunction = (_hostname, options, done) => {
    const [first] = addresses;
    if (options.all) done(null, [...addresses]);
    else done(null, first?.address ?? "", first?.family);
  };
  return new Promise((resolve, reject) => {
    const isPlain = url.protocol === "http:";
    const outgoing = (isPlain ? requestPlainly : request)(url, {
      method: "POST",
      ...(!isPlain && { agent: agent() }),
      lookup: pinned,
      signal: deadline,
      headers: callbackHeaders(callback, body),
    });
    outgoing.on("error", reject);
    outgoing.on("upgrade", (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: "" });
    });
    outgoing.on("response", (response) => {
      // Only the status counts. The rest is read so that the receiver does not see its answer cut off.
      outgoing.off("error", reject).on("error", () => {});
      let received = 0;
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => {
        received += chunk.length;
        chunks.push(chunk);
        if (received > maxAnswerBytes) response.destroy();
      });
      response.on("error", () => {});
      const { statusCode: status = 0, headers } = response;
      response.on("close", () => resolve({ status, headers, body: Buffer.concat(chunks).toString() }));
    });
    // As bytes: with text, Node would write the head in the encoding of the body.
    outgoing.end(Buffer.from(body));
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
