import { describe, expect } from "vitest";
import type { ManagedResource } from "../../../../src/plugin/testing/index.ts";
import { newFolder } from "../../../harness/new-folder.ts";
import {
  changed,
  expectErrors,
  type ProviderWithSandbox,
  site,
  title,
  titles,
} from "../../../harness/provider/provider.ts";
import { test } from "../stage.ts";

const isReplaced = "Replacing does not reissue";
const isStored = "The order is in this state already";
const hasShifted = "Orders have changed places";
const shop = {
  order_id: "order-ssl-2",
  sign_hash: "sha256",
  csr: site.csr,
  common_name: "shop.example.com",
  dns_names: ["shop.example.com"],
};

describe.concurrent("-replace", () => {
  test.for([
    { title: "alone", given: site, refresh: true },
    { title: "without a refresh", given: site, refresh: false },
    { title: "with a changed request", given: changed, refresh: true },
  ])("$title is refused with the line to write, and a changed trigger reissues", async (row, { stage }) => {
    const reissue = await stage.stored();
    const errors = await expectErrors(
      stage.plan(reissue, row.given, { replace: true, refresh: row.refresh }),
    );
    expect(titles(errors)).toEqual([isReplaced]);
    const line =
      row.given === changed
        ? 'reissue = "2" # in triggers, beside the others'
        : 'triggers = { reissue = "2" }';
    expect(errors[0]?.detail).toContain(`\n    ${line}\n`);
    expect(stage.sandbox.ledger).toHaveLength(1);
    const second = { ...site, triggers: { reissue: "2" } };
    await reissue.apply(second);
    expect(stage.sandbox.ledger).toHaveLength(2);
    const [again] = await expectErrors(stage.plan(reissue, second, { replace: true }));
    expect(again?.detail).toContain('\n    triggers = { reissue = "3" }\n');
  });

  test("is refused for an import, an open attempt, and without a journal", async ({ stage }) => {
    const imported = stage.resource();
    await imported.import("order-ssl-1/cert-1");
    const reissue = stage.resource();
    await stage.run({ journal_dir: newFolder("other-") });
    await reissue.apply(site);
    stage.loseAnswer();
    await expectErrors(reissue.apply(changed));
    for (const [resource, settings] of [
      [imported, {}],
      [reissue, {}],
      [reissue, { journal: "none" }],
    ] as const) {
      await stage.run(settings);
      expect(titles(await expectErrors(resource.plan(site, { replace: true })))).toEqual([isReplaced]);
    }
    expect(stage.sandbox.ledger).toHaveLength(2);
  });
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

describe.concurrent("A resource that was renamed without a moved block", () => {
  /** The core destroys one and creates the other. It shows them in either order. */
  async function renamed(stage: ProviderWithSandbox, from: ManagedResource, isOldFirst: boolean) {
    const to = stage.resource();
    await stage.run();
    const plan = async () => {
      await from.upgrade();
      return from.planDestroy();
    };
    const removal = isOldFirst ? await plan() : undefined;
    const creation = await to.plan(site);
    return { to, creation, removal: removal ?? (await plan()) };
  }

  test.for([true, false])("adopts what the journal knows (old first: %s)", async (isOldFirst, { stage }) => {
    const from = await stage.stored();
    const { to, creation } = await renamed(stage, from, isOldFirst);
    await stage.run();
    await from.upgrade();
    await from.destroy();
    await to.carryOut(site, creation);
    expect(to.state).toMatchObject({ certificate_id: "cert-1001" });
    expect(stage.sandbox.ledger).toHaveLength(1);
  });

  test.for([true, false])(
    "is refused with the moved block if only the state knows it (old object first: %s)",
    async (isOldFirst, { stage }) => {
      const from = await stage.stored();
      stage.forget();
      const errors = await expectErrors(renamed(stage, from, isOldFirst));
      expect(titles(errors)).toEqual([isStored]);
      expect(errors[0]?.detail).toContain("\n    moved {\n      from = OLD_ADDRESS\n");
    },
  );
});

describe.concurrent("A resource that gets another order", () => {
  test("reissues that order, and adopts its own certificate on the way back", async ({ stage }) => {
    const reissue = await stage.stored();
    const plan = await reissue.plan(shop);
    expect(plan).toMatchObject({ action: "replace", requiresReplace: ["order_id"] });
    expect(titles(plan.diagnostics)).toContain("Order order-ssl-2 takes the place of order order-ssl-1");
    await reissue.apply(shop);
    expect(reissue.state).toMatchObject({ id: "order-ssl-2", certificate_id: "cert-1002" });
    await reissue.apply(site);
    expect(reissue.state).toMatchObject({ id: "order-ssl-1", certificate_id: "cert-1001" });
    expect(stage.sandbox.ledger).toHaveLength(2);
  });

  test.for([true, false])(
    "is refused with for_each if indexes have shifted and only the state knows it (next object first: %s)",
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
      expect(titles(errors)).toContain(hasShifted);
      expect(errors.at(-1)?.detail).toContain('\n    for_each = toset(["order-ssl-2"])\n');
    },
  );

  test("is refused if indexes have shifted and the last object is seen last", async ({ stage }) => {
    const [first, last] = [await stage.stored(site), await stage.stored(shop)];
    stage.forget();
    await stage.run();
    await first.plan(shop);
    expect(titles(await expectErrors(last.upgrade()))).toEqual([hasShifted]);
    expect(titles(await expectErrors(last.planDestroy()))).toEqual([hasShifted]);
    expect(stage.sandbox.ledger).toHaveLength(2);
  });
});
