import { CsrError, readCsr } from "../csr/index.ts";
import { defineFunction } from "../plugin/index.ts";

/** What a certificate signing request asks for, as an object. */
export const parseCsr = defineFunction({
  summary: "Reads a certificate signing request",
  description: [
    "Reads a PKCS#10 certificate signing request (PEM, or base64 of its DER form). Needs Terraform 1.8 or OpenTofu 1.7.",
    "Without such a name in the request, `common_name` is `null`, and `dns_names` and `ip_addresses` are empty. `key_algorithm` is `rsa`, `rsa-pss`, `ec`, `ed25519`, `ed448`, `sm2` or an OID. `key_bits` and `key_curve` are `null` for keys that have no such value. `public_key_sha256` is in hexadecimal digits. `signature_valid` is `false` if the signature is wrong, and `null` if it cannot be verified, as for SM2.",
    "A text that is not a request is an error.",
  ].join("\n\n"),
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
