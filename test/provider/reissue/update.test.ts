import { describe, expect, test } from "vitest";
import { UNKNOWN } from "../../../src/plugin/index.ts";
import { type ManagedResource, unknownIn } from "../../../src/plugin/testing/index.ts";
import { changed, errorsOf, Stage, site, titles } from "../provider.ts";

const since = ["The Order Was Reissued Otherwise"];
const takenOver = "Order order-ssl-1 Is Taken Over Without a Reissue";
const newer = ["Order order-ssl-1 Has a Newer Certificate"];
const other = { ...site, triggers: { turn: "3" } };

/** The state as it is now, so that it can be restored. */
function backup(reissue: ManagedResource): () => void {
  const { state, private: data, tainted } = reissue;
  return () => void Object.assign(reissue, { state, private: data, tainted });
}

describe.concurrent("a reissue that is changed", () => {
  test("is sent on top of the certificate that the state has, also where only the state knows it", async () => {
    await using stage = await Stage.begin();
    const { sandbox, workspace } = stage;
    const reissue = workspace.resource("certorder_reissue");
    await reissue.apply(site);
    const plan = await reissue.plan(changed);
    expect(plan.diagnostics[0]?.detail).toContain("because triggers changes.");
    await reissue.apply(changed);
    stage.forget();
    await reissue.apply(other);
    expect(reissue.state).toMatchObject({
      certificate_id: "cert-1003",
      previous_certificate_id: "cert-1002",
    });
    expect(sandbox.ledger).toHaveLength(3);
  });

  test("in its spelling only is stored without being sent", async () => {
    await using stage = await Stage.begin();
    const { sandbox, workspace } = stage;
    const reissue = workspace.resource("certorder_reissue");
    await reissue.apply(site);
    const { action } = await reissue.apply({ ...site, common_name: "WWW.EXAMPLE.COM.", triggers: {} });
    expect(action).toBe("update");
    expect(reissue.state).toMatchObject({ common_name: "WWW.EXAMPLE.COM.", certificate_id: "cert-1001" });
    expect(sandbox.ledger).toHaveLength(1);
  });

  test("takes over what somebody else has reissued with the same request", async () => {
    await using stage = await Stage.begin();
    const { sandbox, workspace } = stage;
    const reissue = workspace.resource("certorder_reissue");
    await reissue.apply(site);
    await stage.reissuedElsewhere({ triggers: changed.triggers });
    const { diagnostics } = await reissue.apply(changed);
    expect(titles(diagnostics)).toContain(takenOver);
    expect(reissue.state).toMatchObject({
      ...{ certificate_id: "cert-1002", previous_certificate_id: "cert-1001", last_outcome: "adopted" },
      triggers: changed.triggers,
    });
    expect(sandbox.ledger).toHaveLength(2);
  });

  test("is refused on top of what somebody else has reissued with another request", async () => {
    await using stage = await Stage.begin();
    const { sandbox, workspace } = stage;
    const reissue = workspace.resource("certorder_reissue");
    await reissue.apply(site);
    const { attemptId } = await stage.reissuedElsewhere({ validityDays: 90 });
    const errors = await errorsOf(reissue.apply(changed));
    expect(titles(errors)).toEqual(since);
    expect(errors[0]?.detail).toContain("differs in validity_days, triggers, and");
    // Where nothing is asked for, nobody is stopped.
    const plan = await reissue.plan(site);
    expect(plan.action).toBe("none");
    expect(titles(plan.diagnostics)).toEqual(newer);

    await stage.run({ resolve: { "order-ssl-1": `${attemptId}:anew` } });
    await reissue.apply(changed);
    expect(reissue.state).toMatchObject({
      certificate_id: "cert-1003",
      previous_certificate_id: "cert-1002",
    });
    expect(sandbox.ledger).toHaveLength(3);
  });

  test("in a state from yesterday is not sent again", async () => {
    await using stage = await Stage.begin();
    const { sandbox, workspace } = stage;
    const reissue = workspace.resource("certorder_reissue");
    await reissue.apply(site);
    const restore = backup(reissue);
    await reissue.apply(changed);

    restore();
    expect(titles((await reissue.plan(site)).diagnostics)).toEqual(newer);
    expect(titles(await errorsOf(reissue.apply(other)))).toEqual(since);
    restore();
    await reissue.apply(changed, { refresh: false });
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1002", last_outcome: "adopted" });
    expect(sandbox.ledger).toHaveLength(2);

    // A state from two reissues ago.
    await reissue.apply(other);
    restore();
    expect(titles(await errorsOf(reissue.apply(changed)))).toEqual(since);
    expect(sandbox.ledger).toHaveLength(3);
  });

  test("is not stored where the service refuses, and stays what it was", async () => {
    await using stage = await Stage.begin();
    const { sandbox, workspace } = stage;
    const reissue = workspace.resource("certorder_reissue");
    await reissue.apply(site);
    const { state } = reissue;
    sandbox.fault({ kind: "status", status: 400, body: '{"code":"invalid_parameters"}' });
    expect(titles(await errorsOf(reissue.apply(changed)))).toEqual(["The Service Refused"]);
    expect(reissue.state).toEqual(state);
    expect(reissue.private).toEqual(new Uint8Array());
    await reissue.apply(changed);
    expect(sandbox.ledger).toHaveLength(2);
  });

  test("between plan and apply may be fulfilled by somebody else, or overtaken: nothing is sent", async () => {
    await using stage = await Stage.begin();
    const { sandbox, workspace } = stage;
    const reissue = workspace.resource("certorder_reissue");
    await reissue.apply(site);
    const restore = backup(reissue);
    const plan = await reissue.plan(changed);
    await stage.reissuedElsewhere({ triggers: changed.triggers });
    await stage.run();
    await reissue.carryOut(changed, plan);
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1002", last_outcome: "adopted" });
    await stage.reissuedElsewhere({ validityDays: 90 });
    restore();
    expect(titles(await errorsOf(reissue.carryOut(changed, plan)))).toEqual(since);
    expect(sandbox.ledger).toHaveLength(3);
  });

  test("stays unresolved in the state, with its prior arguments, where nobody knows what became of it", async () => {
    await using stage = await Stage.begin();
    const { sandbox, workspace } = stage;
    const reissue = workspace.resource("certorder_reissue");
    await reissue.apply(site);
    stage.loseAnswer();
    const errors = await errorsOf(reissue.apply(changed));
    expect(errors).toMatchObject([{ summary: "The Outcome Is Unknown" }]);
    expect(reissue).toMatchObject({ tainted: false, private: new Uint8Array() });
    expect(reissue.state).toMatchObject({
      ...{ last_outcome: "unknown", certificate_id: "cert-1001", triggers: null },
    });
    const attempt = String(reissue.state?.attempt_id);
    expect(errors[0]?.detail).toContain(`"${attempt}:not-happened"`);

    for (const refresh of [true, false]) {
      await stage.run();
      // Said once, and as an error where something is asked for.
      const refusals = await errorsOf(reissue.plan(changed, { refresh }));
      expect(refusals).toMatchObject([{ summary: "A Reissue Is Unresolved", severity: "error" }]);
      expect(refusals[0]?.detail).toContain(attempt);
      // Who gives the change up is left alone, and told.
      const plan = await reissue.plan(site, { refresh });
      expect(plan.action).toBe("none");
      expect(plan.diagnostics).toMatchObject([{ summary: "A Reissue Is Unresolved", severity: "warning" }]);
    }
    expect(sandbox.ledger).toHaveLength(2);
  });
});

describe.concurrent("values that are not known while it is planned", () => {
  const unknownCsr = { ...site, csr: UNKNOWN };

  test("may be planned where the order has no history", async () => {
    await using stage = await Stage.begin();
    const reissue = stage.workspace.resource("certorder_reissue");
    await reissue.apply(site, { plannedWith: { ...unknownCsr, dns_names: UNKNOWN } });
    expect(stage.sandbox.ledger).toHaveLength(1);
  });

  test("are refused while the newest certificate is not the one that is stored", async () => {
    await using stage = await Stage.begin();
    await stage.reissuedElsewhere();
    const reissue = stage.workspace.resource("certorder_reissue");
    expect(titles(await errorsOf(reissue.plan(unknownCsr)))).toEqual(since);
    await stage.run();
    expect(titles(await errorsOf(reissue.plan({ ...site, triggers: { turn: UNKNOWN } })))).toEqual(since);
  });

  test("leave the result open where it is, and nothing is sent if they come out as they were", async () => {
    await using stage = await Stage.begin();
    const { sandbox, workspace } = stage;
    const reissue = workspace.resource("certorder_reissue");
    await reissue.apply(site);
    for (const given of [unknownCsr, { ...site, triggers: UNKNOWN }]) {
      const plan = await reissue.plan(given);
      expect(plan.action).toBe("update");
      expect(unknownIn(plan)).toContain("certificate_id");
      await reissue.apply(site, { plannedWith: given });
    }
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1001" });
    expect(sandbox.ledger).toHaveLength(1);
    await reissue.apply(changed, { plannedWith: { ...changed, csr: UNKNOWN } });
    expect(sandbox.ledger).toHaveLength(2);
  });

  test("of the order: planned, unless an order that is stored is open", async () => {
    await using stage = await Stage.begin();
    const { sandbox, workspace } = stage;
    const [reissue, unnamed] = [
      workspace.resource("certorder_reissue"),
      workspace.resource("certorder_reissue"),
    ];
    const unknownOrder = { ...site, order_id: UNKNOWN };
    const plan = await unnamed.plan(unknownOrder);
    expect(unknownIn(plan)).toEqual(expect.arrayContaining(["id", "certificate_id"]));
    expect(titles(plan.diagnostics)).toEqual(["An order that is not known yet Will Be Reissued"]);

    stage.loseAnswer();
    await errorsOf(reissue.apply(site));
    await stage.run();
    await reissue.upgrade();
    expect(await errorsOf(unnamed.plan(unknownOrder))).toMatchObject([
      { summary: "A Reissue Is Unresolved", detail: expect.stringContaining("order-ssl-1") },
    ]);
    // The state still says so; what a person has found out since counts.
    await stage.journal.resolve(String(reissue.state?.attempt_id), "cert-1001");
    expect(unknownIn(await unnamed.plan(unknownOrder))).toContain("certificate_id");
    expect(sandbox.ledger).toHaveLength(1);
  });

  test("of the provider: planned, and decided when they are known", async () => {
    await using stage = await Stage.begin();
    const { sandbox, workspace } = stage;
    await stage.reissuedElsewhere();
    const reissue = workspace.resource("certorder_reissue");
    await stage.run({ auth_key: UNKNOWN });
    const plan = await reissue.plan(site);
    expect(unknownIn(plan)).toContain("certificate_id");
    await stage.run();
    await reissue.carryOut(site, plan);
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1001", last_outcome: "adopted" });
    expect(sandbox.ledger).toHaveLength(1);
  });
});

describe.concurrent("the renewal of a reissue", () => {
  const renewed = { ...site, validity_days: 90, renew_before_days: 30 };
  /** A certificate that is to be renewed by now. */
  async function old(stage: Stage): Promise<ManagedResource> {
    const reissue = stage.workspace.resource("certorder_reissue");
    await reissue.import("order-ssl-1/cert-1@2026-01-31");
    await reissue.apply(renewed, { expectSettled: false });
    expect(reissue.state).toMatchObject({ last_outcome: "adopted", renewal_due: false });
    expect(stage.sandbox.ledger).toHaveLength(0);
    return reissue;
  }

  test("is sent once it is due, as of the last refresh", async () => {
    await using stage = await Stage.begin();
    const { sandbox } = stage;
    const reissue = await old(stage);
    expect((await reissue.plan(renewed, { refresh: false })).action).toBe("none");
    const plan = await reissue.plan(renewed);
    expect(plan.diagnostics[0]?.detail).toContain("because its renewal is due.");
    await reissue.apply(renewed);
    expect(reissue.state).toMatchObject({
      ...{ certificate_id: "cert-1001", previous_certificate_id: "cert-1", renewal_due: false },
    });
    expect(sandbox.ledger).toHaveLength(1);
  });

  test("is not sent when nobody asks for renewals any more", async () => {
    await using stage = await Stage.begin();
    const reissue = await old(stage);
    const { action } = await reissue.apply({ ...renewed, renew_before_days: null });
    expect(action).toBe("update");
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1", renewal_due: false });
    expect(stage.sandbox.ledger).toHaveLength(0);
  });

  test("takes over what somebody else has renewed, and a lost state does not renew again", async () => {
    await using stage = await Stage.begin();
    const { sandbox } = stage;
    const reissue = await old(stage);
    const restore = backup(reissue);
    await reissue.apply(renewed);
    restore();
    await reissue.apply(renewed);
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1001", last_outcome: "adopted" });
    expect(sandbox.ledger).toHaveLength(1);
  });
});
