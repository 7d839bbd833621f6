import { expect, test } from "vitest";
import { order, reissue, Stage } from "../harness/terraform/stage.ts";

const address = "certorder_reissue.site";

test.concurrent("Validate reports all problems at once, each at its argument", async () => {
  await using stage = await Stage.open();
  await stage.begin(
    reissue({
      sign_hash: "",
      csr: "-----BEGIN PRIVATE KEY-----\nc2VjcmV0LWtleS1ieXRlcw==\n-----END PRIVATE KEY-----\n",
      validity_days: 0,
      persist_until: 5,
      sign_key_pin_wo: "1234",
      renew_before_days: 3,
    }),
  );
  const { exit, text } = await stage.workspace.run("validate");
  expect(exit).toBe(1);
  for (const problem of [
    /: sign_hash = "" .*?sign_hash is empty/,
    // The lines of secrets are not quoted.
    /: resource "certorder_reissue" "\w+" \{ csr: .*?private key/i,
    /: validity_days = 0 .*?the smallest allowed value is 1/,
    /: persist_until = 5 .*?persist_until is used only when dcv_method is "dns-persist"/,
    /: resource "certorder_reissue" "\w+" \{ sign_key_pin_wo is used only when csr_from is "sign-cloud-csc"/,
    /: renew_before_days = 3 .*?with validity_days = 0/,
  ])
    expect(text).toMatch(problem);
  expect(text).not.toContain("c2VjcmV0");
  const json = JSON.parse((await stage.workspace.run("validate", "-json")).stdout) as { error_count: number };
  expect(json.error_count).toBe(6);
});

test.concurrent("Orders that depend on one another are reissued one after the other", async () => {
  await using stage = await Stage.open({ orders: [order("o-1"), order("o-2")] });
  const second = (from: string) =>
    reissue(
      { order_id: "o-2", triggers: undefined },
      { name: "second", more: `  triggers = { first = ${from} }\n` },
    );
  await stage.begin(reissue() + second(`${address}.certificate_id`));
  await stage.applies();
  const { text } = await stage.applies(
    reissue({ sign_hash: "sha384" }) + second(`${address}.certificate_id`),
  );
  expect(text).toContain("0 added, 2 changed, 0 destroyed");
  expect(stage.sandbox.ledger.map(({ orderId }) => orderId)).toEqual(["o-1", "o-2", "o-1", "o-2"]);
});
