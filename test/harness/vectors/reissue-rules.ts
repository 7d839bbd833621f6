import {
  accepted,
  code,
  csr,
  dual,
  fixed,
  foreign,
  persisting,
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
  ...unsent("certificate_required", [
    ["no certificate object", { ...ssl(), body: {} }, "sign_hash:required"],
    ["certificate is null", { ...ssl(), body: { certificate: null } }, "sign_hash:required"],
  ]),
  ...unsent("invalid_parameters", [
    [
      "certificate is a string",
      { ...ssl(), body: { certificate: "pem" } },
      ["certificate:kind", "sign_hash:required"],
    ],
    [
      "certificate is a list",
      { ...ssl(), body: { certificate: [] } },
      ["certificate:kind", "sign_hash:required"],
    ],
    ["persist_until below 0", persisting({ persist_until: -1 }), "persist_until:too_small"],
    [
      "persist_policy of a scope that does not exist",
      persisting({ persist_policy: "everything" }),
      "persist_policy:one_of",
    ],
  ]),
  ...unsent("sign_hash_required", [
    ["certificate is empty", { ...ssl(), body: { certificate: {} } }, "sign_hash:required"],
    ["sign_hash missing", ssl({ sign_hash: undefined }), "sign_hash:required"],
    ["sign_hash empty", ssl({ sign_hash: "" }), "sign_hash:empty"],
    [
      "sign_hash outside the certificate object",
      ssl({ sign_hash: undefined }, { sign_hash: "sha256" }),
      ["sign_hash:unknown_field", "sign_hash:required"],
    ],
    [
      "several mistakes are found at once, the service names the first",
      { ...ssl(), body: { certificate: { validity_days: 0 }, persist_until: -1, sign_key_pin: "1357" } },
      [
        "sign_hash:required",
        "validity_days:too_small",
        "persist_until:too_small",
        "persist_until:only_with",
        "sign_key_pin:only_with",
      ],
    ],
  ]),
  ...unsent("revocation_not_acknowledged", [
    [
      "a top-level field inside the certificate object",
      revoking({ i_know_will_revoke_last_cert: true }),
      "certificate.i_know_will_revoke_last_cert:unknown_field",
    ],
  ]),
  ...rejected("common_name_required", [
    ["common_name missing for an SSL certificate", ssl({ common_name: undefined })],
    ["common_name missing for a dual certificate", dual({ common_name: undefined })],
  ]),
  ...unsent("common_name_required", [
    ["common_name empty for an SSL certificate", ssl({ common_name: "" }), "common_name:empty"],
  ]),
  ...accepted([
    [
      "common_name missing where the certificate is not SSL",
      code({ csr, csr_from: undefined }, { sign_key_pin: undefined }),
    ],
    [
      "a removed domain that is acknowledged revokes the previous certificate",
      ssl({ dns_names: ["www.example.com"] }, { i_know_remove_domain_will_revoke_before_cert: true }),
      { order_after: { dnsNames: ["www.example.com"] }, ledger: { revokedPrevious: true } },
    ],
    [
      "names that differ in case or a last dot are not removed",
      ssl({ common_name: "WWW.Example.com", dns_names: ["EXAMPLE.com."] }),
      { ledger: { revokedPrevious: false } },
    ],
    [
      "names that change places are not removed",
      ssl({ common_name: "example.com", dns_names: ["www.example.com"] }),
      { ledger: { revokedPrevious: false } },
    ],
    [
      "names that are added remove nothing",
      shop({ dns_names: ["shop.example.com", "more.example.com"] }),
      { ledger: { revokedPrevious: false } },
    ],
    [
      "dns_names that stay the same where the product does not allow a change",
      fixed({ dns_names: ["also.example.com", "fixed.example.com"] }),
    ],
    [
      "a product that revokes, acknowledged",
      revoking({}, { i_know_will_revoke_last_cert: true }),
      { ledger: { revokedPrevious: true, previousCertificateId: "cert-4" } },
    ],
    [
      "persist_until left out keeps the order's value",
      persisting(),
      { order_after: { persistUntil: 1_900_000_000 } },
    ],
    [
      "persist_until 0 clears the binding",
      persisting({ persist_until: 0 }),
      { order_after: { persistUntil: 0 } },
    ],
    [
      "persist_policy fqdn",
      persisting({ persist_policy: "fqdn" }),
      { order_after: { persistPolicy: "fqdn" } },
    ],
    [
      "persist_policy left out is fqdn",
      ssl({}, { dcv_method: "dns-persist" }),
      { order_after: { persistPolicy: "fqdn" } },
    ],
    ["any kind of credential may reissue: managed PKI", { ...ssl(), credential: "managed-pki" }],
    ["any kind of credential may reissue: lightweight client", { ...ssl(), credential: "lightweight-oauth" }],
  ]),
  ...rejected("csr_required", [
    ["csr missing for an SSL certificate", ssl({ csr: undefined })],
    [
      "csr missing for code signing with a key of one's own",
      code({ csr_from: undefined }, { sign_key_pin: undefined }),
    ],
  ]),
  ...foreign("csr_required", [
    [
      "csr empty for an SSL certificate",
      raw('{"certificate":{"sign_hash":"sha256","common_name":"www.example.com","csr":""}}'),
    ],
  ]),
  ...rejected("cloud_key_not_available", [
    [
      "a cloud-held key that the order does not have",
      ssl({ csr_from: "sign-cloud-csc", csr: undefined }, { sign_key_pin: "sandbox-pin-2468" }),
    ],
  ]),
  ...rejected("domain_removal_not_acknowledged", [
    [
      "a common name that is replaced removes a domain",
      shop({ common_name: "other.example.com", dns_names: ["other.example.com"] }),
    ],
    ["an alternative name that is dropped removes a domain", ssl({ dns_names: ["www.example.com"] })],
    ["an empty list of alternative names removes domains", ssl({ dns_names: [] })],
    [
      "a removed domain that is acknowledged with false",
      {
        ...ssl({ dns_names: ["www.example.com"] }, { i_know_remove_domain_will_revoke_before_cert: false }),
        wire: ssl({ dns_names: ["www.example.com"] }).body,
      },
    ],
    [
      "the other acknowledgement does not cover a removed domain",
      ssl({ dns_names: ["www.example.com"] }, { i_know_will_revoke_last_cert: true }),
    ],
  ]),
  ...rejected("dns_names_not_changeable", [
    [
      "dns_names that change where the product does not allow it",
      fixed({ dns_names: ["fixed.example.com", "also.example.com", "new.example.com"] }),
    ],
  ]),
  ...rejected("dcv_scope_not_supported", [
    ["dcv_scope where the product does not support it", fixed({}, { dcv_scope: "root" })],
  ]),
  ...rejected("revocation_not_acknowledged", [
    ["a product that revokes, not acknowledged", revoking()],
    [
      "a product that revokes, acknowledged with false",
      { ...revoking({}, { i_know_will_revoke_last_cert: false }), wire: revoking().body },
    ],
    [
      "the other acknowledgement does not cover a product that revokes",
      revoking({}, { i_know_remove_domain_will_revoke_before_cert: true }),
    ],
  ]),
  ...unsent("success", [
    [
      "persist_until with another method has no effect",
      shop({}, { dcv_method: "dns", persist_until: 2_000_000_000 }),
      "persist_until:only_with",
      { order_after: { persistUntil: 1_900_000_000 } },
    ],
    [
      "both persist fields without dns-persist",
      shop({}, { persist_until: 0, persist_policy: "wildcard" }),
      ["persist_until:only_with", "persist_policy:only_with"],
      { order_after: { persistUntil: 1_900_000_000, persistPolicy: "fqdn" } },
    ],
    [
      "sign_key_pin without a cloud-held key is not looked at",
      code({ csr, csr_from: undefined }, { sign_key_pin: "1357" }),
      "sign_key_pin:only_with",
    ],
    [
      "sign_key_pin with another source of the key is not looked at",
      code({ csr, csr_from: "upload" }, { sign_key_pin: "1357" }),
      "sign_key_pin:only_with",
    ],
    [
      "sign_key_pin_tip without a cloud-held key has no effect",
      code({ csr, csr_from: undefined }, { sign_key_pin_tip: "odd ones", sign_key_pin: undefined }),
      "sign_key_pin_tip:only_with",
      { order_after: { signKeyPinTip: "the first even digits" } },
    ],
  ]),
  ...rejected("sign_key_pin_required", [
    ["sign_key_pin missing with a cloud-held key", code({}, { sign_key_pin: undefined })],
  ]),
  ...rejected("sign_key_pin_wrong", [["sign_key_pin wrong", code({}, { sign_key_pin: "1357" })]]),
  ...foreign("invalid_parameters", [
    ["a body that is not JSON", raw("{ certificate")],
    ["no body", raw("")],
    ["a body that is a list", raw("[]")],
  ]),
];
