import { expect, test } from "vitest";
import { createSandboxJournal } from "../../../src/journal/index.ts";
import { newFolder } from "../../harness/new-folder.ts";
import { reissue, TerraformWithSandbox } from "../../harness/terraform/terraform-with-sandbox.ts";

const dayMs = 86_400_000;

test("A core plans and makes a renewal when the sandbox's clock has passed its day, and nothing the next day", async () => {
  const configuration = reissue({ validity_days: 90, renew_before_days: 30 });
  const folder = newFolder("sandbox-journal-");
  let setClock: (aheadMs: number) => void = () => {};
  const onClockMove = (aheadMs: number) => setClock(aheadMs);
  await using stage = await TerraformWithSandbox.begun(configuration, { onClockMove });
  const { url, service } = stage.sandbox;
  ({ setClock } = await createSandboxJournal(folder, service));
  Object.assign(stage.workspace.env, { CERTORDER_JOURNAL: folder, CERTORDER_BASE_URL: `${url}/${service}` });
  const move = async (days: number) => {
    const body = JSON.stringify({ forwardMs: days * dayMs });
    expect((await fetch(`${url}/_sandbox/clock`, { method: "POST", body })).status).toBe(200);
  };
  await stage.applies();
  await move(59);
  await stage.hasNothingToDo();
  await move(2);
  expect((await stage.workspace.plan()).text).toContain("renewal is due");
  await stage.applies();
  expect(stage.reissues()).toBe(2);
  await move(1);
  await stage.hasNothingToDo();
});
