import { hostname } from "node:os";
import { describe, expect, test } from "vitest";
import { Journal, MemoryShelf } from "../../src/journal/index.ts";
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
  test("one that was hours ahead does not hold an order for hours", async () => {
    for (const ahead of [minute, hour, 48 * hour]) expect(await mayBeDenied(-ahead)).toBe(true);
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

test("that it happened, with its certificate, can be said at any time", async () => {
  const shelf = new MemoryShelf();
  await shelf.history("order-1").append(sent("a1", { process: thisProcess() }));
  await expect(new Journal({ shelf }).resolve("a1", "cert-1")).resolves.toBeDefined();
});
