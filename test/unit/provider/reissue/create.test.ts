import { describe, expect } from "vitest";
import { UNKNOWN } from "../../../../src/plugin/index.ts";
import { unknownNames } from "../../../../src/plugin/testing/index.ts";
import { changed, expectErrors, site, titles } from "../../../harness/provider/provider.ts";
import { test } from "../provider-fixture.ts";

describe.concurrent("A new resource", () => {
  test("is sent once, like each change, also a change back; a destroy sends nothing", async ({
    provider,
  }) => {
    const reissue = provider.resource();
    for (const given of [site, changed, site]) await reissue.apply(given);
    expect(reissue.state).toMatchObject({
      certificate_id: "cert-1003",
      certificate_history: ["cert-1002", "cert-1001"],
    });
    await reissue.destroy();
    expect(provider.sandbox.ledger).toHaveLength(3);
  });

  test("never has its access code in plan or state", async ({ provider }) => {
    const code = { order_id: "order-code-1", sign_hash: "sha256", csr_from: "sign-cloud-csc" };
    const pin = { sign_key_pin: "sandbox-pin-2468" };
    const reissue = await provider.stored({ ...code, ...pin });
    expect(JSON.stringify(reissue.state)).not.toContain("sandbox-pin-2468");
    expect(provider.sandbox.ledger).toHaveLength(1);
  });

  test("is refused at its apply if another one of its order was applied before", async ({ provider }) => {
    const [first, second] = [provider.resource(), provider.resource()];
    const unknown = { ...site, order_id: UNKNOWN };
    const [firstPlan, secondPlan] = [await first.plan(unknown), await second.plan(unknown)];
    expect(unknownNames(firstPlan)).toEqual(expect.arrayContaining(["certificate_id"]));
    await provider.run();
    await first.carryOut(site, firstPlan);
    expect(titles(await expectErrors(second.carryOut(site, secondPlan)))).toEqual([
      "Order order-ssl-1 is described twice",
    ]);
    expect(provider.sandbox.ledger).toHaveLength(1);
  });

  test("is refused by max_reissues, at plan and at apply", async ({ provider }) => {
    const reissue = provider.resource();
    const plan = await reissue.plan(site);
    const settings = { max_reissues: 0 };
    const refusal = ["Reissues are switched off"];
    await provider.run(settings);
    expect(titles(await expectErrors(reissue.plan(site)))).toEqual(refusal);
    await provider.run(settings);
    expect(titles(await expectErrors(reissue.carryOut(site, plan)))).toEqual(refusal);
    expect(await expectErrors(provider.run({ max_reissues: -1 }))).toMatchObject([
      { summary: "Invalid argument", attribute: "max_reissues" },
    ]);
    expect(provider.sandbox.requests).toHaveLength(0);
  });
});
