import { describe, expect, test } from "vitest";
import { cores } from "../harness/terraform/terraform.ts";
import { reissue, TerraformWithSandbox } from "../harness/terraform/terraform-with-sandbox.ts";

// The clock is moved by moving what it is compared with: the state says that the certificate is older than it is.

const renewing = { validity_days: 90, renew_before_days: 30 };
const day = 86_400_000;

function issuedDaysAgo(stage: TerraformWithSandbox, days: number): void {
  stage.editState(({ attributes }) => {
    attributes.issued_at = new Date(Date.now() - days * day).toISOString();
  });
}

test.concurrent("A certificate is renewed when its window opens, once, and not before", async () => {
  await using stage = await TerraformWithSandbox.applied(reissue(renewing));
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
  await using stage = await TerraformWithSandbox.applied(reissue(renewing));
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
  await using stage = await TerraformWithSandbox.applied(reissue(renewing));
  issuedDaysAgo(stage, 61);
  const refreshed = await stage.workspace.apply("-refresh-only");
  expect(refreshed.exit).toBe(0);
  expect(stage.workspace.attributes("certorder_reissue.site")).toMatchObject({ renewal_due: true });
  expect(stage.reissues()).toBe(1);
  await stage.applies(undefined, "-refresh=false");
  expect(stage.reissues()).toBe(2);
});

test.concurrent("Removing renew_before_days switches a renewal off that is already due, ignore_changes does not", async () => {
  await using stage = await TerraformWithSandbox.applied(reissue(renewing));
  issuedDaysAgo(stage, 61);
  expect((await stage.workspace.apply("-refresh-only")).exit).toBe(0);
  stage.workspace.write(reissue(renewing, { more: "  lifecycle {\n    ignore_changes = all\n  }\n" }));
  expect((await stage.workspace.plan()).text).toContain("because its renewal is due");
  await stage.applies(reissue({ validity_days: 90 }));
  expect(stage.reissues()).toBe(1);
  expect(stage.workspace.attributes("certorder_reissue.site")).toMatchObject({ renewal_due: false });
});

test.concurrent("A window as wide as it may be does not renew within a day of the last reissue", async () => {
  await using stage = await TerraformWithSandbox.applied(reissue({ validity_days: 2, renew_before_days: 1 }));
  issuedDaysAgo(stage, 0.9);
  await stage.hasNothingToDo();
  issuedDaysAgo(stage, 1.1);
  expect((await stage.workspace.plan()).exit).toBe(2);
});

test.concurrent("renew_before_days needs validity_days and is at most half of it", async () => {
  await using stage = await TerraformWithSandbox.begun(reissue({ renew_before_days: 10 }));
  expect((await stage.workspace.run("validate")).text).toContain("renew_before_days needs validity_days");
  for (const [wrong, reason] of [
    [0, "the smallest allowed value is 1"],
    [46, "with validity_days = 90 it can be 1 to 45"],
  ] as const) {
    stage.workspace.write(reissue({ validity_days: 90, renew_before_days: wrong }));
    const { exit, text } = await stage.workspace.run("validate");
    expect(exit).toBe(1);
    expect(text).toContain(reason);
    expect(text).toMatch(/: renew_before_days =/);
  }
});

describe.each(cores)("%s", (_, program) => {
  test.concurrent("A time of issue in the future is a warning", async () => {
    await using stage = await TerraformWithSandbox.applied(
      reissue({ validity_days: 90, renew_before_days: 30 }),
      { program },
    );
    stage.editState(({ attributes }) => {
      attributes.issued_at = new Date(Date.now() + 30 * 86_400_000).toISOString();
    });
    const { exit, text } = await stage.workspace.plan();
    expect(exit, text).toBe(0);
    expect(text).toContain("Order o-1 was issued in the future");
  });
});
