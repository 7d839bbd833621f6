import type { Fields } from "./field.ts";
import { fieldRef, text } from "./text.ts";

/** The value of `csr_from` that selects a signing key held in the cloud. */
export const cloudHeldKey = "sign-cloud-csc";
/** The value of `dcv_method` that validates by a DNS record that stays. */
export const persistentDns = "dns-persist";

const onlyWithCloudHeldKey = { field: "csr_from", value: cloudHeldKey } as const;
const onlyWithPersistentDns = { field: "dcv_method", value: persistentDns } as const;

/** Every value of a reissue request. The names are the service's own; `order_id` is the `id` of the path. */
export const reissueFields = {
  order_id: {
    kind: "string",
    place: "path",
    required: true,
    doc: "The order whose certificate is reissued.",
  },
  csr: {
    kind: "string",
    place: "certificate",
    recorded: "public-key",
    hasLines: true,
    requiredWhen: text`the product and ${fieldRef("csr_from")} ask for one`,
    doc: "Certificate signing request (PKCS#10), as PEM or as base64 of its DER form.",
  },
  csr_from: {
    kind: "string",
    place: "certificate",
    recorded: "value",
    mayBeEmpty: true,
    doc: `Where the private key of the CSR comes from. \`${cloudHeldKey}\`: a signing key held in the cloud.`,
  },
  common_name: {
    kind: "string",
    place: "certificate",
    recorded: "value",
    requiredWhen: "the order is for an SSL certificate",
    doc: "Common name of the certificate.",
  },
  dns_names: {
    kind: "strings",
    place: "certificate",
    recorded: "value",
    doc: "Alternative names. Only some products let a reissue change them.",
  },
  sign_hash: {
    kind: "string",
    place: "certificate",
    recorded: "value",
    required: true,
    usualValues: ["sha256", "sha384", "sha512"],
    doc: "Digest algorithm of the signature, such as `sha256`.",
  },
  un_modify_key: {
    kind: "boolean",
    place: "certificate",
    recorded: "value",
    whenOmitted: "the encryption key is replaced",
    doc: "Keep the key of the encryption certificate. Matters only for dual (signing and encryption) certificates of national cryptography.",
  },
  validity_days: {
    kind: "integer",
    place: "certificate",
    recorded: "value",
    minimum: 1,
    whenOmitted: "the service decides",
    doc: "Validity of the new certificate in days.",
  },
  custom_expiration_date: {
    kind: "string",
    place: "certificate",
    recorded: "value",
    whenOmitted: "the service decides",
    doc: "Expiry date of the new certificate, in the form that the service expects.",
  },
  i_know_remove_domain_will_revoke_before_cert: {
    kind: "boolean",
    place: "body",
    acknowledgement: true,
    excludedFromDigest: true,
    requiredWhen: "the reissue drops a domain",
    doc: "Says that dropping a domain revokes the certificate that has it. Sent only when true.",
  },
  i_know_will_revoke_last_cert: {
    kind: "boolean",
    place: "body",
    acknowledgement: true,
    excludedFromDigest: true,
    requiredWhen: "the product revokes the previous certificate on reissue",
    doc: "Says that the previous certificate may be revoked by this reissue. Sent only when true.",
  },
  dcv_method: {
    kind: "string",
    place: "body",
    recorded: "value",
    doc: `How control of the domains is validated. \`${persistentDns}\`: a lasting validation by DNS.`,
  },
  persist_until: {
    kind: "integer",
    place: "body",
    recorded: "value",
    minimum: 0,
    onlyWith: onlyWithPersistentDns,
    whenOmitted: "the order's own value is kept",
    doc: "When the lasting DNS validation ends. `0` removes the end. The number is sent as it is. The specification names no unit: that it is Unix seconds is assumed, for a warning about a past time.",
  },
  persist_policy: {
    kind: "string",
    place: "body",
    recorded: "value",
    values: ["fqdn", "wildcard"],
    onlyWith: onlyWithPersistentDns,
    default: "fqdn",
    doc: "Scope of the lasting DNS validation: `fqdn` or `wildcard`.",
  },
  dcv_scope: {
    kind: "string",
    place: "body",
    recorded: "value",
    doc: "Scope of the domain validation, where the product supports one.",
  },
  sign_key_pin: {
    kind: "string",
    place: "body",
    sensitive: true,
    excludedFromDigest: true,
    onlyWith: onlyWithCloudHeldKey,
    requiredWhen: "the signing key is held in the cloud and protected by a code",
    doc: "Access code of the signing key held in the cloud.",
  },
  sign_key_pin_tip: {
    kind: "string",
    place: "body",
    excludedFromDigest: true,
    onlyWith: onlyWithCloudHeldKey,
    doc: "A hint that reminds people of that access code.",
  },
} as const satisfies Fields;
