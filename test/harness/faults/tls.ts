import { createAuthority } from "../../../src/sandbox/certificates.ts";
import type { KeyAndCertificate } from "../../../src/sandbox/index.ts";
import { authority, certificate, plainPort, serviceAt } from "./faulty-service.ts";
import { answer, success } from "./http-text.ts";
import { type Script, startRawServer } from "./raw-server.ts";
import { rowsWith, scriptsWith, type Table } from "./row.ts";
import { afterCarryingOut, answering, closingAfter, polite, silent } from "./scripts.ts";
import { selfSigned } from "./self-signed.ts";

const happens = true;
const withoutTls = (script: Script) => () => plainPort(script);

const handshake = [
  ...rowsWith({ both: "not-sent connect_failed", reason: "tls-failed" })({
    "the port speaks plain HTTP": withoutTls((visit) => visit.end("HTTP/1.1 400 Bad Request\r\n\r\n")),
    "the handshake is answered with noise": withoutTls((visit) => visit.write(Buffer.alloc(200, 0x2a))),
    "the handshake is answered with an alert": withoutTls((visit) =>
      visit.end(Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x28])),
    ),
  }),
  ...rowsWith({ both: "not-sent connect_failed" })({
    "the connection is reset before the handshake": withoutTls((visit) => visit.reset()),
    "the connection is closed before the handshake": withoutTls((visit) => visit.end()),
  }),
  ...rowsWith({
    both: "not-sent connect_failed",
    reason: "connect-timeout",
    options: { timeoutMs: 2_000, maxTries: 1 },
    tries: 1,
  })({
    "the handshake is never answered": withoutTls(silent),
  }),
  ...rowsWith({ both: "not-sent deadline_exceeded", options: { timeoutMs: 4_000 }, tries: 2 })({
    "the handshake is still not answered at the deadline of the whole call": withoutTls(silent),
  }),
];

/** A service that would answer, behind a certificate. */
const behind =
  ({ key, cert }: KeyAndCertificate, ca = authority.pem) =>
  async () => {
    const server = await startRawServer(polite, { key, cert });
    return serviceAt(server, `https://localhost:${server.port}`, { ca });
  };
const expired = selfSigned("localhost", -1);
const own = selfSigned("localhost", 30);
const certificates = [
  ...rowsWith({ both: "not-sent tls_untrusted" })({
    "the certificate is of an unknown authority": behind(createAuthority().issue(["localhost"])),
    "the certificate vouches for itself": behind(own),
    "the certificate has expired": behind(expired, expired.cert),
    "the certificate is for another name": behind(authority.issue(["other.example.test"])),
  }),
  ...rowsWith({ both: "done", happens })({
    "the certificate vouches for itself, and the caller trusts it": behind(own, own.cert),
  }),
];

/** In TLS 1.3 a server says only after the handshake that it wanted a certificate of the client. */
async function demandingClientCertificate() {
  const server = await startRawServer(silent, {
    ...certificate,
    requestCert: true,
    rejectUnauthorized: true,
    ca: authority.pem,
    minVersion: "TLSv1.3",
  });
  return serviceAt(server, `https://localhost:${server.port}`);
}

const secured = [
  ...scriptsWith(
    { both: "done", happens },
    "https",
  )({
    "the service is sound and speaks TLS": polite,
    "an unexpected 100 comes first over TLS": answering(
      "HTTP/1.1 100 Continue\r\n\r\n",
      answer(200, success),
    ),
  }),
  ...scriptsWith(
    { both: "unknown connection_lost", happens },
    "https",
  )({
    "a TLS connection is closed after the whole request": closingAfter(),
    "a TLS connection is reset after the whole request": afterCarryingOut((visit) => visit.reset()),
  }),
  ...scriptsWith(
    { both: "unknown response_unusable", reason: "response-cut", happens },
    "https",
  )({
    "a TLS connection is closed in the body": closingAfter(
      `HTTP/1.1 200 OK\r\ncontent-length: ${success.length}\r\n\r\n${success.slice(0, 9)}`,
    ),
  }),
  ...rowsWith({ both: "unknown connection_lost", journal: false })({
    "a certificate of the client is wanted": demandingClientCertificate,
  }),
];

export const tlsFaults: readonly Table[] = [
  { title: "In the TLS handshake", rows: handshake },
  { title: "The certificate of the service", rows: certificates },
  { title: "After the TLS handshake", rows: secured },
];
