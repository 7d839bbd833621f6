import { X509Certificate } from "node:crypto";
import type { Http2Server } from "node:http2";
import type { Socket } from "node:net";
import type { Certificate } from "./certificate.ts";

/** Mutual TLS: our certificate, and the only certificate that the client may have. */
export interface MutualTls {
  readonly own: Certificate;
  readonly clientCertificatePem: string;
}

/** Node's default is 10 MB for all calls of a connection together. One large state needs more. */
const sessionMemoryMb = 2048;

/** With the default of 64 KiB, a message of several megabytes waits for its next part hundreds of times. */
const windowBytes = 4 * 1024 * 1024;

interface Http2Connections {
  readonly server: Http2Server;
  /** Accepts a connection; with TLS, only from the expected client. */
  accept(socket: Socket): void;
}

/** An HTTP/2 server that gets its connections from the listener. */
export function createHttp2Server(tls: MutualTls | undefined): Http2Connections {
  // Loaded late: it is the slowest import, and the handshake line can be written before it is needed.
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
 * Accepts a connection after its peer has shown that it has the key of the expected certificate. The whole certificate
 * is compared. With a certificate authority, Node would first read all its default authorities. That takes longer than
 * the rest of the handshake.
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
    // No authority signed the certificate. The comparison below replaces that check.
    rejectUnauthorized: false,
  });
  gate.on("secureConnection", (socket) => {
    if (socket.getPeerX509Certificate()?.raw.equals(expected) === true) welcome(socket);
    else socket.destroy();
  });
  return (plain: Socket) => void gate.emit("connection", plain);
}
