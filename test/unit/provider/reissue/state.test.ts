import { describe, expect } from "vitest";
import type { JournalEvent } from "../../../../src/journal/index.ts";
import { FileStore } from "../../../../src/journal/stores/file.ts";
import type { ManagedResource } from "../../../../src/plugin/testing/index.ts";
import { ended, resolved, sent } from "../../../harness/journal/events.ts";
import { createJournal } from "../../../harness/journal/new-journal.ts";
import { newFolder } from "../../../harness/new-folder.ts";
import {
  changed,
  expectErrors,
  type ProviderWithSandbox,
  passTime,
  resolving,
  site,
  titles,
} from "../../../harness/provider/provider.ts";
import { test } from "../provider-fixture.ts";

// The state records what the journal may not know.

test.concurrent.for(["cert-1001", "cert-1002"])(
  "Two certificates that state and journal do not know of each other are put in order by importing %s@latest",
  async (id, { provider }) => {
    await provider.reissuedElsewhere();
    await provider.run({ journal: newFolder("other-") });
    await provider.stored();
    await provider.run();
    const reissue = provider.resource();
    await reissue.import(`order-ssl-1/${id}@latest`);
    await reissue.apply(site);
    expect(reissue.state).toMatchObject({ certificate_id: id });
    await reissue.apply(changed);
    expect(reissue.state).toMatchObject({
      certificate_id: "cert-1003",
      certificate_history: expect.arrayContaining([id]),
    });
    expect(provider.sandbox.ledger).toHaveLength(3);
  },
);

test.concurrent.for([
  { result: "cert-1001", refresh: true, certificate: "cert-1001", sent: 1 },
  { result: "cert-1001", refresh: false, certificate: "cert-1001", sent: 1 },
  { result: "not-happened", refresh: true, certificate: "cert-1002", sent: 2 },
  { result: "not-happened", refresh: false, certificate: "cert-1002", sent: 2 },
])(
  "An open attempt that only the state knows is resolved as $result once it is untainted (refresh: $refresh)",
  async (row, { provider }) => {
    const reissue = provider.resource();
    provider.loseAnswer();
    await expectErrors(reissue.apply(site));
    provider.forget();
    const attempt = String(reissue.state?.open_attempt_id);
    await provider.run(resolving(attempt, row.result));
    reissue.tainted = false;
    if (row.result === "not-happened") {
      const { diagnostics } = await reissue.plan(site, row);
      expect(diagnostics[0]?.detail).toContain("may still be in flight");
      passTime(reissue);
    }
    await reissue.apply(site, row);
    expect(reissue.state).toMatchObject({ certificate_id: row.certificate });
    expect(provider.sandbox.ledger).toHaveLength(row.sent);
    expect((await provider.journal.attempts())[0]).toMatchObject({ attemptId: attempt });
  },
);

// The core plans a tainted object without its private data. Only the refresh has it.
test.concurrent("An open attempt that only a tainted object knows cannot be resolved as not happened at once", async ({
  provider,
}) => {
  const reissue = provider.resource();
  provider.loseAnswer();
  await expectErrors(reissue.apply(site));
  provider.forget();
  await provider.run(resolving(reissue.state?.open_attempt_id, "not-happened"));
  const errors = await expectErrors(reissue.plan(site));
  expect(errors.map(({ detail }) => detail).join()).toContain("may still be in flight");
  expect(provider.sandbox.ledger).toHaveLength(1);
});

test.concurrent("A change that sends nothing keeps the time at which an open attempt ended", async ({
  provider,
}) => {
  const reissue = await provider.stored(site);
  provider.loseAnswer();
  await expectErrors(reissue.apply(changed));
  const accepting = { ...site, i_know_will_revoke_last_cert: true };
  await reissue.apply(accepting);
  provider.forget();
  await provider.run(resolving(reissue.state?.open_attempt_id, "not-happened"));
  const { diagnostics } = await reissue.plan(accepting);
  expect(diagnostics.map(({ detail }) => detail).join()).toContain("may still be in flight");
});

/** The journal has the attempt that made the stored certificate, and these entries about it. */
async function rewriteJournal(
  provider: ProviderWithSandbox,
  { state }: ManagedResource,
  ...entries: readonly ((attempt: string) => JournalEvent)[]
): Promise<void> {
  provider.forget();
  const attempt = String(state?.attempt_id);
  const { url } = provider.sandbox;
  const at = new Date(Date.now() - 3_600_000).toISOString();
  const digest = String(state?.request_digest);
  const { order_id: order } = site;
  const log = new FileStore(createJournal(provider.folder)).log(order);
  await log.append(
    sent(attempt, { order, digest, at, deadline: at, process: "", service: url, address: url }),
  );
  for (const entry of entries) await log.append(entry(attempt));
}

const unknown = (attempt: string) => ended("unknown", attempt);
const said = (certificate: string) => (attempt: string) => resolved(attempt, certificate);
const firstAttempt = async ({ journal }: ProviderWithSandbox) => (await journal.attempts())[0];

describe.concurrent.each([{ refresh: true }, { refresh: false }])("The state's certificate (%o)", (way) => {
  test("that the service named outranks what a person told the journal, and is written", async ({
    provider,
  }) => {
    const reissue = await provider.stored();
    await rewriteJournal(provider, reissue, unknown, said("cert-typo"));
    const plan = await provider.plan(reissue, site, way);
    expect({ action: plan.action, says: titles(plan.diagnostics) }).toEqual({ action: "none", says: [] });
    await reissue.apply(changed, way);
    expect(reissue.state).toMatchObject({
      certificate_id: "cert-1002",
      certificate_history: ["cert-1001"],
    });
    expect(await firstAttempt(provider)).toMatchObject({
      senderWord: "done",
      certificateId: "cert-1001",
      statements: ["cert-typo"],
      isStated: false,
    });
  });

  test.for(["person", null])(
    "that a person named counts where the journal has no statement, and is written (source: %s)",
    async (certificate_source, { provider }) => {
      const reissue = await provider.stored();
      await rewriteJournal(provider, reissue, unknown);
      Object.assign(reissue, { state: { ...reissue.state, certificate_source } });
      expect((await provider.plan(reissue, site, way)).action).toBe("none");
      await reissue.apply(changed, way);
      expect(reissue.state).toMatchObject({ certificate_history: expect.arrayContaining(["cert-1001"]) });
      expect(await firstAttempt(provider)).toMatchObject({
        senderWord: "unknown",
        storedStatement: "cert-1001",
        certificateId: "cert-1001",
        isStated: true,
      });
    },
  );

  test("that a person named gives way to what a person told the journal", async ({ provider }) => {
    const reissue = await provider.stored();
    await rewriteJournal(provider, reissue, unknown, said("cert-right"));
    Object.assign(reissue, { state: { ...reissue.state, certificate_source: "person" } });
    const { planned } = await provider.plan(reissue, site, way);
    expect(planned).toMatchObject({ certificate_id: "cert-right", certificate_source: "person" });
    await reissue.apply(changed, way);
    expect(reissue.state).toMatchObject({
      certificate_id: "cert-1002",
      certificate_history: expect.arrayContaining(["cert-right"]),
    });
    expect(await firstAttempt(provider)).toMatchObject({ certificateId: "cert-right" });
  });

  test("that a person named is written by an apply while resolve says the same", async ({ provider }) => {
    const reissue = await provider.stored();
    await rewriteJournal(provider, reissue, unknown);
    Object.assign(reissue, { state: { ...reissue.state, certificate_source: "person" } });
    await provider.run(resolving(reissue.state?.attempt_id, "cert-1001"));
    const { action } = await reissue.apply(site, way);
    expect(action).toBe("update");
    expect(await firstAttempt(provider)).toMatchObject({ status: "succeeded", certificateId: "cert-1001" });
    expect(provider.sandbox.ledger).toHaveLength(1);
  });

  test("gives way to the service's answer, once the journal has it", async ({ provider }) => {
    const reissue = await provider.stored();
    const state = { ...reissue.state, certificate_id: "cert-typo", certificate_source: "person" };
    Object.assign(reissue, { state });
    const { planned } = await provider.plan(reissue, site, way);
    expect(planned).toMatchObject({ certificate_id: "cert-1001", certificate_source: "service" });
    await reissue.apply(site, way);
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1001", certificate_source: "service" });
    expect(provider.sandbox.ledger).toHaveLength(1);
  });
});
