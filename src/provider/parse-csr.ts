import { CsrError, readCsr } from "../csr/index.ts";
import { defineFunction } from "../plugin/index.ts";

/** The function `parse_csr`. */
export const parseCsr = defineFunction({
  summary: "Reads a certificate signing request",
  description:
    "Takes a PKCS#10 certificate signing request, as PEM or base64 of its DER form, and returns its names, its key and whether its signature is right (`null` if that cannot be checked, as for SM2).",
  parameters: [{ name: "csr", type: "string", description: "The certificate signing request." }],
  returns: [
    "object",
    {
      common_name: "string",
      dns_names: ["list", "string"],
      ip_addresses: ["list", "string"],
      key_algorithm: "string",
      key_bits: "number",
      key_curve: "string",
      public_key_sha256: "string",
      signature_algorithm: "string",
      signature_valid: "bool",
    },
  ],

  call([csr]) {
    try {
      const { commonName, dnsNames, ipAddresses, key, signature, publicKeySha256 } = readCsr(csr);
      return {
        result: {
          common_name: commonName ?? null,
          dns_names: dnsNames,
          ip_addresses: ipAddresses,
          key_algorithm: key.algorithm,
          key_bits: key.bits ?? null,
          key_curve: key.curve ?? null,
          public_key_sha256: publicKeySha256,
          signature_algorithm: signature.algorithm,
          signature_valid: signature.verified === "not-checked" ? null : signature.verified,
        },
      };
    } catch (failure) {
      if (!(failure instanceof CsrError)) throw failure;
      return { error: `${failure.message} ${failure.remedy}`, argument: 0 };
    }
  },
});
