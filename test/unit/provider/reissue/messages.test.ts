import { describe, expect, test } from "vitest";
import { UnknownOutcomeError } from "../../../../src/client/index.ts";
import { vanishingJournal, waysToResolve } from "../../../../src/contract/index.ts";
import { type Diagnostic, UNKNOWN } from "../../../../src/plugin/index.ts";
import * as messages from "../../../../src/provider/reissue/messages.ts";
import { succeeded, voided } from "../../../harness/journal/attempts.ts";
import { blockedBy } from "../../../harness/journal/blocked.ts";
import { fullPlan, fullState } from "../states.ts";
import { createProviderData } from "./configured.ts";

const provider = createProviderData();
const attempt = succeeded("3f2a9c0d1e4b", { certificateId: "cert-1001" });
const undated = { ...attempt, sentAt: undefined };
const prior = fullState({
  order_id: "order-1",
  certificate_id: "cert-1000",
  issued_at: attempt.sentAt ?? null,
});
const plan = fullPlan({ order_id: "order-1", sign_hash: "sha256", renew_before_days: 30 });
const many = ["csr", "common_name", "dns_names", "sign_hash", "validity_days", "triggers"].map((part) => ({
  part,
  values: { there: `"${part} there"`, here: undefined },
}));
const open = blockedBy("open");

const lost = new UnknownOutcomeError("It was sent.", {
  code: "connection_lost",
  remedy: "Look the order up.",
  waysOut: waysToResolve({ attemptId: "a1", orderId: "order-1", happened: false }),
});

const reissueWarning = (change: object, before = prior, isCertain = true) =>
  messages.reissueWarning(provider, before, fullPlan({ ...plan, ...change }), {
    why: "one, and two",
    isCertain,
  });
const journalFlag = "--journal /srv/journal";
const acknowledged = {
  i_know_will_revoke_last_cert: true,
  i_know_remove_domain_will_revoke_before_cert: true,
};

/** Each message of the module, in its longest forms. */
const all: { readonly [Name in keyof typeof messages]: readonly Diagnostic[] } = {
  // test/unit/journal/blocked.test.ts has every reason.
  blockedDiagnostic: [
    messages.blockedDiagnostic(open),
    messages.blockedDiagnostic(open, { severity: "warning" }),
    messages.blockedDiagnostic(blockedBy("reissued-since", { differs: many }), {
      byImport: true,
    }),
    messages.blockedDiagnostic(blockedBy("reissued-since", { differs: many }), { isNew: true }),
    messages.blockedDiagnostic(open, { isTainted: true }),
    messages.blockedDiagnostic(open, { needsSupersede: true }),
  ],
  unresolvedCreate: [messages.unresolvedCreate(lost)],
  reissueWarning: [reissueWarning({}), reissueWarning({ order_id: UNKNOWN, ...acknowledged })],
  reissuedNotice: [messages.reissuedNotice("order-1", "cert-1001")],
  adoptionWarning: [messages.adoptionWarning(attempt, plan), messages.adoptionWarning(undated, plan)],
  undatedCertificate: [messages.undatedCertificate("order-1", "cert-1001", journalFlag)],
  adoptingUnverified: [messages.adoptingUnverified(prior, plan)],
  importedFromAnotherRequest: [
    messages.importedFromAnotherRequest(attempt, many, {
      unknownParts: [],
      isOnlyImported: false,
      journalFlag,
    }),
    messages.importedFromAnotherRequest(attempt, many, {
      unknownParts: [],
      isOnlyImported: true,
      journalFlag,
    }),
    messages.importedFromAnotherRequest(attempt, [], {
      unknownParts: ["csr"],
      isOnlyImported: false,
      journalFlag,
    }),
  ],
  renewalNotDue: [messages.renewalNotDue(prior)],
  newerCertificate: [
    messages.newerCertificate(prior, attempt, many),
    messages.newerCertificate(prior, undated, []),
  ],
  describedTwice: [messages.describedTwice("order-1")],
  replaceError: [messages.replaceError("order-1", plan)],
  replacedByUnknownOrder: [messages.replacedByUnknownOrder("order-1")],
  inStateAlready: [true, false].flatMap((replacesOtherOrder) =>
    [undefined, attempt].map((latest) =>
      messages.inStateAlready(provider, "order-1", { replacesOtherOrder, latest }),
    ),
  ),
  resolutionMissing: [messages.resolutionMissing("order-1", "3f2a9c0d1e4b:cert-1001")],
  resolvesOtherOrder: ["order-2", undefined].map((owner) =>
    messages.resolvesOtherOrder("order-1", "3f2a9c0d1e4b", owner),
  ),
  supersedeMissing: [attempt, undefined].map((latest) =>
    messages.supersedeMissing("order-1", "3f2a9c0d1e4b", latest),
  ),
  leftOverResolution: ["cert-1001", null].map((certificateId) =>
    messages.leftOverResolution("order-1", { attemptId: "3f2a9c0d1e4b", certificateId }),
  ),
  resolutionOvertaken: [attempt, voided("3f2a9c0d1e4b")].map((overtaking) =>
    messages.resolutionOvertaken("order-1", overtaking),
  ),
  journalMissing: [messages.journalMissing("The journal in /var/lib/certorder", true)],
  stateKnowsMore: [messages.stateKnowsMore("The journal in /var/lib/certorder", "order-1", "cert-1000")],
  destroyWarning: [true, false].map((isRecorded) => messages.destroyWarning(prior, isRecorded)),
  importedOtherOrder: [messages.importedOtherOrder(prior, "order-2")],
  issuedInFuture: [messages.issuedInFuture(prior)],
  vanishingJournal: [vanishingJournal(undefined, { CI: "true" })].flatMap((problem) =>
    problem ? [messages.vanishingJournal(problem)] : [],
  ),
  reissuedSincePlan: [attempt, undefined].flatMap((latest) =>
    ["cert-1000", null].map((adopted) => messages.reissuedSincePlan("order-1", latest, adopted)),
  ),
};

describe.each(Object.entries(all))("%s", (_, found) => {
  test("has a title in sentence case, no gaps, and at most 60 words before the line to paste", () => {
    expect(found.length).toBeGreaterThan(0);
    for (const { severity, summary, detail = "" } of found) {
      expect(summary).toMatch(/^[A-Z][^A-Z]*$/);
      expect(`${summary} ${detail}`).not.toMatch(/undefined|null|\( |, \)|\(\)/);
      if (severity === "error") expect(detail).toMatch(/\nMore: https:\S+\nCode: \w+$/);
      const [before = "", ...pasted] = detail.split(/\n {4}/);
      const words = before.replace(/\n\n(?:More: .*\n)?Code: .*$/, "").split(/\s+/);
      expect(words.length).toBeLessThanOrEqual(60);
      for (const line of pasted) expect(line.split("\n")[0]).not.toMatch(/\.\s*$/);
    }
  });
});

test("A blocked reissue shows the lines to paste, and is a warning with its order if nothing is planned", () => {
  const [error, told, newer, created] = all.blockedDiagnostic;
  expect(error).toMatchObject({ severity: "error", summary: "An earlier reissue has no known outcome" });
  expect(error?.detail).toContain(
    '\n    "order-1" = "a1:not-happened" # add this entry to resolve\n\nEntries of all orders belong together, in the provider block:\n\n    resolve = {\n      # its entries\n    }\n',
  );
  expect(error?.detail).not.toContain("untaint");
  expect(error?.detail).toMatch(/Code: unresolved_attempt$/);
  expect(told).toMatchObject({
    severity: "warning",
    summary: "Order order-1: an earlier reissue has no known outcome",
  });
  expect(newer?.detail).toContain('\n    "order-1" = "a1" # add this entry to supersede\n');
  // A new resource may be the second one of its order. That is said before anything is offered.
  expect(newer?.detail).not.toContain("two resources");
  expect(created?.detail).toMatch(/\n\nIf two resources describe it, keep one\.\n[\s\S]*to supersede\n/);
});

test("A blocked reissue whose request differs from the open attempt's shows both entries that it needs", () => {
  const [, , , , , both] = all.blockedDiagnostic;
  expect(both?.detail?.match(/^ {4}.*$/gm)).toEqual([
    '    "order-1" = "a1:cert-1" # add this entry to resolve',
    '    "order-1" = "a1" # add this entry to supersede',
    '    "order-1" = "a1:not-happened" # add this entry to resolve',
    "    resolve = {",
    "      # its entries",
    "    }",
    "    supersede = {",
    "      # its entries",
    "    }",
  ]);
});

test("A create without a known outcome is untainted beside its resolution", () => {
  const [, , , , tainted] = all.blockedDiagnostic;
  for (const { detail } of [tainted, ...all.unresolvedCreate].filter((one) => one !== undefined)) {
    expect(detail).toContain(':not-happened" # add this entry to resolve\n');
    expect(detail).toMatch(/\n {4}terraform untaint ADDRESS\n\nMore: /);
  }
});

test("A new resource of an order that is in the state is not offered one more reissue", () => {
  for (const { detail } of all.inStateAlready) expect(detail).not.toContain("supersede");
  const [, , , renamed] = all.inStateAlready;
  expect(renamed?.detail).toMatch(
    /certificate, cert-1001, was made from a different request\. Nothing was sent\.\n\nIf two resources describe it, keep one\.\n/,
  );
});

test("A plan that was overtaken is only told to plan again", () => {
  for (const { detail } of all.reissuedSincePlan) {
    expect(detail).toContain("Nothing was sent. Plan again, with a refresh.");
    expect(detail).not.toMatch(/supersede|configure the request/);
  }
});

test("A planned reissue is announced with its order, its service and its reasons, in words that stay true after the apply", () => {
  expect(reissueWarning({})).toMatchObject({
    severity: "warning",
    summary: "This plan reissues order order-1",
    detail:
      "The request goes to https://service.example, because one, and two. This costs money. Whether the service revokes certificate cert-1000 depends on the product.",
  });
  expect(reissueWarning({ order_id: UNKNOWN }, prior, false).summary).toBe(
    "This plan may reissue an order whose id is not known yet",
  );
  expect(messages.reissuedNotice("order-1", "cert-1001").summary).toBe(
    "Order order-1 was reissued: cert-1001",
  );
});

describe("A planned reissue tells what is revoked", () => {
  const names = { common_name: "a.example", dns_names: ["b.example", "c.example"] };
  const named = fullState({ ...prior, ...names });
  const kept = { common_name: "a.example", dns_names: [] };
  const acknowledge = { acknowledge_dropped_names: ["b.example", "c.example"] };
  const last = { i_know_will_revoke_last_cert: true };
  const certain =
    / The service revokes the earlier certificates that have one of these names: b\.example, c\.example\.$/;
  const depends = / Whether the service revokes certificate cert-1000 depends on the product\.$/;
  test.each<[string, object, typeof prior, RegExp]>([
    ["names are dropped", { ...kept, ...acknowledge }, named, certain],
    [
      "names are dropped, and the last one may be revoked",
      { ...kept, ...acknowledge, ...last },
      named,
      certain,
    ],
    ["the names of the certificate are not known", { ...kept, ...acknowledge }, prior, certain],
    ["the new names are not known yet", { ...kept, dns_names: UNKNOWN, ...acknowledge }, named, depends],
    ["no name is dropped", names, named, depends],
    [
      "the last certificate may be revoked",
      { ...names, ...last },
      named,
      / Some products revoke certificate cert-1000, and/,
    ],
    ["no certificate is known", last, fullState({}), / Some products revoke the current certificate, and/],
  ])("if %s", (_, change, before, says) => {
    expect(reissueWarning(change, before).detail).toMatch(says);
  });
});

test.each<[triggers: object | null, line: string]>([
  [null, 'triggers = { reissue = "2" }'],
  [{ reissue: "2" }, 'triggers = { reissue = "3" }'],
  [{ turn: "2" }, 'reissue = "2" # in triggers, beside the others'],
])("A refused replacement with the triggers %j shows the one that reissues", (triggers, line) => {
  const { detail } = messages.replaceError("order-1", fullPlan({ ...plan, triggers }));
  expect(detail).toContain(`\n    ${line}\n`);
});

test("A trusted import names the arguments that are trusted, and what reissues next", () => {
  const detail = messages.adoptingUnverified(prior, plan).detail ?? "";
  expect(detail).toContain("The apply trusts the configuration: order_id, sign_hash, renew_before_days.");
  expect(detail).toMatch(/The next change reissues the order, and so does a renewal once it is due\.$/);
  const plainly = messages.adoptingUnverified(prior, fullPlan({ ...plan, renew_before_days: null })).detail;
  expect(plainly).toMatch(/The next change reissues the order\.$/);
});

test("An order that changed places has another message than a renamed resource", () => {
  const [shifted, , renamed] = all.inStateAlready;
  expect(shifted?.detail).toContain('\n    for_each = toset(["order-1"])\n');
  expect(renamed?.detail).toContain("\n    terraform untaint ADDRESS\n");
  const unrecorded = messages.inStateAlready({ ...provider, isRecorded: false }, "order-1", {
    replacesOtherOrder: false,
  });
  expect(unrecorded.detail).toContain("There is no journal.");
});

test("An error about an order points at its argument", () => {
  for (const [found] of [all.replacedByUnknownOrder, all.describedTwice, all.importedOtherOrder])
    expect(found?.path, found?.summary).toEqual(["order_id"]);
});
