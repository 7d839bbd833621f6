import { generateKeyPairSync, sign } from "node:crypto";
import { buildCsr, oids, part, pem, sequence, spkiOf, text } from "../csr/build.ts";

/** A new CSR, as a step makes it: the same name, another key. */
export function anotherCsr(commonName = "www.example.com"): string {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  return pem(
    buildCsr({
      subject: sequence(part(oids.commonName, text(0x0c, commonName))),
      publicKeyInfo: spkiOf(publicKey),
      signature: (info) => sign(null, info, privateKey),
    }),
  );
}
