import { describe, expect } from "vitest";
import { importedAttemptId } from "../../../../src/journal/index.ts";
import {
  changed,
  expectErrors,
  resolving,
  site,
  superseding,
  title,
  titles,
} from "../../../harness/provider/provider.ts";
import { test } from "../provider-fixture.ts";

describe.concurrent("An imported certificate", () => {
  test("that no journal knows is adopted, and the configuration is trusted", async ({ provider }) => {
    const reissue = provider.resource();
    await reissue.import("order-ssl-1/cert-1@2026-01-31");
    expect(reissue.state).toMatchObject({ last_outcome: "imported", request_digest: null });
    const { diagnostics } = await reissue.apply({ ...site, validity_days: 90 });
    expect(titles(diagnostics)).toContain(title.adopted);
    expect(provider.sandbox.ledger).toHaveLength(0);
    expect(reissue.state).toMatchObject({
      certificate_id: "cert-1",
      issued_at: "2026-01-31T00:00:00.000Z",
      last_outcome: "done",
      expires_at_estimate: "2026-05-01T00:00:00.000Z",
    });
    expect(await provider.journal.attempts()).toMatchObject([
      { certificateId: "cert-1", isImported: true, requestDigest: reissue.state?.request_digest },
    ]);
    await reissue.apply({ ...changed, validity_days: 90 });
    expect(provider.sandbox.ledger).toHaveLength(1);
    expect(reissue.state).toMatchObject({ previous_certificate_id: "cert-1" });
  });

  test("that another request made is refused, until supersede names its attempt", async ({ provider }) => {
    await provider.reissuedElsewhere({ validityDays: 90 });
    const attemptId = importedAttemptId("order-ssl-1", "cert-1001");
    const reissue = provider.resource();
    await reissue.import("order-ssl-1/cert-1001");
    const [error] = await expectErrors(reissue.apply(site));
    expect(error?.summary).toBe("The imported certificate was made from a different request");
    expect(error?.detail).toContain("differs from the configuration in validity_days.");
    expect(error?.detail).toContain(`\n    supersede = { "order-ssl-1" = "${attemptId}" }`);
    // A lost answer does not turn it into a certificate of this configuration.
    await provider.run(superseding(attemptId));
    provider.loseAnswer();
    await expectErrors(reissue.apply(site));
    provider.ageJournal();
    const notHappened = resolving(reissue.state?.open_attempt_id, "not-happened");
    await provider.run(notHappened);
    expect(titles(await expectErrors(reissue.plan(site)))).toEqual([error?.summary]);

    await provider.run({ ...superseding(attemptId), ...notHappened });
    await reissue.apply(site);
    expect(reissue.state).toMatchObject({
      certificate_id: "cert-1003",
      previous_certificate_id: "cert-1001",
    });
    expect(provider.sandbox.ledger).toHaveLength(3);
  });
});
