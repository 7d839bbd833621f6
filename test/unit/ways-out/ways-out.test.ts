import { describe, expect, test } from "vitest";
import type { KnownCode } from "../../../src/contract/known-codes.ts";
import { Page, type WayOut } from "../../harness/ways-out/page.ts";
import { actionWays } from "./action.ts";
import { commandLineWays } from "./command-line.ts";
import { libraryWays } from "./library.ts";
import { providerWays } from "./provider.ts";

/** Each code has an entry, in the file of the interface that brings it about. Without one, this does not compile. */
const ways: Readonly<Record<KnownCode, WayOut>> = {
  ...commandLineWays,
  ...libraryWays,
  ...providerWays,
  ...actionWays,
};

describe.concurrent("The first way out of the page leads to the end after", () => {
  for (const [code, { says, skipped, follow }] of Object.entries(ways) as [KnownCode, WayOut][])
    test.skipIf(skipped)(skipped ? `${code} (skipped: ${skipped})` : code, async () => {
      const page = new Page(code);
      const isFirst = page.beginnings.some((text) => text.startsWith(says));
      expect(isFirst, `The page begins with another way out than "${says}".`).toBe(true);
      await follow(page);
      expect(page.isSeen, "The code did not come about.").toBe(true);
    });
});
