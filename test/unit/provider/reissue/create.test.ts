import { describe, expect } from "vitest";
import { UNKNOWN } from "../../../../src/plugin/index.ts";
import { unknownPaths } from "../../../../src/plugin/testing/index.ts";
import { changed, expectErrors, site, title, titles } from "../../../harness/provider/provider.ts";
import { test } from "../stage.ts";

describe.concurrent("A new resource", () => {
  test("is sent once; each changed trigger sends one more; destroying sends nothing", async ({ stage }) => {
    const { sandbox } = stage;
    const reissue = stage.resource();
    const plan = await reissue.plan(site);
    expect(plan.action).toBe("create");
    expect(unknownPaths(plan)).toContain("certificate_id");
    expect(titles(plan.diagnostics)).toEqual([title.reissued]);
    expect(sandbox.ledger).toHaveLength(0);

    await stage.run();
    // The last request is the same as the first, and still a new one.
    for (const given of [site, changed, site]) await reissue.apply(given);
    expect(reissue.state).toMatchObject({
      certificate_id: "cert-1003",
      certificate_history: ["cert-1002", "cert-1001"],
    });
    expect(titles(await reissue.destroy())).toEqual(["Order order-ssl-1 is only removed from the state"]);
    expect(sandbox.ledger).toHaveLength(3);

    // A new block adopts the latest certificate, or is blocked by it.
    await reissue.apply(site);
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1003" });
    await reissue.destroy();
    expect(titles(await expectErrors(reissue.apply(changed)))).toEqual([title.newer]);
    expect(sandbox.ledger).toHaveLength(3);
  });

  test("never has its write-only access code in plan or state", async ({ stage }) => {
    const code = { order_id: "order-code-1", sign_hash: "sha256", csr_from: "sign-cloud-csc" };
    const pin = { sign_key_pin_wo: "sandbox-pin-2468", sign_key_pin_wo_version: 1 };
    const reissue = await stage.stored({ ...code, ...pin });
    expect(JSON.stringify(reissue.state)).not.toContain("sandbox-pin-2468");
    expect(stage.sandbox.ledger).toHaveLength(1);
  });

  test("adopts a certificate that the library made from the same request", async ({ stage }) => {
    const { attemptId } = await stage.reissuedElsewhere();
    const reissue = stage.resource();
    const plan = await reissue.plan(site);
    expect(titles(plan.diagnostics)).toEqual([title.adopted]);
    expect(unknownPaths(plan)).toEqual([]);

    await reissue.apply(site);
    expect(reissue.state).toMatchObject({
      certificate_id: "cert-1001",
      attempt_id: attemptId,
      issued_at: (await stage.journal.attempts())[0]?.endedAt,
    });
    expect(stage.sandbox.ledger).toHaveLength(1);
    // The resource knows the latest from here on.
    await reissue.apply(changed);
    expect(stage.sandbox.ledger).toHaveLength(2);
  });

  test("is refused at its apply if another one of its order was applied, once their order is known", async ({
    stage,
  }) => {
    const [one, two] = [stage.resource(), stage.resource()];
    const unknown = { ...site, order_id: UNKNOWN };
    const plans = [await one.plan(unknown), await two.plan(unknown)] as const;
    expect(unknownPaths(plans[0])).toEqual(expect.arrayContaining(["id", "certificate_id"]));
    await stage.run();
    await one.carryOut(site, plans[0]);
    expect(titles(await expectErrors(two.carryOut(site, plans[1])))).toEqual([
      "Order order-ssl-1 is described twice",
    ]);
    expect(stage.sandbox.ledger).toHaveLength(1);
  });

  test("is refused by allow_reissue and max_reissues, also if its plan was made without them", async ({
    stage,
  }) => {
    const reissue = stage.resource();
    const plan = await reissue.plan(site);
    for (const [settings, refusal] of [
      [{ allow_reissue: false }, "Reissues are switched off"],
      [{ max_reissues: 0 }, "Too many reissues"],
    ] as const) {
      await stage.run(settings);
      expect(titles(await expectErrors(reissue.plan(site)))).toEqual([refusal]);
      await stage.run(settings);
      expect(titles(await expectErrors(reissue.carryOut(site, plan)))).toEqual([refusal]);
    }
    expect(await expectErrors(stage.run({ max_reissues: -1 }))).toMatchObject([
      { summary: "Invalid argument", attribute: "max_reissues" },
    ]);
    expect(stage.sandbox.requests).toHaveLength(0);
  });
});
