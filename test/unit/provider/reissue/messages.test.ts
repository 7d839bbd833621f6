import { describe, expect, test } from "vitest";
import { libraryDialect, render, renderWaysOut, terraformDialect } from "../../../../src/contract/index.ts";
import { type Attempt, type Blocked, explainBlocked } from "../../../../src/journal/index.ts";
import { type Diagnostic, UNKNOWN, warning } from "../../../../src/plugin/index.ts";
import * as messages from "../../../../src/provider/reissue/messages.ts";
import { blockedBy } from "../../../harness/journal/blocked.ts";
import { fullPlan, fullState } from "../states.ts";
import { configured, historyAttempt } from "./configured.ts";

const provider = configured();
const process = "host.example/4242 1";
const attempt = historyAttempt("3f2a9c0d1e4b", "done", { certificateId: "cert-1001", process });
const prior = fullState({ order_id: "order-1", certificate_id: "cert-1000", issued_at: attempt.sentAt });
const plan = fullPlan({ order_id: "order-1", sign_hash: "sha256", renew_before_days: 30 });
const because = (why: string) => ({ why, isCertain: true });
const many = ["csr", "common_name", "dns_names", "sign_hash", "validity_days", "triggers"];

const by = (more: Partial<Attempt> = {}) => ({ attempt: { ...attempt, requestDigest: "A", ...more } });

const open = { lastEvent: "unknown", status: "open", certificateId: undefined } as const;
/** Each reason, in its longest forms. */
const reasons: readonly Blocked[] = [
  blockedBy("open", by(open)),
  blockedBy("open", by({ ...open, certificateId: "cert-1001" })),
  blockedBy("open", by({ ...open, lastEvent: "done-unread" })),
  blockedBy("open", { ...by({ ...open, lastEvent: "sent", deadline: attempt.sentAt }), isInFlight: true }),
  blockedBy("key-used", { ...by(), differs: many, latest: attempt }),
  blockedBy("reissued-since", { ...by(), differs: many }),
  blockedBy("reissued-since", { ...by(), unknownParts: many }),
  blockedBy("reissued-since", by({ requestDigest: undefined })),
  blockedBy("other-service", { ...by({ service: "production" }), service: "https://service.example/v3" }),
  blockedBy("unclear", { ...by(), stored: historyAttempt("a2", "done", { certificateId: "cert-1002" }) }),
  blockedBy("expired", by()),
  blockedBy("expired", { ...by(), isKeyUsed: true }),
  blockedBy("encrypted", by({ certificateId: undefined })),
  blockedBy("damaged", { problem: "In /var/lib/certorder/order-1.jsonl, entry 7 cannot be read" }),
  blockedBy("newer-version", {
    problem: "In /var/lib/certorder/order-1.jsonl, entry 7 was written by a newer certorder",
  }),
];

/** Each message of the module, in its longest forms. */
const all: { readonly [Name in keyof typeof messages]: readonly Diagnostic[] } = {
  blockedDiagnostic: reasons.flatMap((reason) => [
    messages.blockedDiagnostic(provider, reason),
    messages.blockedDiagnostic(provider, reason, { tell: warning, byImport: true }),
    messages.blockedDiagnostic(provider, reason, { isInState: true }),
  ]),
  reissueWarning: [
    messages.reissueWarning(provider, prior, plan, because("sign_hash changes, and its renewal is due")),
    messages.reissueWarning(
      { ...provider, baseUrl: undefined },
      prior,
      fullPlan({
        ...plan,
        order_id: UNKNOWN,
        i_know_will_revoke_last_cert: true,
        i_know_remove_domain_will_revoke_before_cert: true,
      }),
      because("the resource is created"),
    ),
  ],
  announceResolvedByCallback: messages.announceResolvedByCallback({
    orderId: "order-1",
    resolutions: [{ attemptId: "0123456789ab", certificateId: "cert-1002", by: "callback" }],
  }),
  adoptionWarning: [
    messages.adoptionWarning(attempt, plan),
    messages.adoptionWarning({ ...attempt, sentAt: "" }, plan),
  ],
  adoptingUnverified: [messages.adoptingUnverified(prior, plan)],
  importedFromAnotherRequest: [
    messages.importedFromAnotherRequest(provider, prior, attempt.attemptId, many, []),
    messages.importedFromAnotherRequest(provider, prior, attempt.attemptId, ["csr"], ["csr"]),
  ],
  newerCertificate: [
    messages.newerCertificate(prior, attempt, many),
    messages.newerCertificate(prior, { ...attempt, sentAt: "" }, []),
  ],
  describedTwice: [messages.describedTwice("order-1")],
  replaceError: [messages.replaceError("order-1", plan)],
  replacedByUnknownOrder: [messages.replacedByUnknownOrder("order-1")],
  inStateAlready: [true, false].map((replacesOtherOrder) =>
    messages.inStateAlready(provider, "order-1", replacesOtherOrder),
  ),
  resolutionMissing: [messages.resolutionMissing("order-1", "3f2a9c0d1e4b:cert-1001")],
  resolvesOtherOrder: [
    messages.resolvesOtherOrder("order-1", "3f2a9c0d1e4b", "order-2"),
    messages.resolvesOtherOrder("order-1", "3f2a9c0d1e4b", undefined),
  ],
  supersedeMissing: [attempt, undefined].map((latest) =>
    messages.supersedeMissing("order-1", "3f2a9c0d1e4b", latest),
  ),
  destroyWarning: [true, false].map((isRecorded) => messages.destroyWarning(prior, isRecorded)),
  importedOtherOrder: [messages.importedOtherOrder(prior, "order-2")],
  issuedInFuture: [messages.issuedInFuture(prior)],
  onRunnersDisk: [messages.onRunnersDisk("The journal in /var/lib/certorder")],
  reissuedSincePlan: [
    messages.reissuedSincePlan("order-1", "cert-1000", attempt),
    messages.reissuedSincePlan("order-1", "cert-1000", undefined),
  ],
};
const texts = Object.entries(all).flatMap(([name, found]) =>
  found.map(({ summary, detail = "" }, index) => ({ name: `${name} ${index}`, summary, detail })),
);

/** The lines to paste. */
const pasted = (text: string) => text.split("\n").filter((line) => line.startsWith("    "));
const wordsBefore = (text: string) => {
  const [before = ""] = text.replace(/\n\n(?:More: .*\n)?Code: .*$/, "").split("\n    ");
  return before.split(/\s+/).filter(Boolean).length;
};

describe("Every message", () => {
  test("has a title in sentence case and no gaps", () => {
    for (const { name, summary, detail } of texts) {
      expect(summary, name).toMatch(/^[A-Z][^A-Z]*$/);
      expect(`${summary} ${detail}`, name).not.toMatch(/undefined|null|\( |, \)|\(\)/);
    }
  });

  test("has a code with a page if it is an error", () => {
    for (const { severity, summary, detail } of Object.values(all).flat())
      if (severity === "error") expect(detail, summary).toMatch(/\nMore: https:\S+\nCode: \w+$/);
  });

  test("has at most 60 words before the line to paste, and that line does not end in a full stop", () => {
    const blockedTexts = reasons.flatMap((reason) =>
      [terraformDialect, libraryDialect].flatMap((dialect) =>
        [true, false].map((declared) => {
          const { title, why, waysOut } = explainBlocked(reason, { declared });
          return { name: title, detail: `${render(why, dialect)}\n\n${renderWaysOut(waysOut, dialect)}` };
        }),
      ),
    );
    for (const { name, detail } of [...texts, ...blockedTexts]) {
      expect(wordsBefore(detail), name).toBeLessThanOrEqual(60);
      for (const line of pasted(detail)) expect(line, name).not.toMatch(/\.\s*$/);
    }
  });
});

describe("A blocked reissue", () => {
  const says = (found: Blocked) => messages.blockedDiagnostic(provider, found).detail ?? "";
  const resolve = (result: string) =>
    `\n    resolve = { "order-1" = "3f2a9c0d1e4b:${result}" } # in the provider block\n`;
  const supersede = '\n    supersede = { "order-1" = "3f2a9c0d1e4b" } # in the provider block\n';

  test("can be resolved either way for an open attempt, with the id that the answer named", () => {
    expect(says(blockedBy("open", by(open)))).toContain(resolve("CERTIFICATE_ID"));
    expect(says(blockedBy("open", by({ ...open, certificateId: "cert-1001" })))).toContain(
      resolve("cert-1001"),
    );
    expect(says(blockedBy("open", by(open)))).toContain(resolve("not-happened"));
    expect(says(blockedBy("open", by(open)))).not.toContain("supersede");
    expect(says(blockedBy("open", by(open)))).toMatch(/Code: unresolved_attempt$/);
  });

  test("can adopt or supersede a newer certificate", () => {
    const text = says(blockedBy("reissued-since", { ...by(), differs: ["sign_hash"] }));
    expect(text).toContain("configure the request that made it; nothing is sent then.");
    expect(text).toContain(supersede);
    const unrecorded = says(blockedBy("reissued-since", by({ requestDigest: undefined })));
    expect(unrecorded).toContain("\n    terraform import RESOURCE_ADDRESS order-1/cert-1001@latest\n");
    const unknown = says(blockedBy("reissued-since", { ...by(), unknownParts: ["csr"] }));
    expect(unknown).toContain("First apply what is not known yet (-target).");
  });

  test("is a warning with the order in its title if nothing is planned", () => {
    expect(
      messages.blockedDiagnostic(provider, blockedBy("open", by(open)), { tell: warning }),
    ).toMatchObject({
      severity: "warning",
      summary: "Order order-1: an earlier reissue has no known outcome",
    });
  });

  test("puts nothing into a line to paste that could be read as more than a name", () => {
    const evil = says(blockedBy("open", by({ ...open, certificateId: 'x" }; rm -rf "' })));
    expect(pasted(evil).join("\n")).not.toContain("rm -rf");
    const text = says(blockedBy("expired", { ...by(), orderId: `a"$\{b}` }));
    expect(text).toContain(`supersede = { "a\\"$\${b}" = "3f2a9c0d1e4b" }`);
  });
});

describe("A planned reissue", () => {
  const says = (change: object, before: object | null = null) =>
    messages.reissueWarning(
      provider,
      before && fullState(before),
      fullPlan({ ...plan, ...change }),
      because("one, and two"),
    );

  test("is announced with its order, its service and its reasons", () => {
    expect(says({})).toMatchObject({ severity: "warning", summary: "Order order-1 will be reissued" });
    expect(says({}).detail).toContain(
      "The apply reissues it at https://service.example, because one, and two. This costs money.",
    );
    expect(says({ order_id: UNKNOWN }).summary).toBe("An order whose id is not known yet will be reissued");
  });

  test("says what may be revoked, as far as that was acknowledged", () => {
    expect(says({}).detail).toContain("depends on the product");
    const last = { i_know_will_revoke_last_cert: true };
    expect(says(last).detail).toContain("The service may revoke the current certificate.");
    expect(says(last, { certificate_id: "cert-1" }).detail).toContain("may revoke certificate cert-1.");
    const dropped = { i_know_remove_domain_will_revoke_before_cert: true };
    expect(says({ ...last, ...dropped }).detail).toMatch(/revoke the current .* dropped name\.$/);
    expect(says(dropped).detail).not.toContain("depends on the product");
  });
});

test("A trusted import names the arguments that are trusted, and what reissues next", () => {
  const detail = messages.adoptingUnverified(prior, plan).detail ?? "";
  expect(detail).toContain("The apply trusts the configuration: order_id, sign_hash, renew_before_days.");
  expect(detail).toMatch(/The next change reissues the order, and so does a renewal once it is due\.$/);
  const plainly = messages.adoptingUnverified(prior, fullPlan({ ...plan, renew_before_days: null })).detail;
  expect(plainly).toMatch(/The next change reissues the order\.$/);
});

test("An order that changed places has another message than a renamed resource", () => {
  const [shifted, renamed] = [true, false].map(
    (is) => messages.inStateAlready(provider, "order-1", is).detail,
  );
  expect(shifted).toContain('\n    for_each = toset(["order-1"])\n');
  expect(renamed).toContain("\n    terraform untaint ADDRESS\n");
  const unrecorded = messages.inStateAlready({ ...provider, isRecorded: false }, "order-1", false);
  expect(unrecorded.detail).toContain("There is no journal.");
});

test("A replacement by an order that is not known yet names the order of the state, at its argument", () => {
  expect(messages.replacedByUnknownOrder("order-1")).toMatchObject({
    path: ["order_id"],
    detail: expect.stringContaining("The state has order order-1 here"),
  });
});
