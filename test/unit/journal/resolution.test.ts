import { hostname } from "node:os";
import { beforeEach, describe, expect, test } from "vitest";
import { type CertOrderError, libraryDialect } from "../../../src/contract/index.ts";
import type { JournalEvent } from "../../../src/journal/attempt.ts";
import { Journal, MemoryStore } from "../../../src/journal/index.ts";
import { thisProcess } from "../../../src/journal/process.ts";
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
const journalAfter = (ms: number) => new Journal(store, { now: () => new Date(sentAt + ms) });
const resolve = (ms: number, certificateId: string | null, attemptId = "a1") =>
  journalAfter(ms).resolve({ orderId: "order-1", attemptId, certificateId });
const longAfter = 25 * hour;
const refused = (code: string, message: string) => ({
  code,
  outcome: "not-sent",
  message: expect.stringContaining(message),
});

describe("An attempt that may be in flight", () => {
  test.each<[string, free: number, JournalEvent[]]>([
    ["15 minutes after its deadline", 17 * minute, [sentBy(noProcess)]],
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
    await expect(resolve(free - 1, null)).rejects.toMatchObject({
      ...refused("order_busy", "may still be in flight: not-happened is accepted 15 minutes after"),
      remedy: `Look the order up again after ${time(sentAt + free)}.`,
    });
    expect(await resolve(free, null)).toMatchObject({ lastEvent: "not-happened", resolvedBy: "person" });
    expect(await isSent(new Journal(store), resourceIntent())).toBe(true);
  });

  test.each([
    [0, "cert-9"],
    [48, null],
  ])("cannot be resolved while its sender runs, %i h later, with %j", async (hours, certificateId) => {
    await written(sentBy(thisProcess()));
    await expect(resolve(hours * hour, certificateId)).rejects.toMatchObject(
      refused("order_busy", `its sender still runs (process ${process.pid} on ${hostname()}`),
    );
  });

  test.each(["", "yesterday", "+275761-01-01T00:00:00.000Z"])(
    "can be resolved at once if a time of it is none (%s)",
    async (date) => {
      await written(sentBy(noProcess, { at: date }), sentBy(noProcess, { attempt: "a2", deadline: date }));
      for (const id of ["a1", "a2"]) await resolve(0, null, id);
    },
  );

  test.each(["sent", "done"])(
    "has ended for its own process, also if the journal did not take that event: %s",
    async (failing) => {
      const broken = new HookedStore(store, {
        // The event is stored, or not, and the store fails.
        [failing === "sent" ? "afterAppend" : "beforeAppend"]: ({ event }: JournalEvent) => {
          if (event === failing) throw new Error("The disk is full.");
        },
      });
      await expect(reissue(new Journal(broken), commandIntent())).rejects.toThrow();
      const journal = new Journal(store);
      expect(await preview(journal, commandIntent())).toMatchObject({
        kind: "blocked",
        blocked: { reason: "open", isInFlight: false },
      });
      const [open] = await journal.attempts("order-1");
      const { attemptId = "" } = open ?? {};
      await journal.resolve({ orderId: "order-1", attemptId, certificateId: "cert-1" });
      expect(await isSent(journal, commandIntent())).toBe(true);
    },
  );

  test("counts as its process knows it, which records the outcome as soon as the store takes it", async () => {
    let isBroken = true;
    const beforeAppend = ({ event }: JournalEvent) => {
      if (isBroken && event !== "sent") throw new Error("The disk is full.");
    };
    const journal = new Journal(new HookedStore(store, { beforeAppend }));
    const intent = commandIntent({ idempotencyKey: "k" });
    await expect(reissue(journal, intent)).rejects.toThrow();
    expect(await preview(journal, intent)).toMatchObject({ kind: "already-done", certificateId: "cert-1" });
    await expect(claim(journal, commandIntent())).rejects.toThrow("cannot be used");
    expect(await new Journal(store).attempts()).toMatchObject([{ lastEvent: "sent" }]);
    isBroken = false;
    await journal.write(await journal.snapshot("order-1", intent.service));
    expect(await new Journal(store).attempts()).toMatchObject([{ lastEvent: "done" }]);
    expect(await isSent(journal, commandIntent())).toBe(true);
  });

  test.each([noProcess, elsewhere])(
    "can be resolved with its certificate once its sender (%s) has ended, but not with the one that it replaces",
    async (process) => {
      await written(sentBy(process, { replaced: "cert-0" }));
      const replaced = refused(
        "resolution_refused",
        "Certificate cert-0 is the one that attempt a1 was to replace.",
      );
      await expect(resolve(0, "cert-0")).rejects.toMatchObject(replaced);
      expect(await resolve(-hour, "cert-1")).toMatchObject({
        status: "succeeded",
        certificateId: "cert-1",
        resolvedBy: "person",
      });
      await expect(resolve(0, "cert-0")).rejects.toMatchObject(replaced);
    },
  );
});

test.each<[string, number, JournalEvent[], isInFlight: boolean, mayBeInFlight: boolean]>([
  ["its process runs", 48 * hour, [sentBy(thisProcess())], true, true],
  ["its answer was lost", 0, [sentBy(thisProcess()), unknownAfter(0)], false, true],
  ["its answer was lost long ago", 48 * hour, [sentBy(thisProcess()), unknownAfter(0)], false, false],
  ["it is known to have happened", 0, [sentBy(thisProcess()), ended("done-unread")], false, false],
  ["its process ended", 0, [sentBy(noProcess)], false, true],
  ["its machine is another one, before the deadline", 2 * minute - 1, [sentBy(elsewhere)], true, true],
  ["its machine is another one, after the deadline", 2 * minute, [sentBy(elsewhere)], false, true],
  ["its clock was ahead", -1, [sentBy(elsewhere)], false, true],
  ["no process is known", 0, [sentBy("")], false, true],
])(
  "An open attempt is in flight, or may be, by its process, deadline and outcome: %s",
  async (_, ms, events, isInFlight, mayBeInFlight) => {
    await written(...events);
    const journal = journalAfter(ms);
    const [open] = await journal.attempts();
    expect(await preview(journal, commandIntent())).toMatchObject({
      blocked: { reason: "open", isInFlight },
    });
    expect(open && (await journal.mayBeInFlight(open))).toBe(mayBeInFlight);
  },
);

describe("Resolving", () => {
  test("A reissue that the service reported as done is resolved with its certificate only", async () => {
    await written(sentBy(noProcess), ended("done-unread"));
    await expect(resolve(longAfter, null)).rejects.toMatchObject(refused("resolution_refused", "did happen"));
    await resolve(longAfter, "cert-9");
    expect(await preview(journalAfter(longAfter), resourceIntent())).toMatchObject({
      kind: "already-done",
      certificateId: "cert-9",
    });
  });

  test("The same resolution twice is written once", async () => {
    await written(sentBy(noProcess), ended("unknown"));
    for (let turn = 0; turn < 2; turn++) await resolve(longAfter, null);
    expect(await store.log("order-1").read()).toHaveLength(3);
  });

  test.each<[JournalEvent, result: string, differently: (string | null)[]]>([
    [done("a1", "cert-1"), "done, certificate cert-1", [null, "cert-2"]],
    [resolved("a1", "cert-1"), "done, certificate cert-1", [null]],
    [ended("rejected"), "rejected", ["cert-2"]],
  ])("An attempt with a result cannot be resolved differently: %o", async (end, result, differently) => {
    await written(sentBy(noProcess), end);
    for (const said of differently)
      await expect(resolve(longAfter, said)).rejects.toMatchObject(
        refused("resolution_refused", `already has a result (${result})`),
      );
  });

  test.each(["cert-typo", null])(
    "A person who was mistaken (%s) can name the certificate later",
    async (mistaken) => {
      await written(sentBy(noProcess), ended("unknown"), resolved("a1", mistaken));
      expect(await resolve(longAfter, "cert-1")).toMatchObject({
        status: "succeeded",
        certificateId: "cert-1",
      });
    },
  );

  test("An attempt that the order does not have is refused, and what was given is not repeated", async () => {
    await written(sentBy(noProcess));
    const error = await resolve(longAfter, null, "pasted-secret").catch((error: unknown) => error);
    expect(error).toMatchObject({
      ...refused("attempt_not_found", "no such attempt"),
      remedy: expect.stringContaining("CERTORDER_JOURNAL"),
    });
    expect(JSON.stringify(error)).not.toContain("pasted-secret");
  });

  test.each<[string, RegExp]>([
    ["CERTIFICATE_ID", /: CERTIFICATE_ID is not the id of a certificate\.$/],
    ["not-happened", /is not the id of a certificate/],
    ["", /: certificateId is empty\.$/],
    ["a\nb", /: certificateId has a line break or another invisible character/],
  ])("A certificate cannot have the id %j", async (text, message) => {
    await written(sentBy(noProcess), ended("unknown"));
    await expect(resolve(longAfter, text)).rejects.toMatchObject({
      code: "invalid_request",
      message: expect.stringMatching(message),
      remedy: "Use the id that the service shows.",
    });
    expect(await journalAfter(longAfter).attempts()).toMatchObject([{ status: "open" }]);
  });
});

describe("An attempt whose time is in the future", () => {
  test.each([1, 48 * hour])(
    "is refused as not happened if it is %i ms ahead; repair resolves it",
    async (ahead) => {
      await written(sentBy(noProcess));
      const error = (await resolve(-ahead, null).catch((error: unknown) => error)) as CertOrderError;
      expect(error).toMatchObject(refused("clock_wrong", "which is in the future by this clock"));
      expect(error.renderIn(libraryDialect).remedy).toContain('    await client.journal.repair("order-1")');
      const journal = journalAfter(-ahead);
      expect(await journal.repair("order-1")).toEqual(["a1"]);
      expect(await isSent(journal, resourceIntent())).toBe(true);
      expect(await journal.repair("order-1")).toEqual([]);
    },
  );

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
    entry: `unreadable-${position}-abc`,
    position,
  });

  test("blocks its order, whatever else is known, and repair sets each unreadable entry aside", async () => {
    const journal = new Journal(store);
    await reissue(journal, resourceIntent({ idempotencyKey: "k" }));
    await written(damage(3), damage(4));
    for (const asked of [resourceIntent(), commandIntent({ idempotencyKey: "k", requestDigest: "B" })])
      expect(await claim(journal, asked)).toMatchObject({
        blocked: { reason: "damaged", problem: "In the memory of this process, entry 3 cannot be read" },
      });
    expect(await isSent(journal, resourceIntent({ orderId: "order-2" }))).toBe(true);
    expect(await journal.repair("order-1")).toEqual(["unreadable-3-abc", "unreadable-4-abc"]);
    expect((await preview(journal, resourceIntent())).kind).toBe("already-done");
  });

  test("may be the outcome of an attempt whose time is in the future, so repair leaves that open", async () => {
    await written(sentBy(noProcess), damage(2));
    const journal = journalAfter(-hour);
    expect(await journal.repair("order-1")).toEqual(["unreadable-2-abc"]);
    expect(await journal.attempts("order-1")).toMatchObject([{ status: "open" }]);
  });

  test("blocks also the sender whose `sent` stands in front of it", async () => {
    const { append } = store.log("order-1");
    const afterAppend = ({ event }: JournalEvent) => event === "sent" && append(damage(2));
    const spoiled = new HookedStore(store, { afterAppend });
    expect(await claim(new Journal(spoiled), resourceIntent())).toMatchObject({
      blocked: { reason: "damaged" },
    });
  });
});
