import {
  accepted,
  code,
  csr,
  dual,
  type Fields,
  persisting,
  rejected,
  shop,
  ssl,
  type UnsentRow,
  unsent,
  type Vector,
} from "./vector.ts";

const inCertificate = {
  csr: [7],
  csr_from: [true],
  common_name: [["www.example.com"]],
  dns_names: ["www.example.com", ["www.example.com", 7]],
  sign_hash: [256, "sha\ud800"],
  un_modify_key: ["true"],
  validity_days: [90.5, "90"],
  custom_expiration_date: [1_798_675_200],
};
const besideIt = {
  i_know_remove_domain_will_revoke_before_cert: [1],
  i_know_will_revoke_last_cert: ["yes"],
  persist_until: ["2000000000"],
  persist_policy: [false],
  dcv_scope: [["root"]],
};

/** Each field with values of another kind, for an order in which nothing else is wrong. */
const wrongKinds: readonly UnsentRow[] = [
  ...rowsFor(inCertificate, ssl),
  ...rowsFor(besideIt, persisting),
  ...rowsFor({ dcv_method: [1] }, (changes) => ssl({}, changes)),
  ...rowsFor({ sign_key_pin: [2468], sign_key_pin_tip: [{}] }, (changes) => code({}, changes)),
];

function rowsFor(
  fields: Readonly<Record<string, readonly unknown[]>>,
  request: (changes: Fields) => UnsentRow[1],
): UnsentRow[] {
  return Object.entries(fields).flatMap(([field, values]) =>
    values.map((value): UnsentRow => {
      const name = `${field} is ${JSON.stringify(value)}, which is of another kind`;
      return [name, request({ [field]: value }), `${field}:kind`];
    }),
  );
}

/** Each field of a reissue: what it may be, and what it may not be. */
export const reissueFields: readonly Vector[] = [
  ...accepted([
    ["order_id names the order in the path", shop()],
    [
      "order_id is one segment of the path, whatever it contains",
      { ...ssl({ common_name: "odd.example.com" }), order_id: "order/7 ü?#%2F" },
    ],
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
      persisting({ persist_until: 2_000_000_000 }),
      { order_after: { persistUntil: 2_000_000_000 } },
    ],
    [
      "persist_policy",
      persisting({ persist_policy: "wildcard" }),
      { order_after: { persistPolicy: "wildcard" } },
    ],
    ["dcv_scope where the product supports it", ssl({}, { dcv_scope: "root" })],
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
    [
      "dns_names holds an empty name",
      ssl({ dns_names: ["www.example.com", "example.com", " "] }),
      "dns_names:empty",
    ],
    ["validity_days is 0", ssl({ validity_days: 0 }), "validity_days:too_small"],
    ...wrongKinds,
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
