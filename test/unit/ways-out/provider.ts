import { expect } from "vitest";
import { UNKNOWN } from "../../../src/plugin/index.ts";
import { createJournal } from "../../harness/journal/new-journal.ts";
import { changed, expectErrors, ProviderWithSandbox, site } from "../../harness/provider/provider.ts";
import { lineIn, type WaysOut } from "../../harness/ways-out/page.ts";
import { argument, refused } from "../../harness/ways-out/terraform.ts";

// An apply of the kit ends with two plans, with and without a refresh, and both have to be empty.

export const providerWays = {
  unresolved_attempt: {
    says: "Look the order up in the service's portal, then resolve the attempt.",
    async follow(page) {
      await using provider = await ProviderWithSandbox.begin();
      const reissue = provider.resource();
      provider.loseAnswer();
      await expectErrors(reissue.apply(site));
      const { detail } = page.seenIn(await refused(provider.plan(reissue, site)));
      const [, ATTEMPT = ""] = /attempt (\w+)/.exec(detail) ?? [];
      const ID = String(provider.sandbox.ledger[0]?.certificateId);
      await provider.run(argument(page.line("resolve = {", { ORDER: site.order_id, ATTEMPT, ID })));
      await reissue.apply(site);
      expect(reissue.state).toMatchObject({ certificate_id: ID });
      expect(provider.sandbox.ledger).toHaveLength(1);
    },
  },
  reissued_since: {
    says: "Use that certificate, or supersede it.",
    async follow(page) {
      await using provider = await ProviderWithSandbox.begin();
      const reissue = await provider.stored();
      const { certificateId } = await provider.reissuedElsewhere({ validityDays: 90 });
      const { detail } = page.seenIn(await refused(provider.plan(reissue, changed)));
      expect(detail).toContain(`To adopt certificate ${certificateId}, configure the request that made it`);
      await reissue.apply({ ...site, validity_days: 90 });
      expect(reissue.state).toMatchObject({ certificate_id: certificateId });
      expect(provider.sandbox.ledger).toHaveLength(2);
    },
  },
  histories_differ: {
    says: "Terraform's state (`terraform state show ADDRESS`) and the journal each have a certificate that the other does not know.",
    async follow(page) {
      await using provider = await ProviderWithSandbox.begin();
      const reissue = await provider.stored();
      provider.forget();
      createJournal(provider.folder);
      const { certificateId } = await provider.reissuedElsewhere();
      page.seenIn(await refused(provider.plan(reissue, changed)));
      // After state rm, the resource has no object.
      const values = { ADDRESS: "ADDRESS", ORDER: site.order_id, CERTIFICATE: certificateId };
      const [, id = ""] = page.line("terraform import", values).split(" ADDRESS ");
      const imported = provider.resource();
      await imported.import(id);
      await imported.apply(site);
      expect(imported.state).toMatchObject({ certificate_id: certificateId });
      expect(provider.sandbox.ledger).toHaveLength(2);
    },
  },
  names_dropped: {
    says: "Keep the name. Or accept its loss",
    async follow(page) {
      await using provider = await ProviderWithSandbox.begin();
      const reissue = await provider.stored();
      const fewer = { ...site, dns_names: ["www.example.com"] };
      const { detail } = page.seenIn(await refused(provider.plan(reissue, fewer)));
      expect(await provider.plan(reissue, site)).toMatchObject({ action: "none" });
      await reissue.apply({ ...fewer, ...argument(lineIn(detail, "acknowledge_dropped_names")) });
      await reissue.apply(fewer);
      expect(provider.sandbox.ledger).toHaveLength(2);
    },
  },
  too_many_reissues: {
    says: "Read the plan. If it is right, raise `max_reissues` in the provider block.",
    async follow(page) {
      await using provider = await ProviderWithSandbox.begin();
      const reissue = provider.resource();
      await provider.run({ max_reissues: 0 });
      page.seenIn(await refused(provider.plan(reissue, site)));
      await provider.run({ max_reissues: 1 });
      await reissue.apply(site);
      expect(provider.sandbox.ledger).toHaveLength(1);
    },
  },
  not_known_yet: {
    says: "Apply what the value comes from first: `terraform apply -target=ADDRESS`. Then plan again.",
    async follow(page) {
      await using provider = await ProviderWithSandbox.begin();
      const { certificateId } = await provider.reissuedElsewhere();
      const reissue = provider.resource();
      await reissue.import(`${site.order_id}/${certificateId}`);
      page.seenIn(await refused(provider.plan(reissue, { ...site, csr: UNKNOWN })));
      // After the apply of what it comes from, the core knows the value.
      await reissue.apply(site);
      expect(reissue.state).toMatchObject({ certificate_id: certificateId });
      expect(provider.sandbox.ledger).toHaveLength(1);
    },
  },
  order_described_twice: {
    says: "Describe each order in one resource.",
    async follow(page) {
      await using provider = await ProviderWithSandbox.begin();
      const [one, two] = [provider.resource(), provider.resource()];
      await one.plan(site);
      page.seenIn(await refused(two.plan(site)));
      await one.apply(site);
      expect(provider.sandbox.ledger).toHaveLength(1);
    },
  },
  order_in_state: {
    says: "If two resources describe the order, keep one.",
    async follow(page) {
      await using provider = await ProviderWithSandbox.begin();
      const [stored, second] = [await provider.stored(), provider.resource()];
      await provider.run();
      await stored.upgrade();
      page.seenIn(await refused(second.plan(changed)));
      expect(await provider.plan(stored, site)).toMatchObject({ action: "none" });
      expect(provider.sandbox.ledger).toHaveLength(1);
    },
  },
  replace_refused: {
    says: "To reissue the order, write a new value into the resource:",
    async follow(page) {
      await using provider = await ProviderWithSandbox.begin();
      const reissue = await provider.stored();
      const { detail } = page.seenIn(await refused(provider.plan(reissue, site, { replace: true })));
      const line = page.line("triggers = {");
      expect(lineIn(detail, "triggers")).toBe(line);
      await reissue.apply({ ...site, ...argument(line) });
      expect(provider.sandbox.ledger).toHaveLength(2);
    },
  },
  plan_outdated: {
    says: "Plan again, with the same settings as the apply.",
    async follow(page) {
      await using provider = await ProviderWithSandbox.begin();
      const reissue = await provider.stored();
      const { attemptId } = await provider.reissuedElsewhere({ validityDays: 90 });
      provider.env.CERTORDER_SUPERSEDE = `${site.order_id}=${attemptId}`;
      const plan = await provider.plan(reissue, changed);
      delete provider.env.CERTORDER_SUPERSEDE;
      await provider.run();
      page.seenIn(await refused(reissue.carryOut(changed, plan)));
      await provider.run({ supersede: { [site.order_id]: String(attemptId) } });
      await reissue.apply(changed);
      expect(provider.sandbox.ledger).toHaveLength(3);
    },
  },
} satisfies WaysOut;
