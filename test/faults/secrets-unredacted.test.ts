import { expect, test, vi } from "vitest";
import { canariesIn } from "./canaries.ts";
import { tellings } from "./hostile.ts";

vi.mock("../../src/client/text.ts", async (original) => ({
  ...(await original<typeof import("../../src/client/text.ts")>()),
  redactor: () => (text: string) => text,
}));

test("Without the redaction the very same search finds every secret, in every spelling that it knows", async () => {
  const told = await tellings((place) => place === "a message");
  const found = told.filter(({ printable }) => canariesIn(printable).length > 0);
  const names = new Set(found.flatMap(({ printable }) => canariesIn(printable)));
  expect([...names].sort()).toEqual(["accessKey", "authKey", "signKeyPin"]);
  for (const spelling of ["raw", "base64", "base64url", "url", "form", "json", "hex", "HEX", "html"])
    expect(found.map(({ what }) => what)).toContainEqual(expect.stringMatching(new RegExp(`, ${spelling}$`)));
});
