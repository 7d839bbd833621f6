import {
  accepted,
  code,
  csr,
  dual,
  fixed,
  foreign,
  raw,
  rejected,
  revoking,
  shop,
  ssl,
  unsent,
  type Vector,
} from "./vector.ts";

/** What the fields of a reissue have to do with each other, and with the order. */
export const reissueRules: readonly Vector[] = [
  unsent("no certificate object", { ...ssl(), body: {} }, ["sign_hash:required"], "certificate_required"),
  unsent(
    "certificate is null",
    { ...ssl(), body: { certificate: null } },
    ["sign_hash:required"],
    "certificate_required",
  ),
  unsent(
    "certificate is a string",
    { ...ssl(), body: { certificate: "pem" } },
    ["certificate:kind", "sign_hash:required"],
    "invalid_parameters",
  ),
  unsent(
    "certificate is a list",
    { ...ssl(), body: { certificate: [] } },
    ["certificate:kind", "sign_hash:required"],
    "invalid_parameters",
  ),
  unsent(
    "certificate is empty",
    { ...ssl(), body: { certificate: {} } },
    ["sign_hash:required"],
    "sign_hash_required",
  ),
  unsent("sign_hash missing", ssl({ sign_hash: undefined }), ["sign_hash:required"], "sign_hash_required"),
  unsent("sign_hash empty", ssl({ sign_hash: "" }), ["sign_hash:empty"], "sign_hash_required"),
  unsent(
    "sign_hash outside the certificate object",
    ssl({ sign_hash: undefined }, { sign_hash: "sha256" }),
    ["sign_hash:unknown_field", "sign_hash:required"],
    "sign_hash_required",
  ),
  unsent(
    "a top-level field inside the certificate object",
    revoking({ i_know_will_revoke_last_cert: true }),
    ["certificate.i_know_will_revoke_last_cert:unknown_field"],
    "revocation_not_acknowledged",
  ),

  rejected(
    "common_name missing for an SSL certificate",
    ssl({ common_name: undefined }),
    "common_name_required",
  ),
  rejected(
    "common_name missing for a dual certificate",
    dual({ common_name: undefined }),
    "common_name_required",
  ),
  unsent(
    "common_name empty for an SSL certificate",
    ssl({ common_name: "" }),
    ["common_name:empty"],
    "common_name_required",
  ),
  accepted(
    "common_name missing where the certificate is not SSL",
    code({ csr, csr_from: undefined }, { sign_key_pin: undefined }),
  ),

  rejected("csr missing for an SSL certificate", ssl({ csr: undefined }), "csr_required"),
  foreign(
    "csr empty for an SSL certificate",
    raw('{"certificate":{"sign_hash":"sha256","common_name":"www.example.com","csr":""}}'),
    "csr_required",
  ),
  rejected(
    "csr missing for code signing with a key of one's own",
    code({ csr_from: undefined }, { sign_key_pin: undefined }),
    "csr_required",
  ),
  accepted("csr missing with a cloud-held key", code()),
  rejected(
    "a cloud-held key that the order does not have",
    ssl({ csr_from: "sign-cloud-csc", csr: undefined }, { sign_key_pin: "sandbox-pin-2468" }),
    "cloud_key_not_available",
  ),

  rejected(
    "a common name that is replaced removes a domain",
    shop({ common_name: "other.example.com", dns_names: ["other.example.com"] }),
    "domain_removal_not_acknowledged",
  ),
  rejected(
    "an alternative name that is dropped removes a domain",
    ssl({ dns_names: ["www.example.com"] }),
    "domain_removal_not_acknowledged",
  ),
  rejected(
    "an empty list of alternative names removes domains",
    ssl({ dns_names: [] }),
    "domain_removal_not_acknowledged",
  ),
  accepted(
    "a removed domain that is acknowledged revokes the previous certificate",
    ssl({ dns_names: ["www.example.com"] }, { i_know_remove_domain_will_revoke_before_cert: true }),
    { order_after: { dnsNames: ["www.example.com"] }, ledger: { revokedPrevious: true } },
  ),
  rejected(
    "a removed domain that is acknowledged with false",
    {
      ...ssl({ dns_names: ["www.example.com"] }, { i_know_remove_domain_will_revoke_before_cert: false }),
      wire: ssl({ dns_names: ["www.example.com"] }).body,
    },
    "domain_removal_not_acknowledged",
  ),
  rejected(
    "the other acknowledgement does not cover a removed domain",
    ssl({ dns_names: ["www.example.com"] }, { i_know_will_revoke_last_cert: true }),
    "domain_removal_not_acknowledged",
  ),
  accepted(
    "names that differ in case or a last dot are not removed",
    ssl({ common_name: "WWW.Example.com", dns_names: ["EXAMPLE.com."] }),
    { ledger: { revokedPrevious: false } },
  ),
  accepted(
    "names that change places are not removed",
    ssl({ common_name: "example.com", dns_names: ["www.example.com"] }),
    { ledger: { revokedPrevious: false } },
  ),
  accepted(
    "names that are added remove nothing",
    shop({ dns_names: ["shop.example.com", "more.example.com"] }),
    { ledger: { revokedPrevious: false } },
  ),

  rejected(
    "dns_names that change where the product does not allow it",
    fixed({ dns_names: ["fixed.example.com", "also.example.com", "new.example.com"] }),
    "dns_names_not_changeable",
  ),
  accepted(
    "dns_names that stay the same where the product does not allow a change",
    fixed({ dns_names: ["also.example.com", "fixed.example.com"] }),
  ),
  rejected(
    "dcv_scope where the product does not support it",
    fixed({}, { dcv_scope: "root" }),
    "dcv_scope_not_supported",
  ),

  rejected("a product that revokes, not acknowledged", revoking(), "revocation_not_acknowledged"),
  rejected(
    "a product that revokes, acknowledged with false",
    { ...revoking({}, { i_know_will_revoke_last_cert: false }), wire: revoking().body },
    "revocation_not_acknowledged",
  ),
  rejected(
    "the other acknowledgement does not cover a product that revokes",
    revoking({}, { i_know_remove_domain_will_revoke_before_cert: true }),
    "revocation_not_acknowledged",
  ),
  accepted("a product that revokes, acknowledged", revoking({}, { i_know_will_revoke_last_cert: true }), {
    ledger: { revokedPrevious: true, previousCertificateId: "cert-4" },
  }),

  unsent(
    "persist_until without dns-persist has no effect",
    shop({}, { persist_until: 2_000_000_000 }),
    ["persist_until:only_with"],
    "success",
    { order_after: { persistUntil: 1_900_000_000 } },
  ),
  unsent(
    "persist_until with another method has no effect",
    shop({}, { dcv_method: "dns", persist_until: 2_000_000_000 }),
    ["persist_until:only_with"],
    "success",
    { order_after: { persistUntil: 1_900_000_000 } },
  ),
  accepted("persist_until left out keeps the order's value", shop({}, { dcv_method: "dns-persist" }), {
    order_after: { persistUntil: 1_900_000_000 },
  }),
  accepted("persist_until 0 clears the binding", shop({}, { dcv_method: "dns-persist", persist_until: 0 }), {
    order_after: { persistUntil: 0 },
  }),
  unsent(
    "persist_until below 0",
    shop({}, { dcv_method: "dns-persist", persist_until: -1 }),
    ["persist_until:too_small"],
    "invalid_parameters",
  ),
  unsent(
    "persist_policy without dns-persist has no effect",
    shop({}, { persist_policy: "wildcard" }),
    ["persist_policy:only_with"],
    "success",
    { order_after: { persistPolicy: "fqdn" } },
  ),
  accepted("persist_policy fqdn", shop({}, { dcv_method: "dns-persist", persist_policy: "fqdn" }), {
    order_after: { persistPolicy: "fqdn" },
  }),
  accepted("persist_policy left out is fqdn", ssl({}, { dcv_method: "dns-persist" }), {
    order_after: { persistPolicy: "fqdn" },
  }),
  unsent(
    "persist_policy of a scope that does not exist",
    shop({}, { dcv_method: "dns-persist", persist_policy: "everything" }),
    ["persist_policy:one_of"],
    "invalid_parameters",
  ),
  unsent(
    "both persist fields without dns-persist",
    shop({}, { persist_until: 0, persist_policy: "wildcard" }),
    ["persist_until:only_with", "persist_policy:only_with"],
    "success",
    { order_after: { persistUntil: 1_900_000_000, persistPolicy: "fqdn" } },
  ),

  rejected(
    "sign_key_pin missing with a cloud-held key",
    code({}, { sign_key_pin: undefined }),
    "sign_key_pin_required",
  ),
  rejected("sign_key_pin wrong", code({}, { sign_key_pin: "1357" }), "sign_key_pin_wrong"),
  unsent(
    "sign_key_pin without a cloud-held key is not looked at",
    code({ csr, csr_from: undefined }, { sign_key_pin: "1357" }),
    ["sign_key_pin:only_with"],
    "success",
  ),
  unsent(
    "sign_key_pin with another source of the key is not looked at",
    code({ csr, csr_from: "upload" }, { sign_key_pin: "1357" }),
    ["sign_key_pin:only_with"],
    "success",
  ),
  unsent(
    "sign_key_pin_tip without a cloud-held key has no effect",
    code({ csr, csr_from: undefined }, { sign_key_pin_tip: "odd ones", sign_key_pin: undefined }),
    ["sign_key_pin_tip:only_with"],
    "success",
    { order_after: { signKeyPinTip: "the first even digits" } },
  ),

  unsent(
    "several mistakes are found at once, the service names the first",
    { ...ssl(), body: { certificate: { validity_days: 0 }, persist_until: -1, sign_key_pin: "1357" } },
    [
      "sign_hash:required",
      "validity_days:too_small",
      "persist_until:too_small",
      "persist_until:only_with",
      "sign_key_pin:only_with",
    ],
    "sign_hash_required",
  ),

  foreign("a body that is not JSON", raw("{ certificate"), "invalid_parameters"),
  foreign("no body", raw(""), "invalid_parameters"),
  foreign("a body that is a list", raw("[]"), "invalid_parameters"),
  accepted("any kind of credential may reissue: managed PKI", { ...ssl(), credential: "managed-pki" }),
  accepted("any kind of credential may reissue: lightweight client", {
    ...ssl(),
    credential: "lightweight-oauth",
  }),
];
