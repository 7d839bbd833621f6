import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { DoneUnreadError, RejectedError, UnknownOutcomeError } from "../../../src/client/index.ts";
import { UNKNOWN } from "../../../src/plugin/index.ts";
import type { ReissueState } from "../../../src/provider/reissue/schema.ts";
import { send, sendOnTop, takeOver } from "../../../src/provider/reissue/send.ts";
import { idFromState } from "../../../src/provider/reissue/stored.ts";
import { startSandbox } from "../../../src/sandbox/index.ts";
import { stateOf } from "../states.ts";
import { attempted, configured, connected } from "./service.ts";

// What becomes of it where somebody else is quicker than an apply that is already on its way.

const plain = { order_id: "order-1", sign_hash: "sha256" };
const since = [expect.objectContaining({ severity: "error", summary: "The Order Was Reissued Since" })];
const otherwise = [
  expect.objectContaining({ severity: "error", summary: "The Order Was Reissued Otherwise" }),
];
let service: ReturnType<typeof configured>;
beforeEach(() => {
  service = configured();
});

/** All that is planned, of which this is given. */
function planOf(values: object) {
  return { ...stateOf({}), ...values } as Parameters<typeof send>[2];
}

function sending(values: object, held: Parameters<typeof send>[4]["held"] = {}) {
  const config = stateOf({}) as unknown as Parameters<typeof send>[3];
  const wish = { held, again: held.certificateId !== undefined };
  return send(service, null, planOf(values), config, wish, new AbortController().signal);
}

test("the callback is tested first only where that is required", async () => {
  const sandbox = await startSandbox({
    httpsPort: false,
    orders: [{ id: "order-1", product: "code-signing" }],
  });
  onTestFinished(() => sandbox.close());
  const cloud = {
    ...plain,
    certificate_id: UNKNOWN,
    previous_certificate_id: UNKNOWN,
    csr_from: "sign-cloud-csc",
  };
  for (const require_callback of [true, false, null]) {
    service = { ...connected(sandbox) };
    const { diagnostics } = await sending({ ...cloud, require_callback });
    const asked = sandbox.requests.at(-1)?.operation;
    expect(asked).toBe(require_callback ? "callback-test" : "reissue");
    if (require_callback)
      expect(diagnostics).toMatchObject([
        { detail: expect.stringContaining("Code: callback_not_configured") },
      ]);
  }
});

describe("a reissue that is about to be sent", () => {
  const open = { ...plain, certificate_id: UNKNOWN, previous_certificate_id: UNKNOWN };

  test("takes over what somebody has made from the same request", async () => {
    service.memory.notePassedOver("The journal cannot be used.");
    await attempted(service, plain, { event: "done", certificate: "cert-2", attempt: "a2" }, "cert-1");
    const { state, diagnostics } = await sending(open);
    expect(state).toMatchObject({
      ...{ certificate_id: "cert-2", previous_certificate_id: "cert-1", attempt_id: "a2" },
      last_outcome: "adopted",
    });
    expect(diagnostics).toMatchObject([
      { severity: "warning", summary: "Going On Without the Journal" },
      { severity: "warning", summary: "Order order-1 Is Taken Over Without a Reissue" },
    ]);
  });

  test("is refused on top of what somebody has made from another", async () => {
    await attempted(service, { ...plain, sign_hash: "sha512" }, { event: "done", certificate: "cert-2" });
    const { state, diagnostics } = await sending(open);
    expect(state).toBeUndefined();
    expect(diagnostics).toEqual(otherwise);
  });

  test("in place of a certificate takes over only what has replaced that very one", async () => {
    const replacing = { ...open, previous_certificate_id: "cert-1" };
    const held = { attemptId: "a1", certificateId: "cert-1" };
    await attempted(service, plain, { event: "done", certificate: "cert-1", attempt: "a1" });
    await attempted(service, plain, { event: "done", certificate: "cert-2", attempt: "a2" }, "cert-1");
    expect((await sending(replacing, held)).state).toMatchObject({ certificate_id: "cert-2" });
    await attempted(service, plain, { event: "done", certificate: "cert-3", attempt: "a3" }, "cert-2");
    const { state, diagnostics } = await sending(replacing, held);
    expect(state).toBeUndefined();
    expect(diagnostics).toEqual(since);
    expect(diagnostics?.[0]?.detail).toContain("cert-3");
  });

  test("is not, without settings", async () => {
    const { diagnostics } = await send(
      { ...service, client: undefined },
      null,
      planOf(open),
      stateOf({}) as unknown as Parameters<typeof send>[3],
      { held: {}, again: false },
      new AbortController().signal,
    );
    expect(diagnostics).toMatchObject([{ summary: "Provider Not Configured" }]);
  });
});

describe("a reissue that something stands against by now", () => {
  const open = { ...plain, certificate_id: UNKNOWN, previous_certificate_id: UNKNOWN };
  const config = stateOf({}) as unknown as Parameters<typeof send>[3];
  const wish = { held: {}, again: false };
  const never = new AbortController().signal;

  test("is not sent: the provider's brakes, and names that nobody has agreed to drop", async () => {
    const stopped = { ...service, allowReissue: false };
    expect(await send(stopped, null, planOf(open), config, wish, never)).toEqual({
      diagnostics: [expect.objectContaining({ summary: "Reissues Are Switched Off" })],
    });
    const prior = stateOf({ ...plain, common_name: "a.example", certificate_id: "cert-1" });
    const dropping = planOf({ ...open, common_name: "b.example" });
    expect(await send(service, prior, dropping, config, wish, never)).toEqual({
      diagnostics: [expect.objectContaining({ summary: "The Reissue Drops Names" })],
    });
    expect(await service.journal.attempts()).toEqual([]);
  });

  test("is not sent when the run is stopped, nor connected for", async () => {
    const csr = { csr_from: "sign-cloud-csc" };
    const answer = await send(service, null, planOf({ ...open, ...csr }), config, wish, AbortSignal.abort());
    expect(answer.state).toBeUndefined();
    expect(answer.diagnostics).toMatchObject([{ summary: "Nothing Was Sent" }]);
    expect(answer.diagnostics?.[0]?.detail).toContain("cancelled");
  });

  test("is told together with what was passed over on the way", async () => {
    service.memory.notePassedOver("The journal cannot be used.");
    await attempted(service, { ...plain, sign_hash: "sha512" }, { event: "done", certificate: "cert-2" });
    const { diagnostics } = await sending(open);
    expect(diagnostics).toMatchObject([{ summary: "Going On Without the Journal" }, { severity: "error" }]);
  });

  test("is told to be unclear, with what becomes of what it replaces once it turns out that it did not happen", async () => {
    const told = async (failure: Error, held = {}) => {
      const client = { ...service.client, send: () => Promise.reject(failure) } as never;
      const replacing = { held, again: true };
      const answer = await send({ ...service, client }, null, planOf(open), config, replacing, never);
      return answer.diagnostics?.[0]?.detail ?? "";
    };
    const details = { code: "lost", remedy: "Look.", attemptId: "a2" };
    const gone = "Once you have said that it was not reissued: The resource is not in the state";
    const unknown = new UnknownOutcomeError("It was lost.", details);
    expect(await told(unknown, { attemptId: "a1" })).toContain(gone);
    const refusal = new RejectedError("It was refused.", { code: "no", remedy: "Ask." });
    expect(await told(refusal, { attemptId: "a1" })).toContain("and is refused else.");
    const another = { event: "done", attempt: "a0", certificate: "cert-0" } as const;
    await attempted(service, { ...plain, sign_hash: "sha512" }, another);
    await attempted(service, plain, { event: "done", certificate: "cert-1" });
    expect(await told(refusal, { attemptId: "a1" })).toContain("takes its certificate over again, and sends");
    expect(await told(refusal)).not.toContain("takes its certificate over");
    // The line is one to paste, so that what is said beside it is a comment.
    expect(await told(unknown)).toMatch(/"a2:not-happened" \} {3}# if it was not reissued/);
    expect(await told(unknown)).toMatch(/may reissue|stays held back until it is resolved\.\s+Code: lost$/);
    const unread = new DoneUnreadError("It was lost.", details);
    expect(await told(unread, { attemptId: "a1" })).not.toContain(gone);
    const nameless = new UnknownOutcomeError("It was lost.", { ...details, attemptId: undefined });
    expect(await told(nameless, { attemptId: "a1" })).not.toContain("undefined");
  });

  test("is stored as open, also where the journal cannot be read any more", async () => {
    const lost = new UnknownOutcomeError("It was lost.", { code: "lost", remedy: "Look.", attemptId: "a2" });
    const client = { ...service.client, send: () => Promise.reject(lost) } as never;
    vi.spyOn(service.journal, "attempts").mockRejectedValue(new Error("gone"));
    const { state } = await send({ ...service, client }, null, planOf(open), config, wish, never);
    expect(state).toMatchObject({ last_outcome: "unknown", attempt_id: "a2" });
  });

  test("is not, where a mistake of ours is", async () => {
    const consider = () => Promise.reject(new Error("our mistake"));
    const mistaken = { ...service, journal: { consider } as never };
    await expect(send(mistaken, null, planOf(open), config, wish, never)).rejects.toThrow("our mistake");
  });
});

describe("a change that is about to be sent", () => {
  const csr_from = "sign-cloud-csc";
  const change = planOf({ ...plain, csr_from, certificate_id: UNKNOWN, previous_certificate_id: UNKNOWN });
  const prior = stateOf({ ...plain, certificate_id: "cert-1", attempt_id: "a1", last_outcome: "done" });
  const changing = async (from: ReissueState) =>
    sendOnTop(
      service,
      from,
      change,
      stateOf({}) as unknown as Parameters<typeof send>[3],
      new AbortController().signal,
    );

  test("is refused on top of what somebody has made since", async () => {
    await attempted(service, plain, { event: "done", certificate: "cert-1" });
    await attempted(
      service,
      { ...plain, sign_hash: "sha512" },
      { event: "done", certificate: "cert-2", attempt: "a2" },
    );
    expect((await changing(prior)).diagnostics).toEqual(otherwise);
  });

  test("is refused while something is open of which only the state knows", async () => {
    const { diagnostics } = await changing({ ...prior, attempt_id: "a2", last_outcome: "unknown" });
    expect(diagnostics).toMatchObject([{ severity: "error", summary: "A Reissue Is Unresolved" }]);
  });
});

describe("a certificate that is about to be taken over", () => {
  const taken = { ...plain, certificate_id: "cert-1", fingerprint: UNKNOWN };

  test("is, while it is the newest, and what was not known of its request is known by then", async () => {
    await attempted(service, plain, { event: "done", certificate: "cert-1" });
    const { state } = await takeOver(service, null, planOf(taken));
    expect(state).toMatchObject({
      certificate_id: "cert-1",
      fingerprint: expect.stringContaining("sign_hash:"),
    });
  });

  test("is not, once there is a newer one", async () => {
    await attempted(service, plain, { event: "done", certificate: "cert-1" });
    await attempted(service, plain, { event: "done", certificate: "cert-2", attempt: "a2" }, "cert-1");
    const { state, diagnostics } = await takeOver(service, null, planOf(taken));
    expect(state).toBeUndefined();
    expect(diagnostics).toEqual(since);
  });

  test("is kept where it is stored already, whatever is newer", async () => {
    await attempted(service, plain, { event: "done", certificate: "cert-1" });
    await attempted(service, plain, { event: "done", certificate: "cert-2", attempt: "a2" }, "cert-1");
    const prior: ReissueState = stateOf({ ...plain, certificate_id: "cert-1" });
    expect((await takeOver(service, prior, planOf(taken))).state).toMatchObject({ certificate_id: "cert-1" });
  });

  test("is made known to the history where it was imported, and only there", async () => {
    const prior = stateOf({ ...plain, certificate_id: "cert-1", last_outcome: "imported" });
    await takeOver(service, { ...prior, last_outcome: "done" }, planOf(taken));
    expect(await service.journal.attempts()).toEqual([]);
    const { state, private: data } = await takeOver(service, prior, planOf(taken));
    expect(data).toEqual(new Uint8Array());
    expect(await service.journal.attempts()).toMatchObject([
      {
        attemptId: idFromState("order-1", "cert-1"),
        certificateId: "cert-1",
        what: state?.fingerprint,
        fate: "done",
      },
    ]);
  });

  test("keeps what is known of its request", async () => {
    const expires_at_estimate = "2026-12-01T00:00:00.000Z";
    const { state } = await takeOver(
      service,
      null,
      planOf({ ...taken, fingerprint: "csr:1", expires_at_estimate }),
    );
    expect(state).toMatchObject({ fingerprint: "csr:1", expires_at_estimate });
  });

  test("ends when its validity says, also where that was not known when it was planned", async () => {
    const dates = { issued_at: "2026-11-01T00:00:00.000Z", expires_at_estimate: UNKNOWN };
    const { state } = await takeOver(service, null, planOf({ ...taken, ...dates, validity_days: 30 }));
    expect(state).toMatchObject({ expires_at_estimate: "2026-12-01T00:00:00.000Z" });
  });

  test("is not, where anything else is still not known", async () => {
    const planned = planOf({ ...taken, issued_at: UNKNOWN });
    await expect(takeOver(service, null, planned)).rejects.toThrow("still not known");
  });
});
