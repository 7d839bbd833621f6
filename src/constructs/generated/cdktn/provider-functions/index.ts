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
  * Takes a PKCS#10 certificate signing request, as PEM or base64 of its DER form, and returns its names, its key and whether its signature is right (`null` if that cannot be checked, as for SM2).
  * @param {string} csr - The certificate signing request.
  * @returns {object}
  */
  public parseCsr(csr: string): cdktn.IResolvable {
    return cdktn.TerraformProviderFunction.invoke(this.providerLocalName, "parse_csr", [csr]);
  }
}
