// Written by npm run generate from the tables of fields. Do not edit.

/** Known values of props. The service may accept others. */
export interface KnownValues {
  readonly csrFrom: "sign-cloud-csc";
  readonly signHash: "sha256" | "sha384" | "sha512";
  readonly dcvMethod: "dns-persist";
  readonly persistPolicy: "fqdn" | "wildcard";
}
