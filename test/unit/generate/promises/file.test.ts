import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { comparePromises, type Promises } from "../../../../src/generate/promises/compare.ts";
import {
  checkPromises,
  formatPromises,
  promisesFile,
  readRecorded,
} from "../../../../src/generate/promises/file.ts";
import { version } from "../../../../src/version.ts";

const root = join(import.meta.dirname, "..", "..", "..", "..");
const text = readFileSync(join(root, promisesFile(version)), "utf8");
const promises = JSON.parse(text) as Promises;

/** The promises without one of them. */
function without(section: string, owner: string, name: string): Promises {
  const { [name]: removed, ...rest } = promises[section]?.[owner] ?? {};
  expect(removed, `${section}, ${owner}: ${name}`).toBeDefined();
  return { ...promises, [section]: { ...promises[section], [owner]: rest } };
}

const removals: [section: string, owner: string, name: string][] = [
  ["package", "entries", "./journal"],
  ["exports", "certorder: CertOrderClient", "reissue()"],
  ["exports", "certorder: ReissueOptions", "supersede"],
  ["exports", "certorder/plugin: defineProvider", "defineProvider(1)"],
  ["exports", "certorder/cdktn: CertificateReissue", "certificateId"],
  ["commands", "reissue", "--idempotency-key"],
  ["commands", "journal resolve", "argument 1"],
  ["json", "status", "orders[].open_attempts[].attempt_id"],
  ["requests", "reissue", "sign_hash"],
  ["variables", "certorder", "CERTORDER_JOURNAL"],
  ["variables", "certorder", "CERTORDER_SIGN_KEY_PIN"],
  ["provider", "the provider block", "max_reissues"],
  ["provider", "resource certorder_reissue", "certificate_id"],
  ["provider", "data source certorder_callback_test", "verdict"],
  ["provider", "function parse_csr", "dns_names"],
  ["provider", "action certorder_callback_test", "url"],
  ["action", "inputs of reissue", "max-age"],
  ["action", "outputs", "certificate-id"],
  ["action", "inputs of callback-health.yml", "base-url"],
  ["codes", "errors", "journal_newer"],
  ["exit codes", "certorder", "unknown"],
  ["metrics", "status", "certorder_order_blocked"],
  ["journal", "event sent", "digest"],
];

describe("The recorded promises", () => {
  test.each(removals)("have %s, %s: %s, and its removal is breaking", (section, owner, name) => {
    const changes = comparePromises(promises, without(section, owner, name));
    expect(changes).toEqual([{ effect: "breaking", text: `${section}: removes ${name} of ${owner}` }]);
  });

  test("are written as they are read", () => {
    expect(formatPromises(promises)).toBe(text);
    expect(readRecorded(root)).toContainEqual({ version, promises });
    expect(readRecorded(mkdtempSync(join(tmpdir(), "certorder-promises-")))).toEqual([]);
  });
});

describe("The promises of a version", () => {
  const broken = without("commands", "reissue", "--yes");
  const released = { version: "0.1.0", promises };
  const at = (now: string, isReleased: boolean, what = broken, recorded = [released]) =>
    checkPromises({ version: now, promises: what, isReleased }, recorded);

  test("may change until the first release", () => {
    expect(at("0.1.0", false)).toBeUndefined();
  });

  test("stay once it is released", () => {
    expect(at("0.1.0", true)).toMatchObject({
      changes: [{ text: "commands: removes --yes of reissue" }],
      problem: expect.stringContaining("The changes since 0.1.0 ask for version 0.2.0."),
    });
    expect(at("0.1.0", true, promises)).not.toHaveProperty("problem");
  });

  test("are compared with those of the last release", () => {
    expect(at("0.1.1", false)).toMatchObject({
      since: "0.1.0",
      problem: expect.stringContaining("0.1.1 is too low"),
    });
    expect(at("0.2.0", false)).not.toHaveProperty("problem");
    expect(at("0.1.1", false, promises)).not.toHaveProperty("problem");
    const second = { version: "0.2.0", promises: broken };
    expect(at("0.2.1", false, broken, [second, released])).toMatchObject({ since: "0.2.0", changes: [] });
    expect(at("1.0.0", true, promises, [released, { version: "1.0.0", promises }])).toMatchObject({
      since: "1.0.0",
    });
  });
});
