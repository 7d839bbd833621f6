import { once } from "node:events";
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createServer as createTlsServer } from "node:tls";
import { plainAddress } from "../../plain-address.ts";
import { nodeReceiver, type ReceiverOptions } from "../../receiver/index.ts";
import type { KeyAndCertificate } from "../../sandbox/index.ts";
import { ConnectionLimit } from "./connection-limit.ts";
import { type Health, healthPage, healthPath, serverUrl, startHealthServer } from "./health.ts";

export interface ServerOptions extends ReceiverOptions, Partial<Health> {
  /** Undefined: all addresses. */
  readonly host: string | undefined;
  readonly port: number;
  readonly tls: KeyAndCertificate | undefined;
  /** All senders have the address of a proxy, which does TLS and keeps the others away. */
  readonly hasTrustedProxy?: boolean | undefined;
  /** The port of a server of its own for the health page. Default: the page is on the port of the callbacks. */
  readonly healthPort?: number | undefined;
  /** A request that Node refuses by itself: no HTTP, a head that is too large or too slow, or an expectation. */
  readonly onMalformed?: ((status: number, source: string | undefined) => void) | undefined;
  readonly log?: ((event: string, details: object) => void) | undefined;
  /** Tests shorten them. */
  readonly times?: typeof usualTimes | undefined;
}

export const usualTimes = {
  /** A client that sends the head of a request slowly, or nothing, keeps its connection for this long. */
  requestMs: 10_000,
  handshakeMs: 5_000,
  /** The longest end of the server. A service manager kills after 30 seconds or later. */
  endMs: 25_000,
};
const mostConnections = 1_000;
const mostPerAddress = 50;
/** At the end, a connection on which nothing comes for this long is closed. A request may be on its way. */
const silenceMs = 500;

/** A server for callbacks. Every path receives them; a GET of one path is the health page. */
export async function startServer(options: ServerOptions) {
  const {
    host,
    port,
    tls,
    hasTrustedProxy = false,
    health,
    healthDetails,
    healthPort,
    log,
    onMalformed,
    times = usualTimes,
    ...more
  } = options;
  const tellMalformed = (status: number, { remoteAddress }: Socket) =>
    onMalformed?.(status, remoteAddress && plainAddress(remoteAddress));
  const page = health && healthPort === undefined ? healthPage({ health }) : undefined;
  /** The answers that are not finished, with their connections. */
  const underWay = new Map<ServerResponse, string>();
  let isEnding = false;
  const listener: RequestListener = (request, response) => {
    const key = peer(request.socket);
    clearTimeout(waiting.get(key));
    underWay.set(response, key);
    response.on("close", () => {
      underWay.delete(response);
      expectRequest(key);
    });
    if (isEnding) response.shouldKeepAlive = false;
    const isHealth = request.method === "GET" && request.url?.split("?")[0] === healthPath;
    void (page && isHealth ? page : receive)(request, response);
  };
  // The executable's runtime has limits and a replacement of the certificate in its servers of TCP and TLS, not in those of HTTP.
  // So the server of HTTP does not listen, but gets the connections of another one.
  const http = createHttpServer(listener);
  reportMalformed(http, tellMalformed);
  const pass = (socket: Socket) => void http.emit("connection", socket);
  const secure =
    tls &&
    createTlsServer(
      { ...tls, ALPNProtocols: ["http/1.1"], handshakeTimeout: times.handshakeMs, noDelay: true },
      pass,
    );
  secure?.on("tlsClientError", (_, socket) => socket.destroy());
  const server = secure ?? createServer({ allowHalfOpen: true, noDelay: true }, pass);
  const perAddress = hasTrustedProxy ? mostConnections : mostPerAddress;
  new ConnectionLimit(perAddress, log ?? (() => {})).guard(server, mostConnections);
  const sockets = new Map<string, Socket>();
  const waiting = new Map<string, NodeJS.Timeout>();
  /** The head of a request has to come in time. Its body has a limit of its own. */
  const expectRequest = (key: string, onLate = () => {}) => {
    const socket = sockets.get(key);
    if (!socket) return;
    const end = () => {
      // A request may have come on the connection before the answer to the one before it.
      if ([...underWay.values()].includes(key)) return;
      onLate();
      socket.destroy();
    };
    clearTimeout(waiting.get(key));
    waiting.set(key, setTimeout(end, times.requestMs));
  };
  server.on("connection", (socket: Socket) => {
    const key = peer(socket);
    sockets.set(key, socket);
    expectRequest(key, () => tellMalformed(408, socket));
    socket.on("close", () => {
      sockets.delete(key);
      clearTimeout(waiting.get(key));
      waiting.delete(key);
    });
  });
  const ownPage =
    health && healthPort !== undefined
      ? await startHealthServer({ health, healthDetails }, hasTrustedProxy ? host : "127.0.0.1", healthPort)
      : undefined;
  server.listen(port, host);
  await once(server, "listening");
  // This records in the journal that the receiver is at work. A server without its port is not.
  const receive = nodeReceiver(more);
  const address = server.address() as AddressInfo;
  const url = serverUrl(tls ? "https" : "http", address);
  return {
    port: address.port,
    url,
    healthUrl: ownPage?.url ?? `${url}${healthPath}`,
    /** Uses another certificate for new connections. */
    replaceTls: (replacement: KeyAndCertificate) => secure?.setSecureContext(replacement),
    /** Takes no new connection, answers what has been sent, and closes silent connections. */
    async close() {
      isEnding = true;
      ownPage?.close();
      for (const response of underWay.keys()) response.shouldKeepAlive = false;
      let isClosed = false;
      const closed = once(server, "close").then(() => {
        isClosed = true;
      });
      server.close();
      const heard = new Map<string, number>();
      const lastAt = performance.now() + times.endMs;
      while (!isClosed && performance.now() < lastAt) {
        const busy = new Set(underWay.values());
        for (const [key, socket] of sockets) {
          if (!busy.has(key) && heard.get(key) === socket.bytesRead) socket.destroy();
          heard.set(key, socket.bytesRead);
        }
        await Promise.race([closed, sleep(silenceMs)]);
      }
      for (const socket of sockets.values()) socket.destroy();
      await closed;
    },
  };
}

/** Answers as Node does by itself, and tells. */
function reportMalformed(server: Server, tell: (status: number, socket: Socket) => void): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    const { code = "" } = error;
    // A failed handshake and a lost connection are no request.
    const isRequest = code.startsWith("HPE_");
    if (!isRequest || !socket.writable) return void socket.destroy();
    const status = clientErrors[code] ?? 400;
    tell(status, socket);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\n\r\n`);
  });
  server.on("checkExpectation", ({ socket }: IncomingMessage, response: ServerResponse) => {
    tell(417, socket);
    response.writeHead(417).end();
  });
}

const clientErrors: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
};

/** The socket of TLS and the one below it have the same. */
function peer({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
