// Written by npm run generate from the tables of fields. Do not edit.

/** The request to reissue an order's certificate. The order's id is an argument of its own. */
export interface ReissueRequest {
  /** Certificate signing request (PKCS#10), as PEM or as base64 of its DER form. Needed when the product and csrFrom ask for one. */
  readonly csr?: string | undefined;
  /** Where the private key of the CSR comes from. `sign-cloud-csc`: a signing key held in the cloud. */
  readonly csrFrom?: string | undefined;
  /** Common name of the certificate. Needed when the order is for an SSL certificate. */
  readonly commonName?: string | undefined;
  /** Alternative names. Only some products let a reissue change them. */
  readonly dnsNames?: readonly string[] | undefined;
  /** Digest algorithm of the signature, such as `sha256`. Required. */
  readonly signHash: string;
  /** Keep the key of the encryption certificate. Matters only for dual (signing and encryption) certificates of national cryptography. If left out: the encryption key is replaced. */
  readonly unModifyKey?: boolean | undefined;
  /** Validity of the new certificate in days. At least 1. If left out: the service decides. */
  readonly validityDays?: number | undefined;
  /** Expiry date of the new certificate, in the form that the service expects. If left out: the service decides. */
  readonly customExpirationDate?: string | undefined;
  /** Says that dropping a domain revokes the certificate that has it. Sent only when true. Needed when the reissue drops a domain. */
  readonly iKnowRemoveDomainWillRevokeBeforeCert?: boolean | undefined;
  /** Says that the previous certificate may be revoked by this reissue. Sent only when true. Needed when the product revokes the previous certificate on reissue. */
  readonly iKnowWillRevokeLastCert?: boolean | undefined;
  /** How control of the domains is validated. `dns-persist`: a lasting validation by DNS. */
  readonly dcvMethod?: string | undefined;
  /** When the lasting DNS validation ends. `0` removes the end. The number is sent as it is. The specification names no unit: that it is Unix seconds is assumed, for a warning about a past time. Only with dcvMethod: "dns-persist". At least 0. If left out: the order's own value is kept. */
  readonly persistUntil?: number | undefined;
  /** Scope of the lasting DNS validation: `fqdn` or `wildcard`. Only with dcvMethod: "dns-persist". If left out: `fqdn`. */
  readonly persistPolicy?: string | undefined;
  /** Scope of the domain validation, where the product supports one. */
  readonly dcvScope?: string | undefined;
  /** Access code of the signing key held in the cloud. Needed when the signing key is held in the cloud and protected by a code. Only with csrFrom: "sign-cloud-csc". */
  readonly signKeyPin?: string | undefined;
  /** A hint that reminds people of that access code. Only with csrFrom: "sign-cloud-csc". */
  readonly signKeyPinTip?: string | undefined;
}

/** The request to test a callback. The saved configuration is used for fields that are left out. */
export interface CallbackTestRequest {
  /** Address to test instead of the saved one. HTTPS only. The account keeps the saved one. Needed when the account has no saved callback (then give both). At most 256 characters. If left out: the saved address. */
  readonly url?: string | undefined;
  /** Callback authentication key to test with instead of the saved one, which the account keeps. Needed when the account has no saved callback (then give both). At most 256 characters. If left out: the saved key. */
  readonly accessKey?: string | undefined;
}
