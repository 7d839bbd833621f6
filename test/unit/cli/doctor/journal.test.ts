import { describe, expect, test } from "vitest";
import { Journal } from "../../../../src/journal/index.ts";
import { setStage } from "../../../harness/doctor/stage.ts";
import { commandIntent, reissue } from "../../../harness/journal/intents.ts";

/** A journal with one reissue at this service. */
async function stageWithReissue() {
  const stage = await setStage();
  const { CERTORDER_BASE_URL: address = "", CERTORDER_JOURNAL: folder = "" } = stage.env;
  const service = { name: undefined, address };
  await reissue(new Journal(folder), commandIntent({ service }), "done", "cert-1");
  return { stage, address };
}

describe.concurrent("The doctor's look at a journal", () => {
  test("finds it is this service's, however the setting spells the address", async () => {
    const { stage, address } = await stageWithReissue();
    stage.env.CERTORDER_BASE_URL = address.replace(/:(\d+)$/, ":0$1/");
    expect((await stage.look()).get("journal")).toMatchObject({ status: "ok" });
  });

  test.each(["no address", "https://me:secret@service.example"])(
    "says nothing about the service if the setting is wrong: %s",
    async (wrong) => {
      const { stage } = await stageWithReissue();
      stage.env.CERTORDER_BASE_URL = wrong;
      const found = await stage.look();
      expect(found.get("settings")).toMatchObject({ status: "failed" });
      expect(found.get("journal")).toMatchObject({ status: "ok" });
    },
  );
});
