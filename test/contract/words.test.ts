import { describe, expect, test } from "vitest";
import type { Mention, Voice } from "../../src/contract/index.ts";
import {
  byContract,
  CertOrderError,
  Issue,
  inLibrary,
  join,
  named,
  readImportId,
  readResolution,
  say,
  sayWaysOut,
  words,
} from "../../src/contract/index.ts";

const loud: Voice = (mention) => (mention.of === "name" ? mention.name.toUpperCase() : mention.of);
const attempt = { attemptId: "a1", orderId: "order-1" };

describe("A sentence", () => {
  test("It is put together in the names of an interface", () => {
    const inner = words`${named("url")} and ${named("access_key")}`;
    expect(say(words`Give ${inner}, ${2} in all${""}.`, loud)).toBe("Give URL and ACCESS_KEY, 2 in all.");
    expect(say("As it is.", loud)).toBe("As it is.");
  });

  test("It is joined with others", () => {
    expect(say(join([named("a"), "b", words`c ${named("d")}`], ", "), loud)).toBe("A, b, c D");
    expect(say(join([]), loud)).toBe("");
  });
});

describe("A way out", () => {
  test("It is a sentence, and what is to be pasted stands on a line of its own behind four blanks", () => {
    const waysOut = [
      { when: words`If ${named("url")} is right`, paste: { of: "init" } as const },
      { when: "Else wait" },
    ];
    expect(sayWaysOut(waysOut, loud)).toBe("If URL is right:\n\n    init\n\nElse wait.");
    expect(sayWaysOut([], loud)).toBe("");
  });

  test("A line break in an id makes no further line", () => {
    const paste = { of: "supersede", attemptId: "a\nrm -rf /", orderId: "o" } as const;
    expect(sayWaysOut([{ when: "If\r\nso", paste }], inLibrary).split("\n")).toHaveLength(3);
  });
});

const resolve = (certificateId: string | null | undefined): Mention => ({
  ...{ of: "resolve", ...attempt, certificateId },
});
const imported = (certificateId?: string, orderId = "order-1"): Mention => ({
  ...{ of: "import", orderId, certificateId },
});

describe("The voices of Terraform and the library", () => {
  test.each<[Mention, string, string]>([
    [named("dns_names"), "dns_names", "dnsNames"],
    [named("connect_timeout_seconds"), "connect_timeout_seconds", "connectTimeoutMs"],
    [named("ca_file"), "ca_file", "ca"],
    [named("journal_url"), "journal_url", "the journal's url"],
    [named("of_seconds_kept"), "of_seconds_kept", "ofSecondsKept"],
    [named("csr_from", "x"), 'csr_from = "x"', 'csrFrom: "x"'],
  ])("%j is a noun", (mention, terraform, library) => {
    expect([byContract(mention), inLibrary(mention)]).toEqual([terraform, library]);
  });

  test.each<[Mention, string, string?]>([
    [
      resolve(null),
      'resolve = { "order-1" = "a1:not-happened" } # in the provider block',
      'await client.journal.resolve("order-1", "a1", null)',
    ],
    [
      resolve("cert-1"),
      'resolve = { "order-1" = "a1:cert-1" } # in the provider block',
      'await client.journal.resolve("order-1", "a1", "cert-1")',
    ],
    [
      resolve(undefined),
      'resolve = { "order-1" = "a1:CERTIFICATE_ID" } # in the provider block',
      'await client.journal.resolve("order-1", "a1", "CERTIFICATE_ID")',
    ],
    [
      { of: "supersede", ...attempt },
      'supersede = { "order-1" = "a1" } # in the provider block',
      'supersede: "a1"',
    ],
    [
      { of: "supersede", attemptId: "a1", orderId: `a"b\\\${c}%{d}` },
      `supersede = { "a\\"b\\\\$\${c}%%{d}" = "a1" } # in the provider block`,
      'supersede: "a1"',
    ],
    [{ of: "service", service: "prod" }, 'service = "prod" # in the provider block', 'service: "prod"'],
    [
      { of: "repair", orderId: "order-1" },
      "certorder journal repair order-1",
      'await client.journal.repair("order-1")',
    ],
    [
      { of: "repair", orderId: "a b" },
      "certorder journal repair 'a b'",
      'await client.journal.repair("a b")',
    ],
    [imported("cert-1"), "terraform import RESOURCE_ADDRESS order-1/cert-1@latest"],
    [imported("cert-1", "a b"), "terraform import RESOURCE_ADDRESS 'a b/cert-1@latest'"],
    [imported("c/1"), "terraform import RESOURCE_ADDRESS order-1/CERTIFICATE_ID@latest"],
    [imported(), "terraform import RESOURCE_ADDRESS order-1/CERTIFICATE_ID@latest"],
    [{ of: "init" }, "certorder journal init", "await client.journal.check()"],
  ])("%j is a line to paste", (mention, terraform, library = terraform) => {
    expect([byContract(mention), inLibrary(mention)]).toEqual([terraform, library]);
    for (const line of [terraform, library]) expect(line).not.toMatch(/[.;,]$/);
  });

  test("What is pasted can be read again", () => {
    const [, pasted = ""] = /= "(a1:.*)" }/.exec(byContract(resolve("cert-1"))) ?? [];
    expect(readResolution(pasted)).toEqual({ attemptId: "a1", certificateId: "cert-1" });
    const id = byContract(imported("cert-1")).split(" ").at(-1) ?? "";
    expect(readImportId(id, new Date())).toMatchObject({
      ...{ orderId: "order-1", certificateId: "cert-1", asLatest: true, issues: [] },
    });
  });
});

test("An error uses the names of the library, until an interface renders it", () => {
  const error = new CertOrderError(words`${named("base_url")} is wrong.`, {
    ...{ code: "c", outcome: "not-sent", waysOut: [{ when: "Or", paste: { of: "init" } }] },
    remedy: words`Correct ${named("base_url")}.`,
  });
  expect(error).toMatchObject({
    message: "baseUrl is wrong.",
    remedy: "Correct baseUrl.\n\nOr:\n\n    await client.journal.check()",
  });
  expect(error.in(loud)).toEqual({
    message: "BASE_URL is wrong.",
    remedy: "Correct BASE_URL.\n\nOr:\n\n    init",
  });
});

test("An issue uses the names of the contract, until an interface renders it", () => {
  const issue = new Issue("url", "r", words`${named("url")} is wrong.`, words`Correct ${named("url")}.`);
  expect({ ...issue }).toEqual({
    ...{ severity: "error", field: "url", rule: "r", code: "invalid_request" },
    ...{ message: "url is wrong.", remedy: "Correct url." },
  });
  expect(issue.in(loud)).toEqual({ message: "URL is wrong.", remedy: "Correct URL." });
});
