import { generateKeyPairSync, sign } from "node:crypto";
import {
  bitString,
  explicit,
  implicit,
  objectIdentifier,
  octetString,
  sequence,
  set,
  time,
  unsignedInteger,
  utf8String,
} from "../../src/sandbox/der.ts";
import type { KeyAndCertificate } from "../../src/sandbox/index.ts";

const ecdsaWithSha256 = sequence(objectIdentifier("1.2.840.10045.4.3.2"));
const dayMs = 86_400_000;

/** A certificate for `name` that vouches for itself; `daysLeft` may be negative. */
export function selfSigned(name: string, daysLeft: number): KeyAndCertificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const who = sequence(set(sequence(objectIdentifier("2.5.4.3"), utf8String(name))));
  const names = sequence(implicit(2, Buffer.from(name)));
  const toBeSigned = sequence(
    explicit(0, unsignedInteger(Buffer.from([2]))),
    unsignedInteger(Buffer.from([7])),
    ecdsaWithSha256,
    who,
    sequence(time(new Date(Date.now() - 30 * dayMs)), time(new Date(Date.now() + daysLeft * dayMs))),
    who,
    publicKey.export({ type: "spki", format: "der" }),
    explicit(3, sequence(sequence(objectIdentifier("2.5.29.17"), octetString(names)))),
  );
  const signature = bitString(sign("sha256", toBeSigned, { key: privateKey, dsaEncoding: "der" }));
  const base64 = sequence(toBeSigned, ecdsaWithSha256, signature).toString("base64");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64.match(/.{1,64}/g)?.join("\n")}\n-----END CERTIFICATE-----\n`,
  };
}
