import { describe, expect, test } from "vitest";
import { namesFromCsr } from "../../../src/cli/names-from-csr.ts";
import { refuseMismatch } from "../../../src/cli/reissue-request.ts";
import { checkRequest } from "../../../src/client/index.ts";
import { reissueOperation } from "../../../src/contract/index.ts";
import {
  buildCsr,
  csrFor,
  der,
  dns,
  extensionRequest,
  fixture,
  hex,
  oids,
  part,
  pem,
  sequence,
  text,
} from "../../harness/csr/build.ts";

const ip = der(0x87, hex("0a000001"));
const alternatives = (...names: Uint8Array[]) =>
  pem(buildCsr({ attributes: der(0xa0, extensionRequest(names)) }));
const commonNames = (...names: string[]) =>
  pem(
    buildCsr({
      subject: sequence(...names.map((name) => part(oids.commonName, text(0x0c, name)))),
      attributes: der(0xa0, extensionRequest([dns("a.example")])),
    }),
  );

/** What stops a request with the names of its CSR. */
const errors = (csr: string) =>
  refuseMismatch(
    checkRequest(reissueOperation, { order_id: "a", sign_hash: "sha256", csr, ...namesFromCsr({ csr }) }),
    false,
  )
    .filter(({ severity }) => severity === "error")
    .map(({ rule }) => rule);

describe("A request without names has those of its CSR", () => {
  test.each<[name: string, csr: string, names: object]>([
    [
      "both kinds",
      csrFor("a.example", "a.example", "b.example"),
      { common_name: "a.example", dns_names: ["a.example", "b.example"] },
    ],
    ["a common name alone", csrFor("a.example"), { common_name: "a.example" }],
    [
      "a common name that is no alternative name",
      csrFor("a.example", "b.example"),
      { common_name: "a.example", dns_names: ["b.example"] },
    ],
    [
      "alternative names alone",
      csrFor(undefined, "a.example", "b.example"),
      { common_name: "a.example", dns_names: ["a.example", "b.example"] },
    ],
    ["an IP address alone", alternatives(ip), { common_name: "10.0.0.1", dns_names: ["10.0.0.1"] }],
    ["an e-mail address", alternatives(text(0x81, "a@a.example")), {}],
    ["no name", csrFor(undefined), {}],
  ])("%s", (_, csr, names) => {
    expect(namesFromCsr({ csr })).toEqual(names);
    expect(errors(csr)).toEqual([]);
  });

  test("also if its signature cannot be verified (SM2)", () => {
    expect(namesFromCsr({ csr: fixture("sm2") })).toMatchObject({ common_name: expect.any(String) });
    expect(errors(fixture("sm2"))).toEqual([]);
  });

  test("but not if the request has a name of its own, or if the CSR cannot be read", () => {
    const csr = csrFor("a.example", "a.example");
    expect(namesFromCsr({ csr, common_name: "b.example" })).toEqual({});
    expect(namesFromCsr({ csr, dns_names: [] })).toEqual({});
    expect(namesFromCsr({ csr: "no CSR" })).toEqual({});
    expect(namesFromCsr({ csr: 7 })).toEqual({});
    expect(namesFromCsr({})).toEqual({});
  });

  test("The check refuses a CSR whose names leave a choice, or cannot be shown", () => {
    expect(errors(commonNames("other.example", "a.example"))).toEqual(["names_mismatch"]);
    expect(errors(commonNames("a.example\n"))).toContain("one_line");
    expect(errors(csrFor("", "a.example"))).toContain("empty");
  });
});
