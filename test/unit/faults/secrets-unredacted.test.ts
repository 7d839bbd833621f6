import { expect, test, vi } from "vitest";

const redaction = "../../../src/client/text.ts";

test("Without the redaction the very same search finds every secret, in every spelling that it knows", async ({
  onTestFinished,
}) => {
  // What shares this process has loaded the redaction, and will need it.
  vi.resetModules();
  vi.doMock(redaction, async (original) => ({
    ...(await original<typeof import("../../../src/client/text.ts")>()),
    redactor: () => (text: string) => text,
  }));
  onTestFinished(() => {
    vi.doUnmock(redaction);
    vi.resetModules();
  });
  const { tellings } = await import("../../harness/faults/hostile.ts");
  const { canariesIn } = await import("../../harness/faults/canaries.ts");

  const told = await tellings((place) => place === "a message");
  const found = told.filter(({ printable }) => canariesIn(printable).length > 0);
  const names = new Set(found.flatMap(({ printable }) => canariesIn(printable)));
  expect([...names].sort()).toEqual(["accessKey", "authKey", "signKeyPin"]);
  for (const spelling of ["raw", "base64", "base64url", "url", "form", "json", "hex", "HEX", "html"])
    expect(found.map(({ what }) => what)).toContainEqual(expect.stringMatching(new RegExp(`, ${spelling}$`)));
});
