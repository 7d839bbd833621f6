import { canaries, type Encoding, encodings } from "../../harness/faults/canaries.ts";
import { startProxy, tunnelTo } from "../../harness/faults/proxy-server.ts";
import { startRawServer } from "../../harness/faults/raw-server.ts";
import { startHostileService } from "./hostile-service.ts";

/** A way on which nothing, or not everything, gets through to the service. */
export interface BrokenRoute {
  readonly name: string;
  readonly baseUrl: string;
  readonly env: Readonly<Record<string, string>>;
}

export type BrokenRoutes = Awaited<ReturnType<typeof openBrokenRoutes>>;

const spellings = Object.keys(encodings) as Encoding[];
const beyondProxy = "https://service.example.test";

export async function openBrokenRoutes() {
  const service = await startHostileService(true);
  const plain = await startRawServer((visit) => visit.end("This is not TLS."));
  const proxy = await startProxy({
    onConnect(socket, head) {
      const [user, password] = credentialsIn(head);
      if (user === "open") return tunnelTo(service.port)(socket, head);
      const echo = encodings[user as Encoding](password);
      const line = echo.replace(/[^\x20-\x7e]/g, "?");
      socket.end(
        `HTTP/1.1 407 ${line}\r\nproxy-authenticate: Basic realm="${line}"\r\ncontent-length: ${Buffer.byteLength(echo)}\r\n\r\n${echo}`,
      );
    },
  });
  const password = encodeURIComponent(canaries.proxyPassword);
  const through = (name: string, user: string, scheme = "http"): BrokenRoute => ({
    name,
    baseUrl: beyondProxy,
    env: { HTTPS_PROXY: `${scheme}://${user}:${password}@127.0.0.1:${proxy.port}` },
  });
  return {
    /** Nothing is sent on any of them: no connection, no trust, a proxy that tells what it was told. */
    dead: [
      { name: "connection refused", baseUrl: "http://127.0.0.1:9", env: {} },
      { name: "certificate not trusted", baseUrl: `https://localhost:${service.port}`, env: {} },
      { name: "no TLS", baseUrl: `https://localhost:${plain.port}`, env: {} },
      through("not a proxy", "proxy-user", "socks5"),
      ...spellings.map((spelling) => through(`refused by a proxy, ${spelling}`, spelling)),
    ],
    /** Leads to the hostile service, through a proxy with a password. */
    open: through("through a proxy", "open"),
    async [Symbol.asyncDispose]() {
      await Promise.all([proxy.close(), service.close(), plain.close()]);
    },
  };
}

function credentialsIn(head: string): readonly [user: string, password: string] {
  const [, basic = ""] = /^proxy-authorization: basic (\S+)/im.exec(head) ?? [];
  const text = Buffer.from(basic, "base64").toString();
  return [text.slice(0, text.indexOf(":")), text.slice(text.indexOf(":") + 1)];
}
