import { beforeEach, describe, expect, test } from "vitest";
import { importedAttemptId } from "../../../../src/journal/index.ts";
import { UNKNOWN } from "../../../../src/plugin/index.ts";
import { reissueResource } from "../../../../src/provider/reissue/resource.ts";
import type { ReissueState } from "../../../../src/provider/reissue/schema.ts";
import { fullPlan, fullState } from "../states.ts";
import {
  address,
  breakJournal,
  type Configured,
  createProviderData,
  inWords,
  now,
  recordAttempt,
  withEntries,
} from "./configured.ts";

// The calls of a core, without a process in between.

const plain = { order_id: "order-1", sign_hash: "sha256", csr_from: "sign-cloud-csc" };
const other = { ...plain, sign_hash: "sha512" };
const cannotBeUsed = "error: The journal cannot be used";
let provider: Configured;
beforeEach(() => {
  provider = createProviderData();
});

const resource = () => reissueResource(provider.run);
const call = <T>(method: ((request: never) => T) | undefined, request: object) =>
  method?.({ provider, private: {}, ...request } as never) as Awaited<T>;

describe("Validating", () => {
  const validated = async (change: object) =>
    (await call(resource().validate, { config: fullPlan({ ...plain, ...change }) })).diagnostics;

  test("reports what is wrong at its argument", async () => {
    expect(await validated({})).toEqual([]);
    expect(await validated({ validity_days: 0 })).toMatchObject([
      { severity: "error", summary: "Invalid argument", path: ["validity_days"] },
    ]);
  });
});

test("The schema never stores the access code, and replaces the object for another order", () => {
  expect(resource().schema.attributes).toMatchObject({
    sign_key_pin: { sensitive: true, writeOnly: true },
    order_id: { requiresReplace: true },
  });
});

describe("A stored object that the core shows after a new object of its order was planned", () => {
  const stored = fullState({ ...plain, certificate_id: "cert-1", attempt_id: "a1", last_outcome: "done" });
  const plans = async (request: object) => inWords((await call(resource().modifyPlan, request))?.diagnostics);
  const creates = (more = {}) => plans({ action: "create", prior: null, planned: fullPlan(plain), ...more });
  const destroys = () => plans({ action: "delete", prior: stored, planned: null });
  const isStored = ["error: The order is in this state already"];
  const isRemoved = ["warning: Order order-1 is only removed from the state"];

  test("stops the plan if it knows more, when it is destroyed and when it is changed", async () => {
    expect(await creates()).toEqual(["warning: This plan reissues order order-1"]);
    expect(await destroys()).toEqual(isStored);
    expect(inWords((await call(resource().upgrade, { stored }))?.diagnostics)).toEqual(isStored);
    for (const values of [plain, other, { ...plain, order_id: "order-2" }, { ...plain, order_id: UNKNOWN }])
      expect(await plans({ action: "update", prior: stored, planned: fullPlan(values) })).toEqual(isStored);
  });

  test("has another message if the new object replaces one of another order: indexes have shifted", async () => {
    await creates({ private: { order: "order-2" } });
    expect(await destroys()).toEqual(["error: Orders have changed places"]);
  });

  test("stops the plan if it has an open attempt, or a certificate that cannot be placed", async () => {
    await recordAttempt(provider, plain, { event: "done", certificate: "cert-1" });
    await creates();
    expect(await destroys()).toEqual(isRemoved);
    const open = { ...stored, open_attempt_id: "a2", last_outcome: "unknown" };
    const unknown = { ...stored, attempt_id: "a9", certificate_id: "cert-9" };
    for (const prior of [open, unknown])
      expect(await plans({ action: "delete", prior, planned: null })).toEqual(isStored);
  });

  test("does not stop an apply, another run or another order", async () => {
    await creates();
    provider.run.planned.delete("order-1");
    expect(await destroys()).toEqual(isRemoved);
    await creates();
    provider.run.clear();
    expect(await destroys()).toEqual(isRemoved);
    await creates({ planned: fullPlan({ ...plain, order_id: "order-2" }) });
    expect(await destroys()).toEqual(isRemoved);
  });
});

test("Upgrading notes what a stored object knows, and changes nothing", async () => {
  const stored = { ...fullState({ ...plain, certificate_id: "cert-1" }) };
  expect(await call(resource().upgrade, { stored })).toBeUndefined();
  expect(await call(resource().upgrade, { stored, provider: undefined })).toBeUndefined();
  expect(provider.run.records("order-1")[0]).toMatchObject({ attempts: [{ certificateId: "cert-1" }] });
  await call(resource().upgrade, { stored: { certificate_id: "cert-2" } });
  expect(provider.run.allRecords()).toHaveLength(2);
});

describe("Reading", () => {
  const open = fullState({
    ...plain,
    certificate_id: null,
    open_attempt_id: "a1",
    last_outcome: "unknown",
    validity_days: 90,
    renew_before_days: 30,
    renewal_due: false,
  });
  const read = (state: ReissueState, from = provider) => call(resource().read, { state, provider: from });

  test("does not apply an entry of resolve, but notes the entry for an apply that lacks it", async () => {
    const resolving = withEntries(provider, { resolve: { a1: "c1", a9: "c9" } });
    const noted = await read(open, resolving);
    expect(noted?.state).toEqual(open);
    expect(noted?.private).toEqual({ resolve: "a1:c1" });
    const denied = await read(open, withEntries(provider, { resolve: { a1: null } }));
    expect(denied?.private).toEqual({ resolve: "a1:not-happened" });

    const resolved = { ...open, open_attempt_id: null, certificate_id: "c1", attempt_id: "a1" };
    expect((await read(resolved, resolving))?.private).toEqual({});
    await recordAttempt(provider, plain, { event: "unknown" });
    const elsewhere = await read(resolved, resolving);
    expect(elsewhere?.private).toEqual({ resolve: "a1:c1" });
  });

  test("removes an object whose only attempt did not happen", async () => {
    await recordAttempt(provider, plain, { event: "rejected" });
    expect(await read(open)).toEqual({ state: null });
  });

  test("notes a due renewal from its day on", async () => {
    const issued = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();
    const state = { ...open, certificate_id: "c1", open_attempt_id: null, last_outcome: "done" };
    for (const [days, renewal_due] of [[59, false] as const, [60, true] as const])
      expect((await read({ ...state, issued_at: issued(days) }))?.state).toMatchObject({ renewal_due });
  });

  test("changes nothing if the journal cannot be used, and hides no mistake of the provider", async () => {
    breakJournal(provider);
    expect(await read(open)).toEqual({ state: open });
    await expect(read(open, { ...provider, journal: {} as never })).rejects.toThrow(TypeError);
  });
});

describe("Destroying", () => {
  const open = fullState({
    ...plain,
    certificate_id: "cert-1",
    last_outcome: "unknown",
    open_attempt_id: "a2",
  });

  test("says that the object is only removed from the state, and hands no private data on", async () => {
    const request = {
      action: "delete",
      prior: open,
      planned: null,
      private: { order: "order-1" },
    };
    expect(await call(resource().modifyPlan, request)).toEqual({
      diagnostics: [expect.objectContaining({ summary: "Order order-1 is only removed from the state" })],
      private: {},
    });
  });

  test("writes what only the state knows into the journal, once", async () => {
    expect(await call(resource().delete, { prior: open })).toEqual({});
    expect(await provider.journal.attempts("order-1")).toMatchObject([
      { attemptId: importedAttemptId("order-1", "cert-1"), certificateId: "cert-1" },
      { attemptId: "a2", status: "open" },
    ]);
    const before = await provider.journal.attempts();
    await call(resource().delete, { prior: open });
    expect(await provider.journal.attempts()).toEqual(before);
  });

  test("writes no entry of resolve over a result that the state does not have", async () => {
    await recordAttempt(provider, plain, { event: "unknown", attempt: "a2", previous: "cert-1" });
    await provider.journal.resolve({ orderId: "order-1", attemptId: "a2", certificateId: "cert-other" });
    const before = await provider.journal.attempts();
    provider = withEntries(provider, { resolve: { a2: "cert-2" } });
    expect(inWords((await call(resource().delete, { prior: open }))?.diagnostics)).toEqual([
      "error: The attempt got another result",
    ]);
    expect(await provider.journal.attempts()).toEqual(before);
  });

  test("is refused if the journal cannot be used: an open attempt would be forgotten", async () => {
    breakJournal(provider);
    expect(inWords((await call(resource().delete, { prior: open }))?.diagnostics)).toEqual([cannotBeUsed]);
  });
});

describe("Importing", () => {
  const imported = (id: string) => call(resource().import, { id });

  test("takes an order, its certificate and the date of issue", async () => {
    expect(await imported("order/with/slashes/cert-1")).toEqual({
      state: {
        order_id: "order/with/slashes",
        certificate_id: "cert-1",
        certificate_source: "person",
        certificate_history: [],
        issued_at: null,
        issued_event_at: null,
        renewal_due: false,
        last_outcome: "imported",
        attempt_id: importedAttemptId("order/with/slashes", "cert-1"),
        open_attempt_id: null,
        request_digest: null,
        service: "https://service.example",
      },
    });
    const issuedAt = async (date: string) => (await imported(`order-1/cert-1@${date}`))?.state?.issued_at;
    expect(await issuedAt("2026-01-31")).toBe("2026-01-31T00:00:00.000Z");
    expect(await issuedAt(now.toISOString())).toBe(now.toISOString());
    const inFuture = await imported(`order-1/cert-1@${new Date(now.getTime() + 1).toISOString()}`);
    expect(inWords(inFuture?.diagnostics)).toEqual(["error: Invalid import id"]);
  });

  test("knows the journal's latest by the last attempt that made it", async () => {
    await recordAttempt(provider, other, { event: "done", certificate: "cert-1", attempt: "a0" });
    await recordAttempt(provider, plain, { event: "done", certificate: "cert-1", previous: "cert-0" });
    const attempts = await provider.journal.attempts();
    const known = { request_digest: attempts[1]?.requestDigest, certificate_source: "person" };
    expect((await imported("order-1/cert-1"))?.state).toMatchObject({
      ...known,
      certificate_history: expect.arrayContaining(["cert-0"]),
      issued_at: "2026-11-01T00:00:00.000Z",
    });
    expect((await imported("order-1/cert-1@2026-10-31"))?.state).toMatchObject({
      ...known,
      issued_at: "2026-10-31T00:00:00.000Z",
    });
  });

  /** The title of the refusal and the lines to paste. */
  const refused = async (id: string) => {
    const { state, diagnostics } = (await imported(`order-1/${id}`)) ?? {};
    expect(state).toBeUndefined();
    const lines = [...(diagnostics?.[0]?.detail ?? "").matchAll(/\n {4}(.*)/g)].map(([, line]) => line);
    return [...inWords(diagnostics), ...lines];
  };
  const notLatest = "error: The certificate cannot be imported";
  const bringBack = (id: string) => `certorder journal import order-1 ${id} --bring-back`;

  test("refuses a certificate that the order was reissued after; a void attempt proves nothing", async () => {
    await recordAttempt(provider, plain, { event: "done", certificate: "cert-1", previous: "cert-0" });
    await recordAttempt(provider, plain, { event: "rejected", attempt: "a2", previous: "cert-x" });
    for (const [id, date] of [
      ["cert-0", ""],
      ["cert-0@latest", ""],
      ["cert-0@2026-10-31", " --issued-at 2026-10-31"],
      ["cert-0@latest,2026-11-02", " --issued-at 2026-11-02"],
    ] as const)
      expect(await refused(id)).toEqual([
        notLatest,
        "terraform import RESOURCE_ADDRESS order-1/cert-1@latest",
        bringBack("cert-0") + date,
      ]);
    expect(await refused("cert-x")).toEqual([
      notLatest,
      "terraform import RESOURCE_ADDRESS order-1/cert-x@latest",
    ]);
    expect((await imported("order-1/cert-x@latest"))?.state).toMatchObject({
      certificate_history: ["cert-1", "cert-0"],
    });
  });

  test("refuses a certificate that the order was reissued after by a person's word, too", async () => {
    await recordAttempt(provider, plain, { event: "done", certificate: "cert-1" });
    await recordAttempt(provider, plain, { event: "unknown", attempt: "a2", previous: "cert-1" });
    await provider.journal.resolve({ orderId: "order-1", attemptId: "a2", certificateId: "cert-2" });
    expect(await refused("cert-1@latest")).toContain(bringBack("cert-1"));
  });

  test("refuses a date that contradicts @latest", async () => {
    await recordAttempt(provider, plain, { event: "done", certificate: "cert-1" });
    expect(await refused("cert-2@latest,2026-10-01")).toContain(
      `${bringBack("cert-2")} --issued-at 2026-10-01`,
    );
    expect((await imported("order-1/cert-2@latest,2026-11-02"))?.state).toMatchObject({
      certificate_id: "cert-2",
      issued_at: "2026-11-02T00:00:00.000Z",
    });
  });

  test("is refused while an attempt is open, unless resolve names its result", async () => {
    await recordAttempt(provider, plain, { event: "done", certificate: "cert-1" });
    await recordAttempt(provider, plain, { event: "unknown", attempt: "a2", previous: "cert-1" });
    for (const id of ["cert-1", "cert-9@latest"])
      expect((await refused(id))[0]).toBe("error: An earlier reissue has no known outcome");
    provider = withEntries(provider, { resolve: { a2: "cert-2" } });
    expect((await imported("order-1/cert-2"))?.state).toMatchObject({ certificate_id: "cert-2" });
  });

  test("is left over if the certificate was imported before and another one is the latest", async () => {
    const service = { name: undefined, address };
    for (const certificateId of ["cert-1", "cert-2"])
      await provider.journal.importCertificate(
        { orderId: "order-1", certificateId, asLatest: true },
        service,
      );
    for (const id of ["cert-1", "cert-1@latest"])
      expect(await refused(id)).toEqual([
        notLatest,
        "terraform import RESOURCE_ADDRESS order-1/cert-2@latest",
        bringBack("cert-1"),
      ]);
    expect((await imported("order-1/cert-2"))?.state).toMatchObject({ certificate_id: "cert-2" });
  });

  test("writes nothing, and neither does destroying what was not adopted", async () => {
    await recordAttempt(provider, plain, { event: "done", certificate: "cert-1" });
    const before = await provider.journal.attempts();
    const mistaken = (await imported("order-1/cert-typo@latest"))?.state;
    await call(resource().delete, { prior: fullState({ ...mistaken }) });
    expect(await provider.journal.attempts()).toEqual(before);
    expect((await imported("order-1/cert-1"))?.state).toMatchObject({ certificate_id: "cert-1" });
  });
});
