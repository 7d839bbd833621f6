import { describe, expect, test } from "vitest";
import { type Field, reissueFields, render, terraformDialect } from "../../../src/contract/index.ts";
import { csrBytes } from "../../../src/csr/index.ts";
import {
  type Difference,
  differingParts,
  findDifferences,
  Journal,
  knowingNothing,
  listValues,
  MemoryStore,
  recordedCsr,
  recordRequest,
  showDifferences,
} from "../../../src/journal/index.ts";
import { requestValues } from "../../../src/journal/request-values.ts";
import { fixture } from "../../harness/csr/build.ts";

const orderId = "order-1";
const service = { name: undefined, address: "https://service.example/" };
const request = {
  order_id: orderId,
  csr: fixture("p256"),
  sign_hash: "SHA256",
  common_name: "Example.com",
  dns_names: ["www.example.com", "example.com"],
  validity_days: 90,
  csr_from: "sign-cloud-csc",
  sign_key_pin: "pin-4711",
  sign_key_pin_tip: "tip-4711",
};

describe("The values that a journal keeps of a request", () => {
  test("are the public ones, in the spelling of the digest", () => {
    expect(requestValues(request, { month: "may" })).toEqual({
      csr: expect.stringMatching(/^public key [0-9a-f]{16}$/),
      csr_pem: fixture("p256"),
      csr_from: '"sign-cloud-csc"',
      common_name: '"example.com"',
      dns_names: '["example.com","www.example.com"]',
      sign_hash: '"sha256"',
      validity_days: "90",
      triggers: '{"month":"may"}',
    });
  });

  test("are named by the contract: every part of the digest, and no secret", () => {
    for (const [name, field] of Object.entries<Field>(reissueFields))
      expect([name, field.recorded !== undefined]).toEqual([
        name,
        field.place !== "path" && !field.excludedFromDigest && !field.sensitive,
      ]);
  });

  test("have the fingerprint of the key, whatever the form of the CSR", () => {
    const { csr } = requestValues(request);
    expect(requestValues({ csr: request.csr.replace(/-----[^-]+-----|\s/g, "") }).csr).toBe(csr);
    expect(requestValues({ csr: fixture("p384") }).csr).not.toBe(csr);
    expect(requestValues({ csr: "none" }).csr).toMatch(/^unreadable CSR [0-9a-f]{16}$/);
  });

  test("are cut if they are long, and still differ then", () => {
    const long = "x".repeat(10_000);
    const [one, other] = [requestValues({}, { a: `${long}1` }), requestValues({}, { a: `${long}2` })];
    expect(one.triggers?.length).toBeLessThan(400);
    expect(one.triggers).toContain("… (10009 characters, SHA-256 ");
    expect(one.triggers).not.toBe(other.triggers);
  });

  test("cannot add lines to a message", () => {
    expect(requestValues({}, { a: "x\n\u2028\u202ey" }).triggers).toBe('{"a":"x\\n\\u2028\\u202ey"}');
  });

  test("are recorded with sent and with an import, and without secrets", async () => {
    const store = new MemoryStore();
    const journal = new Journal(store);
    const recorded = recordRequest(orderId, request, { month: "may" });
    const intent = { orderId, service, ...recorded, knownLatest: knowingNothing, force: false };
    const claim = await journal.claim(intent, undefined, new Date(Date.now() + 60_000));
    if (claim.kind === "send") await claim.attempt.recordOutcome("done", "cert-1");
    const other = recordRequest(orderId, { ...request, sign_hash: "sha384" });
    await journal.importCertificate({ orderId, certificateId: "cert-2", asLatest: true, ...other }, service);
    const attempts = await journal.attempts(orderId);
    expect(attempts.map(({ requestValues }) => requestValues)).toEqual([
      recorded.requestValues,
      other.requestValues,
    ]);
    expect(JSON.stringify(attempts)).not.toContain("4711");
    // An import of a certificate that the journal knows repeats the request that made it.
    await journal.importCertificate({ orderId, certificateId: "cert-1", bringsBack: true }, service);
    const latest = (await journal.attempts(orderId)).at(-1);
    expect(latest).toMatchObject({ requestValues: recorded.requestValues, isImported: true });
  });
});

describe("The differences of two requests", () => {
  const attemptId = "0123456789ab";
  const other = { ...request, sign_hash: "sha384", validity_days: undefined };
  const there = { attemptId, ...recordRequest(orderId, other) };
  const here = recordRequest(orderId, request, { month: "may" });

  test("have the values of both, of the parts that are known", () => {
    expect(findDifferences(there, here, { unknownParts: ["triggers"] })).toEqual([
      { part: "sign_hash", values: { there: '"sha384"', here: '"sha256"' } },
      { part: "validity_days", values: { there: undefined, here: "90" } },
    ]);
  });

  test("have the names alone if an older entry has no values", () => {
    const { requestDigest } = there;
    expect(findDifferences({ attemptId, requestDigest }, here)).toEqual(
      differingParts(requestDigest, here.requestDigest).map((part) => ({ part })),
    );
  });
});

describe("The CSR of a request", () => {
  const withCsr = (csr: string) => ({
    attemptId: "0123456789ab",
    ...recordRequest(orderId, { ...request, csr }),
  });

  test("is recorded as PEM, and a message about another CSR has the line that saves it", () => {
    const there = withCsr(fixture("p384"));
    expect(recordedCsr(there)).toBe(fixture("p384"));
    const [difference] = findDifferences(there, withCsr(fixture("p256")), { journalFlag: "--journal j" });
    expect(render(showDifferences([difference as Difference]), terraformDialect)).toMatch(
      /\n\n {4}csr: public key \w{16} there, public key \w{16} here\n\nTo save the CSR of that request:\n\n {4}certorder journal show 0123456789ab --csr --journal j > 0123456789ab\.csr$/,
    );
  });

  test("is not recorded if it has a password, is too long or cannot be read", () => {
    const der = Buffer.from(csrBytes(fixture("p256")));
    const challengePassword = Buffer.from("06092a864886f70d010907", "hex");
    const withPassword = Buffer.concat([der, challengePassword]).toString("base64");
    const long = Buffer.concat([der, Buffer.alloc(16_384)]).toString("base64");
    for (const csr of [withPassword, long, "no CSR"]) expect(recordedCsr(withCsr(csr))).toBeUndefined();
  });
});

test("The values of a request are listed in the order of the contract", () => {
  expect(listValues(recordRequest(orderId, { sign_hash: "sha256", common_name: "a.example" }))).toEqual([
    'common_name: "a.example"',
    'sign_hash: "sha256"',
  ]);
  expect(listValues({})).toEqual([]);
});
