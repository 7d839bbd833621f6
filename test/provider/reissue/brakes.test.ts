import { beforeEach, describe, expect, test } from "vitest";
import { UNKNOWN } from "../../../src/plugin/index.ts";
import { brakes, removals } from "../../../src/provider/reissue/brakes.ts";
import type { Service } from "../../../src/provider/service.ts";
import { planOf, stateOf } from "../states.ts";
import { configured } from "./service.ts";

const asked = { order_id: "order-1", sign_hash: "sha256", common_name: "example.com" };
let service: Service;
beforeEach(() => {
  service = configured();
});

describe("the provider's brakes stand against a reissue", () => {
  test("that is not allowed at all, and is not counted either", () => {
    expect(brakes({ ...service, allowReissue: false, maxReissues: 1 }, "order-1")).toEqual([
      expect.objectContaining({
        severity: "error",
        summary: "Reissues Are Switched Off",
        detail: expect.stringContaining("reissue order order-1."),
      }),
    ]);
    expect(brakes({ ...service, maxReissues: 1 }, "order-2")).toEqual([]);
  });

  test("of one order too many, however often each is planned", () => {
    const two = { ...service, maxReissues: 2 };
    for (const order of ["order-1", "order-2", "order-1", "order-2"]) expect(brakes(two, order)).toEqual([]);
    expect(brakes(two, "order-3")).toEqual([
      expect.objectContaining({ severity: "error", summary: "Too Many Reissues at Once" }),
    ]);
    expect(brakes(two, undefined)[0]?.detail).toContain("an order that is not known yet is one too many");
  });
});

describe("names that a reissue drops", () => {
  const prior = stateOf({ ...asked, dns_names: ["a.example", "b.example"] });
  const told = (change: object) => removals(prior, planOf({ ...prior, ...change }));

  test("stand against it, and are named", () => {
    expect(told({ dns_names: ["a.example"] })).toEqual([
      expect.objectContaining({
        severity: "error",
        summary: "The Reissue Drops Names",
        path: ["dns_names"],
        detail: expect.stringContaining('acknowledge_removed_names = ["b.example"]'),
      }),
    ]);
    expect(told({ dns_names: ["a.example"] })[0]?.detail).toMatch(/^b\.example would .* that has it\./);
    expect(told({ dns_names: [] })[0]?.detail).toMatch(/^a\.example, b\.example would .* that has them\./);
  });

  test("do not, once somebody has agreed", () => {
    expect(told({})).toEqual([]);
    expect(told({ dns_names: ["a.example"], acknowledge_removed_names: ["b.example"] })).toEqual([]);
    expect(told({ dns_names: [], i_know_remove_domain_will_revoke_before_cert: true })).toEqual([]);
  });

  test("do not, while it cannot be told", () => {
    expect(told({ dns_names: UNKNOWN })).toEqual([]);
  });

  test("cannot be, where there was nothing before", () => {
    expect(removals(null, planOf(asked))).toEqual([]);
  });

  test("cannot be seen where the names of the certificate are not known, which is said", () => {
    const unnamed = stateOf({ order_id: "order-1" });
    expect(removals(unnamed, planOf(asked))).toEqual([
      expect.objectContaining({ severity: "warning", summary: "Removed Names Cannot Be Checked" }),
    ]);
  });
});
