import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import * as der from "./der.ts";

export interface Certificate {
  readonly certificateDer: Buffer;
  readonly certificatePem: string;
  readonly privateKeyPem: string;
}

const OID = {
  commonName: "2.5.4.3",
  ecdsaWithSha256: "1.2.840.10045.4.3.2",
  basicConstraints: "2.5.29.19",
  keyUsage: "2.5.29.15",
  extendedKeyUsage: "2.5.29.37",
  subjectAlternativeName: "2.5.29.17",
  serverAuthentication: "1.3.6.1.5.5.7.3.1",
  clientAuthentication: "1.3.6.1.5.5.7.3.2",
};

const HOST = "localhost";
const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;

/**
 * A self-signed certificate for `localhost` with a fresh P-256 key, good for the life of one process. Each side of
 * a plugin connection makes one and gives it to the other as the only one to trust. Node can use certificates but
 * not issue them, so it is written out here.
 */
export function selfSignedCertificate(now = new Date()): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = der.sequence(der.objectIdentifier(OID.ecdsaWithSha256));
  const name = der.sequence(
    der.set(der.sequence(der.objectIdentifier(OID.commonName), der.utf8String(HOST))),
  );
  // The past hour is for clocks that disagree, not for time zones: the times are UTC.
  const validity = der.sequence(
    der.time(new Date(now.getTime() - HOUR_MS)),
    der.time(new Date(now.getTime() + YEAR_MS)),
  );
  const toBeSigned = der.sequence(
    der.explicit(0, der.integer(Buffer.from([2]))),
    der.integer(randomBytes(16)),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der.explicit(3, extensions()),
  );
  const signature = sign("sha256", toBeSigned, privateKey);
  const certificateDer = der.sequence(toBeSigned, algorithm, der.bitString(signature));
  return {
    certificateDer,
    certificatePem: pem("CERTIFICATE", certificateDer),
    privateKeyPem: String(privateKey.export({ type: "pkcs8", format: "pem" })),
  };
}

function extensions(): Buffer {
  const digitalSignatureAndCertificateSigning = Buffer.from([0b1000_0100]);
  const dnsName = der.element(0x82, Buffer.from(HOST));
  return der.sequence(
    extension(OID.basicConstraints, der.sequence(der.boolean(true)), true),
    extension(OID.keyUsage, der.bitString(digitalSignatureAndCertificateSigning, 2), true),
    extension(
      OID.extendedKeyUsage,
      der.sequence(
        der.objectIdentifier(OID.serverAuthentication),
        der.objectIdentifier(OID.clientAuthentication),
      ),
    ),
    extension(OID.subjectAlternativeName, der.sequence(dnsName)),
  );
}

function extension(oid: string, value: Buffer, critical = false): Buffer {
  const parts = [der.objectIdentifier(oid), ...(critical ? [der.boolean(true)] : []), der.octetString(value)];
  return der.sequence(...parts);
}

function pem(label: string, content: Buffer): string {
  const lines = content.toString("base64").replace(/.{64}/g, "$&\n").trimEnd();
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`;
}
