import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { requestDigest } from "../../../../src/journal/index.ts";
import { UNKNOWN } from "../../../../src/plugin/index.ts";
import { apply } from "../../../../src/provider/reissue/apply.ts";
import type { ReissueState } from "../../../../src/provider/reissue/schema.ts";
import { startSandbox } from "../../../../src/sandbox/index.ts";
import { csrFor } from "../../../harness/csr/build.ts";
import { fullPlan, fullState } from "../states.ts";
import {
  applied,
  type Configured,
  connected,
  createProviderData,
  inWords,
  recordAttempt,
} from "./configured.ts";

const plain = { order_id: "order-1", sign_hash: "sha256" };
const other = { ...plain, sign_hash: "sha512" };
const isNewer = ["error: This order already has a certificate from another request"];
let provider: Configured;
beforeEach(() => {
  provider = createProviderData();
});

const decidedPlan = (values: object) => fullPlan(values) as Parameters<typeof apply>[2];
const config = fullState({}) as unknown as Parameters<typeof apply>[3];
const unknownResults = { certificate_id: UNKNOWN, previous_certificate_id: UNKNOWN };

function sending(values: object, prior: ReissueState | null = null, from: Configured = provider) {
  return apply(
    from,
    prior,
    decidedPlan({ ...values, ...unknownResults }),
    config,
    new AbortController().signal,
  );
}

describe("The apply of a planned reissue", () => {
  test("adopts a certificate that the same request made after the plan", async () => {
    provider.run.addJournalProblem("The journal is gone.");
    await recordAttempt(provider, plain, { event: "done", certificate: "cert-1", attempt: "a0" });
    await recordAttempt(provider, plain, { event: "done", certificate: "cert-2", replaced: "cert-1" });
    const { state, diagnostics } = await sending(plain);
    expect(state).toMatchObject({
      certificate_id: "cert-2",
      previous_certificate_id: "cert-1",
      attempt_id: "a1",
      certificate_history: ["cert-1"],
      last_outcome: "done",
    });
    expect(inWords(diagnostics)).toEqual([
      "warning: The journal cannot be used",
      "warning: Order order-1 is adopted without a reissue",
    ]);
  });

  test("is blocked by a certificate of another request, for a creation and for a change", async () => {
    await recordAttempt(provider, plain, { event: "done", certificate: "cert-1" });
    await recordAttempt(provider, other, { event: "done", certificate: "cert-2", attempt: "a2" });
    const prior = fullState({ ...plain, certificate_id: "cert-1", attempt_id: "a1", last_outcome: "done" });
    for (const before of [null, prior]) {
      const { state, diagnostics } = await sending({ ...plain, csr_from: "sign-cloud-csc" }, before);
      expect(state).toBeUndefined();
      expect(inWords(diagnostics)).toEqual(isNewer);
    }
  });

  test("is blocked by an open attempt that only the state knows, and writes that attempt", async () => {
    const prior = fullState({
      ...plain,
      certificate_id: "cert-1",
      last_outcome: "unknown",
      open_attempt_id: "a2",
    });
    const { diagnostics } = await sending(plain, prior);
    expect(inWords(diagnostics)).toEqual(["error: An earlier reissue has no known outcome"]);
    expect(await provider.journal.attempts()).toMatchObject([
      { certificateId: "cert-1", isImported: true },
      { attemptId: "a2", status: "open" },
    ]);
  });

  test("is stopped by the guards, by dropped names, by missing settings and by Ctrl-C", async () => {
    const says = async (answer: ReturnType<typeof sending>) => inWords((await answer).diagnostics);
    expect(await says(sending(plain, null, { ...provider, allowReissue: false }))).toEqual([
      "error: Reissues are switched off",
    ]);
    const cloud = decidedPlan({ ...plain, ...unknownResults, csr_from: "sign-cloud-csc" });
    expect(await says(apply(provider, null, cloud, config, AbortSignal.abort()))).toEqual([
      "error: Nothing was sent: it was cancelled",
    ]);
    const prior = fullState({
      ...plain,
      common_name: "a.example",
      certificate_id: "cert-1",
      last_outcome: "done",
    });
    expect(await says(sending({ ...plain, common_name: "b.example" }, prior))).toEqual([
      "error: The reissue drops names",
    ]);
    expect(await says(sending(plain, null, { ...provider, client: undefined }))).toEqual([
      "error: The provider is not configured",
    ]);
    expect((await provider.journal.attempts()).filter(({ status }) => status !== "succeeded")).toEqual([]);
  });

  test("does not hide a mistake of the provider", async () => {
    const mistaken = { ...provider, journal: { history: () => Promise.reject(new Error("our mistake")) } };
    await expect(sending(plain, null, mistaken as never)).rejects.toThrow("our mistake");
  });
});

describe("The apply of a planned adoption", () => {
  const adopting = (values: object, prior: ReissueState | null = null) =>
    apply(
      provider,
      prior,
      decidedPlan({ ...plain, certificate_id: "cert-1", request_digest: UNKNOWN, ...values }),
      config,
      new AbortController().signal,
    );

  test("stores the certificate if it is still the latest, with what was unknown at plan", async () => {
    await recordAttempt(provider, plain, { event: "done", certificate: "cert-1" });
    const dates = { issued_at: "2026-11-01T00:00:00.000Z", expires_at_estimate: UNKNOWN, validity_days: 30 };
    const imported = fullState({ order_id: "order-1", certificate_id: "cert-1", last_outcome: "imported" });
    const { state, private: data } = await adopting(dates, imported);
    expect(data).toEqual(new Uint8Array());
    expect(state).toMatchObject({
      certificate_id: "cert-1",
      expires_at_estimate: "2026-12-01T00:00:00.000Z",
      request_digest: requestDigest("order-1", { sign_hash: "sha256", validity_days: 30 }),
    });
  });

  test("is refused if there is a newer certificate by then, but a stored certificate is kept", async () => {
    await recordAttempt(provider, plain, { event: "done", certificate: "cert-1" });
    await recordAttempt(provider, plain, {
      event: "done",
      certificate: "cert-2",
      attempt: "a2",
      replaced: "cert-1",
    });
    const { state, diagnostics } = await adopting({});
    expect(state).toBeUndefined();
    expect(inWords(diagnostics)).toEqual(["error: The order was reissued after the plan"]);
    const prior = fullState({ ...plain, certificate_id: "cert-1", last_outcome: "done", attempt_id: "a1" });
    expect((await adopting({}, prior)).state).toMatchObject({ certificate_id: "cert-1" });
  });

  test("fails if a value that was planned as known is not known", async () => {
    await expect(adopting({ issued_at: UNKNOWN })).rejects.toThrow("not known");
  });
});

describe("An apply with a service that answers", () => {
  const ssl = {
    order_id: "order-ssl-1",
    sign_hash: "sha256",
    common_name: "www.example.com",
    dns_names: ["www.example.com", "example.com"],
    csr: csrFor("www.example.com", "www.example.com", "example.com"),
  };
  const { order_id: orderId, ...values } = ssl;
  const ssl512 = { ...ssl, sign_hash: "sha512" };

  async function online() {
    const sandbox = await startSandbox({ httpsPort: false });
    onTestFinished(() => sandbox.close());
    provider = connected(sandbox);
    return sandbox;
  }

  test("sends once for each change, and stores the whole result", async () => {
    const { ledger, url } = await online();
    const triggers = { turn: "1" };
    const first = await applied(provider, null, { ...ssl, triggers, validity_days: 90 });
    expect(first.says).toEqual(["warning: Order order-ssl-1 will be reissued"]);
    const { issued_at } = first.state ?? {};
    expect(Date.now() - Date.parse(String(issued_at))).toBeLessThan(60_000);
    expect(first.state).toEqual({
      ...fullState({ ...ssl, triggers, validity_days: 90 }),
      id: orderId,
      certificate_id: "cert-1001",
      certificate_history: [],
      issued_at,
      service: url,
      expires_at_estimate: new Date(Date.parse(String(issued_at)) + 90 * 86_400_000).toISOString(),
      renewal_due: false,
      last_outcome: "done",
      attempt_id: expect.any(String),
      request_digest: requestDigest(orderId, { ...values, validity_days: 90 }, triggers),
    });
    expect(await provider.journal.attempts()).toMatchObject([
      { attemptId: first.state?.attempt_id, requestDigest: first.state?.request_digest },
    ]);
    const kept = await applied(provider, first.state ?? null, { ...ssl, triggers, validity_days: 90 });
    expect(kept).toMatchObject({ says: [], state: { certificate_id: "cert-1001" } });
    const changed = await applied(provider, first.state ?? null, ssl);
    expect(changed.state).toMatchObject({
      certificate_id: "cert-1002",
      previous_certificate_id: "cert-1001",
      last_outcome: "done",
    });
    expect(ledger).toHaveLength(2);
  });

  test("stores a creation with a lost answer as open, which blocks from then on", async () => {
    const sandbox = await online();
    sandbox.fault({ kind: "reset-after-processing" });
    const lost = await applied(provider, null, ssl);
    const [{ attemptId } = { attemptId: "" }] = await provider.journal.attempts();
    expect(lost.says.join("\n")).toContain("error: The outcome is unknown: ");
    expect(lost.diagnostics?.at(-1)?.detail).toContain(`"${attemptId}:not-happened"`);
    expect(lost.state).toEqual({
      ...fullState(ssl),
      id: orderId,
      open_attempt_id: attemptId,
      last_outcome: "unknown",
      open_attempt_ended_at: expect.any(String),
      request_digest: requestDigest(orderId, values),
      certificate_history: [],
      renewal_due: false,
      service: sandbox.url,
    });
    for (const [prior, request] of [[null, ssl] as const, [lost.state ?? null, ssl512] as const])
      expect((await applied(provider, prior, request)).says).toEqual([
        "error: An earlier reissue has no known outcome",
      ]);
    expect(sandbox.ledger).toHaveLength(1);
  });

  test("keeps the arguments and the attempt of a certificate if the id of its successor is lost", async () => {
    const sandbox = await online();
    const { state = null } = await applied(provider, null, ssl);
    sandbox.fault({ kind: "no-certificate-id" });
    const lost = await applied(provider, state, ssl512);
    expect(lost.says.join("\n")).toContain("error: The answer of a successful request is lost: ");
    expect(lost.diagnostics?.at(-1)?.detail).not.toContain("not-happened");
    expect(lost.state).toMatchObject({
      ...ssl,
      certificate_id: "cert-1001",
      last_outcome: "done-unread",
      attempt_id: state?.attempt_id,
      request_digest: requestDigest(orderId, { ...values, sign_hash: "sha512" }),
    });
    expect(lost.state?.open_attempt_id).not.toBe(state?.attempt_id);
  });

  test("stores an outcome that the journal cannot record, with a warning", async () => {
    await online();
    const log = provider.store.log.bind(provider.store);
    provider.store.log = (id) => {
      const { append, ...others } = log(id);
      const failing: typeof append = async (event) => {
        if (event.event === "done") throw Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });
        return append(event);
      };
      return { ...others, append: failing };
    };
    const { state, says } = await applied(provider, null, ssl);
    expect(state).toMatchObject({ certificate_id: "cert-1001", last_outcome: "done" });
    expect(says).toContain("warning: The outcome is not in the journal");
  });

  test.each([true, false, null])("tests the callback if require_callback is true (%s)", async (required) => {
    const sandbox = await online();
    const { diagnostics } = await applied(provider, null, { ...ssl, require_callback: required });
    expect(sandbox.requests.at(-1)?.operation).toBe(required ? "callback-test" : "reissue");
    if (required) expect(diagnostics?.at(-1)?.detail).toContain("Code: callback_not_configured");
  });
});
