import { expect, test } from "vitest";
import { order, reissue, Stage } from "../harness/terraform/stage.ts";

// test/proof/model lets people do anything around one order, under real cores too. It has neither a second order nor `count`.

/** A stage whose first reissue has an unknown outcome. The service carried it out. */
async function unresolved() {
  const stage = await Stage.open({ orders: [order("o-1"), order("o-2")] });
  await stage.begin(reissue());
  stage.losesAnswer();
  const run = await stage.workspace.apply();
  expect(run.exit, run.text).toBe(1);
  expect(stage.reissues("o-1")).toBe(1);
  return { stage, run };
}

test.concurrent.for([
  [
    "count goes to 0 and back",
    reissue({}, { more: "  count = 0\n" }),
    reissue({}, { more: "  count = 1\n" }),
  ],
  ["the resource gets another order and then the first one again", reissue({ order_id: "o-2" }), reissue()],
] as const)("An attempt with an unknown outcome stays open when %s", async ([, without, again]) => {
  const { stage: opened } = await unresolved();
  await using stage = opened;
  stage.workspace.write(without);
  await stage.workspace.apply("-refresh=false");
  stage.workspace.write(again);
  for (const args of [[], ["-refresh=false"]]) {
    const { exit, text } = await stage.workspace.apply(...args);
    expect(exit, text).toBe(1);
    expect(text).toContain("Code: unresolved_attempt");
  }
  expect(stage.reissues("o-1")).toBe(1);
});

test.concurrent("An attempt with an unknown outcome is explained once in a plan", async () => {
  const { stage: opened } = await unresolved();
  await using stage = opened;
  const { text } = await stage.workspace.plan();
  expect(text.match(/Look the order up at the service/g)).toHaveLength(1);
});
