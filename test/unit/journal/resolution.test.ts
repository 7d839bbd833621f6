import { hostname } from "node:os";
import { beforeEach, describe, expect, test } from "vitest";
import { type CertOrderError, libraryDialect, type Resolution } from "../../../src/contract/index.ts";
import {
  blankAttempt,
  Journal,
  type JournalEvent,
  MemoryStore,
  withResult,
} from "../../../src/journal/index.ts";
import { thisProcess } from "../../../src/journal/process.ts";
import { done, ended, imported, resolved, sent } from "../../harness/journal/events.ts";
import {
  claim,
  commandIntent,
  isSent,
  preview,
  reissue,
  resourceIntent,
  service,
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
    expect(await resolve(free, null)).toMatchObject({ lastEvent: "not-happened", isStated: true });
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
      await written(sentBy(process, { previous: "cert-0" }));
      const replaced = refused("resolution_refused", "Order order-1 had certificate cert-0 before attempt");
      await expect(resolve(0, "cert-0")).rejects.toMatchObject(replaced);
      expect(await resolve(-hour, "cert-1")).toMatchObject({
        status: "succeeded",
        certificateId: "cert-1",
        isStated: true,
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

  test.each<[JournalEvent, said: string | null, message: string]>([
    [done("a1", "cert-1"), null, "Attempt a1 made certificate cert-1."],
    [done("a1", "cert-1"), "cert-2", "The service answered attempt a1 with certificate cert-1."],
    [resolved("a1", "cert-1"), null, "Attempt a1 made certificate cert-1."],
    [ended("done-unread"), null, "Attempt a1 did happen: the service reported success."],
  ])(
    "A statement that contradicts what is known is refused, and writes nothing: %o, %j",
    async (end, said, message) => {
      await written(sentBy(noProcess), end);
      await expect(resolve(longAfter, said)).rejects.toMatchObject(refused("resolution_refused", message));
      expect(await store.log("order-1").read()).toHaveLength(2);
    },
  );

  test.each<[string, JournalEvent]>([
    ["the service answered with another", done("a1", "cert-1")],
    ["a person named another", resolved("a1", "cert-1")],
  ])("A refused not-happened advises to name a certificate if that is accepted: %s", async (_, end) => {
    await written(sentBy(noProcess), end);
    const refused = await resolve(longAfter, null).then(
      () => undefined,
      (error: CertOrderError) => error.remedy,
    );
    const isAccepted = await resolve(longAfter, "cert-2").then(
      () => true,
      () => false,
    );
    expect(String(refused).includes("the right certificate")).toBe(isAccepted);
  });

  test.each<[string, JournalEvent]>([
    ["with a typing error", resolved("a1", "cert-typo")],
    ["that it did not happen", resolved("a1", null)],
    ["nothing, and the service rejected it", ended("rejected")],
    ["nothing, and it was not sent", ended("not-sent")],
  ])("A person can name the certificate of an attempt that they resolved before %s", async (_, before) => {
    await written(sentBy(noProcess), ended("unknown"), before);
    expect(await resolve(longAfter, "cert-1")).toMatchObject({
      status: "succeeded",
      certificateId: "cert-1",
      isStated: true,
    });
  });

  test("The last of several statements counts, also if it repeats an earlier one", async () => {
    await written(sentBy(noProcess), ended("unknown"));
    for (const said of ["cert-1", "cert-typo", "cert-1"]) await resolve(longAfter, said);
    expect(await journalAfter(longAfter).attempts()).toMatchObject([{ certificateId: "cert-1" }]);
  });

  test("A certificate that was imported is corrected by another import", async () => {
    const log = [sentBy(noProcess), done()];
    const event = imported(log, "cert-9");
    await written(...log, event);
    await expect(resolve(longAfter, "cert-8", event.attempt)).rejects.toMatchObject({
      ...refused("resolution_refused", "is not a reissue: a person imported its certificate"),
      remedy: "To correct it, import the right certificate.",
    });
  });

  test.each<[string, mine: JournalEvent[], other: JournalEvent, said: string | null]>([
    ["the sender's outcome", [], done("a1", "cert-2"), "cert-1"],
    ["another person's certificate", [ended("unknown")], resolved("a1", "cert-2"), null],
  ])("A statement that %s overtakes is not reported as the result", async (_, events, other, said) => {
    await written(sentBy(noProcess), ...events);
    const beforeAppend = ({ event }: JournalEvent) =>
      event === "resolved" && store.log("order-1").append(other);
    const journal = new Journal(new HookedStore(store, { beforeAppend }), {
      now: () => new Date(sentAt + longAfter),
    });
    const resolution = { orderId: "order-1", attemptId: "a1", certificateId: said };
    await expect(journal.resolve(resolution)).rejects.toMatchObject(
      refused("resolution_refused", "got another result at the same time (done, certificate cert-2)"),
    );
  });

  test("An attempt that the order does not have is refused, and what was given is not repeated", async () => {
    await written(sentBy(noProcess));
    const error = await resolve(longAfter, null, "pasted-secret").catch((error: unknown) => error);
    expect(error).toMatchObject({
      ...refused("not_in_journal", "no such attempt"),
      remedy: expect.stringContaining("name it with journal"),
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

describe("A certificate that the journal knows already", () => {
  const stated: Resolution = { attemptId: "a1", certificateId: "cert-1" };

  test("is no earlier one if a person imported what the attempt made", async () => {
    const client = journalAfter(longAfter);
    await client.importCertificate({ orderId: "order-1", certificateId: "cert-1" }, service);
    await written(sentBy(noProcess), ended("unknown"));
    expect(await client.resolve({ orderId: "order-1", ...stated })).toMatchObject({ status: "succeeded" });
  });

  test("is no earlier one if a later attempt, which only a state knows, replaced it", async () => {
    await written(sentBy(noProcess), ended("unknown"));
    const later = withResult({
      ...blankAttempt("a2", "order-1"),
      previous: "cert-1",
      senderWord: "done",
      senderCertificateId: "cert-2",
    });
    const { resolutions, problems } = await journalAfter(longAfter).snapshot("order-1", service, {
      resolutions: [stated],
      records: [{ attempts: [later], earlier: [] }],
    });
    expect([resolutions, problems]).toEqual([[stated], []]);
  });
});

describe("A service that gives the same certificate id again", () => {
  const again = { orderId: "order-1", attemptId: "a1", certificateId: "cert-0" };
  const earlier = [sent("a0"), done("a0", "cert-0")];
  const lost = sentBy(noProcess, { previous: "cert-0" });

  test.each<[string, JournalEvent, notHappened: boolean]>([
    ["unknown", ended("unknown"), true],
    ["done-unread", ended("done-unread"), false],
  ])("The refusal after %s names the form that confirms it", async (_, end, notHappened) => {
    await written(...earlier, lost, end);
    const error = (await journalAfter(longAfter)
      .resolve(again)
      .catch((error: unknown) => error)) as CertOrderError;
    expect(error).toMatchObject(
      refused("resolution_refused", "Order order-1 had certificate cert-0 before attempt"),
    );
    const { remedy } = error.renderIn(libraryDialect);
    expect(remedy).toMatch(/isSameId: true/);
    expect(remedy.includes("certificateId: null")).toBe(notHappened);
  });

  test("It is accepted once a person confirms it, and the order can be reissued again", async () => {
    await written(...earlier, lost, ended("unknown"));
    const journal = journalAfter(longAfter);
    expect(await journal.resolve({ ...again, isSameId: true })).toMatchObject({
      status: "succeeded",
      certificateId: "cert-0",
    });
    expect(await isSent(journal, commandIntent())).toBe(true);
  });

  test("A configuration confirms it by the same form", async () => {
    await written(...earlier, lost, ended("unknown"));
    const journal = journalAfter(longAfter);
    const judged = async (resolution: Resolution) => {
      const { resolutions, problems } = await journal.snapshot("order-1", service, {
        resolutions: [resolution],
      });
      return [resolutions.length, problems.length];
    };
    expect(await judged(again)).toEqual([0, 1]);
    expect(await judged({ ...again, isSameId: true })).toEqual([1, 0]);
  });
});

test("An attempt whose time is more than a day ahead comes from a wrong clock, and can be resolved at once", async () => {
  await written(sentBy(noProcess));
  await expect(resolve(-hour, null)).rejects.toMatchObject({ code: "order_busy" });
  expect(await resolve(-25 * hour, null)).toMatchObject({ status: "void" });
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

  test("is listed before it is set aside", async () => {
    await written(damage(1));
    expect(await new Journal(store).repairable("order-1")).toMatchObject([
      { id: "unreadable-1-abc", position: 1 },
    ]);
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
