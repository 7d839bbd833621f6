import { expect, test } from "vitest";
import { reissue, Stage } from "../harness/terraform/stage.ts";

// The clock is moved by moving what it is compared with: the state says that the certificate is older than it is.

const renewing = { validity_days: 90, renew_before_days: 30 };
const day = 86_400_000;

function issuedDaysAgo(stage: Stage, days: number): void {
  stage.editState(({ attributes }) => {
    attributes.issued_at = new Date(Date.now() - days * day).toISOString();
  });
}

test.concurrent("A certificate is renewed when its window opens, once, and not before", async () => {
  await using stage = await Stage.open();
  await stage.begin(reissue(renewing));
  await stage.applies();
  issuedDaysAgo(stage, 59);
  await stage.hasNothingToDo();
  issuedDaysAgo(stage, 61);
  // The plan follows the stored flag, never the clock.
  expect((await stage.workspace.plan("-refresh=false")).exit).toBe(0);
  const due = await stage.workspace.plan();
  expect(due.exit).toBe(2);
  expect(due.text).toContain("because its renewal is due");
  await stage.applies();
  expect(stage.reissues()).toBe(2);
  expect(stage.workspace.attributes("certorder_reissue.site")).toMatchObject({
    renewal_due: false,
    previous_certificate_id: stage.sandbox.ledger[0]?.certificateId,
    certificate_id: stage.sandbox.ledger[1]?.certificateId,
  });
});

test.concurrent("A saved plan renews when it is applied later, and one made before the window does not", async () => {
  await using stage = await Stage.open();
  await stage.begin(reissue(renewing));
  await stage.applies();
  issuedDaysAgo(stage, 61);
  await stage.workspace.plan("-out=due.plan");
  expect((await stage.workspace.apply("due.plan")).exit).toBe(0);
  expect(stage.reissues()).toBe(2);
  await stage.hasNothingToDo();
  expect((await stage.workspace.plan("-out=early.plan")).exit).toBe(0);
  expect((await stage.workspace.apply("early.plan")).exit).toBe(0);
  expect(stage.reissues()).toBe(2);
});

test.concurrent("A refresh alone stores that a renewal is due, and an apply without one renews", async () => {
  await using stage = await Stage.open();
  await stage.begin(reissue(renewing));
  await stage.applies();
  issuedDaysAgo(stage, 61);
  const refreshed = await stage.workspace.apply("-refresh-only");
  expect(refreshed.exit).toBe(0);
  expect(stage.workspace.attributes("certorder_reissue.site")).toMatchObject({ renewal_due: true });
  expect(stage.reissues()).toBe(1);
  await stage.applies(undefined, "-refresh=false");
  expect(stage.reissues()).toBe(2);
});

test.concurrent("A renewal that is due is not sent if renew_before_days is removed, but with ignore_changes it is", async () => {
  await using stage = await Stage.open();
  await stage.begin(reissue(renewing));
  await stage.applies();
  issuedDaysAgo(stage, 61);
  expect((await stage.workspace.apply("-refresh-only")).exit).toBe(0);
  stage.workspace.write(reissue(renewing, { more: "  lifecycle {\n    ignore_changes = all\n  }\n" }));
  expect((await stage.workspace.plan()).text).toContain("because its renewal is due");
  await stage.applies(reissue({ validity_days: 90 }));
  expect(stage.reissues()).toBe(1);
  expect(stage.workspace.attributes("certorder_reissue.site")).toMatchObject({ renewal_due: false });
});
