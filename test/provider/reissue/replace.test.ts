import { describe, expect, test } from "vitest";
import type { ManagedResource } from "../../../src/plugin/testing/index.ts";
import { changed, errorsOf, Stage, site, titles } from "../provider.ts";

const since = "The Order Was Reissued Otherwise";
const takenOver = "Order order-ssl-1 Is Taken Over Without a Reissue";

/** With a certificate that is stored. */
async function stored(stage: Stage): Promise<ManagedResource> {
  const reissue = stage.workspace.resource("certorder_reissue");
  await reissue.apply(site);
  return reissue;
}

describe.concurrent("a tainted object", () => {
  test("takes its certificate over again, however often something taints it", async () => {
    await using stage = await Stage.begin();
    const reissue = await stored(stage);
    for (const refresh of [true, false]) {
      reissue.tainted = true;
      const { action, diagnostics } = await reissue.apply(site, { refresh });
      expect(action).toBe("replace");
      expect(titles(diagnostics)).toContain(takenOver);
      expect(reissue.state).toMatchObject({ certificate_id: "cert-1001", last_outcome: "adopted" });
    }
    expect(stage.sandbox.ledger).toHaveLength(1);
  });

  test("is refused with another request, and with -replace it is no other", async () => {
    await using stage = await Stage.begin();
    const reissue = await stored(stage);
    reissue.tainted = true;
    expect(titles(await errorsOf(reissue.apply(changed)))).toEqual([since]);
    const { diagnostics } = await reissue.apply(site, { replace: true });
    expect(titles(diagnostics)).toContain(takenOver);
    expect(stage.sandbox.ledger).toHaveLength(1);
  });

  test("of which only the state knows is taken over all the same", async () => {
    await using stage = await Stage.begin();
    const reissue = await stored(stage);
    stage.forget();
    reissue.tainted = true;
    const plan = await reissue.plan(site);
    expect(plan.planned).toMatchObject({ certificate_id: "cert-1001" });
    await stage.run();
    expect(titles(await errorsOf(reissue.plan(changed)))).toEqual([since]);
    expect(stage.sandbox.ledger).toHaveLength(1);
  });
});

describe.concurrent("-replace", () => {
  test.each([true, false])(
    "asks again, each time once (private data handed on: %s)",
    async (keepsPrivate) => {
      await using stage = await Stage.begin();
      const reissue = await stored(stage);
      const plan = await reissue.plan(site, { replace: true });
      expect(plan.action).toBe("replace");
      expect(plan.planned).toMatchObject({ previous_certificate_id: "cert-1001" });
      expect(stage.sandbox.ledger).toHaveLength(1);
      for (const n of [2, 3]) {
        const { diagnostics } = await reissue.apply(site, { replace: true, keepsPrivate });
        expect(diagnostics.map(({ detail }) => detail).join()).toContain("because it is replaced.");
        expect(reissue.state).toMatchObject({
          ...{ certificate_id: `cert-100${n}`, previous_certificate_id: `cert-100${n - 1}` },
          last_outcome: "done",
        });
        expect(reissue.private).toEqual(new Uint8Array());
        expect(stage.sandbox.ledger).toHaveLength(n);
      }
    },
  );

  test("together with another request is one reissue", async () => {
    await using stage = await Stage.begin();
    const reissue = await stored(stage);
    await reissue.apply(changed, { replace: true });
    expect(reissue.state).toMatchObject({
      ...{ certificate_id: "cert-1002", previous_certificate_id: "cert-1001" },
    });
    expect(stage.sandbox.ledger).toHaveLength(2);
  });

  test("of a state from yesterday takes the newest certificate over, or is refused", async () => {
    await using stage = await Stage.begin();
    const reissue = await stored(stage);
    await stage.reissuedElsewhere();
    const { diagnostics } = await reissue.apply(site, { replace: true });
    expect(titles(diagnostics)).toEqual(
      expect.arrayContaining(["Order order-ssl-1 Has a Newer Certificate", takenOver]),
    );
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1002", last_outcome: "adopted" });
    expect(stage.sandbox.ledger).toHaveLength(2);

    await stage.reissuedElsewhere({ validityDays: 90 });
    expect(titles(await errorsOf(reissue.apply(site, { replace: true })))).toContain(since);
    expect(stage.sandbox.ledger).toHaveLength(3);
  });

  test("is not sent where somebody else reissues in between", async () => {
    await using stage = await Stage.begin();
    const reissue = await stored(stage);
    const plan = await reissue.plan(site, { replace: true });
    // On top of the same certificate, and so by the same wish.
    await stage.reissuedElsewhere();
    await stage.run();
    await reissue.carryOut(site, plan);
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1002", last_outcome: "adopted" });

    await stage.run();
    const again = await reissue.plan(site, { replace: true });
    await stage.reissuedElsewhere();
    await stage.reissuedElsewhere();
    await stage.run();
    await expect(reissue.carryOut(site, again)).rejects.toThrow("previous_certificate_id");
    expect(stage.sandbox.ledger).toHaveLength(4);
  });

  test("that was cut off after it destroyed takes the newest over, and says so, and how to ask again", async () => {
    await using stage = await Stage.begin();
    const reissue = await stored(stage);
    const attempt = reissue.state?.attempt_id;
    const plan = await reissue.plan(site, { replace: true });
    stage.sandbox.fault({ kind: "status", status: 400, body: '{"code":"invalid_parameters"}' });
    await stage.run();
    const [error] = await errorsOf(reissue.carryOut(site, plan));
    for (const part of ["the next apply takes its certificate over", `"${attempt}:anew"`])
      expect(error?.detail).toContain(part);
    expect(reissue.state).toBeNull();
    await stage.run();
    await reissue.apply(site);
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1001", last_outcome: "adopted" });
    expect(stage.sandbox.ledger).toHaveLength(1);
  });

  test("with create_before_destroy is recognised only where the core hands private data on; else it refuses", async () => {
    await using stage = await Stage.begin();
    const reissue = await stored(stage);
    const options = { replace: true, createBeforeDestroy: true };
    await expect(reissue.apply(site, options)).rejects.toThrow("inconsistent final plan");
    expect(stage.sandbox.ledger).toHaveLength(1);
    await reissue.apply(site, { ...options, keepsPrivate: true });
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1002" });
    expect(stage.sandbox.ledger).toHaveLength(2);
  });

  test("is refused while the stored attempt is unresolved", async () => {
    await using stage = await Stage.begin();
    const reissue = await stored(stage);
    stage.loseAnswer();
    await errorsOf(reissue.apply(changed));
    await stage.run();
    expect(titles(await errorsOf(reissue.apply(site, { replace: true })))).toContain(
      "A Reissue Is Unresolved",
    );
    expect(stage.sandbox.ledger).toHaveLength(2);
  });
});

describe.concurrent("what is destroyed", () => {
  test("is no reason for what is created in the same run to ask again", async () => {
    await using stage = await Stage.begin();
    const { workspace } = stage;
    const reissue = await stored(stage);
    // Whatever a state may have kept.
    reissue.private = (await reissue.plan(site)).private;
    expect(reissue.private.length).toBeGreaterThan(0);
    const renamed = workspace.resource("certorder_reissue");
    await stage.run();
    await reissue.upgrade();
    const plan = await renamed.plan(site);
    expect(titles(plan.diagnostics)).toEqual([takenOver]);
    expect(plan.diagnostics[0]?.detail).toContain("a moved block says so");
    await stage.run();
    await reissue.upgrade();
    await reissue.destroy();
    await renamed.carryOut(site, plan);
    expect(renamed.state).toMatchObject({ certificate_id: "cert-1001", last_outcome: "adopted" });
    expect(stage.sandbox.ledger).toHaveLength(1);
  });

  test("for another order reissues that one, and finds its own certificate again on the way back", async () => {
    await using stage = await Stage.begin();
    const { sandbox } = stage;
    const reissue = await stored(stage);
    const shop = {
      ...{ order_id: "order-ssl-2", sign_hash: "sha256", csr: site.csr },
      ...{ common_name: "shop.example.com", dns_names: ["shop.example.com"] },
    };
    const plan = await reissue.plan(shop);
    expect(plan).toMatchObject({ action: "replace", requiresReplace: ["order_id"] });
    expect(titles(plan.diagnostics)).toContain("Order order-ssl-2 Will Be Reissued");
    await reissue.apply(shop);
    expect(reissue.state).toMatchObject({ id: "order-ssl-2", certificate_id: "cert-1002" });
    await reissue.apply(site);
    expect(reissue.state).toMatchObject({ id: "order-ssl-1", certificate_id: "cert-1001" });
    expect(sandbox.ledger).toHaveLength(2);
  });
});
