import { describe, expect } from "vitest";
import { UNKNOWN } from "../../../../src/plugin/index.ts";
import { unknownNames } from "../../../../src/plugin/testing/index.ts";
import { backup, changed, site } from "../../../harness/provider/provider.ts";
import { test } from "../provider-fixture.ts";

describe.concurrent("A changed resource", () => {
  test("is sent on top of the stored certificate, also if only the state knows it", async ({ provider }) => {
    const reissue = await provider.stored();
    await reissue.apply(changed);
    provider.forget();
    await reissue.apply(site);
    expect(reissue.state).toMatchObject({
      certificate_id: "cert-1003",
      certificate_history: ["cert-1002", "cert-1001"],
    });
    expect(provider.sandbox.ledger).toHaveLength(3);
  });

  test("keeps its certificate if a value known only after apply is as it was", async ({ provider }) => {
    const reissue = await provider.stored();
    for (const unknown of [{ csr: UNKNOWN }, { triggers: UNKNOWN }]) {
      const plan = await provider.plan(reissue, { ...site, ...unknown });
      expect(unknownNames(plan)).toContain("certificate_id");
      await reissue.apply(site, { plannedWith: { ...site, ...unknown } });
    }
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1001" });
    expect(provider.sandbox.ledger).toHaveLength(1);
    await reissue.apply(changed, { plannedWith: { ...changed, csr: UNKNOWN } });
    expect(provider.sandbox.ledger).toHaveLength(2);
  });

  test("is decided by the apply if a provider setting is known only then", async ({ provider }) => {
    await provider.reissuedElsewhere();
    const reissue = provider.resource();
    await provider.run({ auth_key: UNKNOWN });
    const plan = await provider.plan(reissue, site);
    expect(unknownNames(plan)).toContain("certificate_id");
    await provider.run();
    await reissue.carryOut(site, plan);
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1001" });
    expect(provider.sandbox.ledger).toHaveLength(1);
  });
});

test.concurrent("A due renewal is sent once, also by the state from before it", async ({ provider }) => {
  const renewed = { ...site, validity_days: 90, renew_before_days: 30 };
  const reissue = provider.resource();
  await reissue.import("order-ssl-1/cert-1@2026-01-31");
  await reissue.apply(renewed, { expectEmptyPlan: false });
  expect(reissue.state).toMatchObject({ last_outcome: "done", renewal_due: false });
  expect(provider.sandbox.ledger).toHaveLength(0);

  const restore = backup(reissue);
  expect((await provider.plan(reissue, renewed, { refresh: false })).action).toBe("none");
  const plan = await provider.plan(reissue, renewed);
  expect(plan.diagnostics[0]?.detail).toContain(
    "because its renewal is due (issued at 2026-01-31T00:00:00.000Z).",
  );
  for (const _ of [1, 2]) {
    restore();
    await reissue.apply(renewed);
    expect(reissue.state).toMatchObject({
      certificate_id: "cert-1001",
      certificate_history: expect.arrayContaining(["cert-1"]),
      renewal_due: false,
    });
  }
  expect(provider.sandbox.ledger).toHaveLength(1);
});
