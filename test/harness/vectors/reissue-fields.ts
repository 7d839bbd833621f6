import { accepted, code, csr, dual, rejected, shop, ssl, unsent, type Vector } from "./vector.ts";

/** Each field of a reissue: what it may be, and what it may not be. */
export const reissueFields: readonly Vector[] = [
  ...accepted([
    ["order_id names the order in the path", shop()],
    [
      "order_id is one segment of the path, whatever it contains",
      { ...ssl({ common_name: "odd.example.com" }), order_id: "order/7 ü?#%2F" },
    ],
    ["csr", ssl()],
    ["csr_from with a cloud-held key", code()],
    ["csr_from with a value that the specification does not list", ssl({ csr_from: "somewhere-else" })],
    ["csr_from empty, which is the default", ssl({ csr_from: "" })],
    ["common_name", ssl({ common_name: "example.com" }), { order_after: { commonName: "example.com" } }],
    [
      "dns_names",
      ssl({ dns_names: ["www.example.com", "example.com", "new.example.com"] }),
      { order_after: { dnsNames: ["www.example.com", "example.com", "new.example.com"] } },
    ],
    [
      "dns_names left out stay as they are",
      ssl(),
      { order_after: { dnsNames: ["www.example.com", "example.com"] } },
    ],
    ["dns_names repeats a name", ssl({ dns_names: ["www.example.com", "example.com", "WWW.example.com."] })],
    ["sign_hash of any name", ssl({ sign_hash: "sm3" })],
    [
      "un_modify_key true keeps the encryption key of a dual certificate",
      dual({ un_modify_key: true }),
      { order_after: { encryptionKeyVersion: 1 } },
    ],
    [
      "un_modify_key false replaces the encryption key of a dual certificate",
      dual({ un_modify_key: false }),
      { order_after: { encryptionKeyVersion: 2 } },
    ],
    [
      "un_modify_key left out replaces the encryption key of a dual certificate",
      dual(),
      { order_after: { encryptionKeyVersion: 2 } },
    ],
    [
      "un_modify_key has no effect on other certificates",
      ssl({ un_modify_key: true }),
      { order_after: { encryptionKeyVersion: null } },
    ],
    ["validity_days", ssl({ validity_days: 90 })],
    ["validity_days is 1", ssl({ validity_days: 1 })],
    ["custom_expiration_date in any form", ssl({ custom_expiration_date: "2026-12-31" })],
    [
      "i_know_remove_domain_will_revoke_before_cert true where nothing is removed",
      ssl({}, { i_know_remove_domain_will_revoke_before_cert: true }),
      { ledger: { revokedPrevious: false } },
    ],
    [
      "i_know_remove_domain_will_revoke_before_cert false is not sent",
      { ...ssl({}, { i_know_remove_domain_will_revoke_before_cert: false }), wire: ssl().body },
    ],
    [
      "i_know_will_revoke_last_cert true where the product revokes nothing",
      ssl({}, { i_know_will_revoke_last_cert: true }),
      { ledger: { revokedPrevious: false } },
    ],
    [
      "i_know_will_revoke_last_cert false is not sent",
      { ...ssl({}, { i_know_will_revoke_last_cert: false }), wire: ssl().body },
    ],
    ["dcv_method of any name", ssl({}, { dcv_method: "http-file" })],
    [
      "persist_until",
      shop({}, { dcv_method: "dns-persist", persist_until: 2_000_000_000 }),
      { order_after: { persistUntil: 2_000_000_000 } },
    ],
    [
      "persist_policy",
      shop({}, { dcv_method: "dns-persist", persist_policy: "wildcard" }),
      { order_after: { persistPolicy: "wildcard" } },
    ],
    ["dcv_scope where the product supports it", ssl({}, { dcv_scope: "root" })],
    ["sign_key_pin", code()],
    [
      "sign_key_pin_tip",
      code({}, { sign_key_pin_tip: "even, and rising" }),
      { order_after: { signKeyPinTip: "even, and rising" } },
    ],
    [
      "all fields of an SSL order at once",
      shop(
        {
          csr_from: "",
          dns_names: ["shop.example.com", "store.example.com"],
          un_modify_key: true,
          validity_days: 90,
          custom_expiration_date: "2026-12-31",
        },
        {
          i_know_remove_domain_will_revoke_before_cert: true,
          i_know_will_revoke_last_cert: true,
          dcv_method: "dns-persist",
          persist_until: 0,
          persist_policy: "wildcard",
          dcv_scope: "root",
        },
      ),
      {
        order_after: {
          dnsNames: ["shop.example.com", "store.example.com"],
          persistUntil: 0,
          persistPolicy: "wildcard",
        },
      },
    ],
    [
      "null members are the same as absent ones",
      {
        ...ssl(
          { dns_names: null, validity_days: null },
          { dcv_method: null, persist_until: null, sign_key_pin: null },
        ),
        wire: ssl().body,
      },
    ],
  ]),
  ...rejected("order_not_found", [["order_id of no order", { ...ssl(), order_id: "order-none" }]]),
  ...unsent("not_found", [["order_id is empty", { ...ssl(), order_id: "" }, "order_id:empty"]]),
  ...unsent("order_not_found", [
    [
      "order_id is a dot, which path handling would swallow",
      { ...ssl(), order_id: "." },
      "order_id:order_id",
    ],
    [
      "order_id is two dots, which path handling would climb",
      { ...ssl(), order_id: ".." },
      "order_id:order_id",
    ],
  ]),
  ...unsent("invalid_parameters", [
    ["csr is not a string", ssl({ csr: 7 }), "csr:kind"],
    ["csr_from is not a string", ssl({ csr_from: true }), "csr_from:kind"],
    ["common_name is not a string", ssl({ common_name: ["www.example.com"] }), "common_name:kind"],
    ["dns_names is a string", ssl({ dns_names: "www.example.com" }), "dns_names:kind"],
    ["dns_names holds a number", ssl({ dns_names: ["www.example.com", 7] }), "dns_names:kind"],
    [
      "dns_names holds an empty name",
      ssl({ dns_names: ["www.example.com", "example.com", " "] }),
      "dns_names:empty",
    ],
    ["sign_hash is not a string", ssl({ sign_hash: 256 }), "sign_hash:kind"],
    ["sign_hash with half a character", ssl({ sign_hash: "sha\ud800" }), "sign_hash:kind"],
    ["un_modify_key is a word", dual({ un_modify_key: "true" }), "un_modify_key:kind"],
    ["validity_days is 0", ssl({ validity_days: 0 }), "validity_days:too_small"],
    ["validity_days is not whole", ssl({ validity_days: 90.5 }), "validity_days:kind"],
    ["validity_days is a string", ssl({ validity_days: "90" }), "validity_days:kind"],
    [
      "custom_expiration_date is a number",
      ssl({ custom_expiration_date: 1_798_675_200 }),
      "custom_expiration_date:kind",
    ],
    [
      "i_know_remove_domain_will_revoke_before_cert is a number",
      ssl({}, { i_know_remove_domain_will_revoke_before_cert: 1 }),
      "i_know_remove_domain_will_revoke_before_cert:kind",
    ],
    [
      "i_know_will_revoke_last_cert is a word",
      ssl({}, { i_know_will_revoke_last_cert: "yes" }),
      "i_know_will_revoke_last_cert:kind",
    ],
    ["dcv_method is not a string", ssl({}, { dcv_method: 1 }), "dcv_method:kind"],
    [
      "persist_until is a string",
      shop({}, { dcv_method: "dns-persist", persist_until: "2000000000" }),
      "persist_until:kind",
    ],
    [
      "persist_policy is not a string",
      shop({}, { dcv_method: "dns-persist", persist_policy: false }),
      "persist_policy:kind",
    ],
    ["dcv_scope is not a string", ssl({}, { dcv_scope: ["root"] }), "dcv_scope:kind"],
    ["sign_key_pin is a number", code({}, { sign_key_pin: 2468 }), "sign_key_pin:kind"],
    ["sign_key_pin_tip is not a string", code({}, { sign_key_pin_tip: {} }), "sign_key_pin_tip:kind"],
  ]),
  ...unsent("csr_required", [
    ["csr outside the certificate object", ssl({ csr: undefined }, { csr }), "csr:unknown_field"],
  ]),
  ...unsent("success", [
    [
      "an unknown member",
      ssl({ colour: "green" }, { priority: 1 }),
      ["certificate.colour:unknown_field", "priority:unknown_field"],
    ],
  ]),
];
