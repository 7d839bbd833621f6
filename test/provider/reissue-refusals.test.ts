import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { CertOrderClient } from "../../src/client/index.ts";
import { Journal } from "../../src/journal/index.ts";
import { UNKNOWN } from "../../src/plugin/index.ts";
import { brakes, refusals, removals } from "../../src/provider/reissue-refusals.ts";
import type { Service } from "../../src/provider/service.ts";
import { ReissueMemory } from "../../src/provider/service.ts";
import { planOf, stateOf } from "./states.ts";

const asked = { order_id: "order-1", sign_hash: "sha256", common_name: "example.com" };
let service: Service;
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), "journal-"));
  service = {
    client: new CertOrderClient({ baseUrl: "https://service.example", authKey: "key", keyId: "id" }),
    journal: new Journal({ folder }),
    folder,
    baseUrl: "https://service.example",
    fingerprint: (text) => text,
    resolutions: new Map(),
    maxReissues: 20,
    allowReissue: true,
    memory: new ReissueMemory(),
    now: () => new Date("2026-11-15T00:00:00Z"),
  };
});

/** The titles of what stands against a reissue. */
async function against(planned: object = asked, prior: object | null = null): Promise<string[]> {
  const found = await refusals(service, prior && stateOf(prior), planOf(planned));
  return found.map(({ severity, summary }) => `${severity}: ${summary}`);
}

/** Leaves an attempt at an order in the journal. */
async function attempt(orderId: string, outcome: "unknown" | "done" | "rejected", certificateId?: string) {
  const ask = { service: "https://service.example/", orderId, askId: "ask", askedAtMs: Date.now() };
  const entry = await service.journal?.open(ask);
  await entry?.sending();
  await entry?.settle(outcome, certificateId);
  return entry?.attemptId ?? "";
}

/** Has the provider see a state with such an outcome of attempt a1. */
function stored(orderId: string, lastOutcome: string): void {
  service.memory.noteStored({ orderId, lastOutcome, attemptId: "a1" });
}

const unresolved = ["error: A Reissue Is Unresolved"];

describe("nothing stands against a reissue", () => {
  test("that is asked for rightly, of an order with no past", async () => {
    expect(await against()).toEqual([]);
    expect(await against(asked, asked)).toEqual([]);
  });

  test("whose order has a past that is settled", async () => {
    await attempt("order-1", "rejected");
    stored("order-1", "done");
    expect(await against()).toEqual([]);
  });

  test("of another order than the one that is open", async () => {
    await attempt("order-2", "unknown");
    stored("order-2", "unknown");
    expect(await against()).toEqual([]);
  });
});

describe("an earlier reissue stands against another", () => {
  test.each(["unknown", "done-unread"])("whose stored outcome is %s", async (lastOutcome) => {
    stored("order-1", lastOutcome);
    const [refusal] = await refusals(service, null, planOf(asked));
    expect(refusal).toMatchObject({ severity: "error", summary: "A Reissue Is Unresolved" });
    expect(refusal?.detail).toContain("attempt a1");
    expect(refusal?.detail).toContain(
      lastOutcome === "unknown" ? "is not known" : "its certificate id is lost",
    );
  });

  test("that the journal holds the order back for", async () => {
    const id = await attempt("order-1", "unknown");
    const found = await refusals(service, null, planOf(asked));
    expect(found).toEqual([
      expect.objectContaining({
        severity: "error",
        summary: "A Reissue Is Unresolved",
        detail: expect.stringMatching(`order-1.*${id}`),
      }),
    ]);
  });

  test("that a person has resolved with an id that is in no state", async () => {
    await service.journal?.resolve(await attempt("order-1", "unknown"), "cert-9");
    expect(await against()).toEqual(unresolved);
  });

  test("of any order, while it is not known which one is meant", async () => {
    stored("order-2", "unknown");
    expect(await against({ ...asked, order_id: UNKNOWN })).toEqual(unresolved);
  });

  test("but not one in the journal, while it is not known which one is meant", async () => {
    await attempt("order-2", "unknown");
    stored("order-2", "resolved");
    expect(await against({ ...asked, order_id: UNKNOWN })).toEqual([]);
  });

  test("that did happen, where its object would be created once more", async () => {
    stored("order-1", "resolved");
    expect(await against()).toEqual(["error: Reissued, but to Be Replaced"]);
    expect(await against(asked, asked)).toEqual([]);
  });
});

describe("the provider's brakes stand against a reissue", () => {
  test("that is not allowed at all, and is not counted either", () => {
    expect(brakes({ ...service, allowReissue: false, maxReissues: 1 }, "order-1")).toEqual([
      expect.objectContaining({ severity: "error", summary: "Reissues Are Switched Off" }),
    ]);
    expect(brakes({ ...service, maxReissues: 1 }, "order-2")).toEqual([]);
  });

  test("of one order too many, however often each is planned", () => {
    const two = { ...service, maxReissues: 2 };
    for (const order of ["order-1", "order-2", "order-1", "order-2"]) expect(brakes(two, order)).toEqual([]);
    expect(brakes(two, "order-3")).toEqual([
      expect.objectContaining({ severity: "error", summary: "Too Many Reissues at Once" }),
    ]);
  });

  test("in a plan, where the order is named or not known yet", async () => {
    service = { ...service, maxReissues: 1 };
    expect(await against()).toEqual([]);
    expect(await against()).toEqual([]);
    expect(await against({ ...asked, order_id: UNKNOWN })).toEqual(["error: Too Many Reissues at Once"]);
  });

  test("and name the order", async () => {
    service = { ...service, allowReissue: false };
    const [named] = await refusals(service, null, planOf(asked));
    expect(named?.detail).toContain("reissue order order-1.");
    for (const order_id of [UNKNOWN, null]) {
      const [unnamed] = await refusals(service, null, planOf({ ...asked, order_id }));
      expect(unnamed?.detail).toContain("reissue order .");
    }
  });
});

describe("what is asked for stands against a reissue", () => {
  test("where it is wrong, at the argument that is", async () => {
    const found = await refusals(service, null, planOf({ ...asked, validity_days: 0 }));
    expect(found).toEqual([
      expect.objectContaining({ severity: "error", summary: "Invalid Argument", path: ["validity_days"] }),
    ]);
  });

  test("but not where it is only doubtful: that was said while it was validated", async () => {
    expect(await against({ ...asked, validity_days: 900 })).toEqual([]);
  });

  test("where no order is named", async () => {
    expect(await against({ ...asked, order_id: null })).toEqual(["error: Invalid Argument"]);
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

  test("stand against it in a plan too", async () => {
    expect(await against({ ...asked, dns_names: [] }, { ...asked, dns_names: ["b.example"] })).toEqual([
      "error: The Reissue Drops Names",
    ]);
  });
});
