import { beforeEach, describe, expect, test, vi } from "vitest";
import { importedAttemptId, requestDigest } from "../../../../src/journal/index.ts";
import { UNKNOWN } from "../../../../src/plugin/index.ts";
import { planReissue } from "../../../../src/provider/reissue/plan.ts";
import type { ReissuePrivate } from "../../../../src/provider/reissue/stored.ts";
import { imported as importedEvent } from "../../../harness/journal/events.ts";
import { fullPlan, fullState } from "../states.ts";
import {
  type Configured,
  createProviderData,
  inWords,
  planned,
  recordAttempt,
  withEntries,
} from "./configured.ts";

const plain = { order_id: "order-1", sign_hash: "sha256" };
const other = { ...plain, sign_hash: "sha512" };
const digest = requestDigest("order-1", { sign_hash: "sha256" });
const plainState = {
  ...plain,
  certificate_id: "cert-1",
  attempt_id: "a1",
  last_outcome: "done",
  request_digest: digest,
};
const open = {
  ...plainState,
  last_outcome: "unknown",
  open_attempt_id: "a2",
  request_digest: requestDigest("order-1", { sign_hash: "sha512" }),
};
const imported = {
  order_id: "order-1",
  certificate_id: "cert-1",
  last_outcome: "imported",
  renewal_due: false,
};

const planReissues = "warning: This plan reissues order order-1";
const created = "send: the resource is created";
const blockedMessages = ["error: An earlier reissue has no known outcome"];
const warnsOfOpen = "warning: Order order-1: an earlier reissue has no known outcome";
const newerMessages = ["error: This order already has a certificate from another request"];
const storedMessages = ["error: The order is in this state already"];
const adopts = "warning: Order order-1 is adopted without a reissue";
const knowsMore = "warning: The state knows more than the journal";
const describedTwice = "error: Order order-1 is described twice";
const outcome = (does: string, ...says: string[]) => ({ does, says });
const done = (certificate: string, attempt = "a1", previous?: string) =>
  ({ event: "done", certificate, attempt, ...(previous && { previous }) }) as const;

let provider: Configured;
beforeEach(() => {
  provider = createProviderData();
});
/** A plan in a run of its own. */
const plan = (
  prior: object | null,
  values: object,
  { from = provider, privateData }: { from?: Configured; privateData?: ReissuePrivate } = {},
) => {
  provider.run.clear();
  return planned(from, prior, values, privateData);
};
/** The same, after a refresh. */
const refreshed = async (prior: object, values: object) => {
  provider.run.clear();
  provider.run.addRead("order-1", await provider.journal.history("order-1"));
  return planned(provider, prior, values);
};
const answer = (prior: object | null, values: object, from = provider) => {
  provider.run.clear();
  return planReissue(from, prior && fullState(prior), fullPlan(values), {});
};

describe("A plan that is compared with the state", () => {
  const triggers = { b: "2", a: "1" };
  const values = { sign_hash: "sha256" };
  const state = { ...plainState, triggers, request_digest: requestDigest("order-1", values, triggers) };
  const does = async (change: object, before: object = {}) =>
    (await plan({ ...state, ...before }, { ...state, ...before, ...change })).does;

  // test/unit/journal/request-digest.test.ts has every spelling of a request.
  test.each([
    ["nothing", {}],
    ["another acknowledgement", { i_know_will_revoke_last_cert: true }],
    ["another hint for the access code", { sign_key_pin_tip: "new" }],
    ["another window for renewals", { renew_before_days: 30 }],
  ])("keeps the certificate for %s", async (_, change) => {
    expect(await does(change)).toBe("keep");
  });

  test.each([
    [{ sign_hash: "sha512" }, "sign_hash changes"],
    [{ sign_hash: "sha512", validity_days: 90 }, "sign_hash, validity_days change"],
    [{ csr: UNKNOWN }, "csr is only known after apply"],
    [{ csr: UNKNOWN, sign_hash: UNKNOWN }, "sign_hash, csr are only known after apply"],
    [{ csr: UNKNOWN, sign_hash: "sha512" }, "sign_hash changes"],
    [{ triggers: null }, "triggers changes"],
    [{ triggers: { a: "1", b: UNKNOWN } }, "triggers is only known after apply"],
  ])("reissues for %o", async (change, reason) => {
    expect(await does(change)).toBe(`send: ${reason}`);
  });

  test("reissues for a due renewal while renew_before_days is there, by the stored flag alone", async () => {
    const due = {
      validity_days: 90,
      renew_before_days: 30,
      renewal_due: true,
      issued_at: "2026-08-01T00:00:00.000Z",
      request_digest: requestDigest("order-1", { ...values, validity_days: 90 }, triggers),
    };
    const reason = "its renewal is due (issued at 2026-08-01T00:00:00.000Z)";
    expect(await does({}, due)).toBe(`send: ${reason}`);
    expect(await does({ renew_before_days: UNKNOWN }, due)).toBe(`send: ${reason}`);
    expect(await does({ renew_before_days: null }, due)).toBe("keep");
    expect(await does({}, { ...due, renewal_due: false })).toBe("keep");
    expect(await does({ sign_hash: "sha512", triggers: {} }, due)).toBe(
      `send: sign_hash, triggers change, and ${reason}`,
    );
    const kept = await answer({ ...state, ...due }, { ...state, ...due, renew_before_days: null });
    expect(kept.planned).toMatchObject({ certificate_id: "cert-1", renewal_due: false });
  });
});

test("A renewal that is counted from a time in the future gets a warning", async () => {
  const future = { issued_at: "2026-11-17T00:00:00.000Z", renew_before_days: 30 };
  expect(await plan({ ...plainState, ...future }, { ...plainState, ...future })).toEqual(
    outcome("keep", "warning: Order order-1 was issued in the future"),
  );
});

describe("A creation", () => {
  test("is sent if its order has no attempt, a void one, or if another order has an open one", async () => {
    expect(await plan(null, plain)).toEqual(outcome(created, planReissues));
    await recordAttempt(provider, other, { event: "rejected" });
    const elsewhere = { ...plain, order_id: "order-2" };
    await recordAttempt(provider, elsewhere, { event: "unknown" });
    provider.run.clear();
    provider.run.addStored({ ...open, order_id: "order-2" });
    expect((await planned(provider, null, plain)).does).toBe(created);
  });

  test("is blocked by an open attempt of the journal or of a state", async () => {
    provider.run.addStored(fullState(open));
    expect(await planned(provider, null, plain)).toEqual(outcome("refuse", ...blockedMessages));
    await recordAttempt(provider, plain, { event: "unknown" });
    expect(await plan(null, plain)).toEqual(outcome("refuse", ...blockedMessages));
  });

  test("adopts the latest of the same request, and is blocked by one of another request", async () => {
    await recordAttempt(provider, other, done("cert-0", "a0"));
    await recordAttempt(provider, plain, done("cert-1"));
    expect((await plan(null, plain)).does).toBe("adopt cert-1");
    expect(await plan(null, other)).toEqual(outcome("refuse", ...newerMessages));
    expect((await plan(null, { ...plain, sign_hash: UNKNOWN })).does).toBe("refuse");
  });

  test("does not adopt a certificate that only a state knows", async () => {
    provider.run.addStored(fullState(plainState));
    expect(await planned(provider, null, plain)).toEqual(outcome("refuse", ...storedMessages));
    await recordAttempt(provider, { ...plain, order_id: "order-2" }, done("cert-2"));
    provider.run.addStored(fullState({ ...plainState, order_id: "order-2", attempt_id: "a9" }));
    expect(await planned(provider, null, { ...plain, order_id: "order-2" })).toEqual(
      outcome("refuse", knowsMore, "error: It is not clear which certificate is newer"),
    );
    await recordAttempt(provider, plain, done("cert-1"));
    provider.run.clear();
    provider.run.addStored(fullState(plainState));
    expect((await planned(provider, null, plain)).does).toBe("adopt cert-1");
  });

  test("is refused if the core shows an object that knows more while the plan is made", async () => {
    const decide = provider.journal.decide.bind(provider.journal);
    vi.spyOn(provider.journal, "decide").mockImplementation((...asked) => {
      provider.run.addStored(fullState(plainState));
      return decide(...asked);
    });
    expect(await planned(provider, null, plain)).toEqual(outcome("refuse", ...storedMessages));
  });

  test("is refused in place of the same order, and not in place of another order", async () => {
    await recordAttempt(provider, plain, done("cert-1"));
    for (const values of [plain, other])
      expect(await plan(null, values, { privateData: { order: "order-1" } })).toEqual(
        outcome("refuse", "error: Replacing does not reissue"),
      );
    expect((await plan(null, plain, { privateData: { order: "order-2" } })).does).toBe("adopt cert-1");
    expect(await plan(null, { ...plain, order_id: UNKNOWN }, { privateData: { order: "order-1" } })).toEqual(
      outcome("refuse", "error: The order is not known yet"),
    );
    const ofOther = { ...plain, order_id: "order-2" };
    provider.run.addStored(fullState({ ...plainState, ...ofOther }));
    expect(await planned(provider, null, ofOther, { order: "order-1" })).toEqual(
      outcome("refuse", "error: Orders have changed places"),
    );
  });

  test("is refused like a change if another resource describes its order, whatever it asks for", async () => {
    await recordAttempt(provider, plain, done("cert-1"));
    expect((await plan(plainState, plain)).does).toBe("keep");
    for (const prior of [null, plainState])
      for (const values of [plain, { ...plain, triggers: { turn: "1" } }])
        expect(await planned(provider, prior, values)).toEqual(outcome("refuse", describedTwice));
    expect((await planned(provider, null, { ...plain, order_id: "order-2" })).does).toBe(created);
  });

  test("is refused without one more reissue on offer if the state has the order under another address", async () => {
    await recordAttempt(provider, plain, done("cert-1"));
    provider.run.addStored(fullState(plainState));
    const { diagnostics } = await planReissue(provider, null, fullPlan(other), {});
    expect(inWords(diagnostics)).toEqual(storedMessages);
    expect(diagnostics[0]?.detail).toContain("If two resources describe it, keep one.");
    expect(diagnostics[0]?.detail).not.toContain("supersede");
    expect(await planned(provider, plainState, plain)).toEqual(outcome("refuse", describedTwice));
  });

  test("is sent for an unknown order, unless a state has an open attempt that the journal does not resolve", async () => {
    const unknownOrder = { ...plain, order_id: UNKNOWN };
    await recordAttempt(provider, other, { event: "unknown", attempt: "a2" });
    provider.run.addStored(fullState(plainState));
    expect((await planned(provider, null, unknownOrder)).does).toBe(created);
    provider.run.addStored(fullState(open));
    expect(await planned(provider, null, unknownOrder)).toEqual(outcome("refuse", ...blockedMessages));
    const resolving = withEntries(provider, { resolve: { a2: "cert-2" } });
    expect((await planned(resolving, null, unknownOrder)).does).toBe(created);
  });

  test("hands no private data on", async () => {
    expect((await answer(null, plain)).private).toEqual({});
    await recordAttempt(provider, plain, done("cert-1"));
    expect((await answer(null, plain)).private).toEqual({});
  });
});

describe("An object with an open attempt", () => {
  test("is an error for a change, and a warning without one", async () => {
    expect(await plan(open, other)).toEqual(outcome("refuse", ...blockedMessages));
    expect(await plan(open, plain)).toEqual(outcome("keep", warnsOfOpen));
  });

  test("that did not happen by the journal is sent again if it was a creation", async () => {
    await recordAttempt(provider, other, { event: "rejected", attempt: "a2" });
    const never = { ...open, certificate_id: null, attempt_id: null };
    expect((await plan(never, other)).does).toBe(
      "send: sign_hash changes, and the attempt before did not happen",
    );
  });
});

describe("An entry of resolve", () => {
  test("whose attempt the order does not have is a warning, which names the order that has it", async () => {
    await recordAttempt(provider, plain, done("cert-1"));
    const resolving = withEntries(provider, { resolve: { a9: "cert-9" } });
    const isUnused = "warning: Order order-1: an entry of resolve does nothing";
    expect(await plan(plainState, plain, { from: resolving })).toEqual(outcome("keep", isUnused));
    provider.run.clear();
    provider.run.addStored({ order_id: "order-2", certificate_id: "cert-9", attempt_id: "a9" });
    const { diagnostics } = await planReissue(resolving, fullState(plainState), fullPlan(plain), {});
    expect(diagnostics.map(({ detail }) => detail).join()).toContain("Order order-2 has it");
  });

  test("that agrees with the recorded result does nothing, and one that contradicts it is a warning", async () => {
    await recordAttempt(provider, plain, done("cert-1"));
    const ignored = ["warning: The resolution does not apply"];
    for (const [certificate, says] of [["cert-1", []] as const, ["cert-9", ignored] as const]) {
      const from = withEntries(provider, { resolve: { a1: certificate } });
      expect(await plan(plainState, plain, { from })).toEqual(outcome("keep", ...says));
      expect(await plan(null, plain, { from })).toEqual(outcome("adopt cert-1", ...says, adopts));
    }
  });

  test("that the journal does not have yet shows as a change of request_digest", async () => {
    await recordAttempt(provider, plain, { event: "unknown" });
    const resolving = withEntries(provider, { resolve: { a1: "cert-1" } });
    const shown = await answer(plainState, plain, resolving);
    expect(shown.planned).toMatchObject({ certificate_id: "cert-1", request_digest: UNKNOWN });
    const resolved = await answer(plainState, plain);
    expect(resolved.planned).toMatchObject({ certificate_id: "cert-1", last_outcome: "done" });
  });

  test("that cannot be right is an error for a change, and a warning without one", async () => {
    await recordAttempt(provider, other, { event: "done-unread", attempt: "a2" });
    const resolving = withEntries(provider, { resolve: { a2: null } });
    const lost = "the id of a new certificate is lost";
    expect(await plan(open, plain, { from: resolving })).toEqual(
      outcome("keep", "warning: The resolution does not apply", knowsMore, `warning: Order order-1: ${lost}`),
    );
    expect(await plan(open, other, { from: resolving })).toEqual(
      outcome("refuse", "error: The resolution does not apply", "error: The id of a new certificate is lost"),
    );
    expect(await plan(null, other, { from: resolving })).toEqual(
      outcome("refuse", "error: The resolution does not apply", "error: The id of a new certificate is lost"),
    );
  });

  test("that was planned with and is missing now is refused while its attempt is open", async () => {
    const note = { resolve: "a2:cert-2" };
    expect((await plan(open, other, { privateData: note })).says).toEqual([
      "error: This run does not have the resolution that was planned",
    ]);
    const resolving = withEntries(provider, { resolve: { a2: "cert-2" } });
    expect((await plan(open, other, { privateData: note, from: resolving })).does).toBe("adopt cert-2");
    await recordAttempt(provider, other, done("cert-2", "a2"));
    expect((await plan(open, other, { privateData: note })).does).toBe("adopt cert-2");
  });
});

describe("An entry of supersede", () => {
  const naming = (supersede: string) => withEntries(provider, { supersede });
  beforeEach(() => recordAttempt(provider, plain, done("cert-1")));

  test("sends one more on top of the latest attempt, and plans which certificate is replaced", async () => {
    // An import is an attempt of its own.
    const importId = importedAttemptId("order-1", "cert-1");
    for (const [prior, latest] of [[plainState, "a1"] as const, [imported, importId] as const])
      expect((await plan(prior, plain, { from: naming(latest) })).does).toBe("send: supersede asks for it");
    expect((await plan(null, plain, { from: naming("a1") })).does).toBe(created);
    const { planned: results } = await answer(plainState, plain, naming("a1"));
    expect(results).toMatchObject({
      certificate_history: expect.arrayContaining(["cert-1"]),
      certificate_id: UNKNOWN,
    });
    expect((await answer(plainState, other)).planned).toMatchObject({ certificate_history: UNKNOWN });
  });

  test("does nothing if it names another attempt than the latest", async () => {
    expect(await plan(plainState, plain, { from: naming("a0") })).toEqual(outcome("keep"));
    const ofOther = { ...provider, supersedes: new Map([["order-2", "a1"]]) };
    expect(await plan(plainState, plain, { from: ofOther })).toEqual(outcome("keep"));
    expect((await plan(null, plain, { from: naming("a0") })).does).toBe("adopt cert-1");
  });

  test("does not resolve an open attempt, but may name the one that resolve names", async () => {
    await recordAttempt(provider, other, { event: "unknown", attempt: "a2", previous: "cert-1" });
    for (const attempt of ["a1", "a2"])
      expect((await plan(null, plain, { from: naming(attempt) })).says).toEqual(blockedMessages);
    const resolve = { a2: "cert-2" };
    const both = (supersede: string) => withEntries(provider, { resolve, supersede });
    expect((await plan(null, other, { from: both("a1") })).does).toBe("adopt cert-2");
    expect((await plan(null, other, { from: both("a2") })).does).toBe(created);
  });
});

describe("An import", () => {
  test("is adopted, and the configuration is trusted if nothing else is known", async () => {
    const issued_at = "2026-11-01T00:00:00.000Z";
    const { planned: results } = await answer({ ...imported, issued_at }, { ...plain, validity_days: 90 });
    expect(results).toMatchObject({
      certificate_id: "cert-1",
      issued_at,
      last_outcome: "done",
      renewal_due: false,
      open_attempt_id: null,
      request_digest: requestDigest("order-1", { sign_hash: "sha256", validity_days: 90 }),
    });
    expect(await plan(imported, plain)).toEqual(outcome("keep", adopts));
    const unknown = await answer(imported, { ...plain, sign_hash: UNKNOWN, validity_days: UNKNOWN });
    expect(unknown.planned).toMatchObject({ request_digest: UNKNOWN });
  });

  // test/unit/provider/reissue/stored.test.ts has what it takes from the journal.
  test("is compared with the request that made it, if the journal has learned about it since", async () => {
    await recordAttempt(provider, plain, done("cert-1", "a1", "cert-0"));
    expect(await plan(imported, plain)).toEqual(outcome("keep"));
    expect(await plan(imported, other)).toEqual(
      outcome("refuse", "error: The imported certificate was made from a different request"),
    );
    const [unknown] = (await answer(imported, { ...plain, csr: UNKNOWN })).diagnostics;
    expect(unknown).toMatchObject({ severity: "error", summary: "The request is not known yet" });
    expect(unknown?.detail).toContain("csr is only known after apply");
    expect(unknown?.detail).not.toContain("supersede");
  });

  test("is compared with the request that an earlier import stated", async () => {
    await provider.store.log("order-1").append(importedEvent([], "cert-1", { requestDigest: digest }));
    expect(await plan(imported, plain)).toEqual(outcome("keep"));
    expect((await plan(imported, other)).does).toBe("refuse");
  });

  test("adopts the triggers of the configuration, also if other triggers made it", async () => {
    await recordAttempt(provider, { ...plain, triggers: { turn: "1" } }, done("cert-1"));
    for (const triggers of [{ turn: "1" }, { turn: "2" }, null])
      expect(await plan(imported, { ...plain, triggers })).toEqual(outcome("keep"));
    const { planned: results } = await answer(imported, { ...plain, triggers: { turn: "2" } });
    expect(results).toMatchObject({
      request_digest: requestDigest("order-1", { sign_hash: "sha256" }, { turn: "2" }),
    });
  });

  test("is compared with the last attempt that made its certificate id", async () => {
    await recordAttempt(provider, plain, done("cert-1"));
    await recordAttempt(provider, other, done("cert-1", "a2", "cert-1"));
    expect(await plan(imported, other)).toEqual(outcome("keep"));
    expect((await plan(imported, plain)).does).toBe("refuse");
  });

  test("adopts the latest, or is blocked by it, if its certificate is older", async () => {
    await recordAttempt(provider, other, done("cert-1"));
    await recordAttempt(provider, plain, done("cert-2", "a2", "cert-1"));
    expect((await plan(imported, plain)).does).toBe("adopt cert-2");
    expect(await refreshed(imported, { ...plain, validity_days: 90 })).toEqual(
      outcome("refuse", ...newerMessages),
    );
  });

  test("is blocked while an attempt of its order is open", async () => {
    await recordAttempt(provider, plain, done("cert-1"));
    await recordAttempt(provider, plain, { event: "unknown", attempt: "a2", previous: "cert-1" });
    expect(await plan(imported, plain)).toEqual(outcome("refuse", ...blockedMessages));
  });

  test("is refused if it is of another order than the configured one", async () => {
    expect((await answer(imported, { ...plain, order_id: "order-2" })).diagnostics).toMatchObject([
      { severity: "error", summary: "Another order was imported", path: ["order_id"] },
    ]);
  });
});

describe("A stored certificate", () => {
  const says = async (prior: object, values: object, from = provider) =>
    (await plan(prior, values, { from })).says;
  /** A person has named the certificate of attempt a1. */
  async function named(certificate: string) {
    await recordAttempt(provider, plain, { event: "unknown" });
    const resolved = {
      event: "resolved",
      attempt: "a1",
      at: "2026-11-01T00:00:00.000Z",
      certificate,
    } as const;
    await provider.store.log("order-1").append(resolved);
  }

  test("of another service is a warning without a change, and an error for one", async () => {
    await recordAttempt(provider, plain, done("cert-1"));
    const elsewhere = { ...provider, service: { name: undefined, address: "https://other.example" } };
    expect(await says(plainState, plain, elsewhere)).toEqual([
      "warning: Order order-1: the order belongs to another service",
    ]);
    expect(await says(plainState, other, elsewhere)).toEqual(["error: The order belongs to another service"]);
  });

  test("that is not the latest is a warning without a change, and an error for one", async () => {
    await named("cert-1");
    await recordAttempt(provider, other, done("cert-2", "a2", "cert-1"));
    expect(await says(plainState, plain)).toEqual(["warning: Order order-1 has a newer certificate"]);
    const change = { ...plain, validity_days: 90 };
    expect(await refreshed(plainState, change)).toEqual(outcome("refuse", ...newerMessages));
    // Without a refresh, this may be the apply of a saved plan that was overtaken.
    expect(await says(plainState, change)).toEqual(["error: The order was reissued after the plan"]);
    // The change asks for what made it.
    expect((await plan(plainState, other)).does).toBe("adopt cert-2");
  });

  test("whose renewal is due is not renewed if a person has named another one since", async () => {
    await named("cert-right");
    const due = { ...plainState, renewal_due: true, issued_at: "2026-01-01T00:00:00.000Z" };
    expect(await plan(due, { ...plain, renew_before_days: 30 })).toEqual(outcome("adopt cert-right"));
  });
});

describe("A state that knows a certificate that the journal does not", () => {
  const ofOther = (values: object) => ({ ...values, order_id: "order-2" });
  const kept = (values: object, from = provider) => planned(from, values, values);

  test("gets one warning in a run", async () => {
    await recordAttempt(provider, plain, done("cert-0", "a0"));
    await recordAttempt(provider, ofOther(plain) as typeof plain, done("cert-0", "a0"));
    const newer = { ...plainState, certificate_history: ["cert-0"], request_digest: null };
    for (let run = 1; run <= 2; run++) {
      provider.run.clear();
      expect(await kept(newer)).toEqual(outcome("keep", knowsMore));
      expect(await kept(ofOther(newer))).toEqual(outcome("keep"));
    }
  });

  test("gets one if the journal has entries of other orders only", async () => {
    await recordAttempt(provider, ofOther(plain) as typeof plain, done("cert-0", "a0"));
    for (let run = 1; run <= 2; run++) {
      provider.run.clear();
      expect(await kept(plainState)).toEqual(outcome("keep", knowsMore));
      expect(await kept(plainState)).toEqual(outcome("refuse", describedTwice));
    }
  });

  test("gets none if the journal is empty or knows it, or if the certificate is just imported", async () => {
    expect(await kept(plainState)).toEqual(outcome("keep"));
    await recordAttempt(provider, plain, done("cert-1"));
    provider.run.clear();
    expect(await kept(plainState)).toEqual(outcome("keep"));
    const importing = { ...imported, certificate_id: "cert-9", certificate_history: ["cert-1"] };
    expect((await plan(importing, plain)).says).toEqual([adopts]);
    expect((await plan(plainState, plain, { from: { ...provider, isRecorded: false } })).says).toEqual([]);
  });
});

describe("A change", () => {
  test("is announced by the first call without a verdict if it is to another order", async () => {
    const answered = await answer(plainState, { ...plain, order_id: "order-2" });
    expect(answered.planned).toBeUndefined();
    expect(answered.diagnostics.map(({ summary }) => summary)).toEqual([
      "Order order-2 takes the place of order order-1",
    ]);
  });

  test("leaves the results open, but for those that keep an apply from doing something else", async () => {
    const { planned: results } = await answer(plainState, other);
    expect(results).toEqual({
      certificate_id: UNKNOWN,
      certificate_source: UNKNOWN,
      certificate_history: UNKNOWN,
      issued_at: UNKNOWN,
      issued_event_at: null,
      attempt_id: UNKNOWN,
      request_digest: UNKNOWN,
      service: UNKNOWN,
      last_outcome: "done",
      renewal_due: false,
      open_attempt_id: null,
    });
  });

  test.each([
    ["no change", plain],
    ["a change", other],
    ["another order", { ...plain, order_id: "order-2" }],
    ["an unknown order", { ...plain, order_id: UNKNOWN }],
  ])("names the order before it in private data, for a replacement (%s)", async (_, values) => {
    expect((await answer(plainState, values)).private).toEqual({ order: "order-1" });
  });
});

test("A plan with a wrong argument is refused, and a doubtful one was reported before", async () => {
  expect((await plan(null, { ...plain, validity_days: 0 })).says).toEqual(["error: Invalid argument"]);
  const doubtful = { ...plain, csr_from: "sign-cloud-csc", validity_days: 900 };
  expect((await plan(null, doubtful)).says).toEqual([planReissues]);
});

test("A plan that drops a name is refused until the name is acknowledged", async () => {
  const named = { ...plain, common_name: "a.example", dns_names: ["a.example", "b.example"] };
  const fewer = { ...named, dns_names: ["a.example"] };
  const prior = { ...plainState, ...named, request_digest: null };
  expect((await plan(prior, fewer)).says).toEqual(["error: The reissue drops names"]);
  const acknowledge_dropped_names = ["b.example"];
  expect((await plan(prior, { ...fewer, acknowledge_dropped_names })).says).toEqual([planReissues]);
});

test("A plan fails if the journal cannot be written, and passes if nothing is sent", async () => {
  provider.store.check = () => Promise.reject(Object.assign(new Error("EROFS"), { code: "EROFS" }));
  expect(await plan(null, plain)).toEqual(outcome("refuse", "error: The journal cannot be used"));
  expect((await plan(plainState, plain)).does).toBe("keep");
});

test("A plan does not take a mistake of the provider for a missing journal", async () => {
  await expect(plan(plainState, plain, { from: { ...provider, journal: {} as never } })).rejects.toThrow(
    TypeError,
  );
});
