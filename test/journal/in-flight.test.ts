import { hostname } from "node:os";
import { describe, expect, test } from "vitest";
import { Journal, MemoryShelf, type RefusedError } from "../../src/journal/index.ts";
import { thisProcess } from "../../src/journal/process.ts";
import { attempt } from "../proof/rules/subject.ts";
import { isSent, typing } from "./asking.ts";
import { ended, sent } from "./lines.ts";

const minute = 60_000;
const hour = 60 * minute;
/** When it was sent, by the clock of whoever sent it. The deadline is two minutes later. */
const sentAt = Date.parse("2026-11-15T12:00:00.000Z");
const time = (ms: number) => new Date(ms).toISOString();
const ended1 = (at: number) => ({ ...ended("unknown"), at: time(at) });
const noProcess = `${hostname()}/999999999/1`;

/** Whether a person may say that nothing happened, so long after it was sent. */
async function mayBeDenied(
  after: number,
  told: Parameters<typeof sent>[1] = {},
  endedAfter?: number,
): Promise<boolean> {
  const shelf = new MemoryShelf();
  const { append } = shelf.history("order-1");
  await append(
    sent("a1", { at: time(sentAt), until: time(sentAt + 2 * minute), process: noProcess, ...told }),
  );
  if (endedAfter !== undefined) await append(ended1(sentAt + endedAfter));
  const journal = new Journal({ shelf, now: () => new Date(sentAt + after) });
  try {
    await journal.resolve("a1", null);
  } catch (error) {
    expect(error).toMatchObject({
      code: "journal_refused",
      message: expect.stringContaining("may still be on its way"),
    });
    return false;
  }
  expect(await isSent(new Journal({ shelf }), typing())).toBe(true);
  return true;
}

describe("that nothing happened can be said", () => {
  test("a quarter of an hour after the attempt's own deadline, and not before", async () => {
    expect(await mayBeDenied(0)).toBe(false);
    expect(await mayBeDenied(17 * minute - 1)).toBe(false);
    expect(await mayBeDenied(17 * minute)).toBe(true);
  });

  test("a quarter of an hour after whoever sent it has given up", async () => {
    expect(await mayBeDenied(5 * minute, {}, 1 * minute)).toBe(false);
    expect(await mayBeDenied(16 * minute - 1, {}, 1 * minute)).toBe(false);
    expect(await mayBeDenied(16 * minute, {}, 1 * minute)).toBe(true);
  });

  test("not while the process that sent it runs, however long ago", async () => {
    expect(await mayBeDenied(48 * hour, { process: thisProcess() })).toBe(false);
  });

  test("also while it runs, if it has given up", async () => {
    expect(await mayBeDenied(16 * minute, { process: thisProcess() }, 1 * minute)).toBe(true);
  });

  test("by the deadline, where another machine's process cannot be seen", async () => {
    expect(await mayBeDenied(10 * minute, { process: "another-machine/1/2" })).toBe(false);
    expect(await mayBeDenied(17 * minute, { process: "another-machine/1/2" })).toBe(true);
  });
});

describe("clocks that are wrong", () => {
  test.each([minute, hour, 48 * hour])(
    "one that was ahead by %i ms is no trap: it is counted from when somebody first wants to say so",
    async (ahead) => {
      const shelf = new MemoryShelf();
      const until = time(sentAt + 2 * minute);
      await shelf.history("order-1").append(sent("a1", { at: time(sentAt), until, process: noProcess }));
      const said = (after: number) =>
        new Journal({ shelf, now: () => new Date(sentAt - ahead + after) }).resolve("a1", null);
      const over = time(sentAt - ahead + 17 * minute);
      await expect(said(0)).rejects.toMatchObject({
        message: expect.stringContaining("still to come by the clock of this machine"),
        remedy: expect.stringContaining(`after ${over}`),
      });
      await expect(said(0)).rejects.toMatchObject({ remedy: expect.stringContaining(`after ${over}`) });
      // Time has passed, but where it is no longer ahead its own time counts.
      const isStillAhead = ahead > 17 * minute;
      await expect(said(17 * minute - 1)).rejects.toMatchObject({ code: "journal_refused" });
      if (isStillAhead) expect(await said(17 * minute)).toMatchObject({ attemptId: "a1" });
      expect((await shelf.history("order-1").read()).filter(({ event }) => event === "doubted")).toHaveLength(
        1,
      );
    },
  );

  test("one that is set back once more begins anew; a deadline out of all proportion is a day's", async () => {
    const shelf = new MemoryShelf();
    const { append } = shelf.history("order-1");
    await append(sent("a1", { at: time(sentAt), until: "9999-12-31T23:59:59.999Z", process: noProcess }));
    const said = (at: number) => new Journal({ shelf, now: () => new Date(at) }).resolve("a1", null);
    const [early, earlier] = [sentAt - 100 * hour, sentAt - 200 * hour];
    const over = (from: number) => ({
      remedy: expect.stringContaining(time(from + 24 * hour + 15 * minute)),
    });
    await expect(said(early)).rejects.toMatchObject(over(early));
    await expect(said(earlier)).rejects.toMatchObject(over(earlier));
    await expect(said(earlier + hour)).rejects.toMatchObject(over(earlier));
    expect(await said(earlier + 24 * hour + 15 * minute)).toMatchObject({ attemptId: "a1" });
  });

  test("one that was hours behind makes it look old", async () => {
    expect(await mayBeDenied(5 * hour)).toBe(true);
  });

  test("one that was set back while it was on its way holds it for a day at most", async () => {
    expect(await mayBeDenied(23 * hour, {}, 72 * hour)).toBe(false);
    expect(await mayBeDenied(24 * hour + 15 * minute, {}, 72 * hour)).toBe(true);
    expect(await mayBeDenied(24 * hour + 15 * minute, { until: "9999-12-31T23:59:59.999Z" })).toBe(true);
  });

  test.each(["", "yesterday", "2026-99-99T00:00:00.000Z", "+275761-01-01T00:00:00.000Z"])(
    "a date that is none (%s) holds nothing for ever",
    async (date) => {
      expect(await mayBeDenied(0, { at: date })).toBe(true);
      expect(await mayBeDenied(0, { until: date })).toBe(true);
    },
  );
});

describe("what is not in flight", () => {
  const journal = new Journal({ shelf: new MemoryShelf(), now: () => new Date(sentAt) });
  const now = { sentAt: time(sentAt - 1000), until: time(sentAt + minute), process: thisProcess() };

  test("is what has come to an end, and what was carried out", async () => {
    const ends = [
      { fate: "done", state: "done" },
      { fate: "void", state: "rejected" },
      { fate: "open", state: "done-unread" },
    ] as const;
    for (const end of ends)
      expect(await journal.mayBeInFlight(attempt("a1", { ...now, ...end }))).toBe(false);
    expect(await journal.mayBeInFlight(attempt("a1", { ...now, state: "sent" }))).toBe(true);
  });

  test("is a damaged line, of which nothing is known", async () => {
    const damaged = attempt("a1", { state: "damaged", sentAt: "", until: "", process: "" });
    expect(await journal.mayBeInFlight(damaged)).toBe(false);
  });
});

test("whoever is still at work is named, and has to be waited for", async () => {
  const shelf = new MemoryShelf();
  const { append } = shelf.history("order-1");
  await append(sent("a1", { process: thisProcess() }));
  const denied = (after: number) =>
    new Journal({ shelf, now: () => new Date(sentAt + after) }).resolve("a1", null);
  for (const after of [minute, 48 * hour])
    await expect(denied(after)).rejects.toThrow(`still at work (process ${process.pid} on `);
  await append(ended1(sentAt + minute));
  await expect(denied(2 * minute)).rejects.toThrow("the service may take longer");
});

describe("an attempt that another one runs into", () => {
  /** The word for what stands in the way, so long after the first was sent. */
  async function wordAfter(after: number, told: Parameters<typeof sent>[1]): Promise<string> {
    const shelf = new MemoryShelf();
    const when = { at: time(sentAt), until: time(sentAt + 2 * minute) };
    await shelf.history("order-1").append(sent("a1", { ...when, ...told }));
    const journal = new Journal({ shelf, now: () => new Date(sentAt + after) });
    const error = await journal.begin(typing(), new Date(sentAt + hour)).catch((error: unknown) => error);
    return (error as RefusedError).code;
  }
  const elsewhere = "another-machine/1/2";

  test("is waited for while its process runs, and is open once it does not", async () => {
    expect(await wordAfter(48 * hour, { process: thisProcess() })).toBe("order_busy");
    expect(await wordAfter(0, { process: noProcess })).toBe("unresolved_attempt");
  });

  test("is waited for until it says itself, where its process cannot be seen", async () => {
    expect(await wordAfter(0, { process: elsewhere })).toBe("order_busy");
    expect(await wordAfter(2 * minute - 1, { process: elsewhere })).toBe("order_busy");
    expect(await wordAfter(2 * minute, { process: elsewhere })).toBe("unresolved_attempt");
  });

  test("is not waited for if its clock was ahead, or nobody is known to wait", async () => {
    expect(await wordAfter(-1, { process: elsewhere })).toBe("unresolved_attempt");
    expect(await wordAfter(0, { process: "" })).toBe("unresolved_attempt");
  });
});

test("what its process still waits for is in flight, however long ago it was sent", async () => {
  const journal = new Journal({ shelf: new MemoryShelf(), now: () => new Date(sentAt + 48 * hour) });
  const old = { sentAt: time(sentAt), until: time(sentAt + minute), process: thisProcess() };
  expect(await journal.mayBeInFlight(attempt("a1", { ...old, state: "sent" }))).toBe(true);
  expect(await journal.mayBeInFlight(attempt("a1", { ...old, state: "unknown" }))).toBe(false);
});

test.each([0, -hour])(
  "that it happened, with its certificate, can be said at any time (%i ms)",
  async (after) => {
    for (const process of [thisProcess(), noProcess]) {
      const shelf = new MemoryShelf();
      await shelf.history("order-1").append(sent("a1", { process, at: time(sentAt) }));
      const journal = new Journal({ shelf, now: () => new Date(sentAt + after) });
      await expect(journal.resolve("a1", "cert-1")).resolves.toBeDefined();
    }
  },
);
