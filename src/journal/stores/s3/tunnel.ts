import http from "node:http";
import https from "node:https";
import type { Socket } from "node:net";
import { bareHost } from "../../../plain-address.ts";

/**
 * Opens a tunnel through a proxy. All its errors are errors of connecting: the store has received nothing. Node's own
 * proxies (`proxyEnv`) need a newer Node, use proxies for this machine too, and show all variables with NODE_DEBUG.
 */
export function openTunnel(
  proxy: URL,
  target: URL,
  { timeoutMs, ca }: { readonly timeoutMs: number; readonly ca: string[] | undefined },
): Promise<Socket> {
  const path = `${target.hostname}:${target.port || 443}`;
  const library = proxy.protocol === "https:" ? https : http;
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      clearTimeout(timer);
      reject(Object.assign(error, { syscall: "connect" }));
      request.destroy();
    };
    const late = () => fail(Object.assign(new Error("the proxy does not answer"), { code: "ETIMEDOUT" }));
    const timer = setTimeout(late, timeoutMs);
    const request = library.request({
      method: "CONNECT",
      path,
      host: bareHost(proxy),
      port: proxy.port || (library === https ? 443 : 80),
      agent: false,
      rejectUnauthorized: true,
      ...(ca && { ca }),
    } as https.RequestOptions);
    // Not among the options: NODE_DEBUG shows those.
    request.setHeader("host", path);
    if (proxy.username) request.setHeader("proxy-authorization", basic(proxy));
    request.on("error", fail);
    request.on("connect", ({ statusCode }, socket: Socket) => {
      if (statusCode !== 200) {
        socket.destroy();
        return fail(new Error(`the proxy answers with HTTP ${statusCode}`));
      }
      clearTimeout(timer);
      resolve(socket);
    });
    request.end();
  });
}

function basic({ username, password }: URL): string {
  const credentials = [username, password].map(decodeURIComponent).join(":");
  return `Basic ${Buffer.from(credentials).toString("base64")}`;
}
