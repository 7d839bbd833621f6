import type { Http2SecureServer, Http2Server } from "node:http2";
import type { Certificate } from "./certificate.ts";

/** Both sides of mutual TLS: our certificate, and the only one that a client may have. */
export interface MutualTls {
  readonly own: Certificate;
  readonly clientCertificatePem: string;
}

/** Node's own limit of 10 MB for all calls of a connection together is less than one large state. */
const SESSION_MEMORY_MB = 2048;

/** With the default of 64 KiB a message of megabytes waits for its next piece hundreds of times. */
const WINDOW_BYTES = 4 * 1024 * 1024;

/** An HTTP/2 server that waits to be given connections. */
export function createHttp2Server(tls: MutualTls | undefined): Http2Server | Http2SecureServer {
  // Loaded here and not at the top: it takes longer than all else, and the core can already be told where to
  // connect before it is needed.
  const http2 = process.getBuiltinModule("node:http2");
  const options = { maxSessionMemory: SESSION_MEMORY_MB, settings: { initialWindowSize: WINDOW_BYTES } };
  const server =
    tls === undefined
      ? http2.createServer(options)
      : http2.createSecureServer({
          ...options,
          key: tls.own.privateKeyPem,
          cert: tls.own.certificatePem,
          ca: tls.clientCertificatePem,
          requestCert: true,
          rejectUnauthorized: true,
          minVersion: "TLSv1.2",
        });
  server.on("session", (session) => session.setLocalWindowSize(WINDOW_BYTES));
  return server;
}
