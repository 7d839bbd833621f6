import { describe, expect, test } from "vitest";
import type { Values } from "../../../src/contract/index.ts";
import { differingParts, digestParts, requestDigest } from "../../../src/journal/request-digest.ts";
import { csrFor, decodePem, pem } from "../../harness/csr/build.ts";

const csr = csrFor("www.example.com", "www.example.com");
const der = decodePem(csr);
const site: Values = {
  csr,
  sign_hash: "sha256",
  common_name: "www.example.com",
  validity_days: 90,
  dns_names: ["www.example.com", "example.com"],
};
const digest = (changes: Values = {}, triggers?: Record<string, string> | null) =>
  requestDigest("order-1", { ...site, ...changes }, triggers);

describe("The digest of a request", () => {
  test.each<[string, Values]>([
    ["with a CSR in base64 of its bytes", { csr: der.toString("base64") }],
    [
      "with a CSR in base64 on several lines",
      { csr: (der.toString("base64").match(/.{1,64}/g) ?? []).join("\n") },
    ],
    ["with a CSR under the other header", { csr: pem(der, "NEW CERTIFICATE REQUEST") }],
    ["with a CSR with the line ends of Windows", { csr: csr.replaceAll("\n", "\r\n") }],
    ["with a CSR with blank lines around it", { csr: `\n\n${csr}\n` }],
    ["with a CSR with words before it", { csr: `Certificate Request:\n${csr}` }],
    [
      "with names in capital letters",
      { dns_names: ["WWW.example.COM", "Example.com"], common_name: "WWW.Example.com" },
    ],
    ["with names in another order", { dns_names: ["example.com", "www.example.com"] }],
    [
      "with names that end in a dot",
      { dns_names: ["www.example.com.", "example.com"], common_name: "www.example.com." },
    ],
    ["with names twice", { dns_names: ["example.com", "www.example.com", "EXAMPLE.com."] }],
    ["with names with blanks around them", { dns_names: [" www.example.com", "example.com "] }],
    ["with an empty text", { dcv_method: "", csr_from: "" }],
    ["with values that are not given", { dcv_method: undefined, custom_expiration_date: null }],
    ["with a flag that is not set", { un_modify_key: false }],
    ["with a hash in capital letters", { sign_hash: "SHA256" }],
    ["with an access code", { sign_key_pin: "1234", sign_key_pin_tip: "the year" }],
    [
      "with acknowledgements",
      { i_know_will_revoke_last_cert: true, i_know_remove_domain_will_revoke_before_cert: true },
    ],
  ])("stays the same %s", (_, changes) => {
    expect(digest(changes)).toBe(digest());
  });

  test("stays the same with an empty list instead of none", () => {
    expect(digest({ dns_names: [] })).toBe(digest({ dns_names: undefined }));
  });

  test("stays the same with no triggers, in every spelling", () => {
    expect(digest({}, {})).toBe(digest());
    expect(digest({}, null)).toBe(digest());
  });

  test("stays the same with triggers in another order", () => {
    expect(digest({}, { a: "1", b: "2" })).toBe(digest({}, { b: "2", a: "1" }));
  });

  test("stays the same with other line ends in a text that is no CSR", () => {
    expect(digest({ csr: "not\na csr" })).toBe(digest({ csr: "not\r\n a csr\n" }));
    expect(digest({ csr: "not a csr" })).not.toBe(digest({ csr: "neither" }));
  });
});

describe("The digest of another request", () => {
  test.each<[string, Values, string[]]>([
    ["with another CSR", { csr: csrFor("www.example.com", "other.example.com") }, ["csr"]],
    ["with a name more", { dns_names: ["www.example.com", "example.com", "api.example.com"] }, ["dns_names"]],
    ["with a name less", { dns_names: ["www.example.com"] }, ["dns_names"]],
    ["with no names", { dns_names: [] }, ["dns_names"]],
    ["with another common name", { common_name: "example.com" }, ["common_name"]],
    ["with another hash", { sign_hash: "sha384" }, ["sign_hash"]],
    ["with another validity", { validity_days: 91 }, ["validity_days"]],
    ["with a flag that is set", { un_modify_key: true }, ["un_modify_key"]],
    [
      "with a zero, which is not nothing",
      { dcv_method: "dns-persist", persist_until: 0 },
      ["dcv_method", "persist_until"],
    ],
  ])("differs %s, and the part is named", (_, changes, names) => {
    expect(digest(changes)).not.toBe(digest());
    expect(differingParts(digest(), digest(changes))).toEqual(names);
  });

  test.each([
    [{ turn: "1" }, undefined],
    [{ turn: "1" }, { turn: "2" }],
    [{ turn: "1" }, { other: "1" }],
    [{ turn: "" }, {}],
    [
      { a: "1", b: "2" },
      { a: "2", b: "1" },
    ],
  ])("differs with other triggers: %o, not %o", (one, other) => {
    expect(digest({}, one)).not.toBe(digest({}, other));
    expect(differingParts(digest({}, one), digest({}, other))).toEqual(["triggers"]);
  });

  test("differs with another order", () => {
    expect(requestDigest("order-2", site)).not.toBe(requestDigest("order-1", site));
  });
});

test("No value can be read in a digest, and no secret is part of it", () => {
  const all = requestDigest("order-1", { ...site, sign_key_pin: "2468" }, { turn: "canary" });
  for (const word of ["example", "2468", "canary", "sha256", "order-1"]) expect(all).not.toContain(word);
  expect(all).toMatch(/^csr:[0-9a-f]{16} common_name:/);
});

test("The same value in two parts has two digests", () => {
  expect(requestDigest("o", { common_name: "x" }).split(":")[1]).not.toBe(
    requestDigest("o", { dcv_scope: "x" }).split(":")[1],
  );
});

test("The parts are the request without its acknowledgements and secrets, and the triggers", () => {
  expect(digestParts).toContain("csr");
  expect(digestParts).toContain("triggers");
  for (const name of ["order_id", "sign_key_pin", "sign_key_pin_tip", "i_know_will_revoke_last_cert"])
    expect(digestParts).not.toContain(name);
});

test("An unknown request differs in every part that the other one has", () => {
  expect(differingParts(undefined, digest())).toEqual(
    "csr common_name dns_names sign_hash validity_days".split(" "),
  );
  expect(differingParts(undefined, undefined)).toEqual([]);
});

test("The digest does not change from version to version: states and journals keep it", () => {
  const asked = { sign_hash: "sha256", validity_days: 90, common_name: "www.example.com" };
  expect(requestDigest("order-1", asked, { b: "2", a: "1" })).toBe(
    "common_name:f25bcc5c0092256f sign_hash:b66b9c207397ec4a validity_days:03c4e4fb039c03ff triggers:0c28d21164f3ea5a",
  );
});
