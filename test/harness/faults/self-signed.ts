import type { KeyAndCertificate } from "../../../src/sandbox/index.ts";
import {
  certify,
  der,
  dnsName,
  extension,
  newKeys,
  oid,
  pemOfKey,
  toPem,
} from "../../../src/sandbox/x509/index.ts";

const dayMs = 86_400_000;

/** A certificate for `name` that vouches for itself; `daysLeft` may be negative. */
export function selfSigned(name: string, daysLeft: number): KeyAndCertificate {
  const { privateKey, spki } = newKeys();
  const cert = certify({
    subject: name,
    spki,
    issuer: name,
    issuerKey: privateKey,
    from: new Date(Date.now() - 30 * dayMs),
    to: new Date(Date.now() + daysLeft * dayMs),
    extensions: [extension(oid.subjectAlternativeName, der.sequence(dnsName(name)))],
  });
  return { key: pemOfKey(privateKey), cert: toPem(cert) };
}
