import { describe, expect } from "vitest";
import {
  changed,
  expectErrors,
  site,
  superseding,
  title,
  titles,
} from "../../../harness/provider/provider.ts";
import { test } from "../stage.ts";

describe.concurrent("Supersede", () => {
  test("sends one reissue on top of a certificate from another request", async ({ stage }) => {
    const { attemptId } = await stage.reissuedElsewhere({ validityDays: 90 });
    const reissue = stage.resource();
    const [blocked, ...others] = await expectErrors(reissue.apply(site));
    expect(others).toEqual([]);
    expect(blocked?.summary).toBe(title.newer);
    for (const part of ["cert-1001", attemptId, "a different request: validity_days differs"])
      expect(blocked?.detail).toContain(part);
    expect(blocked?.detail).toContain(
      `\n    supersede = { "order-ssl-1" = "${attemptId}" } # in the provider block\n`,
    );

    await stage.run(superseding(attemptId));
    await reissue.apply(site);
    expect(reissue.state).toMatchObject({
      certificate_id: "cert-1002",
      previous_certificate_id: "cert-1001",
      certificate_history: ["cert-1001"],
    });
    expect((await stage.journal.attempts()).at(-1)).toMatchObject({ replaced: "cert-1001" });
    // The entry is used up: another new resource is blocked, and a change is sent as usual.
    expect(titles(await expectErrors(stage.resource().apply(changed)))).toContain(title.newer);
    await reissue.apply(changed);
    expect(stage.sandbox.ledger).toHaveLength(3);
  });

  test("sends one reissue of an unchanged resource, and nothing more while it stays", async ({ stage }) => {
    const reissue = await stage.stored();
    await stage.run(superseding(reissue.state?.attempt_id));
    const plan = await reissue.plan(site);
    expect(plan.diagnostics[0]?.detail).toContain("because supersede asks for it.");
    expect(plan.planned).toMatchObject({ previous_certificate_id: "cert-1001" });
    for (const _ of [1, 2]) await reissue.apply(site);
    expect(reissue.state).toMatchObject({
      certificate_id: "cert-1002",
      previous_certificate_id: "cert-1001",
    });
    expect(stage.sandbox.ledger).toHaveLength(2);
  });

  test.for([
    { title: "does not have it", isElsewhere: false, keepsPrivate: false },
    { title: "does not have it", isElsewhere: false, keepsPrivate: true },
    { title: "finds that the order was reissued after the plan", isElsewhere: true, keepsPrivate: false },
  ])("is refused if the apply $title (private data kept: $keepsPrivate)", async (row, { stage }) => {
    const reissue = await stage.stored();
    const settings = superseding(reissue.state?.attempt_id);
    await stage.run(settings);
    const plan = await reissue.plan(site);
    if (row.isElsewhere) await stage.reissuedElsewhere();
    await stage.run(row.isElsewhere ? settings : {});
    const errors = await expectErrors(reissue.carryOut(site, plan, row));
    expect(titles(errors)).toEqual(["The planned supersede does not apply"]);
    expect(errors[0]?.detail).toContain(row.isElsewhere ? "is now cert-1002" : "Set CERTORDER_SUPERSEDE");
    expect(stage.sandbox.ledger).toHaveLength(row.isElsewhere ? 2 : 1);
  });

  test("can be set by CERTORDER_SUPERSEDE, which wins over the argument", async ({ stage }) => {
    const { attemptId } = await stage.reissuedElsewhere();
    stage.env.CERTORDER_SUPERSEDE = `order-ssl-1=${attemptId}`;
    await stage.run(superseding("000000000000"));
    const plan = await stage.resource().plan(site);
    expect(titles(plan.diagnostics)).toEqual([title.reissued]);
  });
});
