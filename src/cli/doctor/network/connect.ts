import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { request as httpsRequest, type RequestOptions } from "node:https";
import { connect, isIP, type Socket } from "node:net";
import { connect as connectTls, type SecureContext, type TLSSocket } from "node:tls";
import { bareHost } from "../../../plain-address.ts";
import { portOf } from "./resolve.ts";

/** Connects to one address of a URL's host. */
export async function connectTo(address: string, url: URL, signal: AbortSignal): Promise<Socket> {
  const socket = connect(portOf(url), address);
  return until(socket, "connect", signal);
}

/** The proxy answered, and opens no way. */
export class ProxyRefusal extends Error {
  override readonly name = "ProxyRefusal";
  readonly status: number;
  constructor(status: number) {
    super(`The proxy answers ${status}.`);
    this.status = status;
  }
}

/** User and password of a proxy, as it gets them. Undefined: they are not encoded as a URL needs it. */
export function proxyCredentials({ username, password }: URL): string | undefined {
  try {
    return [username, password].map(decodeURIComponent).join(":");
  } catch {
    return undefined;
  }
}

/** Connects to a URL's host through a proxy. */
export async function connectThrough(
  proxy: URL,
  address: string,
  url: URL,
  { trust, signal }: { readonly trust: SecureContext | undefined; readonly signal: AbortSignal },
): Promise<Socket> {
  const to = `${url.hostname}:${portOf(url)}`;
  const credentials = proxyCredentials(proxy) ?? "";
  const asking = (proxy.protocol === "https:" ? httpsRequest : httpRequest)({
    host: address,
    port: portOf(proxy),
    method: "CONNECT",
    path: to,
    headers: {
      host: to,
      ...(proxy.username && {
        "proxy-authorization": `Basic ${Buffer.from(credentials).toString("base64")}`,
      }),
    },
    agent: false,
    servername: isIP(bareHost(proxy)) === 0 ? bareHost(proxy) : "",
    rejectUnauthorized: true,
    secureContext: trust,
    signal,
  } as RequestOptions);
  asking.end();
  const [{ statusCode = 0 }, socket] = (await once(asking, "connect").catch((error: unknown) => {
    throw signal.aborted ? signal.reason : error;
  })) as [{ statusCode?: number }, Socket];
  if (statusCode === 200) return socket.on("error", () => {});
  socket.destroy();
  throw new ProxyRefusal(statusCode);
}

/** The TLS handshake with a URL's host over a connection. Accepts any certificate: `authorizationError` says what is wrong with it. */
export async function secure(
  socket: Socket,
  url: URL,
  trust: SecureContext | undefined,
  signal: AbortSignal,
): Promise<TLSSocket> {
  const host = bareHost(url);
  const secured = connectTls({
    socket,
    // Without a name, the certificate is compared with the host.
    ...(isIP(host) === 0 ? { servername: host } : { host }),
    minVersion: "TLSv1.2",
    rejectUnauthorized: false,
    secureContext: trust,
  });
  return until(secured, "secureConnect", signal);
}

/** The same, and fails if the certificate is not trusted. For requests that carry a secret. */
export async function secureTrusted(...args: Parameters<typeof secure>): Promise<TLSSocket> {
  const secured = await secure(...args);
  if (secured.authorized) return secured;
  secured.destroy();
  // Node has a code here, and its types an error.
  throw Object.assign(new Error("not trusted"), { code: String(secured.authorizationError) });
}

/** Waits for an event of a socket. A socket that fails, or is too late, is destroyed, and also one that is open when the time is over. */
function until<S extends Socket>(socket: S, event: string, signal: AbortSignal): Promise<S> {
  return new Promise((resolve, reject) => {
    const end = (reason: unknown) => {
      socket.destroy();
      // The end of the connection below may show before the end of the time.
      reject(signal.aborted ? signal.reason : reason);
    };
    if (signal.aborted) return end(signal.reason);
    const onAbort = () => end(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    socket.once(event, () => resolve(socket));
    socket.on("error", end);
    socket.once("close", () => {
      signal.removeEventListener("abort", onAbort);
      end(Object.assign(new Error("the peer hung up"), { code: "ECONNRESET" }));
    });
  });
}
