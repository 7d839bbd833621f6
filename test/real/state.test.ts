import { expect, test } from "vitest";
import { reissue, Stage } from "../harness/terraform/stage.ts";

test.concurrent("A state with fewer and other attributes is read without a reissue", async () => {
  await using stage = await Stage.open();
  await stage.begin(reissue());
  await stage.applies();
  stage.editState(({ attributes }) => {
    for (const later of [
      ...["expires_at_estimate", "renewal_due", "acknowledge_removed_names"],
      "attempt_id",
      "request_digest",
      "certificate_history",
      "open_attempt_id",
      "open_attempt_at",
      "service",
    ])
      delete attributes[later];
    attributes.gone_since = "whatever";
  });
  await stage.applies();
  expect(stage.reissues()).toBe(1);
  expect(stage.stateText).not.toContain("gone_since");
  // Without a request digest, the arguments of the state say what the certificate was made from.
  await stage.applies(reissue({ sign_hash: "sha384" }));
  expect(stage.reissues()).toBe(2);
});
