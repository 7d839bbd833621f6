import { describe, expect } from "vitest";
import { changed, expectErrors, site, title, titles } from "../../../harness/provider/provider.ts";
import { test } from "../stage.ts";

const isStored = "The order is in this state already";
const shop = {
  order_id: "order-ssl-2",
  sign_hash: "sha256",
  csr: site.csr,
  common_name: "shop.example.com",
  dns_names: ["shop.example.com"],
};

test.concurrent("-replace is refused with the line to write, and a changed trigger reissues", async ({
  stage,
}) => {
  const reissue = await stage.stored();
  for (const [given, refresh, line] of [
    [site, true, 'triggers = { reissue = "2" }'],
    [site, false, 'triggers = { reissue = "2" }'],
    [changed, true, 'reissue = "2" # in triggers, beside the others'],
  ] as const) {
    const errors = await expectErrors(stage.plan(reissue, given, { replace: true, refresh }));
    expect(titles(errors), `refresh ${refresh}, ${line}`).toEqual(["Replacing does not reissue"]);
    expect(errors[0]?.detail, `refresh ${refresh}`).toContain(`\n    ${line}\n`);
  }
  expect(stage.sandbox.ledger).toHaveLength(1);
  const second = { ...site, triggers: { reissue: "2" } };
  await reissue.apply(second);
  expect(stage.sandbox.ledger).toHaveLength(2);
  const [again] = await expectErrors(stage.plan(reissue, second, { replace: true }));
  expect(again?.detail).toContain('\n    triggers = { reissue = "3" }\n');
});

describe.concurrent("A tainted resource", () => {
  test.for([
    { refresh: true, createBeforeDestroy: false },
    { refresh: false, createBeforeDestroy: false },
    { refresh: true, createBeforeDestroy: true },
  ])("adopts its certificate again and again if the journal knows it (%o)", async (options, { stage }) => {
    const reissue = await stage.stored();
    for (const replace of [false, true]) {
      reissue.tainted = true;
      const { action, diagnostics } = await reissue.apply(site, { ...options, replace });
      expect(action).toBe("replace");
      expect(titles(diagnostics)).toContain(title.adopted);
      expect(reissue.state).toMatchObject({ certificate_id: "cert-1001" });
    }
    reissue.tainted = true;
    const errors = await expectErrors(reissue.apply(changed, options));
    expect(titles(errors)).toEqual([title.newer]);
    expect(errors[0]?.detail).toMatch(/moved \{[^}]*\}\n\nIf it is tainted:\n\n {4}terraform untaint/);
    expect(stage.sandbox.ledger).toHaveLength(1);
  });

  test("is not told to be untainted if the newer certificate is not in the state", async ({ stage }) => {
    const reissue = await stage.stored();
    await stage.reissuedElsewhere({ validityDays: 30 });
    reissue.tainted = true;
    const errors = await expectErrors(reissue.apply(changed));
    expect(titles(errors)).toEqual([title.newer]);
    expect(errors[0]?.detail).not.toContain("moved");
    expect(stage.sandbox.ledger).toHaveLength(2);
  });

  test("that only the state knows is refused with untaint, and untaint helps", async ({ stage }) => {
    const reissue = await stage.stored();
    stage.forget();
    reissue.tainted = true;
    for (const given of [site, changed]) {
      await stage.run();
      const errors = await expectErrors(reissue.plan(given));
      expect(titles(errors)).toEqual([isStored]);
      expect(errors[0]?.detail).toContain("\n    terraform untaint ADDRESS\n");
    }
    reissue.tainted = false;
    await reissue.apply(changed);
    expect(reissue.state).toMatchObject({ previous_certificate_id: "cert-1001" });
    expect(stage.sandbox.ledger).toHaveLength(2);
  });
});

test.concurrent.for([true, false])(
  "A resource is refused with for_each if indexes have shifted and only the state knows it (next object first: %s)",
  async (isNextFirst, { stage }) => {
    const [first, next] = [await stage.stored(site), await stage.stored(shop)];
    stage.forget();
    await stage.run();
    const third = { ...shop, order_id: "order-ssl-3" };
    const shift = async () => {
      if (isNextFirst) await next.plan(third);
      await first.plan(shop);
      await next.plan(third);
    };
    const errors = await expectErrors(shift());
    expect(titles(errors)).toContain("Orders have changed places");
    expect(errors.at(-1)?.detail).toContain('\n    for_each = toset(["order-ssl-2"])\n');
  },
);
