import { certify, critical, der, dnsName, extension, newKeys, oid, pemOf, pemOfKey } from "../x509/index.ts";

export interface Certificate {
  readonly certificateDer: Buffer;
  readonly certificatePem: string;
  readonly privateKeyPem: string;
}

const host = "localhost";
const hourMs = 3_600_000;
const yearMs = 365 * 24 * hourMs;

/**
 * A self-signed certificate for `localhost` with a fresh P-256 key, good for the life of one process. Each side of
 * a plugin connection makes one and gives it to the other as the only one to trust.
 */
export function selfSignedCertificate(now = new Date()): Certificate {
  const { privateKey, spki } = newKeys();
  const certificateDer = certify({
    subject: host,
    spki,
    issuer: host,
    issuerKey: privateKey,
    // The past hour is for clocks that disagree, not for time zones: the times are UTC.
    from: new Date(now.getTime() - hourMs),
    to: new Date(now.getTime() + yearMs),
    extensions: [
      critical(oid.basicConstraints, der.sequence(der.isTrue)),
      // To sign, and to sign certificates: the first bit and the sixth, and two are unused.
      critical(oid.keyUsage, der.bitString(Buffer.from([0b1000_0100]), 2)),
      extension(
        oid.extendedKeyUsage,
        der.sequence(
          der.objectIdentifier(oid.serverAuthentication),
          der.objectIdentifier(oid.clientAuthentication),
        ),
      ),
      extension(oid.subjectAlternativeName, der.sequence(dnsName(host))),
    ],
  });
  return {
    certificateDer,
    certificatePem: pemOf(certificateDer),
    privateKeyPem: pemOfKey(privateKey),
  };
}
