import { cpSync } from "node:fs";
import { describe, expect } from "vitest";
import { CertOrderClient } from "../../../../src/client/index.ts";
import { newJournal } from "../../../harness/journal/new-journal.ts";
import {
  expectErrors,
  type ProviderWithSandbox,
  resolving,
  site,
  titles,
} from "../../../harness/provider/provider.ts";
import { test } from "../provider-fixture.ts";

// When a certificate was issued, as a person states it to the journal or by an import of Terraform. Renewals count from then.

const quiet = { ...site, validity_days: 30 };
const renewed = { ...quiet, renew_before_days: 10 };
/** The request of `quiet`. */
const stated = {
  signHash: "sha256",
  commonName: site.common_name,
  dnsNames: site.dns_names,
  csr: site.csr,
  validityDays: 30,
};
/** The renewal is due. */
const old = daysAgo(25);
const young = daysAgo(4);

describe.concurrent("The time of issue that a person corrects in the journal", () => {
  test.for([true, false])("counts in Terraform (adopted before: %s)", async (isAdopted, { provider }) => {
    const reissue = provider.resource();
    await reissue.import(`order-ssl-1/cert-1@${old}`);
    if (isAdopted) await reissue.apply(renewed, { expectEmptyPlan: false });
    await stateTime(provider, young);
    await reissue.apply(renewed);
    expect(provider.sandbox.ledger).toHaveLength(0);
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1", renewal_due: false });
    expect(reissue.state?.issued_at).toContain(young);
    await stateTime(provider, old);
    await reissue.apply(renewed);
    expect(provider.sandbox.ledger).toHaveLength(1);
  });

  test.for([
    ["alone", {}],
    ["with the request, but for triggers", { request: stated }],
    ["with another request", { request: { ...stated, signHash: "sha384" }, corrects: true }],
  ] as const)(
    "counts for a renewal that was planned before (corrected %s)",
    async ([_, more], { provider }) => {
      const configured = { ...renewed, triggers: { turn: "1" } };
      const reissue = provider.resource();
      await reissue.import(`order-ssl-1/cert-1@${old}`);
      await reissue.apply(configured, { expectEmptyPlan: false });
      const plan = await provider.plan(reissue, configured);
      await stateTime(provider, young, more);
      await provider.run();
      const errors = await expectErrors(reissue.carryOut(configured, plan));
      expect(titles(errors)).toEqual(["The renewal is not due any more"]);
      await reissue.apply(configured);
      expect(provider.sandbox.ledger).toHaveLength(0);
      expect(reissue.state?.issued_at).toContain(young);
    },
  );

  test("does not spoil another change that was planned before", async ({ provider }) => {
    const reissue = provider.resource();
    await reissue.import(`order-ssl-1/cert-1@${daysAgo(5)}`);
    await reissue.apply(quiet);
    const plan = await provider.plan(reissue, renewed);
    await stateTime(provider, young);
    await provider.run();
    await reissue.carryOut(renewed, plan);
    expect(reissue.state).toMatchObject({ renew_before_days: 10 });
  });

  test("outranks what the state has copied into another journal", async ({ provider }) => {
    const reissue = provider.resource();
    await reissue.import(`order-ssl-1/cert-1@${old}`);
    await reissue.apply(quiet);
    const other = newJournal();
    await provider.run({ journal: other });
    await reissue.apply({ ...quiet, renew_before_days: 1 });
    await provider.run();
    await stateTime(provider, young);
    await reissue.apply(renewed);
    await provider.run({ journal: other });
    await reissue.apply(renewed);
    expect(provider.sandbox.ledger).toHaveLength(0);
    expect(reissue.state?.issued_at).toContain(young);
  });

  test("is not that of a later certificate with the same id, which an older journal does not know", async ({
    provider,
  }) => {
    const reissue = provider.resource();
    await reissue.import(`order-ssl-1/cert-1@${old}`);
    await reissue.apply(quiet);
    const restored = newJournal();
    cpSync(provider.folder, restored, { recursive: true });
    provider.loseAnswer();
    const again = { ...renewed, triggers: { turn: "2" } };
    await expectErrors(reissue.apply(again));
    provider.ageJournal();
    await provider.run(resolving(reissue.state?.open_attempt_id, "cert-1:same-id"));
    await reissue.apply(again);
    await provider.run({ journal: restored });
    await reissue.apply(again);
    expect(provider.sandbox.ledger).toHaveLength(1);
    expect(reissue.state?.issued_at).not.toContain(old);
  });
});

describe.concurrent("Of two states that import one certificate with different dates", () => {
  test.for(["the older one", "the younger one"] as const)(
    "each is renewed by its own, if %s is adopted first",
    async (first, { provider }) => {
      const [a, b] = [provider.resource(), provider.resource()];
      await a.import(`order-ssl-1/cert-1@${old}`);
      await b.import(`order-ssl-1/cert-1@${young}`);
      for (const reissue of first === "the older one" ? [a, b] : [b, a]) {
        await provider.run();
        await reissue.apply(renewed, { expectEmptyPlan: false });
      }
      await provider.run();
      await b.apply(renewed);
      expect(provider.sandbox.ledger).toHaveLength(0);
      expect(b.state?.issued_at).toContain(young);
      await provider.run();
      const plan = await provider.plan(a, renewed);
      expect(plan.diagnostics[0]?.detail).toContain(`its renewal is due (issued at ${old}`);
      // A person who types a date corrects both, also if the journal has that date from one of them.
      for (const [date, isDue] of [
        [old, true],
        [young, false],
      ] as const) {
        await stateTime(provider, date);
        for (const reissue of [a, b]) {
          await provider.run();
          await provider.plan(reissue, renewed);
          expect(reissue.state).toMatchObject({
            issued_at: expect.stringContaining(date),
            renewal_due: isDue,
          });
        }
      }
      expect(provider.sandbox.ledger).toHaveLength(0);
    },
  );
});

test.concurrent("An import without a date says so at each plan, whichever of two states is adopted first", async ({
  provider,
}) => {
  const [dated, undated] = [provider.resource(), provider.resource()];
  await undated.import("order-ssl-1/cert-1");
  await dated.import(`order-ssl-1/cert-1@${old}`);
  await dated.apply(quiet);
  await provider.run();
  const { diagnostics } = await undated.apply(renewed, { expectEmptyPlan: false });
  expect(JSON.stringify(diagnostics)).toMatch(
    /renewals begin after the next reissue.+import order-ssl-1 cert-1 --issued-at YYYY-MM-DD --journal \//,
  );
  await provider.run();
  expect(titles((await undated.apply(renewed)).diagnostics)).toEqual([
    expect.stringMatching(/renewals begin/),
  ]);
  expect(undated.state).toMatchObject({ issued_at: null, renewal_due: false });
  await stateTime(provider, old);
  await provider.run();
  const plan = await provider.plan(undated, renewed);
  expect(plan.action).not.toBe("none");
  expect(JSON.stringify(plan.diagnostics)).not.toContain("renewals begin");
});

test.concurrent("A new resource adopts the date that the journal has when its plan is carried out", async ({
  provider,
}) => {
  const [first, created] = [provider.resource(), provider.resource()];
  await first.import(`order-ssl-1/cert-1@${old}`);
  await first.apply(renewed, { expectEmptyPlan: false });
  await provider.run();
  const plan = await provider.plan(created, renewed);
  expect(JSON.stringify(plan.diagnostics)).toContain(`Renewals count from its date in the journal (${old}`);
  await stateTime(provider, young);
  await provider.run();
  await created.carryOut(renewed, plan);
  expect(created.state).toMatchObject({ issued_at: expect.stringContaining(young), renewal_due: false });
});

test.concurrent.for([true, false])(
  "A lost answer that another machine's journal resolves is renewed from the time of the answer (create: %s)",
  async (isCreated, { provider }) => {
    const reissue = provider.resource();
    if (!isCreated) await reissue.apply(renewed);
    const again = { ...renewed, triggers: { turn: "2" } };
    provider.loseAnswer();
    await expectErrors(reissue.apply(again));
    const certificateId = provider.sandbox.ledger.at(-1)?.certificateId;
    const more = resolving(reissue.state?.open_attempt_id, String(certificateId));
    await provider.run({ ...more, journal: newJournal() });
    reissue.tainted = false;
    await reissue.apply(again);
    expect(reissue.state?.certificate_id).toBe(certificateId);
    expect(reissue.state?.issued_at).toContain(daysAgo(0));
  },
);

describe.concurrent("An import with another date than the journal's", () => {
  test("is refused, with the command that corrects it", async ({ provider }) => {
    await stateTime(provider, young);
    const [error] = await expectErrors(provider.resource().import(`order-ssl-1/cert-1@${daysAgo(5)}`));
    expect(error).toMatchObject({
      summary: "The certificate cannot be imported",
      detail: expect.stringContaining(`was issued at ${young}, not at ${daysAgo(5)}`),
    });
    expect(error?.detail).toContain(
      `\n    certorder journal import order-ssl-1 cert-1 --issued-at ${daysAgo(5)} --journal ${provider.folder}`,
    );
    const reissue = provider.resource();
    await reissue.import(`order-ssl-1/cert-1@${young}`);
    expect(reissue.state?.issued_at).toContain(young);
  });

  test("is accepted on the day of the reissue that the journal recorded", async ({ provider }) => {
    await provider.reissuedElsewhere();
    const reissue = provider.resource();
    await reissue.import("order-ssl-1/cert-1001");
    await reissue.apply(site);
    await provider.resource().import(`order-ssl-1/cert-1001@${daysAgo(0)}`);
  });
});

test("A resolution is written although the state has an import with a date", async ({ provider }) => {
  const reissue = provider.resource();
  await reissue.import(`order-ssl-1/cert-1@${young}`);
  await reissue.apply(site);
  provider.loseAnswer();
  await provider.reissuedElsewhere({ validityDays: 90 }).catch(() => undefined);
  provider.ageJournal();
  const open = (await provider.journal.attempts()).find(({ status }) => status === "open");
  await provider.run(resolving(open?.attemptId, "not-happened"));
  await reissue.apply(site);
  expect((await provider.journal.attempts()).at(-1)).toMatchObject({ status: "void" });
});

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

/** A person imports `cert-1` into the journal, with a date. */
async function stateTime(
  { sandbox, journal }: ProviderWithSandbox,
  issuedAt: string,
  more: { readonly request?: typeof stated; readonly corrects?: boolean } = {},
): Promise<void> {
  const client = new CertOrderClient({ baseUrl: sandbox.url, ...sandbox.credentials, journal });
  await client.importCertificate("order-ssl-1", "cert-1", { issuedAt, ...more });
}
