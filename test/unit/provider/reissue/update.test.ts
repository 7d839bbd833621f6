import { describe, expect } from "vitest";
import { UNKNOWN } from "../../../../src/plugin/index.ts";
import { unknownPaths } from "../../../../src/plugin/testing/index.ts";
import {
  backup,
  changed,
  expectErrors,
  type ProviderWithSandbox,
  resolving,
  site,
  title,
  titles,
} from "../../../harness/provider/provider.ts";
import { test } from "../stage.ts";

const other = { ...site, triggers: { turn: "3" } };

describe.concurrent("A changed resource", () => {
  test("is sent on top of the stored certificate, also if only the state knows it", async ({ stage }) => {
    const reissue = await stage.stored();
    await reissue.apply(changed);
    stage.forget();
    await reissue.apply(other);
    expect(reissue.state).toMatchObject({
      certificate_id: "cert-1003",
      previous_certificate_id: "cert-1002",
      certificate_history: ["cert-1002", "cert-1001"],
    });
    expect(stage.sandbox.ledger).toHaveLength(3);
  });

  test("is not sent again by a state from yesterday", async ({ stage }) => {
    const reissue = await stage.stored();
    const restore = backup(reissue);
    await reissue.apply(changed);

    restore();
    expect(titles((await stage.plan(reissue, site)).diagnostics)).toEqual([
      "Order order-ssl-1 has a newer certificate",
    ]);
    expect(titles(await expectErrors(reissue.apply(other)))).toEqual([title.newer]);
    restore();
    await reissue.apply(changed, { refresh: false });
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1002" });
    expect(stage.sandbox.ledger).toHaveLength(2);

    // A state from two reissues ago.
    await reissue.apply(other);
    restore();
    expect(titles(await expectErrors(reissue.apply(changed)))).toEqual([title.newer]);
    expect(stage.sandbox.ledger).toHaveLength(3);
  });

  test("keeps its certificate if a value that is only known after apply comes out as it was", async ({
    stage,
  }) => {
    const reissue = await stage.stored();
    for (const unknown of [{ csr: UNKNOWN }, { triggers: UNKNOWN }]) {
      const plan = await stage.plan(reissue, { ...site, ...unknown });
      expect(unknownPaths(plan)).toContain("certificate_id");
      await reissue.apply(site, { plannedWith: { ...site, ...unknown } });
    }
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1001" });
    expect(stage.sandbox.ledger).toHaveLength(1);
    await reissue.apply(changed, { plannedWith: { ...changed, csr: UNKNOWN } });
    expect(stage.sandbox.ledger).toHaveLength(2);
  });

  test("is decided by the apply if a setting of the provider is only known after apply", async ({
    stage,
  }) => {
    await stage.reissuedElsewhere();
    const reissue = stage.resource();
    await stage.run({ auth_key: UNKNOWN });
    const plan = await stage.plan(reissue, site);
    expect(unknownPaths(plan)).toContain("certificate_id");
    await stage.run();
    await reissue.carryOut(site, plan);
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1001" });
    expect(stage.sandbox.ledger).toHaveLength(1);
  });
});

describe.concurrent("A renewal", () => {
  const renewed = { ...site, validity_days: 90, renew_before_days: 30 };
  /** A certificate whose renewal is due. */
  async function old(stage: ProviderWithSandbox) {
    const reissue = stage.resource();
    await reissue.import("order-ssl-1/cert-1@2026-01-31");
    await reissue.apply(renewed, { expectEmptyPlan: false });
    expect(reissue.state).toMatchObject({ last_outcome: "done", renewal_due: false });
    expect(stage.sandbox.ledger).toHaveLength(0);
    return reissue;
  }

  test("is sent once the last refresh says that it is due, and not again by the state before it", async ({
    stage,
  }) => {
    const reissue = await old(stage);
    const restore = backup(reissue);
    expect((await stage.plan(reissue, renewed, { refresh: false })).action).toBe("none");
    const plan = await stage.plan(reissue, renewed);
    expect(plan.diagnostics[0]?.detail).toContain("because its renewal is due.");
    for (const _ of [1, 2]) {
      restore();
      await reissue.apply(renewed);
      expect(reissue.state).toMatchObject({
        certificate_id: "cert-1001",
        previous_certificate_id: "cert-1",
        renewal_due: false,
      });
    }
    expect(stage.sandbox.ledger).toHaveLength(1);
  });

  test.for([true, false])(
    "is not due any more once its lost answer is resolved with its certificate (refresh: %s)",
    async (refresh, { stage }) => {
      const reissue = await old(stage);
      stage.loseAnswer();
      await expectErrors(reissue.apply(renewed));
      expect(reissue.state).toMatchObject({ renewal_due: true, last_outcome: "unknown" });
      await stage.run(resolving(reissue.state?.open_attempt_id, "cert-1001"));
      await reissue.apply(renewed, { refresh });
      expect(reissue.state).toMatchObject({ certificate_id: "cert-1001", renewal_due: false });
      expect(stage.sandbox.ledger).toHaveLength(1);
    },
  );

  test("that is counted from a time in the future gets a warning", async ({ stage }) => {
    const reissue = await stage.stored(renewed);
    const inTwoDays = new Date(Date.now() + 2 * 86_400_000).toISOString();
    reissue.state = { ...reissue.state, issued_at: inTwoDays };
    const plan = await stage.plan(reissue, renewed);
    expect(plan.action).toBe("none");
    expect(titles(plan.diagnostics)).toEqual(["Order order-ssl-1 was issued in the future"]);
  });
});
