import { describe, expect } from "vitest";
import { CertOrderClient } from "../../../../src/client/index.ts";
import { importedAttemptId } from "../../../../src/journal/index.ts";
import { FileStore } from "../../../../src/journal/stores/file.ts";
import type { ManagedResource } from "../../../../src/plugin/testing/index.ts";
import { sent } from "../../../harness/journal/events.ts";
import {
  changed,
  expectErrors,
  type ProviderWithSandbox,
  resolving,
  site,
  superseding,
  title,
  titles,
} from "../../../harness/provider/provider.ts";
import { test } from "../provider-fixture.ts";

const notLatest = "The certificate cannot be imported";

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
    });
    expect(await provider.journal.attempts()).toMatchObject([
      { certificateId: "cert-1", isImported: true, requestDigest: reissue.state?.request_digest },
    ]);
    await reissue.apply({ ...changed, validity_days: 90 });
    expect(provider.sandbox.ledger).toHaveLength(1);
    expect(reissue.state).toMatchObject({ certificate_history: expect.arrayContaining(["cert-1"]) });
  });

  test("that another request made is refused, until supersede names its attempt", async ({ provider }) => {
    await provider.reissuedElsewhere({ validityDays: 90 });
    const attemptId = importedAttemptId("order-ssl-1", "cert-1001");
    const reissue = provider.resource();
    await reissue.import("order-ssl-1/cert-1001");
    const [error] = await expectErrors(reissue.apply(site));
    expect(error?.summary).toBe("The imported certificate was made from a different request");
    expect(error?.detail).toContain("differs from the configuration in validity_days.");
    expect(error?.detail).toContain(`\n    "order-ssl-1" = "${attemptId}" # add this entry to supersede\n`);
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
      certificate_history: expect.arrayContaining(["cert-1001"]),
    });
    expect(provider.sandbox.ledger).toHaveLength(3);
  });

  test("is adopted if its wrong request was corrected in the journal meanwhile", async ({ provider }) => {
    const state = statingRequest(provider);
    await state("sha384");
    const reissue = provider.resource();
    await imports(reissue, "order-ssl-1/cert-1");
    const [error] = await expectErrors(reissue.apply(site));
    expect(error?.detail).toContain('"sha384" there, "sha256" here');
    await state("sha256", true);
    await reissue.apply(site);
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1", last_outcome: "done" });
    expect(provider.sandbox.ledger).toHaveLength(0);
  });

  test.for([undefined, "sha256"])(
    "is refused if the journal learned meanwhile that another request made it (before: %s)",
    async (before, { provider }) => {
      const state = statingRequest(provider);
      await state(before);
      const reissue = provider.resource();
      await imports(reissue, "order-ssl-1/cert-1");
      await state("sha384", true);
      const [error] = await expectErrors(reissue.apply(site));
      expect(error?.detail).toContain('"sha384" there, "sha256" here');
      expect(provider.sandbox.ledger).toHaveLength(0);
    },
  );

  test("corrects the imports before it, also if a reissue made it", async ({ provider }) => {
    const reissue = await provider.stored();
    for (const id of ["cert-bad-1", "cert-bad-2", "cert-1001"]) {
      await imports(reissue, `order-ssl-1/${id}@latest`);
      await reissue.apply(site);
      expect(reissue.state).toMatchObject({ certificate_id: id, certificate_source: "person" });
    }
    expect((await provider.journal.attempts()).at(-1)).toMatchObject({
      certificateId: "cert-1001",
      isImported: true,
      requestDigest: reissue.state?.request_digest,
    });
    await reissue.apply(changed);
    expect(reissue.state).toMatchObject({
      certificate_id: "cert-1002",
      certificate_source: "service",
      certificate_history: expect.arrayContaining(["cert-1001"]),
    });
    expect(provider.sandbox.ledger).toHaveLength(2);
  });

  test("that is left over is refused, with the command that brings it back", async ({ provider }) => {
    const reissue = provider.resource();
    for (const id of ["cert-1", "cert-2@latest"]) {
      await imports(reissue, `order-ssl-1/${id}`);
      await reissue.apply(site);
    }
    for (const id of ["cert-1", "cert-1@latest", "cert-1@2020-01-01"]) {
      const [error] = await expectErrors(imports(provider.resource(), `order-ssl-1/${id}`));
      expect(error).toMatchObject({ summary: notLatest, detail: expect.stringContaining("is left over") });
      expect(error?.detail).toContain("\n    certorder journal import order-ssl-1 cert-1 --bring-back");
    }
  });

  test("that the order was reissued after is refused", async ({ provider }) => {
    const reissue = await provider.stored();
    await reissue.apply(changed);
    for (const id of ["cert-1001", "cert-1001@latest"]) {
      const [error] = await expectErrors(imports(provider.resource(), `order-ssl-1/${id}`));
      expect(error).toMatchObject({
        summary: notLatest,
        detail: expect.stringContaining("stands after cert-1001"),
      });
      expect(error?.detail).toContain("--bring-back");
    }
  });

  test("is refused while an attempt of its order is open", async ({ provider }) => {
    const reissue = await provider.stored();
    provider.loseAnswer();
    await expectErrors(reissue.apply(changed));
    const errors = await expectErrors(imports(provider.resource(), "order-ssl-1/cert-1002@latest"));
    expect(titles(errors)).toEqual([title.blocked]);
    expect(errors[0]?.detail).toContain(`"${reissue.state?.open_attempt_id}:not-happened"`);
  });

  test("adopts the triggers of the configuration, which count from then on", async ({ provider }) => {
    await provider.reissuedElsewhere();
    const reissue = provider.resource();
    await imports(reissue, "order-ssl-1/cert-1001");
    expect((await reissue.apply(changed)).diagnostics).toEqual([]);
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1001", triggers: changed.triggers });
    // A new resource with these triggers finds it. So does one that imports it again, with other triggers.
    const { requestDigest } = (await provider.journal.attempts()).at(-1) ?? {};
    expect(requestDigest).toBe(reissue.state?.request_digest);
    expect(titles((await provider.resource().apply(changed)).diagnostics)).toContain(title.adopted);
    await imports(reissue, "order-ssl-1/cert-1001");
    await reissue.apply(site);
    expect((await provider.journal.attempts()).at(-1)).toMatchObject({
      certificateId: "cert-1001",
      requestDigest: reissue.state?.request_digest,
    });
    expect(provider.sandbox.ledger).toHaveLength(1);

    await reissue.apply(changed);
    expect(provider.sandbox.ledger).toHaveLength(2);
  });

  test.for(["@2026-10-01", "@latest,2026-10-01"])(
    "with a date (%s) is renewed by that date, and the journal has it",
    async (date, { provider }) => {
      const renewed = { ...site, validity_days: 30, renew_before_days: 10 };
      const reissue = provider.resource();
      await imports(reissue, `order-ssl-1/cert-1${date}`);
      await reissue.apply(renewed, { expectEmptyPlan: false });
      const issuedAt = "2026-10-01T00:00:00.000Z";
      expect(reissue.state).toMatchObject({ certificate_id: "cert-1", issued_at: issuedAt });
      expect(await provider.journal.attempts()).toMatchObject([{ isImported: true, issuedAt }]);
      const { diagnostics } = await reissue.apply(renewed);
      expect(diagnostics[0]?.detail).toContain("because its renewal is due");
      expect(reissue.state).toMatchObject({
        certificate_id: "cert-1001",
        certificate_history: expect.arrayContaining(["cert-1"]),
      });
    },
  );

  describe("is not adopted if something was sent after the plan:", () => {
    const outdated = "The order was reissued after the plan";

    test("a reissue", async ({ provider }) => {
      const reissue = provider.resource();
      await imports(reissue, "order-ssl-1/cert-1");
      const plan = await provider.plan(reissue, changed);
      await provider.reissuedElsewhere();
      const before = await provider.journal.attempts();
      // The core plans once more.
      const errors = await expectErrors(reissue.carryOut(changed, plan));
      expect(titles(errors)).not.toEqual([]);
      expect(await provider.journal.attempts()).toEqual(before);
      expect(provider.sandbox.ledger).toHaveLength(1);
    });

    test("a reissue of the same request, which the next plan adopts", async ({ provider }) => {
      await provider.reissuedElsewhere();
      const reissue = provider.resource();
      await imports(reissue, "order-ssl-1/cert-9@latest");
      await provider.plan(reissue, site);
      await provider.reissuedElsewhere();
      const { diagnostics } = await reissue.apply(site);
      expect(titles(diagnostics)).toContain(title.adopted);
      expect(reissue.state).toMatchObject({ certificate_id: "cert-1002" });
      expect(provider.sandbox.ledger).toHaveLength(2);
    });

    test("an attempt between the apply's reading and its entry", async ({ provider }) => {
      const reissue = provider.resource();
      await imports(reissue, "order-ssl-1/cert-1");
      const { sandbox } = provider;
      const rival = sent("rival", {
        order: site.order_id,
        digest: "",
        service: sandbox.url,
        address: sandbox.url,
      });
      const log = FileStore.prototype.log;
      let isFirst = true;
      FileStore.prototype.log = function (this: FileStore, orderId) {
        const opened = log.call(this, orderId);
        const append: typeof opened.append = async (event) => {
          if (event.event === "imported" && opened.orderId === site.order_id && isFirst) {
            isFirst = false;
            await opened.append(rival);
          }
          return opened.append(event);
        };
        return { ...opened, orderId, read: () => opened.read(), append };
      };
      try {
        expect(titles(await expectErrors(reissue.apply(site)))).toEqual([outdated]);
      } finally {
        FileStore.prototype.log = log;
      }
      expect(await provider.journal.attempts()).toMatchObject([{ attemptId: "rival", status: "open" }]);
      expect(sandbox.ledger).toHaveLength(0);
    });
  });

  test("that was not adopted leaves nothing in the journal when it is destroyed", async ({ provider }) => {
    const reissue = await provider.stored();
    const before = await provider.journal.attempts();
    await imports(reissue, "order-ssl-1/cert-typo@latest");
    await reissue.destroy();
    expect(await provider.journal.attempts()).toEqual(before);
    await imports(reissue, "order-ssl-1/cert-1001");
    await reissue.apply(site);
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1001" });
  });

  test("that was not adopted is not forgotten by a rename", async ({ provider }) => {
    const imported = provider.resource();
    await imports(imported, "order-ssl-1/cert-1");
    await provider.run();
    await imported.upgrade();
    const errors = await expectErrors(provider.resource().plan(site));
    expect(titles(errors)).toEqual(["The order is in this state already"]);
  });
});

/** Imports in place of what the resource has in the state (`state rm`). */
async function imports(reissue: ManagedResource, id: string): Promise<void> {
  Object.assign(reissue, { state: null, private: new Uint8Array(), tainted: false });
  await reissue.import(id);
}

/** Imports `cert-1` into the journal, with the request of `site` but for its hash. Without a hash, no request is stated. */
function statingRequest({ sandbox, journal }: ProviderWithSandbox) {
  const client = new CertOrderClient({ baseUrl: sandbox.url, ...sandbox.credentials, journal });
  const { common_name: commonName, dns_names: dnsNames, csr } = site;
  return (signHash: string | undefined, corrects = false) =>
    client.importCertificate("order-ssl-1", "cert-1", {
      issuedAt: "2026-11-01",
      ...(signHash && { request: { signHash, commonName, dnsNames, csr } }),
      corrects,
    });
}
