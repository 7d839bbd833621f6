import { describe, expect, test } from "vitest";
import { isPlaceholder, isPlainId, pasteableId } from "../../../src/contract/index.ts";

test("An id that a shell would read as more than a name is not part of a line to paste", () => {
  expect(pasteableId("cert-1")).toBe("cert-1");
  expect(pasteableId("$(reboot)")).toBe("CERTIFICATE_ID");
  expect(pasteableId(undefined, "ID")).toBe("ID");
});

describe("A plain id", () => {
  test.each(["a", "0", "Cert-1.2_3:4", "cert/2026+7==", "x".repeat(64)])("may be %s", (id) => {
    expect(isPlainId(id)).toBe(true);
  });

  const withOddCharacters = `-a .a $(a) /a =a +a a;b a&b a|b a* a,b a#b a~ a%b a\\b a<b a\`b a'b a"b`;
  test.each(["", " a", "a b", "a\n", "x".repeat(65), ...withOddCharacters.split(" ")])(
    "may not be %j",
    (id) => {
      expect(isPlainId(id)).toBe(false);
    },
  );
});

test("Texts that only stand for an id are recognised, and ids are not mistaken for them", () => {
  for (const word of `ID id CERTIFICATE_ID not-happened not_happened nothappened happened:C latest LATEST
    undefined null`.split(/\s+/))
    expect(isPlaceholder(word)).toBe(true);
  for (const id of `paid ID7 cert-1 unhappened x-latest latest-7 again xid undefined-7 x-undefined null-7
    x-null`.split(/\s+/))
    expect(isPlaceholder(id)).toBe(false);
});

test("A stand-in is not shown as the id of a certificate", () => {
  expect(pasteableId("latest")).toBe("CERTIFICATE_ID");
});
