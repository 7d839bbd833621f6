import { expect, test } from "vitest";
import { order, reissue, Stage } from "../harness/terraform/stage.ts";

test.concurrent("A dropped name is refused in the plan, and reissued once the service's own flag acknowledges it", async () => {
  await using stage = await Stage.open();
  await stage.begin(reissue());
  await stage.applies();
  const dropping = { dns_names: ["www.example.com"] };
  stage.workspace.write(reissue(dropping));
  for (const refused of [await stage.workspace.plan(), await stage.workspace.apply()]) {
    expect(refused.exit).toBe(1);
    expect(refused.text).toContain("The reissue drops names");
    expect(refused.text).toContain('acknowledge_removed_names = ["example.com"]');
    expect(refused.text).toMatch(
      /main\.tf line \d+, in resource "certorder_reissue" "site": \d+: dns_names =/,
    );
  }
  expect(stage.reissues()).toBe(1);
  const { text } = await stage.applies(
    reissue({ ...dropping, i_know_remove_domain_will_revoke_before_cert: true }),
  );
  expect(text).toContain("The service revokes certificates that have a dropped name.");
  expect(stage.reissues()).toBe(2);
  expect(stage.lastBody()).toMatchObject({ i_know_remove_domain_will_revoke_before_cert: true });
});

test.concurrent("A product that revokes is reissued with the acknowledgement only, which the plan mentions", async () => {
  await using stage = await Stage.open({ orders: [order("o-1", { product: "ssl-revoking" })] });
  await stage.begin(reissue());
  const refused = await stage.workspace.apply();
  expect(refused.exit).toBe(1);
  expect(refused.text).toContain("revocation_not_acknowledged");
  const { text } = await stage.applies(reissue({ i_know_will_revoke_last_cert: true }));
  expect(text).toContain("The service may revoke the current certificate.");
  expect(stage.sandbox.ledger).toMatchObject([{ revokedPrevious: true }]);
});
