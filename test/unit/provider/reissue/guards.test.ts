import { beforeEach, describe, expect, test } from "vitest";
import { UNKNOWN } from "../../../../src/plugin/index.ts";
import { checkDroppedNames, checkReissueLimits } from "../../../../src/provider/reissue/guards.ts";
import { fullPlan, fullState } from "../states.ts";
import { type Configured, createProviderData, inWords } from "./configured.ts";

const request = { order_id: "order-1", sign_hash: "sha256", common_name: "example.com" };
let provider: Configured;
beforeEach(() => {
  provider = createProviderData();
});

describe("The guards of the provider", () => {
  test.each(["plan", "apply"] as const)("stop every reissue if max_reissues is 0: %s", (phase) => {
    for (const order of ["order-1", "order-2"]) {
      const [error] = checkReissueLimits({ ...provider, maxReissues: 0 }, order, phase);
      expect(error).toMatchObject({ severity: "error", summary: "Reissues are switched off" });
      expect(error?.detail).toContain(`this would reissue order ${order}.`);
    }
  });

  test("count each known order once, and each unknown one", () => {
    const three = { ...provider, maxReissues: 3 };
    for (const order of ["order-1", "order-2", "order-1", undefined, "order-2"])
      expect(checkReissueLimits(three, order, "plan")).toEqual([]);
    expect(inWords(checkReissueLimits(three, undefined, "plan"))).toEqual(["error: Too many reissues"]);
  });

  test("report once in a plan, and stop each reissue of an apply", () => {
    const limited = { ...provider, maxReissues: 1 };
    const count = (order: string, phase: "plan" | "apply") =>
      checkReissueLimits(limited, order, phase).length;
    expect(["a", "b", "c"].map((order) => count(order, "plan"))).toEqual([0, 1, 0]);
    expect(["b", "c"].map((order) => count(order, "apply"))).toEqual([1, 1]);
    provider.run.clear();
    expect(count("a", "plan")).toBe(0);
  });
});

// test/unit/provider/reissue/request.test.ts has the rules.
test("Dropped names are an error with the line that acknowledges them, or a warning if they cannot be checked", () => {
  const prior = fullState({ ...request, dns_names: ["a.example", "b.example"] });
  const fewer = { ...prior, dns_names: [] };
  const [error] = checkDroppedNames(prior, fullPlan(fewer));
  expect(error).toMatchObject({ severity: "error", path: ["dns_names"] });
  expect(error?.detail).toContain("no longer have a.example, b.example,");
  expect(error?.detail).toContain('\n    acknowledge_dropped_names = ["a.example","b.example"]\n');
  for (const passes of [
    prior,
    { ...fewer, acknowledge_dropped_names: prior.dns_names },
    { dns_names: UNKNOWN },
  ])
    expect(checkDroppedNames(prior, fullPlan({ ...prior, ...passes }))).toEqual([]);
  expect(checkDroppedNames(null, fullPlan(request))).toEqual([]);
  expect(inWords(checkDroppedNames(fullState({ order_id: "order-1" }), fullPlan(request)))).toEqual([
    "warning: Dropped names cannot be checked",
  ]);
});
