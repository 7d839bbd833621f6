import { createHash } from "node:crypto";
import { isIP } from "node:net";
import { ipBytes } from "../addresses.ts";
import { dayMs } from "../contract/index.ts";
import {
  type Certified,
  certify,
  critical,
  der,
  dnsName,
  extension,
  newKeys,
  oid,
  pemOfKey,
  toPem,
} from "./x509/index.ts";

/** A private key and its certificate, both PEM. */
export interface KeyAndCertificate {
  readonly key: string;
  readonly cert: string;
}

/** A certificate authority. */
interface Authority {
  /** Its own certificate. */
  readonly pem: string;
  /** A server certificate for host names and IP addresses. */
  issue(names: readonly string[]): KeyAndCertificate;
}

const validDays = 365;
let ofThisProcess: Authority | undefined;

/** The authority of all sandboxes of this process. No other process trusts it. */
export function sandboxAuthority(): Authority {
  ofThisProcess ??= createAuthority();
  return ofThisProcess;
}

export function createAuthority(): Authority {
  const issuer = "certorder sandbox CA";
  const { privateKey: issuerKey, spki } = newKeys();
  const identifier = keyIdentifier(spki);
  const signed = (certified: Pick<Certified, "subject" | "spki" | "extensions">) =>
    toPem(certify({ ...certified, issuer, issuerKey, ...aYearFromNow() }));
  return {
    pem: signed({
      subject: issuer,
      spki,
      extensions: [
        critical(oid.basicConstraints, der.sequence(der.isTrue)),
        // keyCertSign and cRLSign: bits 5 and 6 of a string whose last bit is unused.
        critical(oid.keyUsage, der.bitString(Buffer.from([0b0000_0110]), 1)),
        extension(oid.subjectKeyIdentifier, der.octetString(identifier)),
      ],
    }),
    issue(names) {
      const server = newKeys();
      const cert = signed({
        subject: names[0] ?? "nameless",
        spki: server.spki,
        extensions: [
          critical(oid.keyUsage, der.bitString(Buffer.from([0b1000_0000]), 7)),
          extension(oid.extendedKeyUsage, der.sequence(der.objectIdentifier(oid.serverAuthentication))),
          extension(oid.subjectAlternativeName, der.sequence(...names.map(generalName))),
          extension(oid.subjectKeyIdentifier, der.octetString(keyIdentifier(server.spki))),
          extension(oid.authorityKeyIdentifier, der.sequence(der.implicit(0, identifier))),
        ],
      });
      return { key: pemOfKey(server.privateKey), cert };
    },
  };
}

/** Valid from a day ago, for machines with different clocks. */
function aYearFromNow(): Pick<Certified, "from" | "to"> {
  const now = Date.now();
  return { from: new Date(now - dayMs), to: new Date(now + validDays * dayMs) };
}

function keyIdentifier(spki: Buffer): Buffer {
  return createHash("sha256").update(spki).digest().subarray(0, 20);
}

function generalName(name: string): Buffer {
  return isIP(name) === 0 ? dnsName(name) : der.implicit(7, ipBytes(name));
}
