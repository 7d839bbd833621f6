import { describe, expect, test } from "vitest";
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
const many = ["csr", "common_name", "dns_names", "sign_hash", "validity_days", "triggers"];
const open = blockedBy("open");

const reissueWarning = (change: object, before = prior, isCertain = true) =>
  messages.reissueWarning(provider, before, fullPlan({ ...plan, ...change }), {
    why: "one, and two",
    isCertain,
  });
const acknowledged = {
  i_know_will_revoke_last_cert: true,
  i_know_remove_domain_will_revoke_before_cert: true,
};

/** Each message of the module, in its longest forms. */
const all: { readonly [Name in keyof typeof messages]: readonly Diagnostic[] } = {
  // test/unit/journal/blocked.test.ts has every reason.
  blockedDiagnostic: [
    messages.blockedDiagnostic(provider, open),
    messages.blockedDiagnostic(provider, open, { severity: "warning" }),
    messages.blockedDiagnostic(provider, blockedBy("reissued-since", { differs: many }), {
      byImport: true,
      isInState: true,
    }),
  ],
  reissueWarning: [reissueWarning({}), reissueWarning({ order_id: UNKNOWN, ...acknowledged })],
  adoptionWarning: [messages.adoptionWarning(attempt, plan), messages.adoptionWarning(undated, plan)],
  adoptingUnverified: [messages.adoptingUnverified(prior, plan)],
  importedFromAnotherRequest: [
    messages.importedFromAnotherRequest(provider, attempt, many, []),
    messages.importedFromAnotherRequest(provider, attempt, ["csr"], ["csr"]),
  ],
  newerCertificate: [
    messages.newerCertificate(prior, attempt, many),
    messages.newerCertificate(prior, undated, []),
  ],
  describedTwice: [messages.describedTwice("order-1")],
  replaceError: [messages.replaceError("order-1", plan)],
  replacedByUnknownOrder: [messages.replacedByUnknownOrder("order-1")],
  inStateAlready: [true, false].map((replacesOtherOrder) =>
    messages.inStateAlready(provider, "order-1", replacesOtherOrder),
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
  journalMissing: [messages.journalMissing("The journal in /var/lib/certorder")],
  stateKnowsMore: [messages.stateKnowsMore("The journal in /var/lib/certorder", "order-1", "cert-1000")],
  destroyWarning: [true, false].map((isRecorded) => messages.destroyWarning(prior, isRecorded)),
  importedOtherOrder: [messages.importedOtherOrder(prior, "order-2")],
  issuedInFuture: [messages.issuedInFuture(prior)],
  onRunnersDisk: [messages.onRunnersDisk("The journal in /var/lib/certorder")],
  reissuedSincePlan: [attempt, undefined].map((latest) =>
    messages.reissuedSincePlan("order-1", "cert-1000", latest),
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
  const [error, told, newer] = all.blockedDiagnostic;
  expect(error).toMatchObject({ severity: "error", summary: "An earlier reissue has no known outcome" });
  expect(error?.detail).toContain(
    '\n    resolve = { "order-1" = "a1:not-happened" } # in the provider block\n',
  );
  expect(error?.detail).not.toContain("untaint");
  expect(error?.detail).toMatch(/Code: unresolved_attempt$/);
  expect(told).toMatchObject({
    severity: "warning",
    summary: "Order order-1: an earlier reissue has no known outcome",
  });
  expect(newer?.detail).toContain('\n    supersede = { "order-1" = "a1" } # in the provider block\n');
  expect(newer?.detail).toContain("\n    terraform untaint ADDRESS\n");
});

test("A planned reissue is announced with its order, its service, its reasons and what may be revoked", () => {
  expect(reissueWarning({})).toMatchObject({
    severity: "warning",
    summary: "Order order-1 will be reissued",
    detail:
      "The apply reissues it at https://service.example, because one, and two. This costs money. Whether the service revokes the current certificate depends on the product.",
  });
  expect(reissueWarning({ order_id: UNKNOWN }, prior, false)).toMatchObject({
    summary: "An order whose id is not known yet may be reissued",
    detail: expect.stringContaining("The apply may reissue it"),
  });
  expect(reissueWarning(acknowledged).detail).toMatch(
    /may revoke certificate cert-1000\. .* dropped name\.$/,
  );
  const created = fullState({});
  expect(reissueWarning({ i_know_will_revoke_last_cert: true }, created).detail).toMatch(
    /The service may revoke the current certificate\.$/,
  );
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
  const [shifted, renamed] = all.inStateAlready;
  expect(shifted?.detail).toContain('\n    for_each = toset(["order-1"])\n');
  expect(renamed?.detail).toContain("\n    terraform untaint ADDRESS\n");
  const unrecorded = messages.inStateAlready({ ...provider, isRecorded: false }, "order-1", false);
  expect(unrecorded.detail).toContain("There is no journal.");
});

test("An error about an order points at its argument", () => {
  for (const [found] of [all.replacedByUnknownOrder, all.describedTwice, all.importedOtherOrder])
    expect(found?.path, found?.summary).toEqual(["order_id"]);
});
