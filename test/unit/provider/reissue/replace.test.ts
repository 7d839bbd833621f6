import { describe, expect } from "vitest";
import { changed, expectErrors, site, title, titles } from "../../../harness/provider/provider.ts";
import { test } from "../provider-fixture.ts";

describe.concurrent("A tainted resource", () => {
  test.for([
    { refresh: true, createBeforeDestroy: false },
    { refresh: false, createBeforeDestroy: false },
    { refresh: true, createBeforeDestroy: true },
  ])("adopts its certificate again and again if the journal knows it (%o)", async (options, { provider }) => {
    const reissue = await provider.stored();
    for (const replace of [false, true]) {
      reissue.tainted = true;
      const { action, diagnostics } = await reissue.apply(site, { ...options, replace });
      expect(action).toBe("replace");
      expect(titles(diagnostics)).toContain(title.adopted);
      expect(reissue.state).toMatchObject({ certificate_id: "cert-1001" });
    }
    reissue.tainted = true;
    const errors = await expectErrors(reissue.apply(changed, options));
    expect(titles(errors)).toEqual(["The order is in this state already"]);
    expect(errors[0]?.detail).toMatch(/moved \{[^}]*\}\n\nIf it is tainted:\n\n {4}terraform untaint/);
    expect(provider.sandbox.ledger).toHaveLength(1);
  });

  test("is not told to be untainted if the newer certificate is not in the state", async ({ provider }) => {
    const reissue = await provider.stored();
    await provider.reissuedElsewhere({ validityDays: 30 });
    reissue.tainted = true;
    const errors = await expectErrors(reissue.apply(changed));
    expect(titles(errors)).toEqual([title.newer]);
    expect(errors[0]?.detail).not.toContain("moved");
    expect(provider.sandbox.ledger).toHaveLength(2);
  });

  test("that only the state knows is refused with untaint, and untaint helps", async ({ provider }) => {
    const reissue = await provider.stored();
    provider.forget();
    reissue.tainted = true;
    for (const given of [site, changed]) {
      await provider.run();
      const errors = await expectErrors(reissue.plan(given));
      expect(titles(errors)).toEqual(["The order is in this state already"]);
      expect(errors[0]?.detail).toContain("\n    terraform untaint ADDRESS\n");
    }
    reissue.tainted = false;
    await reissue.apply(changed);
    expect(reissue.state).toMatchObject({ certificate_history: expect.arrayContaining(["cert-1001"]) });
    expect(provider.sandbox.ledger).toHaveLength(2);
  });
});
