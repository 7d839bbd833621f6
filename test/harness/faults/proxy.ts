import { authority, certificate, type FaultyService, serviceAt } from "./faulty-service.ts";
import { answer, success } from "./http-text.ts";
import { type ProxyBehaviour, startProxy, tunnelTo } from "./proxy-server.ts";
import { type Script, startRawServer } from "./raw-server.ts";
import { rowsWith, type Table } from "./row.ts";
import { afterRequest, answering, closingAfter, polite } from "./scripts.ts";
import { selfSigned } from "./self-signed.ts";

/** A service whose name only the proxy knows. */
export async function proxied(
  behaviour: (servicePort: number) => ProxyBehaviour,
  behind: { readonly script?: Script | undefined; readonly certificate?: typeof certificate } = {},
): Promise<FaultyService & { readonly asked: readonly string[] }> {
  const server = await startRawServer(behind.script ?? polite, behind.certificate ?? certificate);
  const how = behaviour(server.port);
  const proxy = await startProxy(how);
  const address = `${how.tls ? "https" : "http"}://localhost:${proxy.port}`;
  const service = serviceAt(server, "https://service.example.test", { env: { HTTPS_PROXY: address } });
  return {
    ...service,
    asked: proxy.asked,
    open: () => server.open + proxy.open,
    async close() {
      await proxy.close();
      await server.close();
    },
  };
}

const tunnel = (port: number): ProxyBehaviour => ({ onConnect: tunnelTo(port) });
const behaving = (behaviour: ProxyBehaviour) => () => proxied(() => behaviour);
const replying = (text: string) => behaving({ onConnect: (socket) => void socket.end(text) });
const working = (script?: Script) => () => proxied(tunnel, { script });
const overTls = (tls: typeof certificate) => () => proxied((port) => ({ ...tunnel(port), tls }));
const certified = (certificate: { key: string; cert: string }) => () => proxied(tunnel, { certificate });
const happens = true;

const withoutTunnel = [
  ...rowsWith({ both: "not-sent proxy_failed" })({
    "the proxy wants credentials": replying(
      "HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic\r\n\r\n",
    ),
    "the proxy forbids the service": replying("HTTP/1.1 403 Forbidden\r\n\r\n"),
    "the proxy cannot reach the service": replying("HTTP/1.1 502 Bad Gateway\r\n\r\n"),
    "the proxy answers with a redirection": replying(
      "HTTP/1.1 302 Found\r\nlocation: https://portal.example.test/\r\n\r\n",
    ),
    "the proxy does not speak HTTP": replying("220 smtp.example.test ESMTP\r\n"),
    "the proxy closes the connection instead of answering": replying(""),
    "the proxy closes the connection as soon as it stands": behaving({
      onAccept: (socket) => void socket.end(),
    }),
    "the proxy resets the connection as soon as it stands": behaving({
      onAccept: (socket) => void socket.resetAndDestroy(),
    }),
    "no proxy listens at its address": async () => {
      const proxy = await startProxy({});
      await proxy.close();
      const service = await proxied(() => ({}));
      return { ...service, options: { ...service.options, env: { HTTPS_PROXY: `localhost:${proxy.port}` } } };
    },
  }),
  ...rowsWith({
    both: "not-sent connect_failed",
    reason: "connect-timeout",
    options: { timeoutMs: 2_000, maxTries: 1 },
    tries: 1,
  })({
    "the proxy never answers": behaving({}),
  }),
  ...rowsWith({ both: "not-sent deadline_exceeded", options: { timeoutMs: 4_000 }, tries: 2 })({
    "the proxy has not answered at the deadline of the whole call": behaving({}),
  }),
  ...rowsWith({ both: "not-sent tls_untrusted" })({
    "the proxy itself cannot be trusted": overTls(selfSigned("localhost", 30)),
  }),
];

const throughTunnel = [
  ...rowsWith({
    both: "not-sent connect_failed",
    reason: "connect-timeout",
    options: { timeoutMs: 2_000, maxTries: 1 },
    tries: 1,
  })({
    "nothing is at the other end of the tunnel": behaving({
      onConnect: (socket) => void socket.write("HTTP/1.1 200 OK\r\n\r\n"),
    }),
  }),
  ...rowsWith({ both: "not-sent proxy_failed" })({
    "the tunnel is closed in the handshake": replying("HTTP/1.1 200 OK\r\n\r\n"),
    "the tunnel leads to something that speaks no TLS": replying(
      "HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 400 Bad Request\r\n\r\n",
    ),
  }),
  ...rowsWith({ both: "not-sent tls_untrusted" })({
    "the certificate behind the tunnel is not trusted": certified(selfSigned("service.example.test", 30)),
    "the certificate behind the tunnel is for another name": certified(
      authority.issue(["other.example.test"]),
    ),
  }),
  ...rowsWith({ both: "unknown connection_lost", happens })({
    "the service behind the tunnel closes after the whole request": working(closingAfter()),
  }),
  ...rowsWith({
    both: "unknown deadline_exceeded",
    reason: "response-timeout",
    happens,
    options: { timeoutMs: 4_000 },
  })({
    "the service behind the tunnel never answers": working(answering()),
  }),
  ...rowsWith({ both: "unknown response_unusable", reason: "response-cut", happens })({
    "the service behind the tunnel is cut off in the body": working(
      closingAfter("HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{"),
    ),
  }),
  ...rowsWith({ both: "rejected http_407" })({
    "the service asks for proxy credentials through the tunnel": working(
      afterRequest((visit) => visit.write(answer(407))),
    ),
  }),
  ...rowsWith({ both: "done", happens })({
    "an unexpected 100 comes first through the tunnel": working(
      answering("HTTP/1.1 100 Continue\r\n\r\n", answer(200, success)),
    ),
    "the proxy does its work": working(),
    "a proxy over TLS does its work": overTls(certificate),
  }),
];

export const proxyFaults: readonly Table[] = [
  { title: "Proxies that open no tunnel", rows: withoutTunnel },
  { title: "Through the tunnel of a proxy", rows: throughTunnel },
];
