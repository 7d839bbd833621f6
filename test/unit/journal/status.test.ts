import { describe, expect, test } from "vitest";
import { readCallbacks } from "../../../src/journal/callback-log.ts";
import type { JournalEvent } from "../../../src/journal/events.ts";
import { readHistory } from "../../../src/journal/history.ts";
import { Journal, orderStatus } from "../../../src/journal/index.ts";
import { collect } from "../../harness/collect.ts";
import { at, done, ended, imported, issued, later, resolved, sent } from "../../harness/journal/events.ts";
import { commandIntent, reissue } from "../../harness/journal/intents.ts";
import { newJournal } from "../../harness/journal/new-journal.ts";

const dayMs = 86_400_000;
const now = new Date(Date.parse(at) + 10 * dayMs);
const unreadable: JournalEvent = { event: "unreadable", entry: "3 x", position: 3 };

function status(log: readonly JournalEvent[], callbacks: readonly JournalEvent[] = []) {
  return orderStatus({ ...readHistory("order-1", log), orderId: "order-1" }, readCallbacks(callbacks), now);
}

function deployment(
  event: "deploying" | "deployed" | "skipped",
  attempt: string,
  receiver = "web-1",
): JournalEvent {
  return { event, at: later, order: "order-1", attempt, certificate: `c-${attempt}`, receiver };
}

function when(event: JournalEvent, time: string): JournalEvent {
  return { ...event, at: time } as JournalEvent;
}

const first = [sent("a1"), done("a1")];
const second = [...first, sent("a2"), done("a2")];

describe("The state of an order", () => {
  test.each<[title: string, log: JournalEvent[], callbacks: JournalEvent[], state: string, why: string]>([
    ["a certificate", first, [], "ok", ""],
    ["a certificate that was called back", first, [issued("c-a1", "a1")], "ok", ""],
    ["only a rejected attempt", [sent("a1"), ended("rejected")], [], "ok", ""],
    ["an attempt that was resolved as not happened", [sent("a1"), resolved("a1", null)], [], "ok", ""],
    ["an attempt without an outcome", [sent("a1")], [], "open", "attempt a1: sent"],
    [
      "an attempt whose answer was lost",
      [...first, sent("a2"), ended("unknown", "a2")],
      [],
      "open",
      "attempt a2: unknown",
    ],
    [
      "a callback that may be about the open attempt",
      [sent("a1"), ended("unknown")],
      [issued("c-9", "a1")],
      "open",
      "attempt a1: unknown, callback: certificate c-9",
    ],
    ["an entry that cannot be read", [...first, unreadable], [], "damaged", "entry 3 cannot be read"],
    [
      "an entry that cannot be read and an open attempt",
      [sent("a1"), unreadable],
      [],
      "damaged",
      "entry 3 cannot be read; attempt a1: sent",
    ],
    [
      "an entry of a newer version behind a damaged one",
      [...first, unreadable, { ...unreadable, entry: "4 x", position: 4, problem: "newer-version" }],
      [],
      "damaged",
      "entry 4 was written by a newer certorder",
    ],
    [
      "reissues at two services",
      [
        ...first,
        sent("a2", { service: "https://other.example", address: "https://other.example" }),
        done("a2"),
      ],
      [],
      "other-service",
      "attempt a1 went to https://service.example, and a later one to https://other.example",
    ],
    [
      "a void attempt at another service",
      [...first, sent("a2", { service: "https://other.example" }), ended("rejected", "a2")],
      [],
      "ok",
      "",
    ],
    [
      "a service that got a name",
      [...first, sent("a2", { service: "production" }), done("a2")],
      [],
      "ok",
      "",
    ],
    [
      "a callback about a certificate that no attempt made",
      [sent("a1"), when(done("a1"), at)],
      [issued("c-9")],
      "unclear",
      "the service called back: certificate c-9, which no attempt made",
    ],
    [
      "such a certificate that was imported since",
      [...first, imported(first, "c-9")],
      [issued("c-9")],
      "ok",
      "",
    ],
    ["such a callback before the latest reissue", second, [when(issued("c-9"), at)], "ok", ""],
    [
      "a deployment of an attempt that the journal has lost",
      first,
      [issued("c-a1", "a1"), deployment("deployed", "a2")],
      "unclear",
      "web-1 has deployed certificate c-a2, a later one",
    ],
    [
      "callbacks without any entry of the journal",
      [],
      [issued("c-1", "a1")],
      "unclear",
      "receivers wrote about the order, and the journal has no reissue of it",
    ],
    [
      "a certificate whose id is not known",
      [sent("a1"), done("a1", "")],
      [],
      "unclear",
      "the latest certificate id is encrypted",
    ],
  ])("with %s is as the table says", (_, log, callbacks, state, why) => {
    expect(status(log, callbacks)).toMatchObject({ orderId: "order-1", state, why });
  });
});

describe("The age of an order's latest certificate, and the time left", () => {
  test.each<[title: string, log: JournalEvent[], days: (number | undefined)[]]>([
    ["count from the request", [sent("a1", { validityDays: 90 }), when(done("a1"), at)], [10, 80]],
    ["are below 0 after the expiry", [sent("a1", { validityDays: 5 }), when(done("a1"), at)], [10, -5]],
    [
      "are those of the latest that succeeded",
      [...first, sent("a2"), ended("unknown", "a2")],
      [10, undefined],
    ],
    ["are not known without a certificate", [sent("a1"), ended("rejected")], [undefined, undefined]],
    ["are not known of an import without a time", [imported([], "c-1")], [undefined, undefined]],
    [
      "count from the time that an import states",
      [imported([], "c-1", { issuedAt: "2026-11-05T12:00:00.000Z", validityDays: 30 })],
      [20, 10],
    ],
    [
      "leave out an age that would begin in the future",
      [sent("a1", { at: "2027-01-01T00:00:00.000Z" }), done("a1")],
      [undefined, undefined],
    ],
    [
      "ignore a time that is none",
      [sent("a1", { at: "yesterday", validityDays: 3 }), when(done("a1"), "")],
      [undefined, undefined],
    ],
  ])("%s", (_, log, days) => {
    const { ageMs, leftMs } = status(log);
    expect([ageMs, leftMs].map((ms) => (ms === undefined ? ms : Math.round(ms / dayMs)))).toEqual(days);
  });
});

describe("What receivers did", () => {
  const called = [issued("c-a1", "a1"), issued("c-a2", "a2")];

  test.each<[title: string, callbacks: JournalEvent[], receivers: [string, string][]]>([
    ["nothing, if no receiver deploys", called, []],
    ["the newest", [...called, deployment("deployed", "a2")], [["web-1", "newest"]]],
    ["an older one", [...called, deployment("deployed", "a1")], [["web-1", "behind"]]],
    ["the newest, not finished", [...called, deployment("deploying", "a2")], [["web-1", "behind"]]],
    ["it was there before the receiver", [...called, deployment("skipped", "a2")], [["web-1", "skipped"]]],
    [
      "each receiver by itself",
      [
        ...called,
        deployment("deployed", "a1"),
        deployment("deployed", "a2", "web-2"),
        deployment("deployed", "a2"),
      ],
      [
        ["web-1", "newest"],
        ["web-2", "newest"],
      ],
    ],
  ])("%s", (_, callbacks, receivers) => {
    const found = status(second, callbacks).receivers;
    expect(found.map(({ receiver, status }) => [receiver, status])).toEqual(receivers);
  });
});

test("The last event is the last by time, of the journal and of receivers", () => {
  expect(status([sent("a1")]).lastEvent).toEqual({ event: "sent", at });
  expect(status(first).lastEvent).toEqual({ event: "done", at: later });
  expect(status([imported([], "c-1")]).lastEvent).toEqual({ event: "imported", at: later });
  const deployed = when(deployment("deployed", "a1"), now.toISOString());
  expect(status(first, [issued("c-a1", "a1"), deployed]).lastEvent).toEqual({
    event: "deployed",
    at: now.toISOString(),
  });
  expect(status([]).lastEvent).toBeUndefined();
});

describe("The statuses of a journal", () => {
  test("have each order once, with its own callbacks, also an order that only receivers know", async () => {
    const journal = new Journal(newJournal());
    await journal.callbacks.addReceiver("r");
    for (const orderId of ["b", "A b", "a", "ä"]) {
      await reissue(journal, commandIntent({ orderId }), "done", `c-${orderId}`);
      if (orderId !== "a")
        await journal.callbacks.record({ orderId, certificateId: `c-${orderId}`, receiver: "r" });
    }
    await journal.callbacks.recordDeployment("deployed", "r", {
      orderId: "lost",
      attemptId: "x",
      certificateId: "c",
    });
    const found = await collect(journal.statuses());
    const shown = found.map(({ orderId, state, lastEvent }) => [orderId, state, lastEvent?.event]);
    expect(shown.toSorted()).toEqual([
      ["A b", "ok", "issued"],
      ["a", "ok", "done"],
      ["b", "ok", "issued"],
      ["lost", "unclear", "deployed"],
      ["ä", "ok", "issued"],
    ]);
    for (const one of found)
      expect({ ...(await journal.status(one.orderId)), ageMs: 0 }).toEqual({ ...one, ageMs: 0 });
    expect(await journal.status("none")).toBeUndefined();
  });
});
