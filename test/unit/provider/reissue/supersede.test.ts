import { describe, expect } from "vitest";
import {
  changed,
  expectErrors,
  site,
  superseding,
  title,
  titles,
} from "../../../harness/provider/provider.ts";
import { test } from "../provider-fixture.ts";

describe.concurrent("Supersede", () => {
  test("sends one reissue on top of a certificate from another request", async ({ provider }) => {
    const { attemptId } = await provider.reissuedElsewhere({ validityDays: 90 });
    const reissue = provider.resource();
    const blocked = await expectErrors(reissue.apply(site));
    expect(titles(blocked)).toEqual([title.newer]);
    expect(blocked[0]?.detail).toContain(
      `\n    "order-ssl-1" = "${attemptId}" # add this entry to supersede\n`,
    );

    await provider.run(superseding(attemptId));
    await reissue.apply(site);
    expect(reissue.state).toMatchObject({
      certificate_id: "cert-1002",
      certificate_history: ["cert-1001"],
    });
    expect((await provider.journal.attempts()).at(-1)).toMatchObject({ previous: "cert-1001" });
    // The entry is used up: another new resource is blocked, and a change is sent as usual.
    expect(titles(await expectErrors(provider.resource().apply(changed)))).toContain(title.newer);
    await reissue.apply(changed);
    expect(provider.sandbox.ledger).toHaveLength(3);
  });

  test.for([
    { title: "does not have it", isElsewhere: false, keepsPrivate: false },
    { title: "does not have it", isElsewhere: false, keepsPrivate: true },
    { title: "finds that the order was reissued after the plan", isElsewhere: true, keepsPrivate: false },
  ])("is refused if the apply $title (private data kept: $keepsPrivate)", async (row, { provider }) => {
    const reissue = await provider.stored();
    const settings = superseding(reissue.state?.attempt_id);
    await provider.run(settings);
    const plan = await reissue.plan(site);
    if (row.isElsewhere) await provider.reissuedElsewhere();
    await provider.run(row.isElsewhere ? settings : {});
    const errors = await expectErrors(reissue.carryOut(site, plan, row));
    expect(titles(errors)).toEqual(["The planned supersede does not apply"]);
    expect(errors[0]?.detail).toContain(row.isElsewhere ? "is now cert-1002" : "Set CERTORDER_SUPERSEDE");
    expect(provider.sandbox.ledger).toHaveLength(row.isElsewhere ? 2 : 1);
  });

  test("can be set by CERTORDER_SUPERSEDE, which wins over the argument", async ({ provider }) => {
    const { attemptId } = await provider.reissuedElsewhere();
    provider.env.CERTORDER_SUPERSEDE = `order-ssl-1=${attemptId}`;
    await provider.run(superseding("000000000000"));
    const plan = await provider.resource().plan(site);
    expect(titles(plan.diagnostics)).toEqual([title.reissued]);
  });
});
