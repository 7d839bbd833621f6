import { describe, expect, test } from "vitest";
import {
  type Attempt,
  BlockedError,
  Journal,
  type JournalEvent,
  knowingNothing,
} from "../../../src/journal/index.ts";
import { done, ended, imported, resolved, sent } from "../../harness/journal/events.ts";
import { HookedStore } from "./hooked-store.ts";

const service = { name: undefined, address: "https://service.example" };
const orderId = "order-1";
/** Long after the attempts of the events: none of them can be in flight. */
const now = () => new Date("2026-11-16T12:00:00.000Z");

function issued(certificate: string): JournalEvent {
  return {
    event: "issued",
    attempt: `issued-${certificate}`,
    at: "2026-11-15T12:00:05.000Z",
    order: orderId,
    certificate,
    receiver: "receiver-1",
  };
}

async function journalWith(events: readonly JournalEvent[], resolveByCallback?: "auto") {
  const store = new HookedStore();
  for (const event of events) await store.log(orderId).append(event);
  return { store, journal: new Journal({ store, now, resolveByCallback }) };
}

async function verdict(events: readonly JournalEvent[], mode?: "auto") {
  const { journal } = await journalWith(events, mode);
  const intent = { orderId, service, requestDigest: "A", knownLatest: knowingNothing, force: false };
  const snapshot = await journal.snapshot(orderId, service);
  return { snapshot, verdict: await journal.preview(intent, snapshot) };
}

const open = [sent("a1"), ended("unknown", "a1")];

/** Whether a callback resolves the only open attempt by itself, and with which certificate. */
const cases: readonly [title: string, events: readonly JournalEvent[], certificate: string | undefined][] = [
  ["a callback after the attempt was sent", [...open, issued("c-9")], "c-9"],
  [
    "a callback between sending and the lost answer",
    [open[0] as JournalEvent, issued("c-9"), ended("unknown")],
    "c-9",
  ],
  ["a callback that came twice", [...open, issued("c-9"), issued("c-9")], "c-9"],
  [
    "a callback for the certificate that an unclear answer named",
    [sent("a1"), { ...ended("unknown"), certificate: "c-9" } as JournalEvent, issued("c-9")],
    "c-9",
  ],
  ["no callback", open, undefined],
  ["a callback from before the attempt", [issued("c-9"), ...open], undefined],
  [
    "a callback for a certificate of an earlier attempt",
    [sent("a0"), done("a0", "c-9"), sent("a1", { replaced: "c-9" }), ended("unknown"), issued("c-9")],
    undefined,
  ],
  [
    "a callback for the certificate that the attempt replaces",
    [sent("a1", { replaced: "c-9" }), ended("unknown"), issued("c-9")],
    undefined,
  ],
  [
    "a callback for an imported certificate",
    [imported("a0", { certificate: "c-9" }), ...open, issued("c-9")],
    undefined,
  ],
  ["callbacks for two certificates", [...open, issued("c-8"), issued("c-9")], undefined],
  [
    "a callback while two attempts are open",
    [...open, sent("a2"), ended("unknown", "a2"), issued("c-9")],
    undefined,
  ],
];

describe.each(cases)("An open attempt and %s", (_, events, certificate) => {
  test(`The attempt is ${certificate ? "resolved" : "left open"} by itself only if that is asked for`, async () => {
    const proposed = await verdict(events);
    expect(proposed.verdict).toMatchObject({ kind: "blocked", blocked: { reason: "open" } });
    expect(proposed.snapshot.unwritten).toEqual([]);
    const auto = await verdict(events, "auto");
    if (certificate === undefined) {
      expect(auto.verdict).toMatchObject({ kind: "blocked", blocked: { reason: "open" } });
      expect(auto.snapshot.unwritten).toEqual([]);
    } else {
      expect(auto.verdict).toMatchObject({ kind: "already-done", certificateId: certificate });
      expect(auto.snapshot.unwritten).toMatchObject([
        { event: "resolved", attempt: "a1", certificate, by: "callback" },
      ]);
    }
  });
});

test("A callback never makes an attempt void, and never changes one that has ended", async () => {
  for (const ending of [done("a1", "c-1"), ended("rejected"), resolved("a1", null), resolved("a1", "c-1")]) {
    const { snapshot } = await verdict([sent("a1"), ending, issued("c-9")], "auto");
    const without = await verdict([sent("a1"), ending], "auto");
    expect(snapshot.history).toEqual(without.snapshot.history);
    expect(snapshot.unwritten).toEqual([]);
  }
});

test("The message about an open attempt names the callback, and its certificate is in the command", async () => {
  const { verdict: one } = await verdict([...open, issued("c-9")]);
  if (one.kind !== "blocked") throw new Error("not blocked");
  const error = new BlockedError(one.blocked);
  expect(error.message).toContain(
    "The service called back at 2026-11-15T12:00:05.000Z: it issued certificate c-9.",
  );
  expect(error.remedy).toContain(`"c-9"`);
  const { verdict: two } = await verdict([...open, issued("c-8"), issued("c-9")]);
  if (two.kind !== "blocked") throw new Error("not blocked");
  const ambiguous = new BlockedError(two.blocked);
  expect(ambiguous.message).toContain("certificate c-8");
  expect(ambiguous.message).toContain("certificate c-9");
  expect(ambiguous.remedy).not.toContain("c-9");
});

test("An attempt that a callback resolved is read back as such, and a person can correct it", async () => {
  const { journal } = await journalWith([...open, issued("c-9")], "auto");
  await journal.write(await journal.snapshot(orderId, service));
  expect(await journal.attempts(orderId)).toMatchObject([
    { status: "succeeded", certificateId: "c-9", resolvedByCallback: true, resolvedManually: false },
  ]);
  await journal.resolve(orderId, "a1", "c-10");
  expect(await journal.attempts(orderId)).toMatchObject([
    { certificateId: "c-10", resolvedByCallback: false, resolvedManually: true },
  ]);
});

test("What a person states comes before a callback", async () => {
  const { journal } = await journalWith([...open, issued("c-9")], "auto");
  const stated = { resolutions: [{ attemptId: "a1", certificateId: null }] };
  const snapshot = await journal.snapshot(orderId, service, stated);
  expect(snapshot.unwritten).toMatchObject([{ event: "resolved", certificate: null, by: undefined }]);
});

test("A state that knows the same attempt is no second one; a state with another open attempt is", async () => {
  const { journal } = await journalWith([...open, issued("c-9")], "auto");
  const [a1] = await journal.attempts(orderId);
  const resolves = async (attemptId: string) => {
    const witness = { attempts: [{ ...(a1 as Attempt), attemptId, callbacks: [] }], earlier: [] };
    const { unwritten } = await journal.snapshot(orderId, service, { witnesses: [witness] });
    return unwritten.some(({ event }) => event === "resolved");
  };
  expect(await resolves("a1")).toBe(true);
  expect(await resolves("a2")).toBe(false);
});

test.each(["prod", "Prod", " prod\n", "prod/"])(
  "A receiver of the service %j records a callback about an order of prod",
  async (service) => {
    const { journal } = await journalWith([{ ...sent("a1"), service: "prod" }, done("a1", "c-1")]);
    const callback = { orderId, certificateId: "c-1", receiver: "r" };
    expect(await journal.recordIssued({ ...callback, service: "test" })).toBe("unknown-order");
    expect(await journal.recordIssued({ ...callback, service })).toBe("recorded");
  },
);

describe("Waiting for a callback", () => {
  const wait = (journal: Journal, more = {}) =>
    journal.waitUntilIssued({ orderId, timeoutMs: 5_000, ...more });

  test("The wait ends when the callback is recorded", async () => {
    const { store, journal } = await journalWith([sent("a1"), done("a1", "c-1")]);
    const waiting = wait(journal);
    await new Journal({ store }).recordIssued({ orderId, certificateId: "c-1", receiver: "r" });
    expect(await waiting).toMatchObject({
      kind: "issued",
      callback: { certificateId: "c-1", receiver: "r" },
    });
  });

  test("A wait right after another one reads the journal at once", async () => {
    const { journal } = await journalWith([sent("a1"), done("a1", "c-1")]);
    await journal.recordIssued({ orderId, certificateId: "c-1", receiver: "r" });
    for (let count = 0; count < 3; count++)
      expect(await wait(journal, { timeoutMs: 500 })).toMatchObject({ kind: "issued" });
  });

  test("A callback about an earlier certificate does not end the wait", async () => {
    const events = [sent("a0"), done("a0", "c-0"), issued("c-0"), sent("a1"), done("a1", "c-1")];
    const { journal } = await journalWith(events);
    expect(await wait(journal, { timeoutMs: 50 })).toEqual({ kind: "timed-out" });
    expect(await wait(journal, { certificateId: "c-0" })).toMatchObject({ kind: "issued" });
  });

  test("An open attempt is waited for, too", async () => {
    const { journal } = await journalWith([...open, issued("c-9")]);
    expect(await wait(journal)).toMatchObject({ kind: "issued", callback: { certificateId: "c-9" } });
  });

  test("An order without a reissue is not waited for", async () => {
    for (const events of [[], [sent("a1"), ended("rejected")]]) {
      const { journal } = await journalWith(events);
      expect(await wait(journal)).toEqual({ kind: "no-reissue" });
    }
  });

  test("A signal ends the wait, and so does a store that fails", async () => {
    const { store, journal } = await journalWith([sent("a1"), done("a1", "c-1")]);
    await expect(wait(journal, { signal: AbortSignal.timeout(20) })).rejects.toThrow(DOMException);
    await expect(wait(journal, { signal: AbortSignal.abort("enough") })).rejects.toBe("enough");
    store.beforeRead = () => {
      throw new Error("gone");
    };
    await expect(wait(journal, { timeoutMs: 2_500 })).rejects.toThrow("cannot be used");
  });

  test("Many waits for one order read it once in each round", async () => {
    const { store, journal } = await journalWith([sent("a1"), done("a1", "c-1")]);
    let reads = 0;
    store.beforeRead = () => void reads++;
    await Promise.all(Array.from({ length: 50 }, () => wait(journal, { timeoutMs: 200 })));
    expect(reads).toBeLessThanOrEqual(2);
  });
});

test("A journal knows its receivers, and lists them among no orders", async () => {
  const { journal } = await journalWith(open);
  expect(await journal.receivers()).toEqual([]);
  for (const name of ["a", "b", "a"]) await journal.addReceiver(name);
  expect(await journal.receivers()).toEqual(["a", "b"]);
  expect(await journal.attempts()).toHaveLength(1);
});
