import { createAuthority } from "../../../src/sandbox/certificates.ts";
import type { KeyAndCertificate } from "../../../src/sandbox/index.ts";
import { answer, success } from "./http-text.ts";
import type { Script } from "./raw-server.ts";
import { startRawServer } from "./raw-server.ts";
import type { Row, Table } from "./row.ts";
import { selfSigned } from "./self-signed.ts";
import { authority, certificate, rawStage, stageAt } from "./stage.ts";

const polite: Script = async (visit) => {
  await visit.carryOut();
  visit.write(answer(200, success));
};

/** A service that would answer, behind a certificate. */
const behind =
  ({ key, cert }: KeyAndCertificate, ca: string) =>
  async () => {
    const server = await startRawServer(polite, { key, cert });
    return stageAt(server, `https://localhost:${server.port}`, { ca });
  };

/** A port that speaks no TLS, reached over HTTPS. */
const plainPort = (script: Script) => async () => {
  const server = await startRawServer(script);
  return stageAt(server, `https://localhost:${server.port}`);
};

const handshake: readonly Row[] = [
  {
    when: "the port speaks plain HTTP",
    stage: plainPort((visit) => visit.end("HTTP/1.1 400 Bad Request\r\n\r\n")),
    both: "not-sent tls_failed",
  },
  {
    when: "the handshake is answered with noise",
    stage: plainPort((visit) => visit.write(Buffer.alloc(200, 0x2a))),
    both: "not-sent tls_failed",
  },
  {
    when: "the handshake is answered with an alert",
    stage: plainPort((visit) => visit.end(Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x28]))),
    both: "not-sent tls_failed",
  },
  {
    when: "the connection is reset as soon as it stands",
    stage: plainPort((visit) => visit.reset()),
    both: "not-sent connect_failed",
  },
  {
    when: "the connection is closed as soon as it stands",
    stage: plainPort((visit) => visit.end()),
    both: "not-sent connect_failed",
  },
  {
    when: "the handshake is never answered",
    stage: plainPort(() => {}),
    options: { connectTimeoutMs: 150 },
    both: "not-sent connect_timeout",
  },
  {
    when: "the handshake is still not answered at the deadline of the whole call",
    stage: plainPort(() => {}),
    options: { timeoutMs: 150 },
    both: "not-sent deadline_exceeded",
  },
];

const expired = selfSigned("localhost", -1);
const untrusted: readonly Row[] = [
  {
    when: "the certificate is of an authority that nobody knows",
    stage: behind(createAuthority().issue(["localhost"]), authority.pem),
    both: "not-sent tls_untrusted",
  },
  {
    when: "the certificate vouches for itself",
    stage: behind(selfSigned("localhost", 30), authority.pem),
    both: "not-sent tls_untrusted",
  },
  {
    when: "the certificate has expired",
    stage: behind(expired, expired.cert),
    both: "not-sent tls_untrusted",
  },
  {
    when: "the certificate is for another name",
    stage: behind(authority.issue(["other.example.test"]), authority.pem),
    both: "not-sent tls_untrusted",
  },
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
  return stageAt(server, `https://localhost:${server.port}`);
}

const secured: readonly Row[] = [
  {
    when: "the service is sound and speaks TLS",
    stage: () => rawStage(polite, "https"),
    both: "done",
    happens: true,
  },
  {
    when: "a 100 that nobody asked for comes first over TLS",
    stage: () =>
      rawStage(async (visit) => {
        await visit.carryOut();
        visit.write("HTTP/1.1 100 Continue\r\n\r\n");
        visit.write(answer(200, success));
      }, "https"),
    both: "done",
    happens: true,
  },
  {
    when: "a TLS connection is closed after the whole request",
    stage: () =>
      rawStage(async (visit) => {
        await visit.carryOut();
        visit.end();
      }, "https"),
    both: "unknown connection_lost",
    happens: true,
  },
  {
    when: "a TLS connection is reset after the whole request",
    stage: () =>
      rawStage(async (visit) => {
        await visit.carryOut();
        visit.reset();
      }, "https"),
    both: "unknown connection_lost",
    happens: true,
  },
  {
    when: "a TLS connection is closed in the body",
    stage: () =>
      rawStage(async (visit) => {
        await visit.carryOut();
        visit.end(`HTTP/1.1 200 OK\r\ncontent-length: ${success.length}\r\n\r\n${success.slice(0, 9)}`);
      }, "https"),
    both: "done-unread response_cut",
    happens: true,
  },
  {
    when: "a certificate of the client is wanted",
    stage: demandingClientCertificate,
    both: "unknown connection_lost",
    journal: false,
  },
];

/** What can go wrong with TLS. */
export const tlsFaults: readonly Table[] = [
  { title: "In the TLS handshake", rows: handshake },
  { title: "The certificate of the service", rows: untrusted },
  { title: "After the TLS handshake", rows: secured },
];
