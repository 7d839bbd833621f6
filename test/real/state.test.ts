import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { reissue, TerraformWithSandbox } from "../harness/terraform/terraform-with-sandbox.ts";

test.concurrent("A state with fewer and other attributes is read without a reissue", async () => {
  await using stage = await TerraformWithSandbox.applied(reissue());
  const later = [
    "expires_at_estimate",
    "renewal_due",
    "acknowledge_dropped_names",
    "attempt_id",
    "request_digest",
    "certificate_history",
    "open_attempt_id",
    "open_attempt_ended_at",
    "service",
  ];
  stage.editAttributes({
    ...Object.fromEntries(later.map((name) => [name, undefined])),
    gone_since: "whatever",
    sign_key_pin_wo: "stored-by-mistake",
  });
  await stage.applies(reissue({ i_know_will_revoke_last_cert: true }));
  expect(stage.reissues()).toBe(1);
  expect(stage.stateText).not.toMatch(/gone_since|stored-by-mistake/);
  // Without a request digest, the arguments of the state say what the certificate was made from.
  await stage.applies(reissue({ sign_hash: "sha384" }));
  expect(stage.reissues()).toBe(2);
});

test.concurrent("A lost state comes back from the journal; without one, the plan says that it reissues", async () => {
  await using stage = await TerraformWithSandbox.applied(reissue());
  await stage.forgets();
  const { exit, text } = await stage.workspace.plan();
  expect(exit).toBe(2);
  expect(text).toContain("Order o-1 is adopted without a reissue");
  expect(text).not.toContain("will be reissued");
  await stage.applies();

  await stage.forgets();
  rmSync(stage.workspace.journal, { recursive: true });
  expect((await stage.workspace.plan()).text).toContain("because the resource is created");
  expect(stage.reissues()).toBe(1);
});
