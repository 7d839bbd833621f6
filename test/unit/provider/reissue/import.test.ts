import { describe, expect } from "vitest";
import {
  changed,
  expectErrors,
  type ProviderWithSandbox,
  resolving,
  site,
  superseding,
  titles,
} from "../../../harness/provider/provider.ts";
import { test } from "../stage.ts";

const isTrusted = "Order order-ssl-1 is adopted without a reissue";
const isUnknown = "The journal does not know this certificate";

async function imported(stage: ProviderWithSandbox, id: string) {
  const reissue = stage.resource();
  await reissue.import(`order-ssl-1/${id}`);
  return reissue;
}

describe.concurrent("An imported certificate", () => {
  test("that no journal knows is adopted, and the configuration is trusted", async ({ stage }) => {
    const reissue = await imported(stage, "cert-1@2026-01-31");
    expect(reissue.state).toMatchObject({ last_outcome: "imported", attempt_id: null, request_digest: null });
    const { diagnostics } = await reissue.apply({ ...site, validity_days: 90 });
    expect(titles(diagnostics)).toContain(isTrusted);
    expect(diagnostics[0]?.detail).toContain(
      "The apply trusts the configuration: order_id, csr, common_name, dns_names, sign_hash, validity_days.",
    );
    expect(stage.sandbox.ledger).toHaveLength(0);
    expect(reissue.state).toMatchObject({
      certificate_id: "cert-1",
      issued_at: "2026-01-31T00:00:00.000Z",
      last_outcome: "done",
      expires_at_estimate: "2026-05-01T00:00:00.000Z",
    });
    expect(await stage.journal.attempts()).toMatchObject([
      { certificateId: "cert-1", isImported: true, requestDigest: reissue.state?.request_digest },
    ]);
    await reissue.apply({ ...changed, validity_days: 90 });
    expect(stage.sandbox.ledger).toHaveLength(1);
    expect(reissue.state).toMatchObject({ previous_certificate_id: "cert-1" });
  });

  test("that another request made is refused, until supersede names its attempt", async ({ stage }) => {
    const { attemptId } = await stage.reissuedElsewhere({ validityDays: 90 });
    const reissue = await imported(stage, "cert-1001");
    const [error] = await expectErrors(reissue.apply(site));
    expect(error?.summary).toBe("The imported certificate was made from a different request");
    expect(error?.detail).toContain("differs from the configuration in validity_days.");
    expect(error?.detail).toContain(`\n    supersede = { "order-ssl-1" = "${attemptId}" }`);
    // A lost answer does not turn it into a certificate of this configuration.
    await stage.run(superseding(attemptId));
    stage.loseAnswer();
    await expectErrors(reissue.apply(site));
    stage.ageJournal();
    const notHappened = resolving(reissue.state?.open_attempt_id, "not-happened");
    await stage.run(notHappened);
    expect(titles(await expectErrors(reissue.plan(site)))).toEqual([error?.summary]);

    await stage.run({ ...superseding(attemptId), ...notHappened });
    await reissue.apply(site);
    expect(reissue.state).toMatchObject({
      certificate_id: "cert-1003",
      previous_certificate_id: "cert-1001",
    });
    expect(stage.sandbox.ledger).toHaveLength(3);
  });

  test("that the journal does not know needs @latest, also with a date of today", async ({ stage }) => {
    await stage.reissuedElsewhere({ validityDays: 90 });
    const today = new Date().toISOString().slice(0, 10);
    for (const id of ["cert-portal", `cert-portal@${today}`]) {
      const [error] = await expectErrors(imported(stage, id));
      expect(error?.summary).toBe(isUnknown);
      expect(error?.detail).toContain(
        "\n    terraform import RESOURCE_ADDRESS order-ssl-1/cert-portal@latest",
      );
    }
    const reissue = await imported(stage, "cert-portal@latest");
    expect(reissue.state).toMatchObject({
      previous_certificate_id: "cert-1001",
      certificate_history: ["cert-1001"],
    });
    const { diagnostics } = await reissue.apply(site);
    expect(titles(diagnostics)).toContain(isTrusted);
    expect(await stage.journal.attempts()).toMatchObject([
      { certificateId: "cert-1001" },
      { certificateId: "cert-portal", isImported: true },
    ]);
    await reissue.apply(changed);
    expect(reissue.state).toMatchObject({ previous_certificate_id: "cert-portal" });
    expect(stage.sandbox.ledger).toHaveLength(2);
  });
});
