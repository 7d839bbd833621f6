import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { type CallOptions, CertOrderClient } from "../../../src/client/index.ts";
import { Recorder } from "../../../src/client/recorder.ts";
import { type NotSentError, reissueOperation } from "../../../src/contract/index.ts";
import { Journal, knowingNothing } from "../../../src/journal/index.ts";
import { HookedStore } from "../journal/hooked-store.ts";
import { serving } from "./serving.ts";

let store: HookedStore;
let journal: Journal;
beforeEach(() => {
  store = new HookedStore();
  journal = new Journal({ store });
});

const intent = {
  orderId: "order-1",
  service: { name: undefined, address: "https://service.example" },
  requestDigest: "A",
  knownLatest: knowingNothing,
  force: false,
};
const recorder = (ms = 60_000) => new Recorder(journal, intent, undefined, new Date(Date.now() + ms));
const lastEvents = async () => (await journal.attempts()).map(({ lastEvent }) => lastEvent);

describe("A recorder", () => {
  test("claims once, and records one outcome", async () => {
    const own = recorder();
    expect([own.attemptId, own.refusal]).toEqual([undefined, undefined]);
    expect(await Promise.all([own.claim(), own.claim()])).toEqual([true, true]);
    expect(await journal.attempts()).toMatchObject([{ attemptId: own.attemptId, lastEvent: "sent" }]);
    await own.recordOutcome("unknown", "cert-7");
    await own.recordOutcome("rejected");
    expect(await journal.attempts()).toMatchObject([{ lastEvent: "unknown", certificateId: "cert-7" }]);
  });

  test("No outcome is recorded of an attempt that was never claimed", async () => {
    await recorder().recordOutcome("not-sent");
    expect(await lastEvents()).toEqual([]);
  });

  test("A claim that is refused says why, and leaves nothing open", async () => {
    const first = recorder();
    await first.claim();
    const second = recorder();
    expect(await second.claim()).toBe(false);
    expect(second.attemptId).toBeUndefined();
    expect(second.refusal).toMatchObject({ kind: "blocked", blocked: { reason: "open" } });
    await second.recordOutcome("unknown");
    expect(await lastEvents()).toEqual(["sent", "not-sent"]);
  });

  test("Between two tries the attempt is void, and the next try is an attempt of its own", async () => {
    const own = recorder();
    await own.claim();
    const first = own.attemptId;
    await own.pause("rejected");
    expect(await lastEvents()).toEqual(["rejected"]);
    expect(own.attemptId).toBeUndefined();
    expect(await own.claim()).toBe(true);
    expect(own.attemptId).not.toBe(first);
    await own.recordOutcome("done", "cert-1");
    expect(await lastEvents()).toEqual(["rejected", "done"]);
  });

  test("One attempt stands for all tries if the store is slow to write", async () => {
    store.eventuallyConsistent = true;
    const own = recorder();
    await own.claim();
    await own.pause("rejected");
    await own.claim();
    await own.recordOutcome("done", "cert-1");
    expect((await store.log("order-1").read()).map(({ event }) => event)).toEqual(["sent", "done"]);
  });

  test("The next try is not sent if the last one cannot be recorded as over: the log may show either", async () => {
    const own = recorder();
    await own.claim();
    store.beforeAppend = ({ event }) => event === "rejected" && Promise.reject(new Error("disk on fire"));
    await expect(own.pause("rejected")).rejects.toThrow();
    expect(await own.claim()).toBe(false);
    expect(own.refusal).toMatchObject({ blocked: { reason: "open" } });
  });

  test("A machine that slept past the deadline does not send", async () => {
    const now = Date.now();
    for (const [elapsed, expected] of [
      [59_999, true],
      [60_000, false],
    ] as const) {
      journal = new Journal({ store: new HookedStore() });
      const own = new Recorder(journal, intent, undefined, new Date(now + 60_000));
      const clock = vi.spyOn(Date, "now").mockReturnValue(now + elapsed);
      onTestFinished(() => clock.mockRestore());
      expect(await own.claim()).toBe(expected);
      await own.recordOutcome("not-sent");
      expect(await lastEvents()).toEqual(["not-sent"]);
    }
  });

  test("A call that ends while `sent` is being recorded leaves nothing open", async () => {
    const own = recorder();
    const claiming = own.claim();
    await own.recordOutcome("not-sent");
    await claiming;
    expect(await lastEvents()).toEqual(["not-sent"]);
  });

  test("A store that hangs does not keep the call from ending, and records the outcome when it answers", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const own = recorder();
    await own.claim();
    await own.pause("rejected");
    const { promise, resolve: answer } = Promise.withResolvers<void>();
    store.beforeAppend = () => promise;
    const claiming = own.claim();
    const recording = own.recordOutcome("not-sent");
    await vi.advanceTimersByTimeAsync(5_000);
    await recording;
    expect(own.advice).toMatch(/^If attempt [0-9a-f]{12} blocks the order later, it was not sent: /);
    store.beforeAppend = () => {};
    answer();
    await claiming;
    await vi.waitFor(async () => expect(await lastEvents()).toEqual(["rejected", "not-sent"]));
  });

  test("A second signal ends the wait for a store that hangs, before and after the request was sent", async () => {
    const second = new AbortController();
    const waiting = () =>
      new Recorder(journal, intent, undefined, new Date(Date.now() + 60_000), second.signal);
    const [sent, unsent] = [waiting(), waiting()];
    await sent.claim();
    store.beforeAppend = () => new Promise(() => {});
    void unsent.claim();
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
    await expect(own.claim()).rejects.toMatchObject({ code: "journal_unavailable" });
    store.beforeAppend = () => {};
    await own.recordOutcome("not-sent");
    expect(await lastEvents()).toEqual([]);
  });
});

describe("A client and its recorder", () => {
  /** A service that notes what the journal said when a request arrived. */
  async function service(options: { readonly timeoutMs?: number } = {}) {
    const seen: string[][] = [];
    const { server, url: baseUrl } = await serving(async (incoming, response) => {
      for await (const _ of incoming);
      seen.push(await lastEvents());
      response.end(JSON.stringify({ code: "success", data: { certificate: { id: "cert-1" } } }));
    });
    const client = new CertOrderClient({ baseUrl, authKey: "a", keyId: "k", env: {}, journal, ...options });
    const call = ({
      force = true,
      ...more
    }: CallOptions & { idempotencyKey?: string; force?: boolean } = {}) =>
      client.send(
        reissueOperation,
        { order_id: "order-1", sign_hash: "sha256", csr_from: "x" },
        { idempotencyKey: "k", intent: { force }, ...more },
      );
    return { seen, call, server };
  }

  test("send nothing and leave nothing open on a machine that slept while `sent` was being recorded", async () => {
    const { seen, call } = await service();
    const now = Date.now();
    store.beforeAppend = ({ event }) => {
      if (event !== "sent") return;
      const clock = vi.spyOn(Date, "now").mockReturnValue(now + 3_600_000);
      onTestFinished(() => clock.mockRestore());
    };
    await expect(call()).rejects.toMatchObject({ outcome: "not-sent", code: "deadline_exceeded" });
    expect(seen).toEqual([]);
    expect(await lastEvents()).toEqual(["not-sent"]);
  });

  test.each([
    ["aborted", false],
    ["aborted", true],
    ["deadline_exceeded", false],
    ["deadline_exceeded", true],
  ])(
    "name the attempt that a hanging store may still record (%s, eventually consistent: %s)",
    async (code, eventuallyConsistent) => {
      store.eventuallyConsistent = eventuallyConsistent;
      const { seen, call } = await service({ timeoutMs: code === "aborted" ? 60_000 : 300 });
      const { promise: hanging, resolve: answer } = Promise.withResolvers<void>();
      const stopping = new AbortController();
      store.beforeAppend = ({ event }) => {
        if (event !== "sent") return;
        if (code === "aborted") stopping.abort();
        return hanging;
      };
      const called = call({ stopSignal: stopping.signal, signal: AbortSignal.timeout(600) });
      const error = (await called.catch((thrown: unknown) => thrown)) as NotSentError;
      expect(error).toMatchObject({ outcome: "not-sent", code });
      expect(error.message).toContain("was not sent: the journal did not answer, and ");
      const [, attemptId] =
        /If attempt (\w+) blocks the order later, it was not sent/.exec(error.remedy) ?? [];
      answer();
      await vi.waitFor(async () =>
        expect(await journal.attempts()).toMatchObject([{ attemptId, lastEvent: "not-sent" }]),
      );
      expect(seen).toEqual([]);
    },
  );

  test("do not wait longer than the whole time for a journal that does not record an answer", async () => {
    const { call } = await service({ timeoutMs: 300 });
    await call();
    store.beforeAppend = () => new Promise(() => {});
    await expect(call({ idempotencyKey: "other", force: false })).rejects.toMatchObject({
      code: "deadline_exceeded",
    });
  });

  test("claim before they connect with a store that lags, and record it if nothing could be sent", async () => {
    store.eventuallyConsistent = true;
    const { call, server } = await service();
    await new Promise((resolve) => server.close(resolve));
    await expect(call({ signal: AbortSignal.timeout(200) })).rejects.toMatchObject({ outcome: "not-sent" });
    expect(await lastEvents()).toEqual(["not-sent"]);
  });
});
