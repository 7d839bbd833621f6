import { describe, expect, test } from "vitest";
import { UNKNOWN } from "../../../src/plugin/index.ts";
import { changed, errorsOf, Stage, site, titles } from "../provider.ts";

const onTrust = "Adopted Without a Reissue";
const takenOver = "Order order-ssl-1 Is Taken Over Without a Reissue";

describe.concurrent("a reissue that was imported", () => {
  test("is adopted without being sent, on trust where nothing is known of it", async () => {
    await using stage = await Stage.begin();
    const reissue = stage.workspace.resource("certorder_reissue");
    await reissue.import("order-ssl-1/cert-1@2026-01-31");
    expect(reissue.state).toMatchObject({ last_outcome: "imported", attempt_id: null, fingerprint: null });
    const { diagnostics } = await reissue.apply({ ...site, validity_days: 90 });
    expect(titles(diagnostics)).toContain(onTrust);
    expect(diagnostics[0]?.detail).toContain(
      "taken on trust: order_id, csr, common_name, dns_names, sign_hash, validity_days.",
    );
    expect(stage.sandbox.ledger).toHaveLength(0);
    expect(reissue.state).toMatchObject({
      ...{ certificate_id: "cert-1", issued_at: "2026-01-31T00:00:00.000Z" },
      ...{ last_outcome: "adopted", expires_at_estimate: "2026-05-01T00:00:00.000Z" },
    });
    await reissue.apply({ ...changed, validity_days: 90 });
    expect(stage.sandbox.ledger).toHaveLength(1);
    expect(reissue.state).toMatchObject({ previous_certificate_id: "cert-1" });
  });

  test("is adopted also while its request is not known", async () => {
    await using stage = await Stage.begin();
    const reissue = stage.workspace.resource("certorder_reissue");
    await reissue.import("order-ssl-1/cert-1@2026-01-31");
    const asked = { ...site, validity_days: 90 };
    await reissue.apply(asked, { plannedWith: { ...asked, csr: UNKNOWN, validity_days: UNKNOWN } });
    expect(reissue.state).toMatchObject({
      ...{ certificate_id: "cert-1", last_outcome: "adopted" },
      expires_at_estimate: "2026-05-01T00:00:00.000Z",
    });
    expect(stage.sandbox.ledger).toHaveLength(0);
  });

  test("is known again where the journal has it, and nothing is taken on trust", async () => {
    await using stage = await Stage.begin();
    const { attemptId } = await stage.reissuedElsewhere();
    const reissue = stage.workspace.resource("certorder_reissue");
    await reissue.import("order-ssl-1/cert-1001");
    const [attempt] = await stage.journal.attempts();
    expect(reissue.state).toMatchObject({
      ...{ attempt_id: attemptId, fingerprint: attempt?.what, issued_at: attempt?.endedAt },
    });
    const { diagnostics } = await reissue.apply(site);
    expect(titles(diagnostics)).not.toContain(onTrust);
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1001", last_outcome: "adopted" });
    expect(stage.sandbox.ledger).toHaveLength(1);
  });

  test("is refused where the journal knows that another request has made it", async () => {
    await using stage = await Stage.begin();
    const { attemptId } = await stage.reissuedElsewhere({ validityDays: 90 });
    const reissue = stage.workspace.resource("certorder_reissue");
    await reissue.import("order-ssl-1/cert-1001");
    const errors = await errorsOf(reissue.apply(site));
    expect(titles(errors)).toEqual(["Imported, but Made From Another Request"]);
    for (const part of ["differs from the configuration in validity_days", `"${attemptId}:anew"`])
      expect(errors[0]?.detail).toContain(part);
    await stage.run({ resolve: { "order-ssl-1": `${attemptId}:anew` } });
    await reissue.apply(site);
    expect(reissue.state).toMatchObject({
      certificate_id: "cert-1002",
      previous_certificate_id: "cert-1001",
    });
    expect(stage.sandbox.ledger).toHaveLength(2);
  });

  test("is behind where the order was reissued since: the newest is taken over, or it is refused", async () => {
    await using stage = await Stage.begin();
    await stage.reissuedElsewhere();
    const { attemptId } = await stage.reissuedElsewhere();
    const [reissue, other] = [
      stage.workspace.resource("certorder_reissue"),
      stage.workspace.resource("certorder_reissue"),
    ];
    await reissue.import("order-ssl-1/cert-1001");
    const { diagnostics } = await reissue.apply(site);
    expect(titles(diagnostics)).toContain(takenOver);
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1002", last_outcome: "adopted" });

    await stage.run();
    await other.import("order-ssl-1/cert-1001");
    expect(titles(await errorsOf(other.apply(changed)))).toEqual(["The Order Was Reissued Otherwise"]);
    const whyOf = async (given: typeof site) => {
      await stage.run({ resolve: { "order-ssl-1": `${attemptId}:anew` } });
      return (await other.plan(given)).diagnostics.map(({ detail }) => detail).join();
    };
    expect(await whyOf(changed)).toContain(
      "because triggers changes, and an older certificate was imported.",
    );
    // The same request as the newest's, and a person who wants one more of it.
    expect(await whyOf(site)).toContain("because an older certificate was imported.");
    expect(stage.sandbox.ledger).toHaveLength(2);
  });

  test("and that the journal does not know is believed to be the newest", async () => {
    await using stage = await Stage.begin();
    await stage.reissuedElsewhere({ validityDays: 90 });
    const reissue = stage.workspace.resource("certorder_reissue");
    await reissue.import("order-ssl-1/cert-from-the-console");
    const { diagnostics } = await reissue.apply(site);
    expect(titles(diagnostics)).toContain(onTrust);
    await reissue.apply(changed);
    expect(reissue.state).toMatchObject({ previous_certificate_id: "cert-from-the-console" });
    expect(stage.sandbox.ledger).toHaveLength(2);
  });

  test("is adopted also while an attempt is open, which is told, and nothing is reissued until it is resolved", async () => {
    await using stage = await Stage.begin();
    const { sandbox, workspace, journal } = stage;
    await stage.reissuedElsewhere();
    sandbox.fault({ kind: "reset-before-reading" });
    await stage.reissuedElsewhere().catch(() => {});

    const reissue = workspace.resource("certorder_reissue");
    await reissue.import("order-ssl-1/cert-1001");
    const errors = await errorsOf(reissue.apply(site, { replace: true }));
    expect(titles(errors)).toEqual(["A Reissue Is Unresolved"]);
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1001", last_outcome: "imported" });

    await stage.run();
    const plan = await reissue.plan(site);
    expect(plan.diagnostics).toMatchObject([{ summary: "A Reissue Is Unresolved", severity: "warning" }]);
    await reissue.apply(site);
    expect(titles(await errorsOf(reissue.apply(changed)))).toEqual(["A Reissue Is Unresolved"]);
    stage.wait();
    const [, open] = await journal.attempts();
    await journal.resolve(String(open?.attemptId), null);
    await reissue.apply(changed);
    expect(sandbox.ledger).toHaveLength(2);
  });

  test("is the configured order, in a known form", async () => {
    await using stage = await Stage.begin();
    const reissue = stage.workspace.resource("certorder_reissue");
    for (const id of [
      "order-ssl-1",
      "/cert-1",
      "order-ssl-1/",
      "order-ssl-1/undefined",
      "order-ssl-1/cert-1@",
      "order-ssl-1/cert-1@yesterday",
      "order-ssl-1/cert-1@2026-02-30",
      "order-ssl-1/cert-1@2099-01-01",
      "order-ssl-1/cert-1@11/01/2026",
    ])
      expect(titles(await errorsOf(reissue.import(id)))).toEqual(["Invalid Import Id"]);
    await reissue.import("order-ssl-2/cert-2");
    expect(await errorsOf(reissue.plan(site))).toMatchObject([
      { summary: "Another Order Was Imported", attribute: "order_id" },
    ]);
  });
});
