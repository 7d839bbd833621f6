import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { endpoint, serviceUrl } from "../../../src/client/connection.ts";
import { checkConnection, encode, reissueOperation } from "../../../src/contract/index.ts";
import { anyText } from "../../harness/any-text.ts";

const sound = { base_url: "https://service.example", auth_key: "secret key", key_id: "id" };
test.each([
  ["https://service.example", "https://service.example/"],
  ["https://SERVICE.example:443//", "https://service.example/"],
  ["https://service.example/base//", "https://service.example/base"],
  ["https://service.example/a//b", "https://service.example/a//b"],
])("The base address %s has one spelling, %s", (given, spelled) => {
  expect(serviceUrl(given).href).toBe(spelled);
});

describe("The address of an operation", () => {
  /** Pieces that mean something in a URL, so that many of the texts made of them are nearly right. */
  const piece = fc.constantFrom(
    ..."https http ftp : / // \\ @ ? # . .. % %2e %2f %5c ; a api v1 localhost 127.0.0.1 [::1] 443 8443 evil.example".split(
      " ",
    ),
    " ",
    "\t",
    "\n",
    "ü",
    "。",
  );
  const text = fc.oneof(
    fc.array(piece, { maxLength: 8 }).map((pieces) => `https://good.example/${pieces.join("")}`),
    fc.array(piece, { maxLength: 4 }).map((pieces) => `https://good.example${pieces.join("")}`),
    fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join("")),
    fc
      .array(fc.stringMatching(/^[\w.~-]+$/), { maxLength: 4 })
      .map((parts) => `https://h/${parts.join("/")}//`),
    // Not fc.webUrl, which first makes the table that anyText avoids.
    fc
      .tuple(fc.domain(), fc.array(anyText({ maxLength: 6 }).map(encodeURIComponent), { maxLength: 4 }))
      .map(([host, segments]) => `https://${host}/${segments.join("/")}`),
    anyText(),
  );

  test("has the origin and the path of every usable base address", () => {
    fc.assert(
      fc.property(text, fc.string({ unit: "grapheme", minLength: 1 }), (base_url, order_id) => {
        fc.pre(checkConnection({ ...sound, base_url }).length === 0 && !/^\.{1,2}$/.test(order_id));
        const { path } = encode(reissueOperation, { order_id });
        const url = endpoint(serviceUrl(base_url), path);
        // What is written is what is contacted: no reading of the text may find another host.
        const [, scheme, host, prefix] = /^(\w+):\/\/([^/]+)(.*?)\/*$/s.exec(base_url) ?? [];
        expect(url.origin).toBe(new URL(`${scheme}://${host}`).origin);
        expect(`${url.pathname}${url.search}${url.hash}`).toBe(`${prefix}${path}`);
        expect(`${url.username}${url.password}`).toBe("");
      }),
      { numRuns: 2_000, maxSkipsPerRun: 1_000 },
    );
  });

  test("is refused if it would be another one than requested", () => {
    const base = new URL("https://service.example/api");
    for (const path of ["/../../other", "/a?b", "/a b", "/a\\b"])
      expect(() => endpoint(base, path)).toThrow(
        expect.objectContaining({
          outcome: "not-sent",
          code: "invalid_setting",
          problems: [expect.objectContaining({ field: "baseUrl", rule: "url" })],
        }),
      );
    expect(endpoint(new URL("https://service.example/api//"), "/a").pathname).toBe("/api/a");
    expect(endpoint(new URL("https://service.example//other.example/"), "/a").host).toBe("service.example");
  });
});
