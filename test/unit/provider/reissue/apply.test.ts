import { beforeEach, describe, expect } from "vitest";
import { requestDigest } from "../../../../src/journal/index.ts";
import { UNKNOWN } from "../../../../src/plugin/index.ts";
import type { ProviderData } from "../../../../src/provider/provider-data.ts";
import { apply } from "../../../../src/provider/reissue/apply.ts";
import type { ReissueState } from "../../../../src/provider/reissue/schema.ts";
import { expectErrors, site, titles } from "../../../harness/provider/provider.ts";
import { test } from "../provider-fixture.ts";
import { fullPlan, fullState } from "../states.ts";
import { type Configured, createProviderData, inWords, recordAttempt } from "./configured.ts";

const plain = { order_id: "order-1", sign_hash: "sha256" };
const stored = fullState({ ...plain, certificate_id: "cert-1", attempt_id: "a1", last_outcome: "done" });
let providerData: Configured;
beforeEach(() => {
  providerData = createProviderData();
});

/** Applies a plan with these values. */
function applying(
  values: object,
  prior: ReissueState | null = null,
  {
    signal = new AbortController().signal,
    ...changed
  }: Partial<ProviderData> & { signal?: AbortSignal } = {},
) {
  const plan = fullPlan({ ...plain, ...values }) as Parameters<typeof apply>[2];
  return apply({ ...providerData, ...changed }, prior, plan, fullState({}) as never, {}, signal);
}

describe("The apply of a planned reissue", () => {
  const sending = (values: object, ...more: [prior?: ReissueState | null, changed?: object]) =>
    applying({ ...values, certificate_id: UNKNOWN, certificate_history: UNKNOWN }, ...more);

  test("adopts a certificate that the same request made after the plan", async () => {
    await recordAttempt(providerData, plain, { event: "done", certificate: "cert-1", attempt: "a0" });
    await recordAttempt(providerData, plain, { event: "done", certificate: "cert-2", previous: "cert-1" });
    const { state, diagnostics } = await sending(plain);
    expect(state).toMatchObject({
      certificate_id: "cert-2",
      attempt_id: "a1",
      certificate_history: ["cert-1"],
      last_outcome: "done",
    });
    expect(inWords(diagnostics)).toEqual(["warning: Order order-1 is adopted without a reissue"]);
  });

  test.for<[string, ReissueState | null]>([
    ["creation", null],
    ["change", stored],
  ])("is blocked by a newer certificate of another request (%s)", async ([, prior]) => {
    await recordAttempt(providerData, plain, { event: "done", certificate: "cert-1" });
    const other = { ...plain, sign_hash: "sha512" };
    await recordAttempt(providerData, other, { event: "done", certificate: "cert-2", attempt: "a2" });
    const { state, diagnostics } = await sending({ csr_from: "sign-cloud-csc" }, prior);
    expect(state).toBeUndefined();
    expect(inWords(diagnostics)).toEqual(["error: The order was reissued after the plan"]);
    expect(diagnostics?.[0]?.detail).toContain("is now cert-2 (attempt a2");
    expect(diagnostics?.[0]?.detail).not.toContain("supersede");
  });

  test("is blocked by an open attempt that only the state knows, and writes that attempt", async () => {
    const prior = { ...stored, attempt_id: null, last_outcome: "unknown", open_attempt_id: "a2" };
    const { diagnostics } = await sending(plain, prior);
    expect(inWords(diagnostics)).toEqual(["error: An earlier reissue has no known outcome"]);
    expect(await providerData.journal.attempts()).toMatchObject([
      { certificateId: "cert-1", isImported: true },
      { attemptId: "a2", status: "open" },
    ]);
  });

  const named = { ...stored, common_name: "a.example" };
  test.for<[string, object, ReissueState | null, changed: Parameters<typeof applying>[2], error: string]>([
    ["max_reissues = 0", {}, null, { maxReissues: 0 }, "Reissues are switched off"],
    ["dropped names", { common_name: "b.example" }, named, {}, "The reissue drops names"],
    ["missing settings", {}, null, { client: undefined }, "The provider is not configured"],
    [
      "Ctrl-C",
      { csr_from: "sign-cloud-csc" },
      null,
      { signal: AbortSignal.abort() },
      "Nothing was sent: it was cancelled",
    ],
  ])("is stopped by %s, and nothing is left open", async ([, values, prior, changed, error]) => {
    expect(inWords((await sending(values, prior, changed)).diagnostics)).toEqual([`error: ${error}`]);
    const attempts = await providerData.journal.attempts();
    expect(attempts.filter(({ status }) => status !== "succeeded")).toEqual([]);
  });

  test("stores an outcome that the journal cannot record, with a warning", async () => {
    const sendReissue = (async (_values, { onEvent } = {}) => {
      onEvent?.({ type: "unrecorded", error: new Error("ENOSPC"), attemptId: "a7", orderId: "order-1" });
      return { certificateId: "cert-7", attemptId: "a7" };
    }) as NonNullable<ProviderData["client"]>["sendReissue"];
    const { state, diagnostics } = await sending({}, null, { client: { sendReissue } });
    expect(state).toMatchObject({ certificate_id: "cert-7", attempt_id: "a7", last_outcome: "done" });
    expect(inWords(diagnostics)).toEqual([
      "warning: The outcome is not in the journal",
      "warning: Order order-1 was reissued: cert-7",
    ]);
  });

  test("does not hide a mistake of the provider", async () => {
    const journal = { history: () => Promise.reject(new Error("our mistake")) };
    await expect(sending(plain, null, { journal })).rejects.toThrow("our mistake");
  });
});

describe("The apply of a planned adoption", () => {
  const adopting = (values: object, prior: ReissueState | null = null) =>
    applying({ certificate_id: "cert-1", request_digest: UNKNOWN, ...values }, prior);

  test("stores the certificate if it is still the latest, with what was unknown at plan", async () => {
    await recordAttempt(providerData, plain, { event: "done", certificate: "cert-1" });
    const dates = { issued_at: "2026-11-01T00:00:00.000Z", validity_days: 30 };
    const imported = fullState({ order_id: "order-1", certificate_id: "cert-1", last_outcome: "imported" });
    const { state, private: data } = await adopting(dates, imported);
    expect(data).toEqual({});
    expect(state).toMatchObject({
      certificate_id: "cert-1",
      request_digest: requestDigest("order-1", { sign_hash: "sha256", validity_days: 30 }),
    });
  });

  test("is refused if there is a newer certificate by then, but a stored certificate is kept", async () => {
    await recordAttempt(providerData, plain, { event: "done", certificate: "cert-1" });
    const newer = { event: "done", certificate: "cert-2", attempt: "a2", previous: "cert-1" } as const;
    await recordAttempt(providerData, plain, newer);
    const { state, diagnostics } = await adopting({});
    expect(state).toBeUndefined();
    expect(inWords(diagnostics)).toEqual(["error: The order was reissued after the plan"]);
    expect((await adopting({}, stored)).state).toMatchObject({ certificate_id: "cert-1" });
  });

  test("fails if a value that was planned as known is not known", async () => {
    await expect(adopting({ service: UNKNOWN })).rejects.toThrow("not known");
  });
});

describe.concurrent("An apply with a service that answers", () => {
  /** `dns_names` is a set, which a state keeps sorted. */
  const request = { ...site, dns_names: site.dns_names.toSorted() };
  const { order_id: orderId, ...values } = request;

  test("stores the whole result of a reissue", async ({ provider }) => {
    const given = { ...request, triggers: { turn: "1" }, validity_days: 90 };
    const { state } = await provider.stored(given);
    const issuedAt = Date.parse(String(state?.issued_at));
    expect(Date.now() - issuedAt).toBeLessThan(60_000);
    expect(state).toEqual({
      ...fullState(given),
      certificate_id: "cert-1001",
      certificate_source: "service",
      certificate_history: [],
      issued_at: state?.issued_at,
      service: provider.sandbox.url,
      renewal_due: false,
      last_outcome: "done",
      attempt_id: expect.any(String),
      request_digest: requestDigest(orderId, { ...values, validity_days: 90 }, { turn: "1" }),
    });
    expect(await provider.journal.attempts()).toMatchObject([
      { attemptId: state?.attempt_id, requestDigest: state?.request_digest },
    ]);
  });

  test("stores a creation with a lost answer as open", async ({ provider }) => {
    const reissue = provider.resource();
    provider.loseAnswer();
    const errors = await expectErrors(reissue.apply(request));
    const [attempt] = await provider.journal.attempts();
    expect(errors[0]?.detail).toContain(`"${attempt?.attemptId}:not-happened"`);
    expect(reissue.state).toEqual({
      ...fullState(request),
      open_attempt_id: attempt?.attemptId,
      last_outcome: "unknown",
      request_digest: requestDigest(orderId, values),
      certificate_history: [],
      renewal_due: false,
      service: provider.sandbox.url,
    });
  });

  test("keeps arguments and attempt of a certificate if its successor's id is lost", async ({ provider }) => {
    const reissue = await provider.stored(request);
    const before = reissue.state;
    provider.sandbox.addFault({ kind: "no-certificate-id" });
    const errors = await expectErrors(reissue.apply({ ...request, sign_hash: "sha512" }));
    expect(titles(errors)).toEqual([
      "The answer of a successful request is lost: the answer has no certificate id that can be used",
    ]);
    expect(errors[0]?.detail).not.toContain("not-happened");
    expect(reissue.state).toMatchObject({
      ...request,
      certificate_id: "cert-1001",
      last_outcome: "done-unread",
      attempt_id: before?.attempt_id,
      request_digest: requestDigest(orderId, { ...values, sign_hash: "sha512" }),
    });
    expect(reissue.state?.open_attempt_id).not.toBe(before?.attempt_id);
  });

  test.for([true, false, null])(
    "tests the callback if require_callback is true (%s)",
    async (require_callback, { provider }) => {
      const applied = provider.stored({ ...request, require_callback });
      if (require_callback)
        expect((await expectErrors(applied))[0]?.detail).toContain("Code: callback_not_configured");
      else await applied;
      expect(provider.sandbox.requests.map(({ operation }) => operation)).toEqual([
        require_callback ? "callback-test" : "reissue",
      ]);
    },
  );
});
