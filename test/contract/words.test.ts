import { describe, expect, test } from "vitest";
import type { Mention, Voice } from "../../src/contract/index.ts";
import { byContract, CertOrderError, Issue, join, named, say, words } from "../../src/contract/index.ts";
import { inLibrary } from "../../src/contract/voices.ts";

const loud: Voice = (mention) => (mention.of === "name" ? mention.name.toUpperCase() : mention.of);
const attempt = { attemptId: "a1", orderId: "order-1" };

describe("a sentence", () => {
  test("is put together in the words of whoever says it", () => {
    const inner = words`${named("url")} and ${named("access_key")}`;
    expect(say(words`Give ${inner}, ${2} in all${""}.`, loud)).toBe("Give URL and ACCESS_KEY, 2 in all.");
    expect(say("As it is.", loud)).toBe("As it is.");
  });

  test("is joined with others", () => {
    expect(say(join([named("a"), "b", words`c ${named("d")}`], ", "), loud)).toBe("A, b, c D");
    expect(say(join([]), loud)).toBe("");
  });
});

describe("what is mentioned is called", () => {
  const resolve = (certificateId: string | null | undefined): Mention => ({
    of: "resolve",
    ...attempt,
    certificateId,
  });

  test.each<[Mention, string, string]>([
    [named("dns_names"), "dns_names", "dnsNames"],
    [named("connect_timeout_seconds"), "connect_timeout_seconds", "connectTimeoutMs"],
    [named("ca_file"), "ca_file", "ca"],
    [named("of_seconds_kept"), "of_seconds_kept", "ofSecondsKept"],
    [
      { of: "anew", attemptId: "a1", orderId: `a"b\\\${c}%{d}` },
      `set resolve = { "a\\"b\\\\$\${c}%%{d}" = "a1:anew" } in the provider block`,
      'pass anew: "a1"',
    ],
    [named("csr_from", "x"), 'csr_from = "x"', 'csrFrom: "x"'],
    [
      resolve(null),
      'set resolve = { "order-1" = "a1:not-happened" } in the provider block',
      'call client.journal.resolve("a1", null)',
    ],
    [
      resolve("cert-1"),
      'set resolve = { "order-1" = "a1:cert-1" } in the provider block',
      'call client.journal.resolve("a1", "cert-1")',
    ],
    [
      resolve(undefined),
      'set resolve = { "order-1" = "a1:CERTIFICATE_ID" } in the provider block',
      'call client.journal.resolve("a1", "CERTIFICATE_ID")',
    ],
    [
      { of: "anew", ...attempt },
      'set resolve = { "order-1" = "a1:anew" } in the provider block',
      'pass anew: "a1"',
    ],
    [{ of: "init" }, "run: certorder journal init", "call client.journal.check()"],
  ])("%j by the contract and in the library", (mention, contract, library) => {
    expect(byContract(mention)).toBe(contract);
    expect(inLibrary(mention)).toBe(library);
  });
});

test("an error speaks as the library does, until a face says it", () => {
  const error = new CertOrderError(words`${named("base_url")} is wrong.`, {
    ...{ code: "c", outcome: "not-sent" },
    remedy: words`Correct ${named("base_url")}.`,
  });
  expect(error).toMatchObject({ message: "baseUrl is wrong.", remedy: "Correct baseUrl." });
  expect(error.in(loud)).toEqual({ message: "BASE_URL is wrong.", remedy: "Correct BASE_URL." });
});

test("an issue speaks as the contract does, until a face says it", () => {
  const issue = new Issue("url", "r", words`${named("url")} is wrong.`, words`Correct ${named("url")}.`);
  expect({ ...issue }).toEqual({
    ...{ severity: "error", field: "url", rule: "r", code: "invalid_request" },
    ...{ message: "url is wrong.", remedy: "Correct url." },
  });
  expect(issue.in(loud)).toEqual({ message: "URL is wrong.", remedy: "Correct URL." });
});
