import { describe, expect, test } from "vitest";
import { requestDigest } from "../../../../src/journal/index.ts";
import { UNKNOWN } from "../../../../src/plugin/index.ts";
import { allNames, droppedNames, sameNames } from "../../../../src/provider/reissue/names.ts";
import {
  checkKnownArguments,
  digestArguments,
  toRequest,
  unacknowledgedDrops,
} from "../../../../src/provider/reissue/request.ts";
import { fullPlan, fullState } from "../states.ts";

const now = new Date("2026-11-15T00:00:00Z");
const plain = { order_id: "order-1", sign_hash: "sha256" };

test("Names compare in one spelling, in any order and number", () => {
  const before = { common_name: "A.example.", dns_names: ["a.example", "c.example", "b.example"] };
  expect([...allNames(before)]).toEqual(["a.example", "c.example", "b.example"]);
  expect(allNames({ common_name: null, dns_names: null }).size).toBe(0);
  expect(droppedNames(before, { common_name: null, dns_names: ["a.example"] })).toEqual([
    "b.example",
    "c.example",
  ]);
  expect(sameNames(["a.example", "b.example"], ["B.example.", "a.example", "a.example"])).toBe(true);
  for (const others of [["a.example"], ["a.example", "c.example"], ["a.example", "b.example", "c.example"]])
    expect(sameNames(["a.example", "b.example"], others)).toBe(false);
});

test("A request is checked as far as it is known", () => {
  const fields = (change: object) =>
    checkKnownArguments(fullPlan({ ...plain, csr_from: "sign-cloud-csc", ...change }), now).map(
      ({ contractName: field }) => field,
    );
  expect(fields({})).toEqual([]);
  expect(fields({ validity_days: 0, sign_hash: UNKNOWN })).toEqual(["validity_days"]);
  expect(fields({ validity_days: UNKNOWN, renew_before_days: 3 })).toEqual([]);
  expect(fields({ sign_key_pin: UNKNOWN })).toEqual([]);
  expect(fields({ renew_before_days: 50, validity_days: 90 })).toEqual(["renew_before_days"]);
});

describe("Names that a reissue drops", () => {
  const prior = fullState({ ...plain, common_name: "a.example", dns_names: ["a.example", "b.example"] });
  const fewer = { ...prior, dns_names: ["a.example"] };
  const removed = (change: object) => unacknowledgedDrops(prior, fullPlan({ ...fewer, ...change }));
  const flag = "i_know_remove_domain_will_revoke_before_cert";

  test("have to be acknowledged: all of them and no others", () => {
    expect(removed({})).toEqual(["b.example"]);
    expect(removed({ acknowledge_dropped_names: ["B.example"] })).toEqual([]);
    expect(removed({ acknowledge_dropped_names: ["b.example", "c.example"] })).toEqual(["b.example"]);
    expect(removed({ acknowledge_dropped_names: [] })).toEqual(["b.example"]);
    expect(unacknowledgedDrops(null, fullPlan(fewer))).toEqual([]);
  });

  test("are not known while one of the arguments is not known", () => {
    for (const name of ["common_name", "dns_names", "acknowledge_dropped_names"])
      expect(removed({ [name]: UNKNOWN }), name).toBeUndefined();
  });

  test("are sent as acknowledged if they were named, also without the names of the certificate", () => {
    const sent = (change: object, before: typeof prior | null = prior) =>
      toRequest(before, fullPlan({ ...fewer, ...change }) as never, fullState({}) as never)[flag] === true;
    expect(sent({ acknowledge_dropped_names: ["b.example"] })).toBe(true);
    expect(sent({ acknowledge_dropped_names: ["c.example"] })).toBe(false);
    expect(sent({})).toBe(false);
    expect(sent({ ...prior, acknowledge_dropped_names: [] })).toBe(false);
    for (const before of [null, fullState(plain)]) {
      expect(sent({ acknowledge_dropped_names: ["b.example"] }, before)).toBe(true);
      expect(sent({ acknowledge_dropped_names: [] }, before)).toBe(false);
      expect(sent({}, before)).toBe(false);
    }
  });
});

test("An access code is sent from the configuration: a plan never has it", () => {
  const config = { ...fullState({}), sign_key_pin: "2222" } as never;
  expect(toRequest(null, fullPlan(plain) as never, config).sign_key_pin).toBe("2222");
});

test("A request digest has the parts that are known, and names the others", () => {
  const { order_id, ...values } = plain;
  expect(digestArguments(fullState(plain))).toEqual({
    digest: requestDigest(order_id, values),
    unknownParts: [],
  });
  const triggers = { turn: "1" };
  expect(digestArguments(fullPlan({ ...plain, triggers, csr: UNKNOWN }))).toEqual({
    digest: requestDigest(order_id, values, triggers),
    unknownParts: ["csr"],
  });
  expect(digestArguments(fullPlan({ ...plain, triggers: UNKNOWN })).unknownParts).toEqual(["triggers"]);
});
