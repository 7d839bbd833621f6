import { createAuthority } from "../../../src/sandbox/certificates.ts";
import type { KeyAndCertificate } from "../../../src/sandbox/index.ts";
import { authority, certificate, rawService, serviceAt } from "./faulty-service.ts";
import { answer, success } from "./http-text.ts";
import type { Script } from "./raw-server.ts";
import { startRawServer } from "./raw-server.ts";
import { cutAnswer, type Row, rowsWith, type Table } from "./row.ts";
import { selfSigned } from "./self-signed.ts";

const polite: Script = async (visit) => {
  await visit.carryOut();
  visit.write(answer(200, success));
};

/** A service that would answer, behind a certificate. */
const behind =
  ({ key, cert }: KeyAndCertificate, ca: string) =>
  async () => {
    const server = await startRawServer(polite, { key, cert });
    return serviceAt(server, `https://localhost:${server.port}`, { ca });
  };

/** A port that speaks no TLS, reached over HTTPS. */
const plainPort = (script: Script) => async () => {
  const server = await startRawServer(script);
  return serviceAt(server, `https://localhost:${server.port}`);
};

const handshake: readonly Row[] = [
  ...rowsWith({ both: "not-sent tls_failed" })({
    "the port speaks plain HTTP": plainPort((visit) => visit.end("HTTP/1.1 400 Bad Request\r\n\r\n")),
    "the handshake is answered with noise": plainPort((visit) => visit.write(Buffer.alloc(200, 0x2a))),
    "the handshake is answered with an alert": plainPort((visit) =>
      visit.end(Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x28])),
    ),
  }),
  ...rowsWith({ both: "not-sent connect_failed" })({
    "the connection is reset as soon as it stands": plainPort((visit) => visit.reset()),
    "the connection is closed as soon as it stands": plainPort((visit) => visit.end()),
  }),
  ...rowsWith({ both: "not-sent connect_timeout", options: { connectTimeoutMs: 150 } })({
    "the handshake is never answered": plainPort(() => {}),
  }),
  ...rowsWith({ both: "not-sent deadline_exceeded", options: { timeoutMs: 150 } })({
    "the handshake is still not answered at the deadline of the whole call": plainPort(() => {}),
  }),
];

const expired = selfSigned("localhost", -1);
const untrusted: readonly Row[] = [
  ...rowsWith({ both: "not-sent tls_untrusted" })({
    "the certificate is of an unknown authority": behind(
      createAuthority().issue(["localhost"]),
      authority.pem,
    ),
    "the certificate vouches for itself": behind(selfSigned("localhost", 30), authority.pem),
    "the certificate has expired": behind(expired, expired.cert),
    "the certificate is for another name": behind(authority.issue(["other.example.test"]), authority.pem),
  }),
  {
    when: "the certificate is for itself and valid, and the caller trusts it",
    ...trustedSelfSigned(),
  },
];

function trustedSelfSigned(): Pick<Row, "stage" | "both" | "happens"> {
  const own = selfSigned("localhost", 30);
  return { stage: behind(own, own.cert), both: "done", happens: true };
}

/** In TLS 1.3 a server says only after the handshake that it wanted a certificate of the client. */
async function demandingClientCertificate() {
  const script: Script = () => {};
  const server = await startRawServer(script, {
    ...certificate,
    requestCert: true,
    rejectUnauthorized: true,
    ca: authority.pem,
    minVersion: "TLSv1.3",
  });
  return serviceAt(server, `https://localhost:${server.port}`);
}

const secured: readonly Row[] = [
  ...rowsWith({ both: "done", happens: true })({
    "the service is sound and speaks TLS": () => rawService(polite, "https"),
    "an unexpected 100 comes first over TLS": () =>
      rawService(async (visit) => {
        await visit.carryOut();
        visit.write("HTTP/1.1 100 Continue\r\n\r\n");
        visit.write(answer(200, success));
      }, "https"),
  }),
  ...rowsWith({ both: "unknown connection_lost", happens: true })({
    "a TLS connection is closed after the whole request": () =>
      rawService(async (visit) => {
        await visit.carryOut();
        visit.end();
      }, "https"),
    "a TLS connection is reset after the whole request": () =>
      rawService(async (visit) => {
        await visit.carryOut();
        visit.reset();
      }, "https"),
  }),
  ...rowsWith({ happens: true, ...cutAnswer })({
    "a TLS connection is closed in the body": () =>
      rawService(async (visit) => {
        await visit.carryOut();
        visit.end(`HTTP/1.1 200 OK\r\ncontent-length: ${success.length}\r\n\r\n${success.slice(0, 9)}`);
      }, "https"),
  }),
  ...rowsWith({ both: "unknown connection_lost", journal: false })({
    "a certificate of the client is wanted": demandingClientCertificate,
  }),
];

/** What can go wrong with TLS. */
export const tlsFaults: readonly Table[] = [
  { title: "In the TLS handshake", rows: handshake },
  { title: "The certificate of the service", rows: untrusted },
  { title: "After the TLS handshake", rows: secured },
];
