import { describe, expect, test } from "vitest";
import type { Dialect, FieldRef, Paste } from "../../../src/contract/index.ts";
import {
  CertOrderError,
  fieldRef,
  InputProblem,
  join,
  libraryDialect,
  readImportId,
  readResolution,
  render,
  renderWaysOut,
  terraformDialect,
  text,
} from "../../../src/contract/index.ts";

const loud: Dialect = (part) => (part.kind === "name" ? part.name.toUpperCase() : part.kind);
const attempt = { attemptId: "a1", orderId: "order-1" };

describe("A sentence", () => {
  test("is put together in the names of an interface", () => {
    const inner = text`${fieldRef("url")} and ${fieldRef("access_key")}`;
    expect(render(text`Give ${inner}, ${2} in all${""}.`, loud)).toBe("Give URL and ACCESS_KEY, 2 in all.");
    expect(render("As it is.", loud)).toBe("As it is.");
  });

  test("is joined with others", () => {
    expect(render(join([fieldRef("a"), "b", text`c ${fieldRef("d")}`], ", "), loud)).toBe("A, b, c D");
    expect(render(join([]), loud)).toBe("");
  });
});

describe("A way out", () => {
  test("is a sentence, and what is to be pasted stands on a line of its own behind four blanks", () => {
    const waysOut = [
      { when: text`If ${fieldRef("url")} is right`, paste: { kind: "init", place: "/a" } as const },
      { when: "Else wait" },
    ];
    expect(renderWaysOut(waysOut, loud)).toBe("If URL is right:\n\n    init\n\nElse wait.");
    expect(renderWaysOut([], loud)).toBe("");
  });

  test("A line break in an id makes no further line", () => {
    const paste = { kind: "supersede", attemptId: "a\nrm -rf /", orderId: "o" } as const;
    expect(renderWaysOut([{ when: "If\r\nso", paste }], libraryDialect).split("\n")).toHaveLength(3);
  });
});

const resolve = (certificateId: string | null | undefined): Paste => ({
  kind: "resolve",
  ...attempt,
  certificateId,
});
const imported = (certificateId?: string, orderId = "order-1"): Paste => ({
  kind: "import",
  orderId,
  certificateId,
});

describe("The dialects of Terraform and the library", () => {
  test.each<[FieldRef, string, string]>([
    [fieldRef("dns_names"), "dns_names", "dnsNames"],
    [fieldRef("timeout_seconds"), "timeout_seconds", "timeoutMs"],
    [fieldRef("ca_file"), "ca_file", "ca"],
    [fieldRef("journal"), "journal", "journal"],
    [fieldRef("of_seconds_kept"), "of_seconds_kept", "ofSecondsKept"],
    [fieldRef("csr_from", "x"), 'csr_from = "x"', 'csrFrom: "x"'],
  ])("name a field as a noun: %j", (part, terraform, library) => {
    expect([terraformDialect(part), libraryDialect(part)]).toEqual([terraform, library]);
  });

  test.each<[Paste, string, string?]>([
    [
      resolve(null),
      '"order-1" = "a1:not-happened" # add this entry to resolve',
      'await client.journal.resolve({ orderId: "order-1", attemptId: "a1", certificateId: null })',
    ],
    [
      resolve("cert-1"),
      '"order-1" = "a1:cert-1" # add this entry to resolve',
      'await client.journal.resolve({ orderId: "order-1", attemptId: "a1", certificateId: "cert-1" })',
    ],
    [
      resolve(undefined),
      '"order-1" = "a1:CERTIFICATE_ID" # add this entry to resolve',
      'await client.journal.resolve({ orderId: "order-1", attemptId: "a1", certificateId: "CERTIFICATE_ID" })',
    ],
    [{ kind: "supersede", ...attempt }, '"order-1" = "a1" # add this entry to supersede', 'supersede: "a1"'],
    [
      { kind: "supersede", attemptId: "a1", orderId: `a"b\\\${c}%{d}` },
      `"a\\"b\\\\$\${c}%%{d}" = "a1" # add this entry to supersede`,
      'supersede: "a1"',
    ],
    [{ kind: "service", service: "prod" }, 'service = "prod" # in the provider block', 'service: "prod"'],
    [
      { kind: "repair", orderId: "order-1" },
      "certorder journal repair order-1",
      'await client.journal.repair("order-1")',
    ],
    [
      { kind: "repair", orderId: "a b" },
      "certorder journal repair 'a b'",
      'await client.journal.repair("a b")',
    ],
    [
      { ...resolve("cert-1"), isSameId: true } as Paste,
      '"order-1" = "a1:cert-1:same-id" # add this entry to resolve',
      'await client.journal.resolve({ orderId: "order-1", attemptId: "a1", certificateId: "cert-1", isSameId: true })',
    ],
    [
      imported("cert-1"),
      "terraform import RESOURCE_ADDRESS order-1/cert-1@latest",
      'await client.importCertificate("order-1", "cert-1", { asLatest: true })',
    ],
    [
      imported("cert-1", "a b"),
      "terraform import RESOURCE_ADDRESS 'a b/cert-1@latest'",
      'await client.importCertificate("a b", "cert-1", { asLatest: true })',
    ],
    [
      imported("c/1"),
      "terraform import RESOURCE_ADDRESS order-1/CERTIFICATE_ID@latest",
      'await client.importCertificate("order-1", "c/1", { asLatest: true })',
    ],
    [
      imported(),
      "terraform import RESOURCE_ADDRESS order-1/CERTIFICATE_ID@latest",
      'await client.importCertificate("order-1", "CERTIFICATE_ID", { asLatest: true })',
    ],
    [
      { kind: "import", orderId: "order-1", certificateId: "cert-1", bringsBack: true },
      "certorder journal import order-1 cert-1 --bring-back",
      'await client.importCertificate("order-1", "cert-1", { bringsBack: true })',
    ],
    [
      { kind: "import", orderId: "order-1", certificateId: "cert-1", isDated: true },
      "terraform import RESOURCE_ADDRESS order-1/cert-1@latest",
      'await client.importCertificate("order-1", "cert-1", { issuedAt: "YYYY-MM-DD" })',
    ],
    [{ kind: "init", place: "/a b" }, "certorder journal init --journal '/a b'"],
  ])("write a way out as a line to paste: %j", (part, terraform, library = terraform) => {
    expect([terraformDialect(part), libraryDialect(part)]).toEqual([terraform, library]);
    for (const line of [terraform, library]) expect(line).not.toMatch(/[.;,]$/);
  });

  test("What is pasted can be read again", () => {
    const [, pasted = ""] = /= "(a1:.*)" #/.exec(terraformDialect(resolve("cert-1"))) ?? [];
    expect(readResolution(pasted)).toEqual({ attemptId: "a1", certificateId: "cert-1" });
    expect(readResolution(`${pasted}:same-id`)).toEqual({
      attemptId: "a1",
      certificateId: "cert-1",
      isSameId: true,
    });
    expect(readResolution("a1:not-happened:same-id")).toBeUndefined();
    const id = terraformDialect(imported("cert-1")).split(" ").at(-1) ?? "";
    expect(readImportId(id, new Date())).toMatchObject({
      orderId: "order-1",
      certificateId: "cert-1",
      asLatest: true,
      problems: [],
    });
  });
});

test("An error uses the names of the library, until an interface renders it", () => {
  const error = new CertOrderError(text`${fieldRef("base_url")} is wrong.`, {
    code: "c",
    outcome: "not-sent",
    waysOut: [{ when: "Or", paste: { kind: "init", place: "/a" } }],
    remedy: text`Correct ${fieldRef("base_url")}.`,
  });
  expect(error).toMatchObject({
    message: "baseUrl is wrong.",
    remedy: "Correct baseUrl.\n\nOr:\n\n    certorder journal init --journal /a",
  });
  expect(error.renderIn(loud)).toEqual({
    message: "BASE_URL is wrong.",
    remedy: "Correct BASE_URL.\n\nOr:\n\n    init",
  });
});

test("An problem uses the names of the library, until an interface renders it", () => {
  const name = fieldRef("csr_from");
  const problem = new InputProblem("csr_from", "r", text`${name} is wrong.`, text`Correct ${name}.`);
  expect({ ...problem }).toEqual({
    severity: "error",
    field: "csrFrom",
    rule: "r",
    code: "invalid_request",
    message: "csrFrom is wrong.",
    remedy: "Correct csrFrom.",
  });
  expect(problem.renderIn(loud)).toEqual({ message: "CSR_FROM is wrong.", remedy: "Correct CSR_FROM." });
});

test("Terraform shows an entry for each order, and once the map that all of them belong to", () => {
  const ways = [
    { when: "One", paste: resolve("cert-1") },
    { when: "Two", paste: resolve(null) },
    { when: "Three", paste: { kind: "supersede", ...attempt } as const },
    { when: "Four", paste: { kind: "service", service: "prod" } as const },
  ];
  const maps = (text: string) => text.match(/^ {4}\w+ = \{$/gm) ?? [];
  expect(maps(renderWaysOut(ways, terraformDialect))).toEqual(["    resolve = {", "    supersede = {"]);
  expect(maps(renderWaysOut(ways.slice(0, 2), terraformDialect))).toEqual(["    resolve = {"]);
  expect(renderWaysOut(ways.slice(3), terraformDialect)).not.toContain("belong together");
  expect(renderWaysOut(ways, libraryDialect)).not.toContain("belong together");
});
