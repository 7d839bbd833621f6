import { X509Certificate } from "node:crypto";
import type { Http2Server } from "node:http2";
import type { Socket } from "node:net";
import type { Certificate } from "./certificate.ts";

/** Both sides of mutual TLS: our certificate, and the only one that a client may have. */
export interface MutualTls {
  readonly own: Certificate;
  readonly clientCertificatePem: string;
}

/** Node's own limit of 10 MB for all calls of a connection together is less than one large state. */
const sessionMemoryMb = 2048;

/** With the default of 64 KiB a message of megabytes waits for its next piece hundreds of times. */
const windowBytes = 4 * 1024 * 1024;

interface Http2Connections {
  readonly server: Http2Server;
  /** Takes a connection, and with TLS only from the one client that there is. */
  accept(socket: Socket): void;
}

/** An HTTP/2 server that waits to be given connections. */
export function createHttp2Server(tls: MutualTls | undefined): Http2Connections {
  // Loaded here and not at the top: it takes longer than all else, and the core can already be told where to
  // connect before it is needed.
  const http2 = process.getBuiltinModule("node:http2");
  const server = http2.createServer({
    maxSessionMemory: sessionMemoryMb,
    settings: { initialWindowSize: windowBytes },
  });
  server.on("session", (session) => session.setLocalWindowSize(windowBytes));
  const welcome = (socket: Socket) => void server.emit("connection", socket);
  return { server, accept: tls === undefined ? welcome : mutually(tls, welcome) };
}

/**
 * Lets a connection through once its peer has shown that it holds the key of the one expected certificate. The
 * certificate is compared as a whole instead of being verified by way of an authority: an authority would make Node
 * read all that it trusts by default first, which takes longer than the rest of the handshake.
 */
function mutually({ own, clientCertificatePem }: MutualTls, welcome: (socket: Socket) => void) {
  const expected = new X509Certificate(clientCertificatePem).raw;
  const gate = process.getBuiltinModule("node:tls").createServer({
    key: own.privateKeyPem,
    cert: own.certificatePem,
    minVersion: "TLSv1.2",
    ALPNProtocols: ["h2"],
    ca: [],
    requestCert: true,
    // No authority vouches for the certificate. The comparison below does.
    rejectUnauthorized: false,
  });
  gate.on("secureConnection", (socket) => {
    if (socket.getPeerX509Certificate()?.raw.equals(expected) === true) welcome(socket);
    else socket.destroy();
  });
  return (plain: Socket) => void gate.emit("connection", plain);
}
