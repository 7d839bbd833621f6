import { describe, expect, test } from "vitest";
import { BlockedError, Journal, type JournalEvent, knowingNothing } from "../../../src/journal/index.ts";
import { done, ended, imported, issued, resolved, sent } from "../../harness/journal/events.ts";
import { service } from "../../harness/journal/intents.ts";
import { HookedStore } from "./hooked-store.ts";

const orderId = "order-1";
/** Long after the attempts of the events: none of them can be in flight. */
const now = () => new Date("2026-11-16T12:00:00.000Z");

/** Callbacks come when the journal has the events before them. */
async function journalWith(events: readonly JournalEvent[]) {
  const store = new HookedStore();
  const journal = new Journal(store, { now });
  await journal.callbacks.addReceiver("r");
  for (const event of events)
    if (event.event === "issued")
      await journal.callbacks.record({ orderId, certificateId: event.certificate, receiver: "r" });
    else await store.log(orderId).append(event);
  return { store, journal };
}

async function decided(events: readonly JournalEvent[]) {
  const { journal } = await journalWith(events);
  const intent = { orderId, service, requestDigest: "A", knownLatest: knowingNothing, force: false };
  const snapshot = await journal.snapshot(orderId, service);
  return { snapshot, decision: await journal.decide(intent, snapshot) };
}

const [a1, lost] = [sent("a1"), ended("unknown")];
const open = [a1, lost];
const replacing = sent("a1", { previous: "c-9" });
const original = [imported([], "c-9")];

// test/harness/journal/callback-model.ts tries callbacks in any order.
test.each<[title: string, events: readonly JournalEvent[], evidence: string[]]>([
  ["after the attempt was sent", [...open, issued("c-9")], ["c-9"]],
  ["between sending and the lost answer", [a1, issued("c-9"), lost], ["c-9"]],
  [
    "for the certificate that an unclear answer named",
    [a1, { ...lost, certificate: "c-9" } as JournalEvent, issued("c-9")],
    ["c-9"],
  ],
  ["for one certificate, and one for another", [...open, issued("c-8"), issued("c-9")], ["c-8", "c-9"]],
  ["from before the attempt", [issued("c-9"), ...open], []],
  [
    "about the original certificate, delivered again before the first reissue works",
    [...original, issued("c-9"), ...open, issued("c-9")],
    [],
  ],
  ["for a certificate of an earlier attempt", [sent("a0"), done("a0", "c-9"), ...open, issued("c-9")], []],
  ["for the certificate that the attempt replaces", [replacing, lost, issued("c-9")], []],
])("A callback %s settles nothing", async (_, events, evidence) => {
  const { snapshot, decision } = await decided(events);
  expect(snapshot.unwritten).toEqual([]);
  expect(decision).toMatchObject({
    kind: "blocked",
    blocked: {
      reason: "open",
      attempt: { attemptId: "a1" },
      evidence: evidence.map((certificateId) => ({ certificateId })),
    },
  });
});

test("A callback about another certificate does not let a second sender through, and is no result after a rejection", async () => {
  const events = [a1, issued("c-stray")];
  expect((await decided(events)).decision).toMatchObject({ blocked: { reason: "open" } });
  const { snapshot } = await decided([...events, ended("rejected")]);
  expect(snapshot.merged).toMatchObject([{ status: "void", certificateId: undefined }]);
});

test.each([done("a1", "c-1"), ended("rejected"), resolved("a1", null), resolved("a1", "c-1")])(
  "A callback never changes an attempt that has ended: $event",
  async (ending) => {
    const { snapshot } = await decided([a1, ending, issued("c-9")]);
    const without = await decided([a1, ending]);
    expect(snapshot.merged).toEqual(without.snapshot.merged);
    expect(snapshot.unwritten).toEqual([]);
  },
);

test("The message about an open attempt names callbacks, and the only certificate is in the command", async () => {
  const error = async (...events: JournalEvent[]) => {
    const { decision } = await decided([...open, ...events]);
    if (decision.kind !== "blocked") throw new Error(decision.kind);
    return new BlockedError(decision.blocked);
  };
  const certain = await error(issued("c-9"));
  expect(certain.message).toContain(
    `The service called back at ${now().toISOString()}: it issued certificate c-9.`,
  );
  expect(certain.remedy).toContain(`"c-9"`);
  const unclear = await error(issued("c-8"), issued("c-9"));
  expect(unclear.message).toMatch(/certificate c-8\b.*certificate c-9\b/);
  expect(unclear.remedy).not.toContain("c-9");
  for (const { remedy } of [certain, unclear]) expect(remedy).not.toContain("certificateId: null");
  expect((await error()).remedy).toContain("certificateId: null");
});

test.each([
  { service: undefined, recorded: "recorded" },
  { service: "prod", recorded: "recorded" },
  { service: " Prod/\n", recorded: "recorded" },
  { service: "test", recorded: "unknown-order" },
])("A callback for prod at a receiver of $service is $recorded", async ({ service, recorded }) => {
  const { journal } = await journalWith([{ ...a1, service: "prod" }, done("a1", "c-1")]);
  const callback = { orderId, certificateId: "c-1", receiver: "r", service };
  expect(await journal.callbacks.record(callback)).toBe(recorded);
});

describe("Waiting for a callback", () => {
  const wait = (journal: Journal, more = {}) =>
    journal.callbacks.waitUntilIssued({ orderId, timeoutMs: 5_000, ...more });

  test("The wait ends when the callback is recorded, and the next one at once", async () => {
    const { store, journal } = await journalWith([a1, done("a1", "c-1")]);
    const waiting = wait(journal);
    await new Journal(store).callbacks.record({ orderId, certificateId: "c-1", receiver: "r" });
    const found = { kind: "issued", callback: { certificateId: "c-1", receiver: "r" } };
    expect(await waiting).toMatchObject(found);
    expect(await wait(journal, { timeoutMs: 500 })).toMatchObject(found);
  });

  test.each<[string, readonly JournalEvent[], more: object, expected: object]>([
    [
      "An earlier certificate does not end it",
      [sent("a0"), done("a0", "c-0"), issued("c-0"), a1, done("a1", "c-1")],
      { timeoutMs: 50 },
      { kind: "timed-out" },
    ],
    [
      "A certificate that is named ends it",
      [sent("a0"), done("a0", "c-0"), issued("c-0"), a1, done("a1", "c-1")],
      { certificateId: "c-0" },
      { kind: "issued" },
    ],
    [
      "A callback while the sender waits does not end it: it may be about another certificate",
      [a1, issued("c-9")],
      { timeoutMs: 50 },
      { kind: "timed-out" },
    ],
    [
      "A callback while the sender waits ends it once its answer has named that certificate",
      [a1, issued("c-1"), done("a1", "c-1")],
      {},
      { kind: "issued", callback: { certificateId: "c-1" } },
    ],
    [
      "A callback about another certificate does not end it",
      [a1, done("a1", "c-1"), issued("c-9")],
      { timeoutMs: 50 },
      { kind: "timed-out" },
    ],
    [
      "A callback from before the reissue does not end it, although the service gave the same id again",
      [sent("a0"), done("a0", "c-1"), issued("c-1"), a1, done("a1", "c-1")],
      { timeoutMs: 50 },
      { kind: "timed-out" },
    ],
    [
      "Nor does it if that certificate is named",
      [sent("a0"), done("a0", "c-1"), issued("c-1"), a1, done("a1", "c-1")],
      { timeoutMs: 50, certificateId: "c-1" },
      { kind: "timed-out" },
    ],
    [
      "The callback after the reissue ends it then",
      [sent("a0"), done("a0", "c-1"), issued("c-1"), a1, done("a1", "c-1"), issued("c-1")],
      {},
      { kind: "issued" },
    ],
    [
      "A certificate that a person stated is waited for",
      [...open, issued("c-9"), resolved("a1", "c-9")],
      {},
      { kind: "issued" },
    ],
    ["An order without a reissue is not", [], {}, { kind: "no-reissue" }],
    ["An order whose reissue was rejected is not", [a1, ended("rejected")], {}, { kind: "no-reissue" }],
  ])("%s", async (_, events, more, expected) => {
    const { journal } = await journalWith(events);
    expect(await wait(journal, more)).toMatchObject(expected);
  });

  test("A signal ends the wait, and so does a store that fails", async () => {
    const { store, journal } = await journalWith([a1, done("a1", "c-1")]);
    await expect(wait(journal, { signal: AbortSignal.timeout(20) })).rejects.toThrow(DOMException);
    await expect(wait(journal, { signal: AbortSignal.abort("enough") })).rejects.toBe("enough");
    store.beforeRead = () => {
      throw new Error("gone");
    };
    await expect(wait(journal, { timeoutMs: 50 })).rejects.toThrow("cannot be used");
  });
});

test("A callback that is delivered again is recorded once, and once more after a reissue that was given the same id", async () => {
  const { store, journal } = await journalWith([a1, done("a1", "c-1")]);
  const record = () => journal.callbacks.record({ orderId, certificateId: "c-1", receiver: "r" });
  expect([await record(), await record()]).toEqual(["recorded", "known"]);
  for (const event of [sent("a2"), done("a2", "c-1")]) await store.log(orderId).append(event);
  expect([await record(), await record()]).toEqual(["recorded", "known"]);
});

test("A journal knows its receivers, and lists them among no orders", async () => {
  const { journal } = await journalWith(open);
  for (const name of ["a", "b", "a"]) await journal.callbacks.addReceiver(name);
  expect(await journal.callbacks.receivers()).toEqual(["r", "a", "b"]);
  expect(await journal.attempts()).toHaveLength(1);
});
