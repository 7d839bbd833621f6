import { beforeEach, describe, expect, test } from "vitest";
import { whatIsAsked } from "../../../src/journal/index.ts";
import { UNKNOWN } from "../../../src/plugin/index.ts";
import { planReissue } from "../../../src/provider/reissue/plan.ts";
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
const since = ["error: The Order Was Reissued Since"];
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
    expect((await planned(service, null, other, heldToPrivate("order-1", held))).does).toBe(
      "send: it is replaced",
    );
    expect((await planned(service, null, plain, heldToPrivate("order-2", held))).does).toBe("take cert-1");
  });

  test("of an order that is described twice is told", async () => {
    await planned(service, null, plain);
    expect((await planned(service, null, plain)).told).toContain("warning: Order order-1 Is Described Twice");
  });

  test("of an order that is not known yet is sent, also while the journal has an open attempt", async () => {
    await attempted(service, { ...plain, order_id: "order-2" }, { event: "unknown" });
    expect((await planned(service, null, { ...plain, order_id: UNKNOWN })).does).toBe("send: it is created");
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
    expect((await planned(service, null, { ...plain, validity_days: 900 })).told).not.toContain(
      "error: Invalid Argument",
    );
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
    const known = await planReissue(service, stateOf(plainState), planOf(moved), new Uint8Array());
    expect(known).toEqual({ diagnostics: [] });
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

  test("is written down when it is planned with, also of what only a state knows", async () => {
    const word = { attemptId: "a2", certificateId: "cert-2" };
    service.memory.noteStored(stateOf({ ...open, certificate_id: null }) as never);
    expect((await planned(said(word), null, plain)).does).toBe("take cert-2");
    expect(await service.journal.attempts()).toMatchObject([{ attemptId: "a2", certificateId: "cert-2" }]);
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

test("a journal that cannot be written stops a reissue before anybody is told of it", async () => {
  service.shelf.check = () => Promise.reject(Object.assign(new Error("EROFS"), { code: "EROFS" }));
  expect(await planned(service, null, plain)).toEqual(is("refuse", "error: Nothing Was Sent"));
  expect((await planned(service, plainState, plain)).does).toBe("keep");
});
