// @ts-nocheck
// Written by npm run generate from the provider's schema. Do not edit.
// generated from provider function schema

import * as cdktn from 'cdktn';

/**
* Provider-defined functions of the certorder provider.
*/
export class CertorderProviderFunctions {
  private readonly providerLocalName: string;

  /**
  * @param providerLocalName The local name of the provider in required_providers; defaults to the registry short name. Override when the provider is declared under a different local name — aliases do not change the namespace, local names do.
  */
  constructor(providerLocalName: string) {
    this.providerLocalName = providerLocalName;
  }

  /**
  * Reads a PKCS#10 certificate signing request (PEM, or base64 of its DER form). Needs Terraform 1.8 or OpenTofu 1.7.
  *
  * Without such a name in the request, `common_name` is `null`, and `dns_names` and `ip_addresses` are empty. `key_algorithm` is `rsa`, `rsa-pss`, `ec`, `ed25519`, `ed448`, `sm2` or an OID. `key_bits` and `key_curve` are `null` for keys that have no such value. `public_key_sha256` is in hexadecimal digits. `signature_valid` is `false` if the signature is wrong, and `null` if it cannot be verified, as for SM2.
  *
  * A text that is not a request is an error.
  * @param {string} csr - The certificate signing request.
  * @returns {object}
  */
  public parseCsr(csr: string): cdktn.IResolvable {
    return cdktn.TerraformProviderFunction.invoke(this.providerLocalName, "parse_csr", [csr]);
  }
}
