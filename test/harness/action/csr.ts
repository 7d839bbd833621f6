import { generateKeyPairSync, sign } from "node:crypto";
import { buildCsr, exportSpki, oids, part, pem, sequence, text } from "../csr/build.ts";

/** A new CSR, as a step makes it: the same name, another key. */
export function anotherCsr(commonName = "www.example.com"): string {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  return pem(
    buildCsr({
      subject: sequence(part(oids.commonName, text(0x0c, commonName))),
      publicKeyInfo: exportSpki(publicKey),
      signature: (info) => sign(null, info, privateKey),
    }),
  );
}
