import { describe, expect } from "vitest";
import { CertOrderClient } from "../../../../src/client/index.ts";
import { Journal } from "../../../../src/journal/index.ts";
import { FileStore } from "../../../../src/journal/stores/file.ts";
import { unknownNames } from "../../../../src/plugin/testing/index.ts";
import { done, sent } from "../../../harness/journal/events.ts";
import { createJournal, newJournal } from "../../../harness/journal/new-journal.ts";
import {
  backup,
  changed,
  expectErrors,
  type ProviderWithSandbox,
  passTime,
  resolving,
  site,
  superseding,
  title,
  titles,
} from "../../../harness/provider/provider.ts";
import { test } from "../provider-fixture.ts";

const ways = [{ refresh: true }, { refresh: false }];

/** A creation whose answer is lost. */
async function lost(provider: ProviderWithSandbox) {
  const reissue = provider.resource();
  provider.loseAnswer();
  expect(titles(await expectErrors(reissue.apply(site)))).toEqual([
    "The outcome is unknown: the connection was lost before an answer came",
  ]);
  expect(reissue.tainted).toBe(true);
  return { reissue, attempt: reissue.state?.open_attempt_id };
}

/** A change whose answer is lost. */
async function lostChange(provider: ProviderWithSandbox) {
  const reissue = await provider.stored();
  provider.loseAnswer();
  await expectErrors(reissue.apply(changed));
  expect(reissue.tainted).toBe(false);
  return { reissue, attempt: reissue.state?.open_attempt_id };
}

describe.concurrent.each(ways)("A creation with a lost answer (%o)", ({ refresh }) => {
  test.for([false, true])(
    "is blocked until resolve names its certificate, which the plan shows and the apply writes (createBeforeDestroy: %s)",
    async (createBeforeDestroy, { provider }) => {
      const { reissue, attempt } = await lost(provider);
      const errors = await expectErrors(provider.plan(reissue, site, { refresh }));
      expect(errors).toMatchObject([
        { summary: title.blocked, detail: expect.stringContaining(String(attempt)) },
      ]);
      await provider.run(resolving(attempt, "cert-1001"));
      const plan = await provider.plan(reissue, site, { refresh });
      expect(plan.planned).toMatchObject({ certificate_id: "cert-1001", attempt_id: attempt });
      expect(unknownNames(plan).sort()).toEqual(["certificate_source", "issued_at"]);
      expect(await provider.journal.attempts()).toMatchObject([{ lastEvent: "unknown" }]);

      await reissue.apply(site, { refresh, createBeforeDestroy });
      expect(reissue.state).toMatchObject({ certificate_id: "cert-1001", last_outcome: "done" });
      expect(await provider.journal.attempts()).toMatchObject([{ lastEvent: "done", isStated: true }]);
      expect(provider.sandbox.ledger).toHaveLength(1);
    },
  );

  test.for([true, false])(
    "that did not happen is sent again, as soon as it cannot be in flight any more (tainted: %s)",
    async (tainted, { provider }) => {
      const { reissue, attempt } = await lost(provider);
      await provider.run(resolving(attempt, "not-happened"));
      const errors = await expectErrors(reissue.apply(site, { refresh }));
      expect(titles(errors)).toEqual(["The resolution does not apply", title.blocked]);
      expect(errors[0]?.detail).toContain(`Attempt ${attempt} may still be in flight`);
      expect(await provider.journal.attempts()).toMatchObject([{ lastEvent: "unknown" }]);

      provider.ageJournal();
      await provider.run(resolving(attempt, "not-happened"));
      reissue.tainted = tainted;
      await reissue.apply(site, { refresh });
      expect(reissue.state).toMatchObject({ certificate_id: "cert-1002", last_outcome: "done" });
      expect(await provider.journal.attempts()).toMatchObject([
        { lastEvent: "not-happened" },
        { lastEvent: "done" },
      ]);
      expect(provider.sandbox.ledger).toHaveLength(2);
    },
  );
});

describe.concurrent.each(ways)("A change with a lost answer (%o)", ({ refresh }) => {
  test("that happened is not sent again, and a revert is sent on top of it", async ({ provider }) => {
    const { reissue, attempt } = await lostChange(provider);
    const restore = backup(reissue);
    await provider.run(resolving(attempt, "cert-1002"));
    const plan = await provider.plan(reissue, changed, { refresh });
    expect(plan.planned).toMatchObject({ certificate_id: "cert-1002", last_outcome: "done" });
    expect(plan.diagnostics).toEqual([]);
    await reissue.apply(changed, { refresh });
    expect(reissue.state).toMatchObject({
      certificate_id: "cert-1002",
      attempt_id: attempt,
      open_attempt_id: null,
      triggers: changed.triggers,
      certificate_history: ["cert-1001"],
    });
    expect(reissue.private).toEqual(new Uint8Array());
    expect(provider.sandbox.ledger).toHaveLength(2);

    restore();
    await reissue.apply(site, { refresh });
    expect(reissue.state).toMatchObject({
      certificate_id: "cert-1003",
      certificate_history: expect.arrayContaining(["cert-1002"]),
    });
    expect((await provider.journal.attempts()).at(-1)).toMatchObject({ previous: "cert-1002" });
  });

  test("that did not happen is sent once more, or not at all after a revert", async ({ provider }) => {
    const { reissue, attempt } = await lostChange(provider);
    provider.ageJournal();
    await provider.run(resolving(attempt, "not-happened"));
    const restore = backup(reissue);
    expect((await reissue.apply(site, { refresh })).diagnostics).toEqual([]);
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1001", last_outcome: "done" });
    restore();
    await reissue.apply(changed, { refresh });
    expect(reissue.state).toMatchObject({
      certificate_id: "cert-1003",
      certificate_history: expect.arrayContaining(["cert-1001"]),
    });
    expect(provider.sandbox.ledger).toHaveLength(3);
  });
});

describe.concurrent("A plan that an open attempt blocks", () => {
  const untaint = "\n    terraform untaint ADDRESS\n";

  test("shows untaint after a failed create, and needs no supersede then", async ({ provider }) => {
    const { reissue, attempt } = await lost(provider);
    const [error] = await expectErrors(provider.plan(reissue, changed));
    expect(error?.detail).toContain(untaint);
    expect(error?.detail).not.toContain("supersede");
    reissue.tainted = false;
    await provider.run(resolving(attempt, "cert-1001"));
    await reissue.apply(changed);
    expect(reissue.state).toMatchObject({
      certificate_id: "cert-1002",
      certificate_history: expect.arrayContaining(["cert-1001"]),
    });
  });

  test("shows untaint in the apply of a create only", async ({ provider }) => {
    const reissue = provider.resource();
    provider.loseAnswer();
    const [created] = await expectErrors(reissue.apply(site));
    expect(created?.detail).toContain(untaint);
    await provider.run(resolving(reissue.state?.open_attempt_id, "cert-1001"));
    await reissue.apply(site);
    provider.loseAnswer();
    const [updated] = await expectErrors(reissue.apply(changed));
    expect(updated?.detail).toContain("# add this entry to resolve");
    expect(updated?.detail).not.toContain("untaint");
  });

  test.for([site, changed])(
    "shows supersede beside resolve only if another request was sent and the state does not know it (%#)",
    async (given, { provider }) => {
      provider.loseAnswer();
      await expect(provider.reissuedElsewhere()).rejects.toThrow("outcome is unknown");
      const [attempt] = await provider.journal.attempts();
      const reissue = provider.resource();
      const [error] = await expectErrors(provider.plan(reissue, given));
      const entry = `\n    "order-ssl-1" = "${attempt?.attemptId}" # add this entry to supersede\n`;
      if (given === site) expect(error?.detail).not.toContain("supersede");
      else expect(error?.detail).toContain(entry);
      const supersede = given === site ? {} : superseding(attempt?.attemptId);
      await provider.run({ ...resolving(attempt?.attemptId, "cert-1001"), ...supersede });
      await reissue.apply(given);
      expect(provider.sandbox.ledger).toHaveLength(given === site ? 1 : 2);
    },
  );
});

describe.concurrent("An entry of resolve", () => {
  // test/unit/provider/reissue/supersede.test.ts has an entry that a plan had, and its apply lacks.
  test("is written also by a destroy", async ({ provider }) => {
    const { reissue, attempt } = await lostChange(provider);
    await provider.run(resolving(attempt, "cert-1002"));
    await reissue.destroy();
    expect((await provider.journal.attempts()).at(-1)).toMatchObject({ certificateId: "cert-1002" });
  });

  test("can be in CERTORDER_RESOLVE, which may not contradict the argument", async ({ provider }) => {
    const { reissue, attempt } = await lost(provider);
    provider.env.CERTORDER_RESOLVE = `other=a:b , order-ssl-1=${attempt}:cert-1001,`;
    await provider.run();
    expect((await reissue.plan(site)).planned).toMatchObject({ certificate_id: "cert-1001" });
    const [error] = await expectErrors(provider.run(resolving(attempt, "not-happened")));
    expect(error?.detail).toContain(`resolve has two results for attempt ${attempt} of order order-ssl-1.`);
    provider.env.CERTORDER_RESOLVE = "order-ssl-1=a:b,nonsense";
    const [unread] = await expectErrors(provider.run());
    expect(unread?.detail).toMatch(/^resolve \(CERTORDER_RESOLVE\) does not name an order\./);
  });

  test.for(["resolve", "supersede"])(
    "or supersede that cannot be read is not repeated (%s)",
    async (name, { provider }) => {
      const errors = await expectErrors(provider.run({ [name]: { "order-ssl-1": "two secrets:cert" } }));
      expect(errors).toMatchObject([{ summary: "Invalid argument", attribute: name }]);
      expect(errors[0]?.detail).not.toContain("secret");
    },
  );
});

test.concurrent("Open attempts of journal and state are resolved with one line", async ({ provider }) => {
  const { reissue, attempt: second } = await lostChange(provider);
  provider.forget();
  passTime(reissue);
  const [first, anHourAgo] = ["aaaaaaaaaaaa", new Date(Date.now() - 3_600_000).toISOString()];
  const { order_id: order } = site;
  const { url } = provider.sandbox;
  const times = { at: anHourAgo, deadline: anHourAgo };
  const event = sent(first, { order, ...times, digest: "", process: "", service: url, address: url });
  await new FileStore(createJournal(provider.folder)).log(order).append(event);

  await provider.run(resolving(first, "not-happened"));
  const [error] = await expectErrors(provider.plan(reissue, changed));
  const line = `${first}:not-happened ${second}:not-happened`;
  expect(error).toMatchObject({ summary: title.blocked, detail: expect.stringContaining(`"${line}"`) });

  await provider.run({ resolve: { [order]: line } });
  await reissue.apply(changed);
  expect(provider.sandbox.ledger).toHaveLength(3);
  expect((await provider.journal.attempts()).filter(({ status }) => status === "open")).toEqual([]);
});

const leftOver = "Order order-ssl-1: an entry of resolve is left over";
const overtaken = "The attempt got another result";

describe.concurrent.each(ways)("A mistyped certificate in resolve (%o)", ({ refresh }) => {
  test.for([
    { kind: "creation", lose: lost, config: site, real: "cert-1001" },
    { kind: "change", lose: lostChange, config: changed, real: "cert-1002" },
  ])(
    "is corrected by a later entry, which the plan shows and the apply writes ($kind)",
    async ({ lose, config, real }, { provider }) => {
      const { reissue, attempt } = await lose(provider);
      await provider.run(resolving(attempt, "cert-typo"));
      await reissue.apply(config, { refresh });
      expect(reissue.state).toMatchObject({ certificate_id: "cert-typo", certificate_source: "person" });

      await provider.run(resolving(attempt, real));
      const plan = await provider.plan(reissue, config, { refresh });
      expect(plan.planned).toMatchObject({ certificate_id: real });
      expect(plan.changed).toEqual(["certificate_id"]);
      expect(plan.diagnostics).toEqual([]);
      await reissue.apply(config, { refresh });
      expect(reissue.state).toMatchObject({ certificate_id: real, certificate_source: "person" });
      expect((await provider.journal.attempts()).at(-1)).toMatchObject({
        certificateId: real,
        statements: ["cert-typo", real],
      });

      // The first entry comes back from an old branch.
      for (const entry of ["cert-typo", "not-happened"]) {
        await provider.run(resolving(attempt, entry));
        const { action, diagnostics } = await reissue.apply(config, { refresh });
        expect({ action, says: titles(diagnostics) }).toEqual({ action: "none", says: [leftOver] });
      }
      const { length: sent } = provider.sandbox.ledger;
      await reissue.apply({ ...config, triggers: { turn: "3" } }, { refresh });
      expect(reissue.state).toMatchObject({ certificate_history: expect.arrayContaining([real]) });
      expect(provider.sandbox.ledger).toHaveLength(sent + 1);
    },
  );

  test("is corrected also if the order was reissued on top of it", async ({ provider }) => {
    const { reissue, attempt } = await lostChange(provider);
    await provider.run(resolving(attempt, "cert-typo"));
    const next = { ...site, triggers: { turn: "3" } };
    await reissue.apply(next, { refresh });
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1003" });
    await provider.run(resolving(attempt, "cert-1002"));
    await reissue.apply(next, { refresh });
    const attempts = await provider.journal.attempts();
    expect(attempts.map(({ certificateId }) => certificateId)).toEqual([
      "cert-1001",
      "cert-1002",
      "cert-1003",
    ]);
    expect(provider.sandbox.ledger).toHaveLength(3);
  });
});

describe.concurrent("A statement that is made after the plan", () => {
  /** A person corrects the typo in the journal, while the configuration names another certificate. */
  async function correctedMeanwhile(provider: ProviderWithSandbox) {
    const { reissue, attempt } = await lostChange(provider);
    await provider.run(resolving(attempt, "cert-typo"));
    await reissue.apply(changed);
    const entry = resolving(attempt, "cert-1002");
    await provider.run(entry);
    const state = async () => {
      const orderId = site.order_id;
      await provider.journal.resolve({ orderId, attemptId: String(attempt), certificateId: "cert-other" });
      return provider.journal.attempts();
    };
    return { reissue, state };
  }

  test("fails the apply, and the next plan shows it", async ({ provider }) => {
    const { reissue, state } = await correctedMeanwhile(provider);
    const plan = await provider.plan(reissue, changed);
    const before = await state();
    await provider.workspace.core.reconfigure();
    const [error] = await expectErrors(reissue.carryOut(changed, plan));
    expect(error).toMatchObject({ summary: overtaken, detail: expect.stringContaining("cert-other") });
    expect(error?.detail).toContain("Code: plan_outdated");
    expect(await provider.journal.attempts()).toEqual(before);

    const again = await provider.plan(reissue, changed);
    expect(reissue.state).toMatchObject({ certificate_id: "cert-other" });
    expect(again.planned).toMatchObject({ certificate_id: "cert-1002" });
    await reissue.apply(changed);
    expect((await provider.journal.attempts()).at(-1)).toMatchObject({ certificateId: "cert-1002" });
    expect(provider.sandbox.ledger).toHaveLength(2);
  });

  test("fails a plan without a refresh", async ({ provider }) => {
    const { reissue, state } = await correctedMeanwhile(provider);
    const before = await state();
    const errors = await expectErrors(provider.plan(reissue, changed, { refresh: false }));
    expect(titles(errors)).toEqual([overtaken]);
    expect(await provider.journal.attempts()).toEqual(before);
  });

  test("fails the apply of a reissue, and nothing is written or sent", async ({ provider }) => {
    const { reissue, state } = await correctedMeanwhile(provider);
    const next = { ...site, triggers: { turn: "3" } };
    const plan = await provider.plan(reissue, next);
    const before = await state();
    await provider.workspace.core.reconfigure();
    expect(titles(await expectErrors(reissue.carryOut(next, plan)))).toEqual([overtaken]);
    expect(await provider.journal.attempts()).toEqual(before);
    expect(provider.sandbox.ledger).toHaveLength(2);
  });

  test("is not overwritten by a destroy", async ({ provider }) => {
    const { reissue, state } = await correctedMeanwhile(provider);
    const before = await state();
    expect(titles(await expectErrors(reissue.destroy()))).toEqual([overtaken]);
    expect(await provider.journal.attempts()).toEqual(before);
  });
});

test.concurrent("An adoption takes the service's answer that arrives after its plan", async ({
  provider,
}) => {
  const { attempt: attemptId } = await lost(provider);
  const statement = { orderId: "order-ssl-1", attemptId: String(attemptId), certificateId: "cert-1001" };
  await provider.journal.recordStatement(statement);
  await provider.run();
  const created = provider.resource();
  const plan = await provider.plan(created, site);
  await new FileStore(provider.folder).log("order-ssl-1").append(done(String(attemptId), "cert-1001"));
  await provider.run();
  await created.carryOut(site, plan);
  expect(created.state).toMatchObject({ certificate_id: "cert-1001", certificate_source: "service" });
});

test.concurrent.for([
  { refresh: true, tainted: true },
  { refresh: true, tainted: false },
  { refresh: false, tainted: false },
])(
  "A certificate that another machine has imported resolves the attempt that made it (%o)",
  async ({ refresh, tainted }, { provider }) => {
    const { reissue, attempt } = await lost(provider);
    const { url: baseUrl, credentials } = provider.sandbox;
    const other = newJournal();
    const journal = new Journal(other);
    const { sign_hash: signHash, common_name: commonName, dns_names: dnsNames, csr } = site;
    await new CertOrderClient({ baseUrl, ...credentials, journal }).importCertificate(
      "order-ssl-1",
      "cert-1001",
      { request: { signHash, commonName, dnsNames, csr } },
    );
    await provider.run({ ...resolving(attempt, "cert-1001"), journal: other });
    reissue.tainted = tainted;
    await reissue.apply(site, { refresh });
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1001", open_attempt_id: null });
    expect(provider.sandbox.ledger).toHaveLength(1);
    expect((await journal.attempts()).at(-1)).toMatchObject({ isImported: true });
  },
);

test.concurrent.for(ways)(
  "An id that the service gave twice is refused with the entry that confirms it (%o)",
  async ({ refresh }, { provider }) => {
    const { reissue, attempt } = await lostChange(provider);
    await provider.run(resolving(attempt, "cert-1001"));
    const errors = await expectErrors(provider.plan(reissue, changed, { refresh }));
    expect(titles(errors)).toEqual(["The resolution does not apply", title.blocked]);
    expect(errors[0]?.detail).toContain(
      `\n    "order-ssl-1" = "${attempt}:cert-1001:same-id" # add this entry to resolve\n`,
    );
    await provider.run(resolving(attempt, "cert-1001:same-id"));
    await reissue.apply(changed, { refresh });
    expect(reissue.state).toMatchObject({
      certificate_id: "cert-1001",
      attempt_id: attempt,
      open_attempt_id: null,
      triggers: changed.triggers,
    });
    await reissue.apply(site, { refresh });
    expect(reissue.state).toMatchObject({
      certificate_id: "cert-1003",
      certificate_history: expect.arrayContaining(["cert-1001"]),
    });
    expect(provider.sandbox.ledger).toHaveLength(3);
  },
);
