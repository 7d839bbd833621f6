import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { ClientOptions } from "../../../src/client/index.ts";
import { Recorder } from "../../../src/client/recorder.ts";
import { CertOrderError } from "../../../src/contract/index.ts";
import { Journal, type JournalEvent, knowingNothing } from "../../../src/journal/index.ts";
import { call, clientFor, ofTypes } from "../../harness/faults/calls.ts";
import { orderId, plainPort, rawService, withFaultyService } from "../../harness/faults/faulty-service.ts";
import { eventually, type Script } from "../../harness/faults/raw-server.ts";
import { closingAfter, polite } from "../../harness/faults/scripts.ts";
import { service } from "../../harness/journal/intents.ts";
import { HookedStore } from "../journal/hooked-store.ts";
import { failure } from "./serving.ts";

let store: HookedStore;
let journal: Journal;
beforeEach(() => {
  store = new HookedStore();
  journal = new Journal(store);
});

const intent = {
  orderId: "order-1",
  service,
  requestDigest: "A",
  knownLatest: knowingNothing,
  force: false,
};
const recorder = ({ now = Date.now(), signal = undefined as AbortSignal | undefined } = {}) =>
  new Recorder({ journal, intent, previous: undefined, deadline: new Date(now + 60_000), signal });
const lastEvents = async () => (await journal.attempts()).map(({ lastEvent }) => lastEvent);

describe("A recorder", () => {
  test("claims once, and records one outcome", async () => {
    const own = recorder();
    expect([own.attemptId, own.refusal]).toEqual([undefined, undefined]);
    expect(await Promise.all([own.recordSent(), own.recordSent()])).toEqual([true, true]);
    expect(await journal.attempts()).toMatchObject([{ attemptId: own.attemptId, lastEvent: "sent" }]);
    await own.recordOutcome("unknown", "cert-7");
    await own.recordOutcome("rejected");
    await recorder().recordOutcome("not-sent");
    expect(await journal.attempts()).toMatchObject([{ lastEvent: "unknown", certificateId: "cert-7" }]);
  });

  test("A claim that is refused says why, and leaves nothing open", async () => {
    const first = recorder();
    await first.recordSent();
    const second = recorder();
    expect(await second.recordSent()).toBe(false);
    expect(second.attemptId).toBeUndefined();
    expect(second.refusal).toMatchObject({ kind: "blocked", blocked: { reason: "open" } });
    await second.recordOutcome("unknown");
    expect(await lastEvents()).toEqual(["sent", "not-sent"]);
  });

  test("Between two tries the attempt is void, and the next try is an attempt of its own", async () => {
    const own = recorder();
    await own.recordSent();
    const first = own.attemptId;
    await own.pause("rejected");
    expect(await lastEvents()).toEqual(["rejected"]);
    expect(own.attemptId).toBeUndefined();
    expect(await own.recordSent()).toBe(true);
    expect(own.attemptId).not.toBe(first);
    await own.recordOutcome("done", "cert-1");
    expect(await lastEvents()).toEqual(["rejected", "done"]);
  });

  test("One attempt stands for all tries if the store is slow to write", async () => {
    store.isEventuallyConsistent = true;
    const own = recorder();
    await own.recordSent();
    await own.pause("rejected");
    await own.recordSent();
    await own.recordOutcome("done", "cert-1");
    expect((await store.log("order-1").read()).map(({ event }) => event)).toEqual(["sent", "done"]);
  });

  test("The next try is not sent if the last one cannot be recorded as over", async () => {
    const own = recorder();
    await own.recordSent();
    store.beforeAppend = ({ event }) => event === "rejected" && Promise.reject(new Error("disk on fire"));
    await expect(own.pause("rejected")).rejects.toThrow();
    await expect(own.recordSent()).rejects.toThrow("cannot be used");
  });

  test("A machine that slept past the deadline does not send", async () => {
    const now = Date.now();
    for (const [elapsed, expected] of [
      [59_999, true],
      [60_000, false],
    ] as const) {
      journal = new Journal(new HookedStore());
      const own = recorder({ now });
      const clock = vi.spyOn(Date, "now").mockReturnValue(now + elapsed);
      onTestFinished(() => clock.mockRestore());
      expect(await own.recordSent()).toBe(expected);
      await own.recordOutcome("not-sent");
      expect(await lastEvents()).toEqual(["not-sent"]);
    }
  });

  test("A store that hangs does not keep the call from ending, and records the outcome when it answers", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const own = recorder();
    await own.recordSent();
    await own.pause("rejected");
    const { promise, resolve: answer } = Promise.withResolvers<void>();
    store.beforeAppend = () => promise;
    const claiming = own.recordSent();
    const recording = own.recordOutcome("not-sent");
    await vi.advanceTimersByTimeAsync(5_000);
    await recording;
    expect(own.advice).toMatch(/^If attempt [0-9a-f]{12} blocks the order later, it was not sent: /);
    store.beforeAppend = () => {};
    answer();
    await claiming;
    await vi.waitFor(async () => expect(await lastEvents()).toEqual(["rejected", "not-sent"]));
  });

  test("A store that is slow gets the time to record that nothing was sent, so that the order is not blocked", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    store.beforeAppend = () => new Promise((resolve) => void setTimeout(resolve, 4_000));
    const own = recorder();
    const ended = vi.fn();
    void own.recordSent();
    void own.recordOutcome("not-sent").then(ended);
    await vi.advanceTimersByTimeAsync(7_999);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toHaveBeenCalledOnce();
    expect(own.advice).toBeUndefined();
    expect(await lastEvents()).toEqual(["not-sent"]);
  });

  test("A second signal ends the wait for a store that hangs, before and after the request was sent", async () => {
    const second = new AbortController();
    const [sent, unsent] = [recorder(second), recorder(second)];
    await sent.recordSent();
    store.beforeAppend = () => new Promise(() => {});
    void unsent.recordSent();
    const recording = [
      expect(sent.recordOutcome("done", "cert-1")).rejects.toThrow("The journal does not answer."),
      unsent.recordOutcome("not-sent"),
    ];
    second.abort();
    await Promise.all(recording);
    expect([sent.advice, unsent.advice]).toEqual([undefined, expect.stringContaining("it was not sent")]);
  });

  test("A claim that fails leaves no outcome to record", async () => {
    store.beforeAppend = () => Promise.reject(new Error("disk on fire"));
    const own = recorder();
    await expect(own.recordSent()).rejects.toMatchObject({ code: "journal_unavailable" });
    store.beforeAppend = () => {};
    await own.recordOutcome("not-sent");
    expect(await lastEvents()).toEqual([]);
  });
});

describe("A client and its journal", () => {
  /** A client of a server, and what the server has received. */
  async function clientOf(script: Script | "no TLS" = polite, options: Partial<ClientOptions> = {}) {
    const service = await withFaultyService(
      { onTestFinished },
      script === "no TLS" ? plainPort((visit) => visit.end()) : rawService(script),
    );
    const { client, events } = clientFor(service, { journal, maxTries: 1, ...options });
    return { service, client, events, reissue: (more = {}) => call("reissue", client, service, more) };
  }
  const onSent = (then: () => unknown) => (event: JournalEvent) => event.event === "sent" && then();
  const eventsOf = async () => (await store.log(orderId).read()).map(({ event }) => event);

  test("record `sent` after the connection stands and before the first byte", async () => {
    const { service, reissue } = await clientOf();
    let seen: unknown;
    store.beforeAppend = onSent(async () => {
      await sleep(50);
      seen = { requests: service.requests(), open: service.open() };
    });
    expect((await reissue()).outcome).toBe("done");
    expect(seen).toEqual({ requests: 0, open: 1 });
    expect(await eventsOf()).toEqual(["sent", "done"]);
  });

  test("record nothing of a connection that never stood", async () => {
    const { reissue } = await clientOf("no TLS");
    expect((await reissue()).outcome).toBe("not-sent");
    expect(await eventsOf()).toEqual([]);
  });

  const busy = new CertOrderError("No.", { code: "order_busy", outcome: "not-sent", remedy: "Wait." });
  const burning = new Error("disk on fire");
  test.each([
    ["claim", "refuses", () => Promise.reject(busy), { code: "order_busy" }],
    ["claim", "fails", () => Promise.reject(burning), { code: "journal_unavailable", cause: burning }],
    [
      "claim",
      "throws",
      () => {
        throw burning;
      },
      { code: "journal_unavailable", cause: burning },
    ],
    ["snapshot", "fails", () => Promise.reject(burning), { code: "journal_unavailable", cause: burning }],
  ] as const)("send nothing if %s %s", async (method, _, behaviour, error) => {
    const { service, reissue } = await clientOf();
    vi.spyOn(journal, method).mockImplementation(behaviour);
    expect(await reissue()).toMatchObject({ outcome: "not-sent", error });
    expect(service.requests()).toBe(0);
    expect(await eventually(() => service.open() === 0)).toBe(true);
  });

  test.each([
    ["a success", polite, { outcome: "done", certificateId: "cert-9" }],
    ["a failure", closingAfter(), { outcome: "unknown" }],
  ])("report an outcome that cannot be recorded, which does not change %s", async (_, script, expected) => {
    const { events, reissue } = await clientOf(script);
    store.beforeAppend = ({ event }) => {
      if (event !== "sent") throw burning;
    };
    expect(await reissue()).toMatchObject(expected);
    const [{ attemptId } = {}] = await journal.attempts();
    const { outcome: _outcome, ...certificate } = expected;
    expect(ofTypes(events, "unrecorded")).toMatchObject([{ attemptId, orderId, ...certificate }]);
    expect(ofTypes(events, "unrecorded")).toMatchObject([{ error: { code: "journal_unavailable" } }]);
  });

  test.each([
    ["aborted", false],
    ["aborted", true],
    ["deadline_exceeded", false],
    ["deadline_exceeded", true],
  ])(
    "name the attempt that a hanging store may still record (%s, eventually consistent: %s)",
    async (code, isEventuallyConsistent) => {
      store.isEventuallyConsistent = isEventuallyConsistent;
      const timeoutMs = code === "aborted" ? 60_000 : 1_500;
      const { service, reissue } = await clientOf(polite, { timeoutMs });
      const { promise: hanging, resolve: answer } = Promise.withResolvers<void>();
      const stopping = new AbortController();
      store.beforeAppend = onSent(() => {
        if (code === "aborted") stopping.abort();
        return hanging;
      });
      const { error } = await reissue({ stopSignal: stopping.signal, signal: AbortSignal.timeout(2_000) });
      expect(error).toMatchObject({ outcome: "not-sent", code });
      expect(error?.message).toContain("was not sent: the journal did not answer, and ");
      const [, attemptId] =
        /If attempt (\w+) blocks the order later, it was not sent/.exec(error?.remedy ?? "") ?? [];
      answer();
      await vi.waitFor(async () =>
        expect(await journal.attempts()).toMatchObject([{ attemptId, lastEvent: "not-sent" }]),
      );
      expect(service.requests()).toBe(0);
    },
  );

  test("do not wait longer than the whole time for a store that does not record an answer", async () => {
    const { client, reissue } = await clientOf(polite, { timeoutMs: 1_000 });
    await reissue();
    store.beforeAppend = () => new Promise(() => {});
    const values = { order_id: orderId, sign_hash: "sha256", csr_from: "sign-cloud-csc" };
    const again = client.sendReissue(values, {
      idempotencyKey: "other",
      intent: { force: false },
    });
    expect(await failure(again)).toMatchObject({ code: "deadline_exceeded" });
  });

  test("claim before they connect with a store that lags, and record it if nothing could be sent", async () => {
    store.isEventuallyConsistent = true;
    const { reissue } = await clientOf("no TLS");
    expect((await reissue()).outcome).toBe("not-sent");
    expect(await eventsOf()).toEqual(["sent", "not-sent"]);
  });
});
