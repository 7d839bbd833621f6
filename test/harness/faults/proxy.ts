import { answer, success } from "./http-text.ts";
import type { ProxyBehaviour } from "./proxy-server.ts";
import { startProxy, tunnelTo } from "./proxy-server.ts";
import type { Script } from "./raw-server.ts";
import { startRawServer } from "./raw-server.ts";
import type { Row, Table } from "./row.ts";
import { selfSigned } from "./self-signed.ts";
import type { Stage } from "./stage.ts";
import { authority, certificate, stageAt } from "./stage.ts";

const polite: Script = async (visit) => {
  await visit.carryOut();
  visit.write(answer(200, success));
};

/** A service whose name only the proxy knows. */
export async function proxied(
  behaviour: (servicePort: number) => ProxyBehaviour,
  service: { readonly script?: Script; readonly certificate?: typeof certificate } = {},
): Promise<Stage & { readonly asked: readonly string[] }> {
  const server = await startRawServer(service.script ?? polite, service.certificate ?? certificate);
  const how = behaviour(server.port);
  const proxy = await startProxy(how);
  const address = `${how.tls ? "https" : "http"}://localhost:${proxy.port}`;
  const stage = stageAt(server, "https://service.example.test", { env: { HTTPS_PROXY: address } });
  return {
    ...stage,
    asked: proxy.asked,
    open: () => server.open + proxy.open,
    async close() {
      await proxy.close();
      await server.close();
    },
  };
}

const replying = (text: string) => () => proxied(() => ({ onConnect: (socket) => void socket.end(text) }));
const working = (script?: Script) => () =>
  proxied((port) => ({ onConnect: tunnelTo(port) }), script && { script });

const withoutTunnel: readonly Row[] = [
  {
    when: "the proxy wants credentials",
    stage: replying("HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic\r\n\r\n"),
    both: "not-sent proxy_failed",
  },
  {
    when: "the proxy forbids the service",
    stage: replying("HTTP/1.1 403 Forbidden\r\n\r\n"),
    both: "not-sent proxy_failed",
  },
  {
    when: "the proxy cannot reach the service",
    stage: replying("HTTP/1.1 502 Bad Gateway\r\n\r\n"),
    both: "not-sent proxy_failed",
  },
  {
    when: "the proxy answers with a redirection",
    stage: replying("HTTP/1.1 302 Found\r\nlocation: https://portal.example.test/\r\n\r\n"),
    both: "not-sent proxy_failed",
  },
  {
    when: "the proxy does not speak HTTP",
    stage: replying("220 smtp.example.test ESMTP\r\n"),
    both: "not-sent proxy_failed",
  },
  {
    when: "the proxy closes the connection instead of answering",
    stage: replying(""),
    both: "not-sent proxy_failed",
  },
  {
    when: "the proxy closes the connection as soon as it stands",
    stage: () => proxied(() => ({ onAccept: (socket) => void socket.end() })),
    both: "not-sent proxy_failed",
  },
  {
    when: "the proxy resets the connection as soon as it stands",
    stage: () => proxied(() => ({ onAccept: (socket) => void socket.resetAndDestroy() })),
    both: "not-sent proxy_failed",
  },
  {
    when: "nobody listens where the proxy should be",
    async stage() {
      const proxy = await startProxy({});
      await proxy.close();
      const stage = await proxied(() => ({}));
      return { ...stage, options: { ...stage.options, env: { HTTPS_PROXY: `localhost:${proxy.port}` } } };
    },
    both: "not-sent proxy_failed",
  },
  {
    when: "the proxy never answers",
    stage: () => proxied(() => ({})),
    options: { connectTimeoutMs: 150 },
    both: "not-sent connect_timeout",
  },
  {
    when: "the proxy has not answered at the deadline of the whole call",
    stage: () => proxied(() => ({})),
    options: { timeoutMs: 150 },
    both: "not-sent deadline_exceeded",
  },
  {
    when: "the proxy itself cannot be trusted",
    stage: () => proxied((port) => ({ onConnect: tunnelTo(port), tls: selfSigned("localhost", 30) })),
    both: "not-sent tls_untrusted",
  },
];

const throughTunnel: readonly Row[] = [
  {
    when: "nothing is at the other end of the tunnel",
    stage: () => proxied(() => ({ onConnect: (socket) => void socket.write("HTTP/1.1 200 OK\r\n\r\n") })),
    options: { connectTimeoutMs: 150 },
    both: "not-sent connect_timeout",
  },
  {
    when: "the tunnel is closed in the handshake",
    stage: replying("HTTP/1.1 200 OK\r\n\r\n"),
    both: "not-sent proxy_failed",
  },
  {
    when: "the tunnel leads to something that speaks no TLS",
    stage: replying("HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 400 Bad Request\r\n\r\n"),
    both: "not-sent proxy_failed",
  },
  {
    when: "the certificate behind the tunnel is not trusted",
    stage: () =>
      proxied((port) => ({ onConnect: tunnelTo(port) }), {
        certificate: selfSigned("service.example.test", 30),
      }),
    both: "not-sent tls_untrusted",
  },
  {
    when: "the certificate behind the tunnel is for another name",
    stage: () =>
      proxied((port) => ({ onConnect: tunnelTo(port) }), {
        certificate: authority.issue(["other.example.test"]),
      }),
    both: "not-sent tls_untrusted",
  },
  {
    when: "the service behind the tunnel closes after the whole request",
    stage: working(async (visit) => {
      await visit.carryOut();
      visit.end();
    }),
    both: "unknown connection_lost",
    happens: true,
  },
  {
    when: "the service behind the tunnel never answers",
    stage: working(async (visit) => void (await visit.carryOut())),
    options: { responseTimeoutMs: 200 },
    both: "unknown response_timeout",
    happens: true,
  },
  {
    when: "the service behind the tunnel is cut off in the body",
    stage: working(async (visit) => {
      await visit.carryOut();
      visit.end("HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{");
    }),
    both: "done-unread response_cut",
    happens: true,
  },
  {
    when: "the service asks for proxy credentials through the tunnel",
    stage: working(async (visit) => {
      await visit.request();
      visit.write(answer(407));
    }),
    both: "rejected http_407",
  },
  {
    when: "a 100 that nobody asked for comes first through the tunnel",
    stage: working(async (visit) => {
      await visit.carryOut();
      visit.write("HTTP/1.1 100 Continue\r\n\r\n");
      visit.write(answer(200, success));
    }),
    both: "done",
    happens: true,
  },
  { when: "the proxy does its work", stage: working(), both: "done", happens: true },
  {
    when: "a proxy over TLS does its work",
    stage: () => proxied((port) => ({ onConnect: tunnelTo(port), tls: certificate })),
    both: "done",
    happens: true,
  },
];

/** What can go wrong with a proxy on the way. */
export const proxyFaults: readonly Table[] = [
  { title: "Proxies that open no tunnel", rows: withoutTunnel },
  { title: "Through the tunnel of a proxy", rows: throughTunnel },
];
