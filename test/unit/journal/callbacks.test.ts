import { expect, test } from "vitest";
import { tryCallbacks } from "../../harness/journal/callback-model.ts";

test("No callback leads to a second reissue of a key that was carried out, and none settles an attempt", async () => {
  expect(await tryCallbacks({ numRuns: 200 })).toBeGreaterThan(0);
});
