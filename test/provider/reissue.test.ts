import { describe, expect, test } from "vitest";
import { UNKNOWN } from "../../src/plugin/index.ts";
import { unknownIn } from "../plugin/client/index.ts";
import { errorsOf, Stage, site } from "./provider.ts";

describe.concurrent("a reissue, by the core's rules", () => {
  test("is created once, left alone, changed by a trigger, and forgotten", async () => {
    await using stage = await Stage.open();
    const { sandbox, workspace } = stage;
    const reissue = workspace.resource("certorder_reissue");
    const plan = await reissue.plan(site);
    expect(plan.action).toBe("create");
    expect(unknownIn(plan)).toContain("certificate_id");
    expect(plan.diagnostics.map(({ summary }) => summary)).toContain("Order order-ssl-1 Will Be Reissued");
    expect(sandbox.ledger).toHaveLength(0);

    await reissue.apply(site);
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1001", last_outcome: "done" });
    await workspace.restart();
    await reissue.apply({ ...site, triggers: { turn: "2" } });
    expect(reissue.state).toMatchObject({
      certificate_id: "cert-1002",
      previous_certificate_id: "cert-1001",
    });

    const warnings = await reissue.destroy();
    expect(warnings).toMatchObject([{ severity: "warning", summary: "The Certificate Stays Valid" }]);
    expect(sandbox.ledger).toHaveLength(2);
  });

  test("may be planned before its values are known", async () => {
    await using stage = await Stage.open();
    const reissue = stage.workspace.resource("certorder_reissue");
    await reissue.apply(site, { plannedWith: { ...site, csr: UNKNOWN, dns_names: UNKNOWN } });
    expect(stage.sandbox.ledger).toHaveLength(1);
  });

  test("never has its write-only access code in plan or state", async () => {
    await using stage = await Stage.open();
    const reissue = stage.workspace.resource("certorder_reissue");
    const code = { order_id: "order-code-1", sign_hash: "sha256", csr_from: "sign-cloud-csc" };
    await reissue.apply({ ...code, sign_key_pin_wo: "sandbox-pin-2468", sign_key_pin_wo_version: 1 });
    expect(JSON.stringify(reissue.state)).not.toContain("sandbox-pin-2468");
    expect(stage.sandbox.ledger).toHaveLength(1);
  });

  test("of an unknown outcome is tainted, refused, and free again when a person has resolved it", async () => {
    await using stage = await Stage.open();
    const { sandbox, workspace } = stage;
    const reissue = workspace.resource("certorder_reissue");
    sandbox.fault({ kind: "reset-after-processing" });
    expect(await errorsOf(reissue.apply(site))).toMatchObject([{ summary: "The Outcome Is Unknown" }]);
    expect(reissue.tainted).toBe(true);
    const attempt = String(reissue.state?.attempt_id);

    await workspace.restart();
    for (const refresh of [true, false]) {
      const [refusal] = await errorsOf(reissue.plan(site, { refresh }));
      expect(refusal).toMatchObject({
        summary: "A Reissue Is Unresolved",
        detail: expect.stringContaining(attempt),
      });
    }
    expect(sandbox.ledger).toHaveLength(1);

    await workspace.restart({ resolve: { "order-ssl-1": `${attempt}:cert-1001` } });
    await reissue.refresh();
    reissue.tainted = false;
    await reissue.apply(site);
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1001", last_outcome: "adopted" });
    expect(sandbox.ledger).toHaveLength(1);
  });

  test("that is resolved after a later one was begun does not acknowledge that one", async () => {
    await using stage = await Stage.open();
    const { sandbox, workspace, journal } = stage;
    const reissue = workspace.resource("certorder_reissue");
    sandbox.fault({ kind: "reset-after-processing" });
    await errorsOf(reissue.apply(site));
    await journal.resolve(String(reissue.state?.attempt_id), "cert-1001");
    await stage.reissuedElsewhere();

    reissue.tainted = false;
    await reissue.apply(site);
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1001", last_outcome: "adopted" });
    expect(await journal.attempts()).toMatchObject([
      { certificateId: "cert-1001", closed: true },
      { certificateId: "cert-1002", closed: false },
    ]);
  });

  test("of which the journal was told that it happened is not sent again because somebody says otherwise", async () => {
    await using stage = await Stage.open();
    const { sandbox, workspace, journal } = stage;
    const [reissue, other] = [
      workspace.resource("certorder_reissue"),
      workspace.resource("certorder_reissue"),
    ];
    sandbox.fault({ kind: "reset-after-processing" });
    await errorsOf(reissue.apply(site));
    const attempt = String(reissue.state?.attempt_id);
    await journal.resolve(attempt, "cert-1001");
    await workspace.restart();
    await other.apply(site);
    expect(other.state).toMatchObject({ certificate_id: "cert-1001", last_outcome: "adopted" });

    await workspace.restart({ resolve: { "order-ssl-1": `${attempt}:not-happened` } });
    expect(await errorsOf(reissue.apply(site))).toMatchObject([{ summary: "A Reissue Is Unresolved" }]);
    expect(sandbox.ledger).toHaveLength(1);
  });

  test("that was imported is not replaced by what was said of itself", async () => {
    await using stage = await Stage.open();
    const { sandbox, workspace, journal } = stage;
    await stage.reissuedElsewhere();
    const [first] = await journal.attempts();
    await journal.resolve(String(first?.attemptId), "cert-1001");
    sandbox.fault({ kind: "reset-before-reading" });
    await stage.reissuedElsewhere();

    const reissue = workspace.resource("certorder_reissue");
    await reissue.import("order-ssl-1/cert-1001");
    const errors = await errorsOf(reissue.apply(site, { replace: true }));
    expect(new Set(errors.map(({ summary }) => summary))).toEqual(new Set(["A Reissue Is Unresolved"]));
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1001", last_outcome: "imported" });
  });

  test("that was imported is adopted without being sent", async () => {
    await using stage = await Stage.open();
    const reissue = stage.workspace.resource("certorder_reissue");
    await reissue.import("order-ssl-1/cert-1@2026-01-31");
    const { diagnostics } = await reissue.apply(site);
    expect(diagnostics.map(({ summary }) => summary)).toContain("Adopted Without a Reissue");
    expect(stage.sandbox.ledger).toHaveLength(0);
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1", issued_at: "2026-01-31T00:00:00.000Z" });
  });

  test("that is described wrongly is refused with every problem at its argument", async () => {
    await using stage = await Stage.open();
    const reissue = stage.workspace.resource("certorder_reissue");
    const wrong = {
      ...site,
      persist_until: 0,
      validity_days: 0,
      renew_before_days: 9,
      csr: "-----BEGIN PRIVATE KEY-----",
    };
    const errors = await errorsOf(reissue.plan(wrong));
    expect(errors.map(({ attribute }) => attribute).sort()).toEqual([
      "csr",
      "persist_until",
      "renew_before_days",
      "validity_days",
    ]);
  });

  test("is refused beyond the brakes before anything is sent", async () => {
    await using stage = await Stage.open();
    const { sandbox, workspace } = stage;
    await workspace.restart({ allow_reissue: false });
    expect(await errorsOf(workspace.resource("certorder_reissue").plan(site))).toMatchObject([
      { summary: "Reissues Are Switched Off" },
    ]);
    await workspace.restart({ max_reissues: 1 });
    await workspace.resource("certorder_reissue").plan(site);
    const second = workspace.resource("certorder_reissue").plan({ ...site, order_id: "order-ssl-2" });
    expect(await errorsOf(second)).toMatchObject([{ summary: "Too Many Reissues at Once" }]);
    expect(sandbox.requests).toHaveLength(0);
  });
});
