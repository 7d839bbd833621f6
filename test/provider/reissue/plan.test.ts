import { beforeEach, describe, expect, test } from "vitest";
import { whatIsAsked } from "../../../src/journal/index.ts";
import { UNKNOWN } from "../../../src/plugin/index.ts";
import { planReissue, storedOf } from "../../../src/provider/reissue/plan.ts";
import { heldInPrivate, heldToPrivate, idFromState } from "../../../src/provider/reissue/stored.ts";
import { attempt as attemptOf } from "../../proof/rules/subject.ts";
import { planOf, stateOf } from "../states.ts";
import { attempted, configured, inWords, planned } from "./service.ts";

const asked = {
  order_id: "order-1",
  sign_hash: "sha256",
  common_name: "www.example.com",
  dns_names: ["www.example.com", "example.com"],
  csr: "-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----\n",
  triggers: { b: "2", a: "1" },
};
const { order_id: _, triggers, ...values } = asked;
const stored = {
  ...asked,
  certificate_id: "cert-1",
  attempt_id: "a1",
  last_outcome: "done",
  fingerprint: whatIsAsked("order-1", values, triggers),
};

let service: ReturnType<typeof configured>;
beforeEach(() => {
  service = configured();
});
/** What is done when the plan differs from the state in this. What is wrong with a request is not the matter here. */
const does = async (change: object, before: object = {}) =>
  (await planned(service, { ...stored, ...before }, { ...stored, csr: null, ...before, ...change })).does;
const done = (certificate: string, attempt = "a1") => ({ event: "done", certificate, attempt }) as const;
const noCsr = { csr: null, fingerprint: whatIsAsked("order-1", { ...values, csr: null }, triggers) };
const due = {
  ...{ csr: null, validity_days: 90, renew_before_days: 30, renewal_due: true },
  fingerprint: whatIsAsked("order-1", { ...values, csr: null, validity_days: 90 }, triggers),
};

describe("what is asked for, and what is stored", () => {
  test("keeps the certificate when nothing differs", async () => {
    expect(await does({}, noCsr)).toBe("keep");
  });

  test.each([
    ["another spelling of the common name", { common_name: "WWW.example.com." }],
    ["another order and spelling of the names", { dns_names: ["Example.com.", "www.example.com"] }],
    ["another order of the triggers", { triggers: { a: "1", b: "2" } }],
    ["another acknowledgement", { i_know_will_revoke_last_cert: true }],
    ["another PIN", { sign_key_pin: "1234", sign_key_pin_tip: "new", sign_key_pin_wo_version: 2 }],
    ["another window for renewal", { renew_before_days: 30 }],
    ["an empty text in place of nothing", { csr: "" }],
  ])("keeps the certificate for %s", async (_, change) => {
    expect(await does(change, noCsr)).toBe("keep");
  });

  test("keeps the certificate for other line breaks in the CSR", async () => {
    const { csr } = asked;
    expect(await does({ csr: csr.replaceAll("\n", "\r\n") }, { csr })).toBe("keep");
  });

  test.each([
    [{ sign_hash: "sha512" }, "sign_hash changes"],
    [{ sign_hash: "sha512", validity_days: 90 }, "sign_hash, validity_days change"],
    [{ common_name: "example.com" }, "common_name changes"],
    [{ dns_names: ["www.example.com", "example.com", "new.example.com"] }, "dns_names changes"],
    [{ sign_hash: UNKNOWN }, "sign_hash changes"],
    [{ csr: UNKNOWN }, "csr changes"],
    [{ csr_from: "sign-cloud-csc" }, "csr_from changes"],
    [{ triggers: { a: "1", b: "3" } }, "triggers changes"],
    [{ triggers: null }, "triggers changes"],
    [{ triggers: UNKNOWN }, "triggers changes"],
    [{ triggers: { a: "1", b: UNKNOWN } }, "triggers changes"],
  ])("reissues for %j", async (change, reason) => {
    expect(await does(change, noCsr)).toBe(`send: ${reason}`);
  });

  test("reissues for what was not given before, and not for what says the same as nothing", async () => {
    const bare = { common_name: null, dns_names: null, csr: null, triggers: null };
    const made = { ...bare, fingerprint: whatIsAsked("order-1", { sign_hash: "sha256" }) };
    expect(await does({ common_name: "www.example.com", triggers: { a: "1" } }, made)).toBe(
      "send: common_name, triggers change",
    );
    expect(await does({}, made)).toBe("keep");
    expect(await does({ triggers: {}, dns_names: [] }, made)).toBe("keep");
    for (const value of ["null", UNKNOWN])
      expect(await does({ common_name: value }, made)).toBe("send: common_name changes");
  });

  test("compares arguments where no fingerprint is stored, as older versions left it", async () => {
    const older = { ...noCsr, fingerprint: null };
    expect(await does({}, older)).toBe("keep");
    expect(await does({ sign_hash: "sha512" }, older)).toBe("send: sign_hash changes");
    await attempted(service, { order_id: "order-1", sign_hash: "sha512" }, done("cert-1"));
    expect(await does({}, older)).toBe("keep");
  });

  test("keeps no renewal due that nobody asks for any more", async () => {
    const kept = await planReissue(
      service,
      stateOf({ ...stored, ...due }),
      planOf({ ...stored, ...due, renew_before_days: null }),
      new Uint8Array(),
    );
    expect(kept.planned).toMatchObject({ certificate_id: "cert-1", renewal_due: false });
  });

  test("reissues when the stored flag says that renewal is due, and somebody still asks for renewals", async () => {
    expect(await does({}, due)).toBe("send: its renewal is due");
    expect(await does({ renew_before_days: UNKNOWN }, due)).toBe("send: its renewal is due");
    expect(await does({ renew_before_days: null }, due)).toBe("keep");
    expect(await does({}, { ...due, renewal_due: false })).toBe("keep");
  });

  test("names every reason", async () => {
    expect(await does({ sign_hash: "sha512", triggers: {} }, due)).toBe(
      "send: sign_hash, triggers change, and its renewal is due",
    );
  });
});

const plain = { order_id: "order-1", sign_hash: "sha256" };
const plainState = {
  ...plain,
  ...{ certificate_id: "cert-1", attempt_id: "a1", last_outcome: "done" },
  fingerprint: whatIsAsked("order-1", { sign_hash: "sha256" }),
};
const other = { ...plain, sign_hash: "sha512" };
const unresolved = ["error: A Reissue Is Unresolved"];
const since = ["error: The Order Was Reissued Otherwise"];
const willBe = "warning: Order order-1 Will Be Reissued";
const is = (does: string, ...told: string[]) => ({ does, told });

describe("a creation", () => {
  test("of an order with no past is sent", async () => {
    expect(await planned(service, null, plain)).toEqual(is("send: it is created", willBe));
  });

  test("whose order has a past that is settled is sent", async () => {
    await attempted(service, other, { event: "rejected" });
    expect((await planned(service, null, plain)).does).toBe("send: it is created");
  });

  test("of another order than the one that is open is sent", async () => {
    await attempted(service, { ...plain, order_id: "order-2" }, { event: "unknown" });
    service.memory.noteStored({ ...plainState, order_id: "order-2", last_outcome: "unknown" });
    expect((await planned(service, null, plain)).does).toBe("send: it is created");
  });

  test("is refused while the journal or a state has an open attempt", async () => {
    await attempted(service, plain, { event: "unknown" });
    expect(await planned(service, null, plain)).toEqual(is("refuse", ...unresolved));
  });

  test.each(["unknown", "done-unread"])("is refused while a stored outcome is %s", async (last_outcome) => {
    service.memory.noteStored({ ...plainState, last_outcome, certificate_id: null });
    expect(await planned(service, null, plain)).toEqual(is("refuse", ...unresolved));
    expect(await planned(service, null, { ...plain, order_id: UNKNOWN })).toEqual(
      is("refuse", ...unresolved),
    );
  });

  test("is answered by the newest of the same request, and refused on top of another", async () => {
    await attempted(service, other, { event: "done", certificate: "cert-0", attempt: "a0" });
    await attempted(service, plain, { event: "done", certificate: "cert-1" });
    expect((await planned(service, null, plain)).does).toBe("take cert-1");
    service.memory.clear();
    expect(await planned(service, null, other)).toEqual(is("refuse", ...since));
    expect((await planned(service, null, { ...plain, sign_hash: UNKNOWN })).does).toBe("refuse");
  });

  test("that replaces what it names asks again; of another order it names nothing", async () => {
    await attempted(service, plain, { event: "done", certificate: "cert-1" });
    const held = { attemptId: "a1", certificateId: "cert-1" };
    const replacing = await planned(service, null, plain, heldToPrivate("order-1", held));
    expect(replacing.does).toBe("send: it is replaced");
    service.memory.clear();
    expect((await planned(service, null, other, heldToPrivate("order-1", held))).does).toBe(
      "send: it is replaced",
    );
    service.memory.clear();
    expect((await planned(service, null, plain, heldToPrivate("order-2", held))).does).toBe("take cert-1");
  });

  test("that takes over says how to get one more, and of a moved block where a state has the order", async () => {
    await attempted(service, plain, done("cert-1"));
    const detail = async () =>
      (await planReissue(service, null, planOf(plain), new Uint8Array())).diagnostics?.[0]?.detail;
    expect(await detail()).toContain('"a1:anew"');
    expect(await detail()).not.toContain("moved block");
    service.memory.noteStored(plainState);
    expect(await detail()).toContain("moved block");
  });

  test("of an order that is described twice is told", async () => {
    await planned(service, null, plain);
    expect((await planned(service, null, plain)).told).toContain("warning: Order order-1 Is Described Twice");
  });

  test("of an order that is described by an object that is there already is told, whichever comes first", async () => {
    await attempted(service, plain, done("cert-1"));
    const twice = "warning: Order order-1 Is Described Twice";
    const changed = { ...plain, triggers: { turn: "1" } };
    expect((await planned(service, plainState, changed)).told).not.toContain(twice);
    expect((await planned(service, null, plain)).told).toContain(twice);
    expect((await planned(service, plainState, changed)).told).toContain(twice);
    service.memory.clear();
    expect((await planned(service, plainState, changed)).told).not.toContain(twice);
    // Its replacement is planned after it, and is no other.
    const held = heldToPrivate("order-1", { attemptId: "a1", certificateId: "cert-1" });
    expect((await planned(service, null, changed, held)).told).not.toContain(twice);
    expect((await planned(service, plainState, changed)).told).not.toContain(twice);
  });

  test.each(["first", "second"])(
    "of an order that is described twice is refused if the %s is replaced",
    async (which) => {
      await attempted(service, plain, { event: "done", certificate: "cert-1" });
      const held = heldToPrivate("order-1", { attemptId: "a1", certificateId: "cert-1" });
      const [first, second] = which === "first" ? [held, undefined] : [undefined, held];
      await planned(service, null, plain, first);
      expect(await planned(service, null, plain, second)).toMatchObject({
        does: "refuse",
        told: expect.arrayContaining(["error: Order order-1 Is Described Twice"]),
      });
    },
  );

  test("of an order that is described by two objects is refused if it is asked for anew", async () => {
    await attempted(service, plain, done("cert-1"));
    const asked = {
      ...service,
      resolutions: new Map([["order-1", [{ attemptId: "a1", anew: true }]]]),
    } as never;
    expect((await planned(asked, plainState, plain)).does).toBe("send: it is asked for anew");
    expect(await planned(asked, plainState, plain)).toMatchObject({
      does: "refuse",
      told: expect.arrayContaining(["error: Order order-1 Is Described Twice"]),
    });
    service.memory.clear();
    expect((await planned(asked, plainState, plain)).does).toBe("send: it is asked for anew");
  });

  test("of an order that is not known yet is sent, also while the journal has an open attempt", async () => {
    await attempted(service, { ...plain, order_id: "order-2" }, { event: "unknown" });
    expect((await planned(service, null, { ...plain, order_id: UNKNOWN })).does).toBe("send: it is created");
  });

  test("of an order that is not known yet goes by what became of the very attempt that a state has as open", async () => {
    const unknownOrder = { ...plain, order_id: UNKNOWN };
    await attempted(service, plain, done("cert-1"));
    await attempted(service, other, { event: "unknown", attempt: "a2" });
    service.memory.noteStored(plainState);
    expect((await planned(service, null, unknownOrder)).does).toBe("send: it is created");
    service.memory.noteStored({ ...plainState, last_outcome: "unknown", attempt_id: "a2" });
    expect(await planned(service, null, unknownOrder)).toEqual(is("refuse", ...unresolved));
  });

  test("of an order that is not known yet looks only after what a state has as open", async () => {
    await attempted(service, plain, { event: "unknown" });
    service.memory.noteStored(plainState);
    expect((await planned(service, null, { ...plain, order_id: UNKNOWN })).does).toBe("send: it is created");
  });

  test("of an order that is not known yet is told in what it differs from what is open", async () => {
    service.memory.noteStored({ ...plainState, last_outcome: "unknown", certificate_id: null });
    const detail = async (sign_hash: string) =>
      (await planReissue(service, null, planOf({ order_id: UNKNOWN, sign_hash }), new Uint8Array()))
        .diagnostics?.[0]?.detail;
    expect(await detail("sha256")).toContain("the same request");
    expect(await detail("sha512")).toContain("a request that differs in sign_hash");
  });

  test("of an order that is not known yet is sent once what was open is settled", async () => {
    const open = { ...plainState, last_outcome: "unknown", certificate_id: null };
    service.memory.noteStored(open);
    await attempted(service, plain, { event: "done", certificate: "cert-1" });
    expect((await planned(service, null, { ...plain, order_id: UNKNOWN })).does).toBe("send: it is created");
  });
});

describe("what is open", () => {
  const open = { ...plainState, last_outcome: "unknown", attempt_id: "a2" };
  const asOther = { ...open, fingerprint: whatIsAsked("order-1", { sign_hash: "sha512" }) };

  test("is an error for whoever asks for something, and a warning for the others", async () => {
    expect(await planned(service, asOther, other)).toEqual(is("refuse", ...unresolved));
    expect(await planned(service, asOther, plain)).toEqual(is("keep", "warning: A Reissue Is Unresolved"));
  });

  test("is also a result that may have reached nobody", async () => {
    await attempted(service, plain, done("cert-1"));
    await attempted(service, other, done("cert-2", "a2"), "cert-1", true);
    expect(await planned(service, plainState, plain)).toEqual(is("keep", "warning: A Reissue Is Unresolved"));
    expect(await planned(service, plainState, other)).toEqual(is("refuse", ...unresolved));
  });

  test("and did happen is what the state has, whatever the arguments were before", async () => {
    await attempted(service, other, { event: "done", certificate: "cert-2", attempt: "a2" }, "cert-1");
    expect(await planned(service, asOther, other)).toEqual(is("take cert-2"));
    expect((await planned(service, asOther, plain)).does).toBe("send: sign_hash changes");
  });

  test("and did happen is known by the state where the line that said what it asked for is damaged", async () => {
    const history = service.shelf.history("order-1");
    await history.append({ event: "damaged", attempt: "damaged-1" });
    await history.append({ event: "resolved", attempt: "damaged-1", at: "", certificate: null });
    await history.append({ event: "resolved", attempt: "a2", at: "", certificate: "cert-2" });
    expect((await planned(service, asOther, other)).does).toBe("take cert-2");
  });

  test("and did not happen leaves what was there before, or nothing", async () => {
    await attempted(service, other, { event: "rejected", attempt: "a2" });
    expect((await planned(service, asOther, other)).does).toBe("send: sign_hash changes");
    expect(await planned(service, asOther, plain)).toEqual(is("keep"));
    const never = { ...open, certificate_id: null };
    expect((await planned(service, never, plain)).does).toBe("send: the attempt before did not happen");
  });
});

describe("the provider's brakes", () => {
  test("stand against a reissue, where the order is named or not known yet", async () => {
    const slow = { ...service, maxReissues: 1 };
    expect((await planned(slow, null, plain)).does).toBe("send: it is created");
    expect((await planned(slow, null, plain)).does).toBe("send: it is created");
    for (const order_id of ["order-2", UNKNOWN])
      expect((await planned(slow, null, { ...plain, order_id })).told).toEqual([
        "error: Too Many Reissues at Once",
      ]);
  });

  test("do not stand against what sends nothing", async () => {
    const stopped = { ...service, allowReissue: false };
    expect((await planned(stopped, plainState, plain)).does).toBe("keep");
    expect((await planned(stopped, plainState, other)).told).toContain("error: Reissues Are Switched Off");
    await attempted(service, other, { event: "done", certificate: "cert-2", attempt: "a2" });
    expect((await planned(stopped, null, other)).does).toBe("take cert-2");
  });

  test("are not met by what is wrong, at the argument that is; what is doubtful was said before", async () => {
    expect((await planned(service, null, { ...plain, validity_days: 0 })).told).toEqual([
      "error: Invalid Argument",
    ]);
    service.memory.clear();
    const csr_from = "sign-cloud-csc";
    expect((await planned(service, null, { ...plain, csr_from, validity_days: 900 })).told).toEqual([willBe]);
  });

  test("include names that nobody has agreed to drop", async () => {
    const named = { ...plain, common_name: "a.example", dns_names: ["a.example", "b.example"] };
    const { order_id, ...rest } = named;
    const prior = { ...plainState, ...named, fingerprint: whatIsAsked(order_id, rest) };
    const fewer = { ...named, dns_names: ["a.example"] };
    expect((await planned(service, prior, fewer)).told).toEqual(["error: The Reissue Drops Names"]);
    expect((await planned(service, prior, { ...fewer, acknowledge_removed_names: ["b.example"] })).does).toBe(
      "send: dns_names changes",
    );
  });
});

describe("an import", () => {
  const imported = { order_id: "order-1", certificate_id: "cert-1", last_outcome: "imported" };
  const onTrust = "warning: Adopted Without a Reissue";
  const answerTo = (prior: object, plan: object) =>
    planReissue(service, stateOf(prior), planOf(plan), new Uint8Array());

  test("is adopted, on trust where nothing is known of it", async () => {
    const issued_at = "2026-11-01T00:00:00.000Z";
    const answer = await answerTo({ ...imported, issued_at }, { ...plain, validity_days: 90 });
    expect(inWords(answer.diagnostics)).toEqual([onTrust]);
    expect(answer.planned).toEqual({
      ...{ certificate_id: "cert-1", previous_certificate_id: null, issued_at, attempt_id: null },
      ...{ expires_at_estimate: "2027-01-30T00:00:00.000Z", renewal_due: false, last_outcome: "adopted" },
      fingerprint: whatIsAsked("order-1", { sign_hash: "sha256", validity_days: 90 }),
    });
    expect(heldInPrivate(answer.private ?? new Uint8Array(), "order-1")).toEqual({
      certificateId: "cert-1",
    });
  });

  test("is adopted while parts of its request are not known", async () => {
    const { planned: plan } = await answerTo(imported, {
      ...{ ...plain, sign_hash: UNKNOWN, validity_days: UNKNOWN },
    });
    expect(plan).toMatchObject({ fingerprint: UNKNOWN, expires_at_estimate: UNKNOWN });
  });

  test("is known again where the history has its certificate, also since it was imported", async () => {
    await attempted(service, plain, { event: "done", certificate: "cert-1" }, "cert-0");
    const { planned: plan, diagnostics } = await answerTo(imported, plain);
    expect(diagnostics).toEqual([]);
    expect(plan).toMatchObject({
      ...{ attempt_id: "a1", previous_certificate_id: "cert-0", issued_at: "2026-11-01T00:00:00.000Z" },
    });
    const known = { previous_certificate_id: "cert-x", issued_at: "2026-01-01T00:00:00.000Z" };
    expect((await answerTo({ ...imported, ...known }, plain)).planned).toMatchObject(known);
    expect(await planned(service, imported, other)).toEqual(
      is("refuse", "error: Imported, but Made From Another Request"),
    );
  });

  test("is not taken for that of an attempt of which nobody knows what became", async () => {
    await attempted(service, other, { event: "unknown", certificate: "cert-1" });
    const { planned: plan } = await answerTo(imported, plain);
    expect(plan).toMatchObject({ certificate_id: "cert-1", attempt_id: null });
  });

  test("stays that of the attempt by which it was known, whatever has the same id since", async () => {
    const known = { ...imported, attempt_id: "a1", fingerprint: plainState.fingerprint };
    await attempted(service, plain, done("cert-1"));
    await attempted(service, other, done("cert-1", "a2"), "cert-1");
    expect(await planned(service, known, plain)).toEqual(is("refuse", ...since));
  });

  test("of another request is reissued on top of what a person names", async () => {
    await attempted(service, plain, { event: "done", certificate: "cert-1" });
    const asked = { ...service, resolutions: new Map([["order-1", [{ attemptId: "a1", anew: true }]]]) };
    expect((await planned(asked as never, imported, other)).does).toBe("send: sign_hash changes");
  });

  test("that was taken on trust once is taken on trust again, not held against it", async () => {
    await service.journal.remember(
      attemptOf(idFromState("order-1", "cert-1"), {
        ...{ fate: "done", certificateId: "cert-1" },
        what: whatIsAsked("order-1", { sign_hash: "sha512" }),
      }),
      service.place,
    );
    expect((await planned(service, imported, plain)).told).toEqual([onTrust]);
  });

  test("is asked for anew on top of the newest, once, also where nothing changes", async () => {
    await attempted(service, plain, { event: "done", certificate: "cert-1" });
    const naming = (attemptId: string) =>
      ({ ...service, resolutions: new Map([["order-1", [{ attemptId, anew: true }]]]) }) as never;
    const current = { ...imported, ...plain, last_outcome: "done", attempt_id: "a1" };
    for (const state of [imported, current]) {
      expect((await planned(naming("a1"), state, plain)).does).toBe("send: it is asked for anew");
      service.memory.clear();
    }
    expect((await planned(naming("a0"), current, plain)).does).not.toContain("send");
    // The core refuses an apply that would not know of it, because this one would be another by then.
    const answer = await planReissue(naming("a1"), stateOf(current), planOf(plain), new Uint8Array());
    expect(answer.planned).toMatchObject({ previous_certificate_id: "cert-1", certificate_id: UNKNOWN });
    const { planned: changing } = await answerTo(current, other);
    expect(changing).toMatchObject({ previous_certificate_id: UNKNOWN });
    await attempted(service, plain, { event: "unknown", attempt: "a2" });
    expect((await planned(naming("a1"), current, plain)).does).not.toContain("send");
  });

  test("is not asked for anew once the order was gone on with at another service", async () => {
    await attempted(service, plain, { event: "done", certificate: "cert-1" });
    const asked = { ...service, resolutions: new Map([["order-1", [{ attemptId: "a1", anew: true }]]]) };
    const current = { ...imported, ...plain, last_outcome: "done", attempt_id: "a1" };
    const at = "2026-11-02T00:00:00.000Z";
    const elsewhere = { service: "other", address: "https://other.example", process: "", until: at };
    const history = service.shelf.history("order-1");
    const sent = { event: "sent", attempt: "a2", at, order: "order-1", what: "x", ...elsewhere } as const;
    await history.append(sent);
    await history.append({ event: "rejected", attempt: "a2", at });
    expect((await planned(asked as never, current, plain)).does).toBe("send: it is asked for anew");
    await history.append({ ...sent, attempt: "a3" });
    await history.append({ event: "done", attempt: "a3", at, certificate: "cert-2" });
    expect((await planned(asked as never, current, plain)).does).toBe("keep");
  });

  test("of an older certificate takes the newest over, or is refused", async () => {
    await attempted(service, other, { event: "done", certificate: "cert-1" });
    await attempted(service, plain, { event: "done", certificate: "cert-2", attempt: "a2" }, "cert-1");
    expect((await planned(service, imported, plain)).does).toBe("take cert-2");
    expect(await planned(service, imported, { ...plain, validity_days: 90 })).toEqual(is("refuse", ...since));
    const asked = { ...service, resolutions: new Map([["order-1", [{ attemptId: "a2", anew: true }]]]) };
    expect((await planned(asked as never, imported, plain)).does).toBe(
      "send: sign_hash changes, and an older certificate was imported",
    );
  });

  test("of an order with something open is adopted, which is told", async () => {
    await attempted(service, plain, { event: "done", certificate: "cert-1" });
    await attempted(service, other, { event: "unknown", attempt: "a2" }, "cert-1");
    expect(await planned(service, imported, plain)).toEqual(is("keep", "warning: A Reissue Is Unresolved"));
    expect(await planned(service, imported, other)).toEqual(is("refuse", ...unresolved));
  });

  test("whose own result may have reached nobody is adopted, which is told, and not held against another", async () => {
    await attempted(service, plain, done("cert-1"), undefined, true);
    expect(await planned(service, imported, plain)).toEqual(is("keep", "warning: A Reissue Is Unresolved"));
    expect(await planned(service, imported, other)).toEqual(is("refuse", ...unresolved));
  });

  test("of an order with a history at another address waits until somebody says what that is", async () => {
    await attempted(service, plain, { event: "done", certificate: "cert-1" });
    const moved = { ...service, place: { name: undefined, address: "https://other.example" } };
    expect(await planned(moved, imported, plain)).toEqual(
      is("refuse", "error: The Order Has Another History"),
    );
  });

  test("brings the order that is described", async () => {
    expect(await planned(service, imported, { ...plain, order_id: "order-2" })).toEqual(
      is("refuse", "error: Another Order Was Imported"),
    );
  });
});

describe("a change", () => {
  test("to another order is announced, and planned by the call that follows", async () => {
    const moved = { ...plain, order_id: "order-2" };
    const answer = await planReissue(service, stateOf(plainState), planOf(moved), new Uint8Array());
    expect(answer).toEqual({
      diagnostics: [
        expect.objectContaining({
          summary: "Order order-2 Will Be Reissued",
          detail: expect.stringContaining("because it takes the place of another order."),
        }),
      ],
    });
    await attempted(service, moved, { event: "done", certificate: "cert-2" });
    for (const plan of [moved, { ...other, order_id: "order-2" }])
      expect(await planReissue(service, stateOf(plainState), planOf(plan), new Uint8Array())).toEqual({
        diagnostics: [],
      });
  });

  test("is refused where the order has a history at another address, and told where nothing is asked for", async () => {
    await attempted(service, plain, done("cert-1"));
    const moved = { ...service, place: { name: undefined, address: "https://other.example" } };
    expect(await planned(moved, plainState, other)).toEqual(
      is("refuse", "error: The Order Has Another History"),
    );
    expect(await planned(moved, plainState, plain)).toEqual(
      is("keep", "warning: The Order Has Another History"),
    );
  });

  test("is refused where somebody has reissued the order since, and told where nothing is asked for", async () => {
    await attempted(service, plain, { event: "done", certificate: "cert-1" });
    await attempted(service, other, { event: "done", certificate: "cert-2", attempt: "a2" }, "cert-1");
    expect(await planned(service, plainState, { ...plain, validity_days: 90 })).toEqual(
      is("refuse", ...since),
    );
    expect(await planned(service, plainState, plain)).toEqual(
      is("keep", "warning: Order order-1 Has a Newer Certificate"),
    );
    expect((await planned(service, plainState, other)).does).toBe("take cert-2");
    const plan = await planReissue(service, stateOf(plainState), planOf(plain), new Uint8Array());
    expect(plan.diagnostics[0]?.detail).toContain("differs from the configuration in");
  });

  test("is told how to import a newer certificate of which nobody knows what it was made from", async () => {
    await attempted(service, plain, done("cert-1"));
    const history = service.shelf.history("order-1");
    await history.append({ event: "damaged", attempt: "a2" });
    await history.append({
      event: "resolved",
      attempt: "a2",
      at: "2026-11-02T00:00:00.000Z",
      certificate: "cert-2",
    });
    const plan = await planReissue(service, stateOf(plainState), planOf(plain), new Uint8Array());
    expect(plan.diagnostics[0]?.detail).toContain("import it as order-1/cert-2");
  });

  test("carries what it replaces, for the case that the object is replaced", async () => {
    const held = { attemptId: "a1", certificateId: "cert-1" };
    for (const plan of [plain, other]) {
      const answer = await planReissue(service, stateOf(plainState), planOf(plan), new Uint8Array());
      expect(heldInPrivate(answer.private ?? new Uint8Array(), "order-1")).toEqual(held);
    }
  });

  test("keeps everything about the result open until it is there", async () => {
    const { planned: plan } = await planReissue(
      service,
      stateOf(plainState),
      planOf(other),
      new Uint8Array(),
    );
    expect(plan).toEqual({
      ...{ id: "order-1", certificate_id: UNKNOWN, previous_certificate_id: UNKNOWN, issued_at: UNKNOWN },
      ...{ expires_at_estimate: UNKNOWN, renewal_due: UNKNOWN, last_outcome: UNKNOWN },
      ...{ attempt_id: UNKNOWN, fingerprint: UNKNOWN },
    });
  });
});

describe("a creation in place of something", () => {
  const held = { attemptId: "a1", certificateId: "cert-1" };
  const created = (data: Uint8Array = new Uint8Array()) => planReissue(service, null, planOf(plain), data);

  test("promises what it replaces, and hands it on to the apply", async () => {
    await attempted(service, plain, { event: "done", certificate: "cert-1" });
    const answer = await created(heldToPrivate("order-1", held));
    expect(answer.planned).toMatchObject({ previous_certificate_id: "cert-1", certificate_id: UNKNOWN });
    expect(heldInPrivate(answer.private ?? new Uint8Array(), "order-1")).toEqual(held);
    const unnamed = await created(heldToPrivate("order-1", { attemptId: "a1" }));
    expect(unnamed.planned).toMatchObject({ previous_certificate_id: null });
  });

  test("is known also to the apply, by which time the object is gone", async () => {
    await attempted(service, plain, { event: "done", certificate: "cert-1" });
    service.memory.noteReplaced("order-1", held);
    expect((await created()).planned).toMatchObject({ previous_certificate_id: "cert-1" });
  });

  test("promises nothing where it replaces nothing, or takes over", async () => {
    const fresh = await created();
    expect(fresh.planned).toMatchObject({ previous_certificate_id: UNKNOWN });
    expect(fresh.private).toEqual(new Uint8Array());
    await attempted(service, plain, { event: "done", certificate: "cert-1" }, "cert-0");
    await attempted(service, plain, { event: "done", certificate: "cert-2", attempt: "a2" }, "cert-1");
    const taking = await created(heldToPrivate("order-1", { ...held, attemptId: "a0" }));
    expect(taking.planned).toMatchObject({ certificate_id: "cert-2", previous_certificate_id: "cert-1" });
    expect(taking.private).toEqual(new Uint8Array());
  });
});

describe("what a person says", () => {
  const said = (...words: object[]) =>
    ({ ...service, resolutions: new Map([["order-1", words]]) }) as unknown as typeof service;
  const open = { ...plainState, last_outcome: "unknown", attempt_id: "a2" };

  test("is written down when it is planned with, also of what only a state knows, and nothing else", async () => {
    const word = { attemptId: "a2", certificateId: "cert-2" };
    service.memory.noteStored(stateOf(open) as never);
    expect((await planned(said(word), null, plain)).does).toBe("take cert-2");
    expect(await service.journal.attempts()).toMatchObject([{ attemptId: "a2", certificateId: "cert-2" }]);
  });

  test("is about the attempt that is named, and no other", async () => {
    await attempted(service, other, done("cert-1"));
    await attempted(service, plain, { event: "unknown", attempt: "a2" }, "cert-1");
    const word = { attemptId: "a2", certificateId: "cert-2" };
    expect((await planned(said(word), null, plain)).does).toBe("take cert-2");
  });

  test("and was left there later does nothing, nor does what is about an attempt that nobody knows", async () => {
    await attempted(service, plain, done("cert-1"));
    const words = ["a1", "a9"].map((attemptId) => ({ attemptId, certificateId: "cert-9" }));
    expect((await planned(said(...words), null, plain)).does).toBe("take cert-1");
    service.memory.clear();
    expect(await planned(said(...words), plainState, plain)).toEqual(is("keep"));
  });

  test("that one more is wanted settles nothing, and counts only on top of the newest", async () => {
    await attempted(service, plain, done("cert-0", "a0"));
    await attempted(service, plain, done("cert-1"), "cert-0");
    const older = said({ attemptId: "a0", anew: true });
    expect((await planned(older, null, plain)).does).toBe("take cert-1");
    await attempted(service, other, { event: "unknown", attempt: "a2" }, "cert-1");
    service.memory.clear();
    const onTopOfOpen = said({ attemptId: "a2", anew: true });
    expect(await planned(onTopOfOpen, null, plain)).toEqual(is("refuse", ...unresolved));
    expect((await service.journal.attempts()).at(-1)).toMatchObject({ attemptId: "a2", state: "unknown" });
  });

  test("sets also those free that do not know their order yet", async () => {
    const stored = stateOf({ ...open, certificate_id: null });
    service.memory.noteStored(stored as never);
    const word = { attemptId: "a2", certificateId: "cert-2" };
    expect((await planned(said(word), null, { ...plain, order_id: UNKNOWN })).does).toBe(
      "send: it is created",
    );
  });

  test("and cannot be so is an error for whoever asks for something, and a warning for the others", async () => {
    await service.journal.remember({ ...attemptOf("a2"), state: "done-unread", fate: "open" }, service.place);
    const word = { attemptId: "a2", certificateId: null };
    const asOther = { ...open, fingerprint: whatIsAsked("order-1", { sign_hash: "sha512" }) };
    expect(await planned(said(word), asOther, plain)).toEqual(
      is("keep", "warning: Nothing Was Sent", "warning: A Reissue Is Unresolved"),
    );
    expect(await planned(said(word), asOther, other)).toEqual(
      is("refuse", "error: Nothing Was Sent", ...unresolved),
    );
  });
});

describe("without its journal", () => {
  beforeEach(() => {
    const fail = () => Promise.reject(Object.assign(new Error("EIO"), { code: "EIO" }));
    service.shelf.history = (orderId) => ({ orderId, read: fail, append: fail });
  });

  test("nothing is reissued, and nobody is stopped who asks for nothing", async () => {
    expect(await planned(service, plainState, plain)).toEqual(is("keep", "warning: Nothing Was Sent"));
    const refused = is("refuse", "error: Nothing Was Sent");
    expect(await planned(service, null, plain)).toEqual(refused);
    expect(await planned(service, plainState, other)).toEqual(refused);
    expect(await planned(service, plainState, { ...plain, order_id: "order-2" })).toEqual(refused);
    expect(await planned(service, { ...plainState, last_outcome: "imported" }, plain)).toEqual(refused);
  });

  test("a mistake of ours is not taken for that", async () => {
    const mistaken = { ...service, journal: {} as never };
    await expect(planned(mistaken, plainState, plain)).rejects.toThrow(TypeError);
  });
});

describe("where the journal may not last", () => {
  test("is told once, and what was passed over too", async () => {
    const short = { ...service, isShortLived: true };
    service.memory.notePassedOver("The journal cannot be used.");
    expect((await planned(short, null, plain)).told).toEqual([
      "warning: Going On Without the Journal",
      "warning: The Journal Lies on This Runner",
      willBe,
    ]);
    expect((await planned(short, null, { ...plain, order_id: "order-2" })).told).toEqual([
      "warning: Order order-2 Will Be Reissued",
    ]);
  });
});

test("of an order that no state has, no state tells", () => {
  service.memory.noteStored({ ...plainState, order_id: "order-2" });
  expect(storedOf(service, "order-1", null)).toEqual([]);
});

test("a journal that cannot be written stops a reissue before anybody is told of it", async () => {
  service.shelf.check = () => Promise.reject(Object.assign(new Error("EROFS"), { code: "EROFS" }));
  expect(await planned(service, null, plain)).toEqual(is("refuse", "error: Nothing Was Sent"));
  expect((await planned(service, plainState, plain)).does).toBe("keep");
});
