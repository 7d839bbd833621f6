import { describe, expect, test } from "vitest";
import { whatIsAsked } from "../../../src/journal/index.ts";
import { UNKNOWN } from "../../../src/plugin/index.ts";
import { allNames, droppedNames, sameNames } from "../../../src/provider/reissue/names.ts";
import {
  checkKnown,
  requestOf,
  unacknowledgedRemovals,
  whatOf,
} from "../../../src/provider/reissue/request.ts";
import { planOf, stateOf } from "../states.ts";

const now = new Date("2026-11-15T00:00:00Z");
const plain = { order_id: "order-1", sign_hash: "sha256" };

describe("names", () => {
  test("are those of the certificate, in one spelling", () => {
    expect([...allNames({ common_name: "A.example.", dns_names: ["a.example", "b.example"] })]).toEqual([
      ...["a.example", "b.example"],
    ]);
    expect(allNames({ common_name: null, dns_names: null }).size).toBe(0);
  });

  test("are dropped when neither place has them any more, and told in order", () => {
    const before = { common_name: "a.example", dns_names: ["c.example", "b.example"] };
    expect(droppedNames(before, { common_name: null, dns_names: ["A.example"] })).toEqual([
      ...["b.example", "c.example"],
    ]);
    expect(droppedNames(before, before)).toEqual([]);
  });

  test("are the same whatever their order, spelling and number", () => {
    expect(sameNames(["a.example", "b.example"], ["B.example.", "a.example", "a.example"])).toBe(true);
    expect(sameNames(["a.example"], ["b.example"])).toBe(false);
    expect(sameNames(["a.example"], ["a.example", "b.example"])).toBe(false);
    expect(sameNames(["a.example", "b.example"], ["a.example"])).toBe(false);
    expect(sameNames(["a.example", "b.example"], ["a.example", "c.example"])).toBe(false);
  });
});

describe("what is wrong with a request", () => {
  const fieldsOf = (change: object) =>
    checkKnown(planOf({ ...plain, csr_from: "sign-cloud-csc", ...change }), now).map(({ field }) => field);

  test("is told of what is known, and of nothing else", () => {
    expect(fieldsOf({})).toEqual([]);
    expect(fieldsOf({ validity_days: 0, sign_hash: UNKNOWN })).toEqual(["validity_days"]);
    expect(fieldsOf({ validity_days: UNKNOWN, renew_before_days: 3 })).toEqual([]);
    expect(fieldsOf({ sign_key_pin: UNKNOWN, sign_key_pin_wo: "1234" })).toEqual([]);
  });

  test("includes what only a declaration can get wrong", () => {
    expect(fieldsOf({ renew_before_days: 50, validity_days: 90 })).toEqual(["renew_before_days"]);
  });
});

describe("names that a reissue drops", () => {
  const prior = stateOf({ ...plain, common_name: "a.example", dns_names: ["a.example", "b.example"] });
  const fewer = { ...prior, dns_names: ["a.example"] };
  const removed = (change: object) => unacknowledgedRemovals(prior, planOf({ ...fewer, ...change }));
  const flag = "i_know_remove_domain_will_revoke_before_cert";

  test("have to be acknowledged, all of them and no others, or by the flag", () => {
    expect(removed({})).toEqual(["b.example"]);
    expect(removed({ acknowledge_removed_names: ["B.example"] })).toEqual([]);
    expect(removed({ acknowledge_removed_names: ["b.example", "c.example"] })).toEqual(["b.example"]);
    expect(removed({ acknowledge_removed_names: [] })).toEqual(["b.example"]);
    expect(removed({ [flag]: true })).toEqual([]);
    expect(removed({ [flag]: false })).toEqual(["b.example"]);
    expect(unacknowledgedRemovals(null, planOf(fewer))).toEqual([]);
  });

  test("cannot be told while something about them is not known", () => {
    for (const name of ["common_name", "dns_names", "acknowledge_removed_names", flag])
      expect(removed({ [name]: UNKNOWN }), name).toBeUndefined();
    expect(removed({ [flag]: true, dns_names: UNKNOWN })).toEqual([]);
  });

  test("are sent as acknowledged when they were named, and else as the flag says", () => {
    const sent = (change: object, before: typeof prior | null = prior) =>
      requestOf(before, planOf({ ...fewer, ...change }) as never, stateOf({}) as never)
        .i_know_remove_domain_will_revoke_before_cert;
    expect(sent({ acknowledge_removed_names: ["b.example"] })).toBe(true);
    expect(sent({ acknowledge_removed_names: ["c.example"] })).not.toBe(true);
    expect(sent({})).not.toBe(true);
    expect(sent({ [flag]: true })).toBe(true);
    expect(sent({ acknowledge_removed_names: ["b.example"] }, null)).not.toBe(true);
    // Nothing is dropped: there is nothing to agree to.
    expect(sent({ ...prior, acknowledge_removed_names: [] })).not.toBe(true);
  });
});

test("an access code is sent from where it is, and what is stored counts first", () => {
  const pin = (stored: string | null, writeOnly: string | null) =>
    requestOf(
      null,
      planOf({ ...plain, sign_key_pin: stored }) as never,
      {
        ...stateOf({}),
        sign_key_pin_wo: writeOnly,
      } as never,
    ).sign_key_pin;
  expect(pin("1111", "2222")).toBe("1111");
  expect(pin(null, "2222")).toBe("2222");
});

test("what is asked for has its known parts, and names the others", () => {
  const { order_id, ...values } = plain;
  expect(whatOf(stateOf(plain))).toEqual({ what: whatIsAsked(order_id, values), open: [] });
  const triggers = { turn: "1" };
  expect(whatOf(planOf({ ...plain, triggers, csr: UNKNOWN }))).toEqual({
    ...{ what: whatIsAsked(order_id, values, triggers), open: ["csr"] },
  });
  expect(whatOf(planOf({ ...plain, triggers: UNKNOWN })).open).toEqual(["triggers"]);
});
