import { describe, expect, test } from "vitest";
import { whatIsAsked } from "../../../src/journal/index.ts";
import {
  attemptsOf,
  heldBy,
  heldInPrivate,
  heldToPrivate,
  idFromState,
  isOnTrust,
  madeFrom,
  settledBy,
  takenFrom,
  wishFor,
} from "../../../src/provider/reissue/stored.ts";
import { attempt } from "../../proof/rules/subject.ts";
import { stateOf } from "../states.ts";

const what = whatIsAsked("order-1", { sign_hash: "sha256" });
const other = whatIsAsked("order-1", { sign_hash: "sha512" });
const done = stateOf({
  ...{ order_id: "order-1", sign_hash: "sha256", validity_days: 90, fingerprint: other },
  ...{ certificate_id: "cert-1", previous_certificate_id: "cert-0", attempt_id: "a1", last_outcome: "done" },
  issued_at: "2026-11-01T00:00:00.000Z",
});
const plain = stateOf({ ...done, validity_days: null });

describe("what a state tells of its order's history", () => {
  const common = {
    ...{ orderId: "order-1", service: "", address: "", name: undefined, unshown: false },
    ...{ validityDays: 90, process: "", until: "" },
  };
  const certificate = {
    ...common,
    ...{ attemptId: "a1", what: other, replaced: "cert-0", certificateId: "cert-1" },
    ...{ sentAt: done.issued_at, endedAt: done.issued_at, issuedAt: done.issued_at },
    ...{ state: "done", fate: "done" },
  };

  test("is the certificate that it has", () => {
    expect(attemptsOf(done)).toEqual([certificate]);
    expect(attemptsOf({ ...plain, previous_certificate_id: null, issued_at: null })).toEqual([
      {
        ...{ ...certificate, replaced: undefined, validityDays: undefined },
        ...{ sentAt: "", endedAt: undefined, issuedAt: undefined },
      },
    ]);
  });

  test("is a certificate by itself where nobody knows the attempt that made it", () => {
    const [only, ...others] = attemptsOf({ ...done, attempt_id: null });
    expect(only?.attemptId).toBe(idFromState("order-1", "cert-1"));
    expect(only && isOnTrust(only)).toBe(true);
    expect(isOnTrust(attempt("a1"))).toBe(false);
    expect(others).toEqual([]);
  });

  test("has such a certificate under an id that no other has, and that can be typed", () => {
    const ids = [
      idFromState("order-1", "cert-1"),
      idFromState("order-1", "cert-2"),
      idFromState("order-2", "cert-1"),
    ];
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^state-[0-9a-f]{12}$/);
  });

  test.each(["unknown", "done-unread"] as const)("is also the attempt that is %s", (last_outcome) => {
    const open = {
      ...common,
      ...{ attemptId: "a1", what: other, replaced: "cert-1", certificateId: undefined },
      ...{ sentAt: "", endedAt: undefined, state: last_outcome, fate: "open" },
    };
    expect(attemptsOf({ ...done, last_outcome })).toEqual([
      {
        ...certificate,
        attemptId: idFromState("order-1", "cert-1"),
        what: expect.stringContaining("validity_days:"),
      },
      open,
    ]);
    expect(attemptsOf({ ...done, last_outcome, certificate_id: null, fingerprint: null })).toEqual([
      { ...open, what: undefined, replaced: undefined },
    ]);
    expect(attemptsOf({ ...done, last_outcome, certificate_id: null, attempt_id: null })).toMatchObject([
      { attemptId: "" },
    ]);
  });

  test("is nothing where there is nothing, and in a state that is older than an attribute", () => {
    expect(attemptsOf(stateOf({ order_id: "order-1" }))).toEqual([]);
    expect(attemptsOf({ order_id: "order-1" })).toEqual([]);
  });
});

describe("what the certificate of a state was made from", () => {
  test("is its fingerprint, or else its arguments", () => {
    expect(madeFrom(plain)).toBe(other);
    expect(madeFrom({ ...plain, fingerprint: null })).toBe(what);
  });

  test("is not that of the attempt that is open", () => {
    for (const last_outcome of ["unknown", "done-unread"])
      expect(madeFrom({ ...plain, last_outcome })).toBe(what);
  });

  test("is not known of an import, unless the history knows", () => {
    expect(madeFrom({ ...plain, last_outcome: "imported", fingerprint: null })).toBeNull();
    expect(madeFrom({ ...plain, last_outcome: "imported" })).toBe(other);
  });
});

describe("what is held", () => {
  test("is what the state has, as far as it has it", () => {
    expect(heldBy(done)).toEqual({ attemptId: "a1", certificateId: "cert-1" });
    for (const nothing of [null, stateOf({})])
      expect(heldBy(nothing)).toEqual({ attemptId: undefined, certificateId: undefined });
  });

  test("goes through private data, for its own order", () => {
    const held = { attemptId: "a1", certificateId: "cert-1" };
    const data = heldToPrivate("order-1", held);
    expect(heldInPrivate(data, "order-1")).toEqual(held);
    expect(heldInPrivate(data, "order-2")).toBeUndefined();
    expect(heldInPrivate(new Uint8Array(), "order-1")).toBeUndefined();
  });
});

test("only what replaces something on purpose asks for one more", () => {
  const held = { attemptId: "a1" };
  expect(wishFor(held)).toEqual({ held, again: true });
  expect(wishFor(undefined)).toEqual({ held: {}, again: false });
});

test("what is taken over has the dates of its attempt, as far as they are known", () => {
  const sentAt = "2026-11-01T00:00:00.000Z";
  const made = attempt("a1", { fate: "done", sentAt, replaced: "cert-0", what });
  const issuedAt = "2026-11-02T00:00:00.000Z";
  expect(takenFrom({ ...made, issuedAt }, "cert-1", 10)).toEqual({
    ...{ id: "order-1", certificate_id: "cert-1", previous_certificate_id: "cert-0", attempt_id: "a1" },
    ...{ issued_at: issuedAt, expires_at_estimate: "2026-11-12T00:00:00.000Z", renewal_due: false },
    ...{ last_outcome: "adopted", fingerprint: what },
  });
  expect(takenFrom(made, "cert-1", null)).toMatchObject({ issued_at: sentAt, expires_at_estimate: null });
  expect(
    takenFrom({ ...made, sentAt: "", what: undefined, replaced: undefined }, "cert-1", 10),
  ).toMatchObject({ issued_at: null, fingerprint: null, previous_certificate_id: null });
});

describe("a state in the light of what is known of its last attempt", () => {
  const open = { ...plain, last_outcome: "unknown", attempt_id: "a2" };
  const others = [attempt("a1", { fate: "done", certificateId: "cert-1" })];

  test("stays as it is while nothing is known, and where nothing was open", () => {
    const nothing = [[], others, [attempt("a2")], [attempt("a2", { fate: "done" })]];
    for (const history of nothing) expect(settledBy(history, open)).toBe(open);
    expect(settledBy([attempt("a1", { fate: "void" })], plain)).toBe(plain);
  });

  test("has the certificate that a person has said it was after all", () => {
    const told = attempt("a1", { fate: "done", certificateId: "cert-right", isTold: true });
    expect(settledBy([told], plain)).toEqual({ ...plain, certificate_id: "cert-right" });
    for (const other of [
      { ...told, isTold: false },
      { ...told, certificateId: undefined },
    ])
      expect(settledBy([other], plain)).toBe(plain);
  });

  test("has what it had, or never was, where it did not happen", () => {
    const history = [...others, attempt("a2", { fate: "void" })];
    expect(settledBy(history, open)).toEqual({ ...open, last_outcome: "done", fingerprint: what });
    expect(settledBy(history, { ...open, certificate_id: null })).toBeNull();
  });

  test("has the new certificate where it did", () => {
    const made = attempt("a2", { fate: "done", certificateId: "cert-2", what: other, replaced: "cert-1" });
    expect(settledBy([...others, made], open)).toMatchObject({
      ...{ certificate_id: "cert-2", previous_certificate_id: "cert-1", last_outcome: "done" },
      ...{ fingerprint: other, sign_hash: "sha256" },
    });
    const damaged = { ...made, what: undefined };
    expect(settledBy([damaged], open)).toMatchObject({ fingerprint: other });
  });
});
