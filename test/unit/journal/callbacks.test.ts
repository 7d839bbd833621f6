import { expect, test } from "vitest";
import { tryCallbacks } from "../../harness/journal/callback-model.ts";

test.each(["propose", "auto"] as const)(
  "No callback leads to a second reissue of a key that was carried out, and none makes an attempt void (%s)",
  async (mode) => {
    expect((await tryCallbacks(mode, { numRuns: 200 })) > 0).toBe(mode === "auto");
  },
);
