// Written by npm run generate from the tables of fields. Do not edit.

/** Values that props are known to have. Those of the service may be others. */
export interface KnownValues {
  readonly csrFrom: "sign-cloud-csc";
  readonly dcvMethod: "dns-persist";
  readonly persistPolicy: "fqdn" | "wildcard";
}
