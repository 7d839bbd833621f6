import { describe, expect, test } from "vitest";
import { BlockedError, Journal, type JournalEvent, knowingNothing } from "../../../src/journal/index.ts";
import { done, ended, imported, resolved, sent } from "../../harness/journal/events.ts";
import { service } from "../../harness/journal/intents.ts";
import { HookedStore } from "./hooked-store.ts";

const orderId = "order-1";
/** Long after the attempts of the events: none of them can be in flight. */
const now = () => new Date("2026-11-16T12:00:00.000Z");
const at = "2026-11-15T12:00:05.000Z";

const issued = (certificate: string): JournalEvent => ({
  event: "issued",
  at,
  order: orderId,
  certificate,
  receiver: "receiver-1",
});

async function journalWith(events: readonly JournalEvent[]) {
  const store = new HookedStore();
  for (const event of events) await store.log(orderId).append(event);
  return { store, journal: new Journal(store, { now }) };
}

async function verdict(events: readonly JournalEvent[]) {
  const { journal } = await journalWith(events);
  const intent = { orderId, service, requestDigest: "A", knownLatest: knowingNothing, force: false };
  const snapshot = await journal.snapshot(orderId, service);
  return { snapshot, verdict: await journal.preview(intent, snapshot) };
}

const [a1, lost] = [sent("a1"), ended("unknown")];
const open = [a1, lost];
const replacing = sent("a1", { replaced: "c-9" });

// test/harness/journal/callback-model.ts tries callbacks in any order.
const leftOpen = {
  verdict: { kind: "blocked", blocked: { reason: "open" } },
  snapshot: { unwritten: [] },
};

test.each<[title: string, events: readonly JournalEvent[]]>([
  ["after the attempt was sent", [...open, issued("c-9")]],
  ["between sending and the lost answer", [a1, issued("c-9"), lost]],
  ["that came twice", [...open, issued("c-9"), issued("c-9")]],
  [
    "for the certificate that an unclear answer named",
    [a1, { ...lost, certificate: "c-9" } as JournalEvent, issued("c-9")],
  ],
  ["from before the attempt", [issued("c-9"), ...open]],
  ["for a certificate of an earlier attempt", [sent("a0"), done("a0", "c-9"), ...open, issued("c-9")]],
  ["for the certificate that the attempt replaces", [replacing, lost, issued("c-9")]],
  ["for an imported certificate", [imported("a0", { certificate: "c-9" }), ...open, issued("c-9")]],
  ["for one certificate, and one for another", [...open, issued("c-8"), issued("c-9")]],
  ["while two attempts are open", [...open, sent("a2"), ended("unknown", "a2"), issued("c-9")]],
])("A callback %s leaves the attempt open", async (_, events) => {
  expect(await verdict(events)).toMatchObject(leftOpen);
});

test.each([done("a1", "c-1"), ended("rejected"), resolved("a1", null), resolved("a1", "c-1")])(
  "A callback never changes an attempt that has ended: $event",
  async (ending) => {
    const { snapshot } = await verdict([a1, ending, issued("c-9")]);
    const without = await verdict([a1, ending]);
    expect(snapshot.attempts).toEqual(without.snapshot.attempts);
    expect(snapshot.unwritten).toEqual([]);
  },
);

test("The message about an open attempt names callbacks, and the only certificate is in the command", async () => {
  const error = async (...events: JournalEvent[]) => {
    const { verdict: found } = await verdict([...open, ...events]);
    if (found.kind !== "blocked") throw new Error(found.kind);
    return new BlockedError(found.blocked);
  };
  const certain = await error(issued("c-9"));
  expect(certain.message).toContain(`The service called back at ${at}: it issued certificate c-9.`);
  expect(certain.remedy).toContain(`"c-9"`);
  const unclear = await error(issued("c-8"), issued("c-9"));
  expect(unclear.message).toMatch(/certificate c-8\b.*certificate c-9\b/);
  expect(unclear.remedy).not.toContain("c-9");
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
    ["An open attempt is waited for, too", [...open, issued("c-9")], {}, { kind: "issued" }],
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

test("A journal knows its receivers, and lists them among no orders", async () => {
  const { journal } = await journalWith(open);
  for (const name of ["a", "b", "a"]) await journal.callbacks.addReceiver(name);
  expect(await journal.callbacks.receivers()).toEqual(["a", "b"]);
  expect(await journal.attempts()).toHaveLength(1);
});
