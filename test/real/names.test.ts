import { describe, expect, test } from "vitest";
import { cores } from "../harness/terraform/terraform.ts";
import type { TerraformOptions } from "../harness/terraform/terraform-with-sandbox.ts";
import { order, reissue, TerraformWithSandbox } from "../harness/terraform/terraform-with-sandbox.ts";

test.concurrent("A dropped name is refused in the plan, and reissued once the service's own flag acknowledges it", async () => {
  await using stage = await TerraformWithSandbox.applied(reissue());
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

test.concurrent("acknowledge_removed_names has to name exactly what is dropped, in any spelling", async () => {
  const names = ["www.example.com", "a.example.com", "b.example.com"];
  await using stage = await TerraformWithSandbox.applied(reissue({ dns_names: names }), {
    orders: [order("o-1", { dnsNames: names })],
  });
  for (const wrong of [["a.example.com"], ["a.example.com", "b.example.com", "c.example.com"], []]) {
    stage.workspace.write(reissue({ dns_names: ["www.example.com"], acknowledge_removed_names: wrong }));
    const { exit, text } = await stage.workspace.plan();
    expect(exit).toBe(1);
    expect(text).toContain("would no longer have a.example.com, b.example.com");
  }
  const exact = { acknowledge_removed_names: ["B.example.com.", "a.example.com"] };
  await stage.applies(reissue({ dns_names: ["www.example.com"], ...exact }));
  expect(stage.reissues()).toBe(2);
  expect(stage.lastBody()).toMatchObject({ i_know_remove_domain_will_revoke_before_cert: true });

  // Left in place it acknowledges nothing else, and is not sent again.
  await stage.applies(reissue({ dns_names: ["www.example.com"], ...exact, sign_hash: "sha384" }));
  expect(stage.lastBody()).not.toHaveProperty("i_know_remove_domain_will_revoke_before_cert");
  stage.workspace.write(
    reissue({ common_name: "new.example.com", dns_names: [], ...exact, sign_hash: "sha384" }),
  );
  expect((await stage.workspace.plan()).text).toContain("would no longer have www.example.com");
  expect(stage.reissues()).toBe(3);
});

test.concurrent("An acknowledgement that is known only in the apply counts there", async () => {
  await using stage = await TerraformWithSandbox.open();
  const dropping = (acknowledged: string) => `
    resource "terraform_data" "reviewed" {
      input = ${acknowledged}
    }
    ${reissue(
      { dns_names: ["www.example.com"] },
      { more: "  i_know_remove_domain_will_revoke_before_cert = terraform_data.reviewed.output\n" },
    )}`;
  await stage.begin(reissue());
  await stage.applies();
  stage.workspace.write(dropping("false"));
  const refused = await stage.workspace.apply();
  expect(refused.text).toContain("The reissue drops names");
  expect(stage.reissues()).toBe(1);
  // The first attempt stored it; replaced, it is unknown once more.
  await stage.applies(dropping("true"), "-replace=terraform_data.reviewed");
  expect(stage.reissues()).toBe(2);
});

test.concurrent("A product that revokes is reissued with the acknowledgement only, which the plan mentions", async () => {
  await using stage = await TerraformWithSandbox.begun(reissue(), {
    orders: [order("o-1", { product: "ssl-revoking" })],
  });
  const refused = await stage.workspace.apply();
  expect(refused.exit).toBe(1);
  expect(refused.text).toContain("revocation_not_acknowledged");
  const { text } = await stage.applies(reissue({ i_know_will_revoke_last_cert: true }));
  expect(text).toContain("The service may revoke the current certificate.");
  expect(stage.sandbox.ledger).toMatchObject([{ revokedPrevious: true }]);
});

describe.each(cores)("%s", (_, program) => {
  const open = (options: TerraformOptions = {}) => TerraformWithSandbox.open({ program, ...options });

  test.concurrent("Removed names are acknowledged without a prior state", async () => {
    const args = { dns_names: ["www.example.com"], acknowledge_removed_names: ["example.com"] };
    await using stage = await open({ orders: [order("o-1"), order("o-2")] });
    await stage.begin(reissue(args));
    await stage.applies();
    // Another order takes the place of the first one in the same resource.
    await stage.applies(reissue({ ...args, order_id: "o-2" }));
    expect([stage.reissues("o-1"), stage.reissues("o-2")]).toEqual([1, 1]);
  });
});
