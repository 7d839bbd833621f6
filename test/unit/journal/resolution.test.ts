import { hostname } from "node:os";
import { beforeEach, describe, expect, test } from "vitest";
import { type CertOrderError, libraryDialect } from "../../../src/contract/index.ts";
import type { JournalEvent } from "../../../src/journal/attempt.ts";
import { Journal, MemoryStore } from "../../../src/journal/index.ts";
import { thisProcess } from "../../../src/journal/process.ts";
import { attempt } from "../../harness/journal/attempts.ts";
import { done, ended, resolved, sent } from "../../harness/journal/events.ts";
import {
  claim,
  commandIntent,
  isSent,
  preview,
  reissue,
  resourceIntent,
} from "../../harness/journal/intents.ts";
import { HookedStore } from "./hooked-store.ts";

const minute = 60_000;
const hour = 60 * minute;
/** The deadline is two minutes later. */
const sentAt = Date.parse("2026-11-15T12:00:00.000Z");
const time = (ms: number) => new Date(ms).toISOString();
const noProcess = `${hostname()}/999999999/1`;
const elsewhere = "another-machine/1/2";

let store: MemoryStore;
beforeEach(() => {
  store = new MemoryStore();
});
const written = async (...events: JournalEvent[]) => {
  for (const event of events) await store.log("order-1").append(event);
};
const sentBy = (process: string, more: Parameters<typeof sent>[1] = {}) =>
  sent("a1", { at: time(sentAt), deadline: time(sentAt + 2 * minute), process, ...more });
const unknownAfter = (ms: number): JournalEvent => ({
  event: "unknown",
  attempt: "a1",
  at: time(sentAt + ms),
});
/** The journal, so long after the attempt was sent. */
const journalAfter = (ms: number) => new Journal({ store, now: () => new Date(sentAt + ms) });
const refused = (message: string) => ({
  code: "journal_refused",
  outcome: "not-sent",
  message: expect.stringContaining(message),
});

describe("An attempt that may be in flight", () => {
  test.each<[string, free: number, JournalEvent[]]>([
    ["15 minutes after its deadline", 17 * minute, [sentBy(noProcess)]],
    ["15 minutes after its sender stopped waiting", 16 * minute, [sentBy(noProcess), unknownAfter(minute)]],
    [
      "15 minutes after its sender stopped waiting, while that sender still runs",
      16 * minute,
      [sentBy(thisProcess()), unknownAfter(minute)],
    ],
    ["15 minutes after its deadline, if the sender is on another machine", 17 * minute, [sentBy(elsewhere)]],
    [
      "a day and 15 minutes after a deadline that is too far",
      24.25 * hour,
      [sentBy(noProcess, { deadline: "9999-12-31T00:00:00.000Z" })],
    ],
    [
      "a day and 15 minutes after it was sent, if the clock was set back meanwhile",
      24.25 * hour,
      [sentBy(noProcess), unknownAfter(72 * hour)],
    ],
  ])("can be resolved as not happened %s", async (_, free, events) => {
    await written(...events);
    await expect(journalAfter(free - 1).resolve("order-1", "a1", null)).rejects.toMatchObject({
      ...refused("may still be in flight: not-happened is accepted 15 minutes after"),
      remedy: `Look the order up again after ${time(sentAt + free)}.`,
    });
    expect(await journalAfter(free).resolve("order-1", "a1", null)).toMatchObject({ attemptId: "a1" });
    expect(await isSent(new Journal({ store }), resourceIntent())).toBe(true);
  });

  test("cannot be resolved while its sender runs, however long ago it was sent, and the sender is named", async () => {
    await written(sentBy(thisProcess()));
    for (const ms of [minute, 48 * hour])
      await expect(journalAfter(ms).resolve("order-1", "a1", null)).rejects.toMatchObject(
        refused(`its sender still runs (process ${process.pid} on ${hostname()}`),
      );
  });

  test.each(["", "yesterday", "2026-99-99T00:00:00.000Z", "+275761-01-01T00:00:00.000Z"])(
    "can be resolved at once if a time of it is none (%s)",
    async (date) => {
      await written(sentBy(noProcess, { at: date }), sentBy(noProcess, { attempt: "a2", deadline: date }));
      for (const id of ["a1", "a2"]) await journalAfter(0).resolve("order-1", id, null);
    },
  );

  test("cannot be resolved with the certificate that it was to replace, nor corrected to it", async () => {
    await written(sentBy(noProcess, { replaced: "cert-0" }));
    const refusesReplaced = () =>
      expect(journalAfter(0).resolve("order-1", "a1", "cert-0")).rejects.toMatchObject(
        refused("Certificate cert-0 is the one that attempt a1 was to replace."),
      );
    await refusesReplaced();
    expect(await journalAfter(0).resolve("order-1", "a1", "cert-1")).toMatchObject({
      status: "succeeded",
      certificateId: "cert-1",
      resolvedManually: true,
    });
    await refusesReplaced();
  });

  test("can be resolved with its certificate once its sender has ended", async () => {
    await written(sentBy(thisProcess(), { attempt: "a9" }));
    await expect(journalAfter(0).resolve("order-1", "a9", "cert-9")).rejects.toMatchObject(
      refused("its sender still runs"),
    );
    for (const [index, process] of [noProcess, elsewhere].entries()) {
      await written(sentBy(process, { attempt: `a${index}` }));
      for (const ms of [-hour, 0]) await journalAfter(ms).resolve("order-1", `a${index}`, `cert-${index}`);
    }
  });

  test("keeps its journal from being copied", async () => {
    const mayBe = (ms: number, more: Parameters<typeof attempt>[1]) =>
      journalAfter(ms).mayBeInFlight(
        attempt("a1", {
          sentAt: time(sentAt),
          deadline: time(sentAt + minute),
          process: thisProcess(),
          ...more,
        }),
      );
    expect(await mayBe(48 * hour, { lastEvent: "sent" })).toBe(true);
    expect(await mayBe(48 * hour, { lastEvent: "unknown" })).toBe(false);
    expect(await mayBe(0, { lastEvent: "unknown" })).toBe(true);
    for (const lastEvent of ["done", "rejected", "done-unread"] as const) {
      const status = { done: "succeeded", rejected: "void", "done-unread": "open" } as const;
      expect(await mayBe(0, { lastEvent, status: status[lastEvent] })).toBe(false);
    }
  });
});

describe("An open attempt of another sender", () => {
  test.each<[string, string, number, boolean]>([
    ["its process runs", thisProcess(), 48 * hour, true],
    ["its process ended", noProcess, 0, false],
    ["its machine is another one, before the deadline", elsewhere, 2 * minute - 1, true],
    ["its machine is another one, after the deadline", elsewhere, 2 * minute, false],
    ["its clock was ahead", elsewhere, -1, false],
    ["no process is known", "", 0, false],
  ])("is in flight, or not, by its process and deadline: %s", async (_, process, ms, isInFlight) => {
    await written(sentBy(process));
    expect(await preview(journalAfter(ms), commandIntent())).toMatchObject({
      blocked: { reason: "open", isInFlight },
    });
  });

  test("An attempt with a recorded outcome is not in flight, although its process runs", async () => {
    await written(sentBy(thisProcess()), unknownAfter(0));
    expect(await preview(journalAfter(0), commandIntent())).toMatchObject({ blocked: { isInFlight: false } });
  });
});

describe("Resolving", () => {
  const aDayLater = () => journalAfter(25 * hour);
  const resolve = (certificateId: string | null, id = "a1") =>
    aDayLater().resolve("order-1", id, certificateId);

  test("A reissue that did not happen no longer blocks its order", async () => {
    await written(sentBy(noProcess), ended("unknown"));
    await resolve(null);
    expect(await aDayLater().attempts()).toMatchObject([
      { lastEvent: "not-happened", resolvedManually: true },
    ]);
    expect(await isSent(aDayLater(), resourceIntent())).toBe(true);
  });

  test("A reissue that happened is the answer to the same request from then on", async () => {
    await written(sentBy(noProcess), ended("done-unread"));
    await resolve("cert-9");
    expect(await preview(aDayLater(), resourceIntent())).toMatchObject({
      kind: "already-done",
      certificateId: "cert-9",
    });
  });

  test("A reissue that the service reported as done cannot be resolved as not happened", async () => {
    await written(sentBy(noProcess), ended("done-unread"));
    await expect(resolve(null)).rejects.toMatchObject({
      ...refused("did happen"),
      remedy: "Resolve it with the id of the new certificate.",
    });
  });

  test("The same resolution twice is written once", async () => {
    await written(sentBy(noProcess), ended("unknown"));
    for (let turn = 0; turn < 2; turn++) await resolve(null);
    expect(await store.log("order-1").read()).toHaveLength(3);
  });

  test("An attempt with a result cannot be resolved differently", async () => {
    await written(sentBy(noProcess), done("a1", "cert-1"));
    for (const said of [null, "cert-2"])
      await expect(resolve(said)).rejects.toMatchObject(refused("already has a result"));
    await expect(resolve("cert-1")).resolves.toMatchObject({ lastEvent: "done" });
    await written(sentBy(noProcess, { attempt: "a2" }), resolved("a2", "cert-2"));
    await expect(resolve(null, "a2")).rejects.toMatchObject(
      refused("already has a result (done, certificate cert-2)"),
    );
  });

  test.each([
    ["a certificate", "cert-typo"],
    ["that it did not happen", null],
  ])("A person who was mistaken about %s can name the certificate later", async (_, mistaken) => {
    await written(sentBy(noProcess), ended("unknown"));
    await resolve(mistaken);
    await resolve("cert-1");
    expect(await aDayLater().attempts()).toMatchObject([{ status: "succeeded", certificateId: "cert-1" }]);
  });

  test("An attempt that the order does not have is refused, and what was given is not repeated", async () => {
    await written(sentBy(noProcess));
    const error = await resolve(null, "pasted-secret").catch((error: unknown) => error);
    expect(error).toMatchObject({
      ...refused("no such attempt"),
      remedy: expect.stringContaining("CERTORDER_JOURNAL_URL"),
    });
    expect(JSON.stringify(error)).not.toContain("pasted-secret");
    await expect(aDayLater().resolve("order-2", "a1", null)).rejects.toMatchObject(
      refused("no such attempt"),
    );
  });

  test.each<[string, RegExp]>([
    ["ID", /^ID is not the id of a certificate\.$/],
    ["CERTIFICATE_ID", /is not the id of a certificate/],
    ["not-happened", /is not the id of a certificate/],
    ["latest", /is not the id of a certificate/],
    ["", /^certificateId is empty\.$/],
    ["a\nb", /^certificateId has a line break or another invisible character/],
    ["a\x1b[2J", /^certificateId has a line break or another invisible character/],
  ])("A certificate cannot have the id %j", async (text, message) => {
    await written(sentBy(noProcess), ended("unknown"));
    await expect(resolve(text)).rejects.toMatchObject({
      code: "journal_refused",
      message: expect.stringMatching(message),
      remedy: "Use the id that the service shows.",
    });
    expect(await aDayLater().attempts()).toMatchObject([{ status: "open" }]);
  });

  test("A certificate is as old as its attempt, also if a person looks it up only later", async () => {
    const journalOn = (day: number) => journalAfter(day * 24 * hour);
    const asked = resourceIntent({ validityDays: 10 });
    await written(sentBy(noProcess, { validityDays: 10 }), ended("unknown"));
    await journalOn(9).resolve("order-1", "a1", "cert-1");
    expect((await preview(journalOn(9), asked)).kind).toBe("already-done");
    expect(await preview(journalOn(10), asked)).toMatchObject({ blocked: { reason: "expired" } });
  });
});

describe("An attempt whose time is in the future", () => {
  test.each([1, minute, 48 * hour])(
    "cannot be resolved as not happened if it is %i ms ahead, and the error names repair",
    async (ahead) => {
      await written(sentBy(noProcess));
      const error = (await journalAfter(-ahead)
        .resolve("order-1", "a1", null)
        .catch((error: unknown) => error)) as CertOrderError;
      expect(error).toMatchObject(refused("which is in the future by this clock"));
      expect(error.renderIn(libraryDialect).remedy).toMatch(
        /^Correct the clock of this machine\.\n\n.*:\n\n {4}await client\.journal\.repair\("order-1"\)$/,
      );
    },
  );

  test("Repair resolves it as not happened", async () => {
    await written(sentBy(noProcess));
    const journal = journalAfter(-hour);
    expect(await journal.repairable("order-1")).toMatchObject({
      attempts: [{ attemptId: "a1" }],
      damage: [],
    });
    expect(await journal.repair("order-1")).toEqual(["a1"]);
    expect(await isSent(journal, resourceIntent())).toBe(true);
    expect(await journal.repair("order-1")).toEqual([]);
  });

  test("Repair leaves what is under way, what did happen, and what only is too young to be resolved", async () => {
    await written(
      sentBy(thisProcess()),
      sentBy(noProcess, { attempt: "a2" }),
      ended("done-unread", "a2"),
      sentBy(noProcess, { attempt: "a3" }),
      ended("rejected", "a3"),
      sentBy(noProcess, { attempt: "a4", at: time(sentAt - 2 * hour) }),
    );
    expect(await journalAfter(-hour).repair("order-1")).toEqual([]);
  });
});

describe("Damage", () => {
  const damage = (position: number): JournalEvent => ({
    event: "unreadable",
    attempt: `unreadable-${position}-abc`,
    position,
  });

  test("blocks the order, whatever else is known, and repair sets each unreadable entry aside", async () => {
    const journal = new Journal({ store });
    await reissue(journal, resourceIntent({ idempotencyKey: "k" }));
    await written(damage(3), damage(4));
    for (const asked of [
      resourceIntent(),
      commandIntent({ idempotencyKey: "k" }),
      commandIntent({ requestDigest: "B" }),
    ])
      expect(await claim(journal, asked)).toMatchObject({
        blocked: {
          reason: "damaged",
          problem: "In the memory of this process, entry 3 cannot be read",
        },
      });
    expect(await journal.repair("order-1")).toEqual(["unreadable-3-abc", "unreadable-4-abc"]);
    expect((await preview(journal, resourceIntent())).kind).toBe("already-done");
  });

  test("Repair of an unreadable entry leaves an attempt open whose time is in the future: the entry may be its outcome", async () => {
    await written(sentBy(noProcess), damage(2));
    const journal = journalAfter(-hour);
    expect(await journal.repair("order-1")).toEqual(["unreadable-2-abc"]);
    expect((await journal.attempts("order-1")).map(({ status }) => status)).toEqual(["open"]);
  });

  test("blocks also the sender whose `sent` stands in front of it", async () => {
    const { append } = store.log("order-1");
    const afterAppend = ({ event }: JournalEvent) => event === "sent" && append(damage(2));
    const spoiled = new HookedStore(store, { afterAppend });
    expect(await claim(new Journal({ store: spoiled }), resourceIntent())).toMatchObject({
      blocked: { reason: "damaged" },
    });
  });

  test("Other orders are not blocked by it", async () => {
    await written(damage(1));
    expect(await isSent(new Journal({ store }), resourceIntent({ orderId: "order-2" }))).toBe(true);
  });
});
