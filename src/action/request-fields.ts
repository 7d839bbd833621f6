import { type Fields, reissueFields } from "../contract/index.ts";

/** The fields of a reissue that have an input. All others are rare: only `request-file` gives them. */
const withInput: ReadonlySet<string> = new Set<keyof typeof reissueFields>([
  "order_id",
  "common_name",
  "dns_names",
  "sign_hash",
  "validity_days",
  "i_know_remove_domain_will_revoke_before_cert",
  "i_know_will_revoke_last_cert",
  "sign_key_pin",
]);

export const inputFields: Fields = Object.fromEntries(
  Object.entries(reissueFields).filter(([name]) => withInput.has(name)),
);

/** The rare fields, by the service's names. */
export const rareFields: readonly string[] = Object.keys(reissueFields).filter(
  (name) => !Object.hasOwn(inputFields, name),
);
