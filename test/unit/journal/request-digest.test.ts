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
type Triggers = Record<string, string> | null;
const digest = (changes: Values = {}, triggers?: Triggers) =>
  requestDigest("order-1", { ...site, ...changes }, triggers);

describe("The digest of a request", () => {
  test.each<[string, Values, than?: Values]>([
    ["a CSR in base64 on several lines", { csr: der.toString("base64").replace(/.{64}/g, "$&\n") }],
    ["a CSR under the other header", { csr: pem(der, "NEW CERTIFICATE REQUEST") }],
    ["a CSR with the line ends of Windows", { csr: csr.replaceAll("\n", "\r\n") }],
    ["a CSR with words before it", { csr: `Certificate Request:\n\n${csr}\n` }],
    ["a text that is no CSR, with other line ends", { csr: "not\na csr" }, { csr: "not\r\n a csr\n" }],
    ["names in another order, twice", { dns_names: ["example.com", "www.example.com", "EXAMPLE.com."] }],
    ["names with blanks around them", { dns_names: [" www.example.com", "example.com "] }],
    ["a common name in capital letters, with a dot", { common_name: "WWW.Example.com." }],
    ["an empty text", { dcv_method: "", csr_from: "" }],
    ["values that are not given", { dcv_method: undefined, custom_expiration_date: null }],
    ["an empty list", { dns_names: [] }, { dns_names: undefined }],
    ["a flag that is not set", { un_modify_key: false }],
    [
      "the service's default, written",
      { dcv_method: "dns-persist", persist_policy: "fqdn" },
      { dcv_method: "dns-persist" },
    ],
    ["a hash in capital letters", { sign_hash: "SHA256" }],
    ["an access code", { sign_key_pin: "1234", sign_key_pin_tip: "the year" }],
    ["an acknowledgement", { i_know_will_revoke_last_cert: true }],
  ])("stays the same with %s", (_, changes, than = {}) => {
    expect(digest(changes)).toBe(digest(than));
  });

  test.each<[Triggers, Triggers]>([
    [{}, null],
    [
      { a: "1", b: "2" },
      { b: "2", a: "1" },
    ],
  ])("stays the same with triggers that mean the same: %o, %o", (one, other) => {
    expect(digest({}, one)).toBe(digest({}, other));
  });

  test.each<[string, Values, string[]]>([
    ["another CSR", { csr: csrFor("www.example.com", "other.example.com") }, ["csr"]],
    ["a name less", { dns_names: ["www.example.com"] }, ["dns_names"]],
    ["no names", { dns_names: [] }, ["dns_names"]],
    ["another common name", { common_name: "example.com" }, ["common_name"]],
    ["another hash", { sign_hash: "sha384" }, ["sign_hash"]],
    ["another validity", { validity_days: 91 }, ["validity_days"]],
    ["a flag that is set", { un_modify_key: true }, ["un_modify_key"]],
    ["a value that is not the default", { persist_policy: "wildcard" }, ["persist_policy"]],
    ["a zero, which is not nothing", { persist_until: 0 }, ["persist_until"]],
    ["a text that is no CSR", { csr: "neither" }, ["csr"]],
  ])("differs with %s, and the part is named", (_, changes, names) => {
    expect(differingParts(digest(), digest(changes))).toEqual(names);
  });

  test.each<[Triggers, Triggers]>([
    [{ turn: "1" }, { turn: "2" }],
    [{ turn: "1" }, { other: "1" }],
    [{ turn: "" }, {}],
    [
      { a: "1", b: "2" },
      { a: "2", b: "1" },
    ],
  ])("differs with other triggers: %o, not %o", (one, other) => {
    expect(differingParts(digest({}, one), digest({}, other))).toEqual(["triggers"]);
  });
});

test("An unknown request differs in every part that the other one has", () => {
  const byPart = (one: string, other: string) => digestParts.indexOf(one) - digestParts.indexOf(other);
  expect(differingParts(undefined, digest())).toEqual(Object.keys(site).sort(byPart));
  expect(differingParts(undefined, undefined)).toEqual([]);
});

test("A part has another digest in another order, and in another part", () => {
  const digests = [
    requestDigest("order-1", { common_name: "x" }),
    requestDigest("order-2", { common_name: "x" }),
    requestDigest("order-1", { dcv_scope: "x" }),
  ];
  expect(new Set(digests.map((text) => text.split(":")[1])).size).toBe(3);
});

test("No value can be read in a digest, and secrets and acknowledgements are no part of it", () => {
  const all = requestDigest("order-1", { ...site, sign_key_pin: "2468" }, { turn: "canary" });
  for (const word of ["example", "2468", "canary", "sha256", "order-1"]) expect(all).not.toContain(word);
  for (const name of ["order_id", "sign_key_pin", "sign_key_pin_tip", "i_know_will_revoke_last_cert"])
    expect(digestParts).not.toContain(name);
});

test("The digest does not change from version to version: states and journals keep it", () => {
  const asked = { sign_hash: "sha256", validity_days: 90, common_name: "www.example.com" };
  expect(requestDigest("order-1", asked, { b: "2", a: "1" })).toBe(
    "common_name:f25bcc5c0092256f sign_hash:b66b9c207397ec4a validity_days:03c4e4fb039c03ff triggers:0c28d21164f3ea5a",
  );
});
