import { beforeEach, describe, expect, test } from "vitest";
import type { Refusal } from "../../../src/journal/index.ts";
import { UNKNOWN, warning } from "../../../src/plugin/index.ts";
import {
  announced,
  describedTwice,
  madeFromAnotherRequest,
  newerKnown,
  onlyForgotten,
  otherOrder,
  refused,
  takenOver,
  trusted,
  unresolvedWaysOut,
} from "../../../src/provider/reissue/texts.ts";
import type { Service } from "../../../src/provider/service.ts";
import { attempt } from "../../proof/rules/subject.ts";
import { planOf, stateOf } from "../states.ts";
import { configured } from "./service.ts";

const kept = { isKept: true };
const certificate = { fate: "done", state: "done", certificateId: "cert-1" } as const;
const refusal = (because: Refusal["because"], told: object = certificate, inFlight = false): Refusal => ({
  ...{ because, inFlight, differs: [], attempt: attempt("a1", told) },
});

describe("a refusal", () => {
  const notHappened = '"a1:not-happened"';
  const withId = '"order-1" = "a1:cert-1"';
  const withAnId = '"order-1" = "a1:CERTIFICATE_ID"';
  const anew = '"order-1" = "a1:anew"';

  test.each<[string, Refusal, string, readonly string[], readonly string[]]>([
    [
      "that nobody knows",
      refusal("open", { state: "unknown" }),
      "A Reissue Is Unresolved",
      ["Look order order-1 up", notHappened, withAnId],
      [anew],
    ],
    [
      "that was carried out",
      refusal("open", { state: "done-unread" }),
      "A Reissue Is Unresolved",
      ["Look order order-1 up", withAnId],
      [notHappened, anew],
    ],
    [
      "whose result nobody has stored",
      refusal("unshown"),
      "A Reissue Is Unresolved",
      [withId],
      ["Look order order-1 up", notHappened],
    ],
    ["that used the name", refusal("name-used"), "Reissued Already", [anew], [withId, "taken over"]],
    [
      "that came in between",
      refusal("reissued-since"),
      "The Order Was Reissued Otherwise",
      [anew, "taken over without a reissue"],
      [withId],
    ],
    [
      "by a request that nobody here knows",
      refusal("reissued-since", { ...certificate, what: undefined }),
      "The Order Was Reissued Otherwise",
      [anew, "a request that is not known here", "import it, with the id order-1/cert-1;"],
      ["taken over without a reissue"],
    ],
    [
      "by another request, whose certificate is of no use",
      { ...refusal("reissued-since"), ofNoUse: "expired" },
      "The Order Was Reissued Otherwise",
      [anew],
      ["taken over"],
    ],
    [
      "at another address",
      refusal("elsewhere", { ...certificate, service: "prod" }),
      "The Order Has Another History",
      ['service = "prod"', anew],
      [],
    ],
    ["that has expired", refusal("expired"), "The Certificate Has Expired", [anew], ["taken over"]],
    ["that is sealed", refusal("sealed", { fate: "done" }), "The Result Is Sealed", [anew], []],
    [
      "that is on its way",
      refusal("open", { state: "sent" }, true),
      "A Reissue Is on Its Way",
      ["Wait for it to end."],
      [notHappened, anew],
    ],
  ])("because of one %s says how to go on", (_, because, summary, parts, absent) => {
    const { severity, summary: title, detail = "" } = refused(kept, "order-1", because);
    expect({ severity, title }).toEqual({ severity: "error", title: summary });
    expect(detail).toMatch(/^Order order-1 is not reissued: /);
    for (const part of parts) expect(detail).toContain(part);
    for (const part of absent) expect(detail).not.toContain(part);
  });

  test("is a warning where nothing was to be sent anyway", () => {
    expect(refused(kept, "order-1", refusal("unshown"), warning).severity).toBe("warning");
  });

  test("puts nothing into a line to copy that is more than a name", () => {
    const ways = unresolvedWaysOut("order-1", "a1", {
      ...kept,
      happened: true,
      certificateId: 'x" }; rm -rf "',
    });
    expect(ways).toContain(withAnId);
    expect(ways).not.toContain("rm -rf");
    const odd = unresolvedWaysOut("a,b=$c", "a1", { ...kept, happened: true, certificateId: "cert-1" });
    expect(odd).toContain('resolve = { "a,b=$c" = "a1:cert-1" }\n\nTo give');
  });

  test("has the lines to copy on their own, also for a variable where its value is safe there", () => {
    const { detail } = refused(kept, "order-1", refusal("expired"));
    expect(detail).toMatch(
      /\n\n {2}resolve = \{ "order-1" = "a1:anew" \}\n\n.*CERTORDER_RESOLVE="order-1=a1:anew"/,
    );
    expect(refused(kept, "a,b=$c", refusal("expired")).detail).toMatch(
      /\n\n {2}resolve = \{ "a,b=\$c" = "a1:anew" \}\n\nCode: /,
    );
    expect(refused(kept, "a=b/7", refusal("expired")).detail).toContain('CERTORDER_RESOLVE="a=b/7=a1:anew"');
    // The variable would be read as order a and attempt b.
    expect(refused(kept, "a=b:c", refusal("expired")).detail).not.toContain("CERTORDER_RESOLVE");
    expect(refused(kept, "order-1", refusal("unshown")).detail).toContain(
      'CERTORDER_RESOLVE="order-1=a1:cert-1"',
    );
  });

  test.each(["open", "unshown"] as const)(
    "because of one that is %s does not say that it stays held back where nothing remembers it",
    (because) => {
      const ways = (isKept: boolean) => refused({ isKept }, "order-1", refusal(because)).detail;
      expect(ways(true)).toContain("the order stays held back until it is resolved");
      expect(ways(false)).not.toContain("held back");
      expect(ways(false)).toContain("destroyed, it is forgotten");
    },
  );
});

describe("a reissue that is planned", () => {
  let service: Service;
  beforeEach(() => {
    service = configured();
  });
  const plain = { order_id: "order-1", sign_hash: "sha256" };
  const detailOf = (plan: object, prior: object | null = null, at = service) =>
    announced(at, prior && stateOf(prior), planOf(plan), ["one", "two"]).detail;

  test("is announced with its order, its service and every reason", () => {
    expect(announced(service, null, planOf(plain), ["one", "two"])).toMatchObject({
      ...{ severity: "warning", summary: "Order order-1 Will Be Reissued" },
      detail: expect.stringMatching(
        /^Order order-1 is reissued at https:\/\/service\.example because one, and two\. This costs money\./,
      ),
    });
    expect(detailOf({ ...plain, order_id: UNKNOWN })).toMatch(/^An order that is not known yet is reissued/);
    expect(detailOf(plain, null, { ...service, baseUrl: undefined })).toContain("at the service because");
  });

  test("says what is lost, as far as somebody has agreed to it", () => {
    expect(detailOf(plain)).toContain("depends on the product");
    const last = { ...plain, i_know_will_revoke_last_cert: true };
    expect(detailOf(last)).toContain("As acknowledged, the current certificate may be revoked.");
    expect(detailOf(last, { certificate_id: "cert-1" })).toContain("certificate cert-1 may be revoked.");
    expect(detailOf(last, { certificate_id: null })).toContain("the current certificate may be revoked.");
    const dropped = { ...plain, i_know_remove_domain_will_revoke_before_cert: true };
    expect(detailOf(dropped)).toContain("As acknowledged, certificates with a dropped name are revoked.");
    expect(detailOf({ ...last, ...dropped })).toContain("may be revoked and certificates with");
    for (const flag of [false, UNKNOWN])
      expect(
        detailOf({
          ...plain,
          ...{ i_know_will_revoke_last_cert: flag, i_know_remove_domain_will_revoke_before_cert: flag },
        }),
      ).toContain("depends on the product");
  });
});

test("a certificate that is taken over is named, with when it was made and how to get another", () => {
  const made = attempt("a1", certificate);
  const { summary, detail } = takenOver(made, {});
  expect(summary).toBe("Order order-1 Is Taken Over Without a Reissue");
  expect(detail).toContain("Certificate cert-1 of order order-1 (attempt a1, 2026-11-15T12:00:00.000Z) was");
  expect(detail).not.toContain("moved block");
  // Once it is applied, that line would say nothing any more.
  expect(detail).not.toContain("a1:anew");
  expect(takenOver(made, { isPlanned: true }).detail).toContain("a1:anew");
  expect(takenOver({ ...made, sentAt: "" }, { isStored: true }).detail).toMatch(
    /\(attempt a1\) was.*a moved block says so/,
  );
});

test("what an import is believed in is what the configuration says", () => {
  const prior = stateOf({ order_id: "order-1", certificate_id: "cert-1", renewal_due: false });
  const plan = planOf({ ...prior, sign_hash: "sha256", csr: UNKNOWN });
  expect(trusted(prior, plan).detail).toMatch(/taken on trust: order_id, csr, sign_hash\./);
});

test("what is wrong about an order is told at its argument", () => {
  const prior = stateOf({ order_id: "order-1" });
  expect(describedTwice("order-1", false)).toMatchObject({ severity: "warning", path: ["order_id"] });
  expect(describedTwice("order-1", true)).toMatchObject({ severity: "error", path: ["order_id"] });
  expect(otherOrder(prior, "order-2")).toMatchObject({ severity: "error", path: ["order_id"] });
});

test("of a newer certificate it is said how to take it over, by what it was made from", () => {
  const prior = stateOf({ order_id: "order-1", certificate_id: "cert-0" });
  const made = attempt("a1", certificate);
  const same = newerKnown(prior, made, []).detail;
  expect(same).toContain(
    "The state has certificate cert-0, but order order-1 was reissued since: certificate cert-1",
  );
  expect(same).toMatch(/by itself\. To take the newer one over: state rm .* import it as order-1\/cert-1\.$/);
  const other = newerKnown(prior, made, ["csr", "triggers"]).detail;
  expect(other).not.toContain("import");
  expect(other).toMatch(/in csr, triggers: to take it over, describe .*"order-1" = "a1:anew"/s);
});

test("an import that was made from another request is refused in the name of its order", () => {
  const prior = stateOf({ order_id: "order-1", certificate_id: "cert-1" });
  const { detail } = madeFromAnotherRequest(prior, "a1", ["csr"]);
  expect(detail).toMatch(/^Certificate cert-1 of order order-1 was .* in csr .*"order-1" = "a1:anew"/s);
});

test("destroying names what it forgets, if that is known", () => {
  const detailOf = (state: object) => onlyForgotten(stateOf({ order_id: "order-1", ...state }), true).detail;
  expect(detailOf({ certificate_id: "cert-1" })).toContain("forgets certificate cert-1 of order order-1");
  expect(detailOf({})).toContain("forgets certificate (unknown) of order order-1");
  expect(detailOf({})).toContain("stays open");
  expect(onlyForgotten(stateOf({ order_id: "order-1" }), false).detail).not.toContain("stays open");
});
