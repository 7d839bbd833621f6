import timers from "node:timers/promises";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { formatEvent } from "../../../src/journal/event-format.ts";
import { Journal } from "../../../src/journal/index.ts";
import { NumberedStore } from "../../../src/journal/stores/numbered.ts";
import { collect } from "../../harness/collect.ts";
import { attemptIn, done, sent } from "../../harness/journal/events.ts";
import { claim, preview, resourceIntent } from "../../harness/journal/intents.ts";
import { MemoryEntryStore } from "./memory-entry-store.ts";
import { standIn } from "./stand-in.ts";

let store: MemoryEntryStore;
beforeEach(() => {
  store = new MemoryEntryStore();
  standIn(timers, "setTimeout", async () => undefined as never);
});

const opened = () => new NumberedStore("The journal in a test", async () => store);
const log = (orderId = "order-1") => opened().log(orderId);
const read = () => log().read();

describe("The server's answer is lost", () => {
  test.each<[string, troubles: (typeof store)["troubles"]]>([
    ["The entry was stored: it is found, and not written again", ["lost"]],
    ["The entry was not stored: it is written once more", ["never", "never"]],
    ["The entry arrives later: it stands there once", ["late"]],
  ])("%s", async (_, troubles) => {
    store.troubles.push(...troubles);
    expect((await log().append(sent()))?.()).toEqual([sent()]);
    await log().append(done());
    expect(await read()).toEqual([sent(), done()]);
  });

  test("The entry was stored, and the next read fails: it is found later, and not written again", async () => {
    store.troubles.push("lost");
    vi.spyOn(store, "read").mockResolvedValueOnce([]).mockRejectedValueOnce(new Error("gone"));
    await log().append(sent());
    expect(await read()).toEqual([sent()]);
  });

  test("A rival writes behind the stored entry: it is found all the same", async () => {
    store.troubles.push("lost");
    vi.spyOn(store, "confirm").mockImplementationOnce(async () => {
      await log().append(sent("rival"));
      return "confirmed";
    });
    expect((await log().append(sent("own")))?.()).toEqual([sent("own")]);
    expect(store.entries("order-1").size).toBe(2);
  });

  test("A rival takes the position meanwhile: the next one is used", async () => {
    const own = log();
    await own.read();
    await log().append(sent("rival"));
    store.troubles.push("never", "lost");
    expect((await own.append(sent("own")))?.()).toEqual([sent("rival"), sent("own")]);
    expect(await read()).toEqual([sent("rival"), sent("own")]);
  });

  test.each(["never", "gone"] as const)(
    "No further answer tells (%s): nothing is sent, and the message names the attempt",
    async (trouble) => {
      store.troubles.push("lost", trouble, trouble, trouble, trouble);
      vi.spyOn(store, "read").mockRejectedValue(new Error("gone")).mockResolvedValueOnce([]);
      await expect(claim(new Journal(opened()), resourceIntent())).rejects.toMatchObject({
        code: "journal_unavailable",
        outcome: "not-sent",
        message: expect.stringContaining("does not say whether it has stored an entry"),
        remedy: expect.stringMatching(
          /If attempt [0-9a-f]{12} blocks the order later, it was not sent: resolve it as not-happened, 15 minutes after [\d-]+T[\d:.]+Z\.$/,
        ),
      });
    },
  );

  test("The answer to an outcome is lost: a sent request is not called unsent", async () => {
    await log().append(sent());
    store.troubles.push("never", "never", "never", "never", "never");
    await expect(log().append(done())).rejects.toMatchObject({
      remedy: "Check that it can be reached, and run this again.",
    });
  });
});

describe("The server is gone", () => {
  test("It was never there, so it has stored nothing, and that is said at once", async () => {
    store.troubles.push("gone");
    await expect(log().append(sent())).rejects.toThrow("The server is gone.");
    expect(await read()).toEqual([]);
  });

  test("After a rival took the position, what stands there has to be read", async () => {
    const own = log();
    await own.read();
    await log().append(sent("rival"));
    vi.spyOn(store, "read").mockRejectedValue(new Error("gone"));
    await expect(own.append(sent("own"))).rejects.toThrow("gone");
  });

  test("It is tried again the next time", async () => {
    const load = vi.fn(async () => store).mockRejectedValueOnce(new Error("no driver"));
    const late = new NumberedStore("The journal in a test", load);
    await expect(late.check({ create: true })).rejects.toThrow("no driver");
    expect(late.clockSkewMs).toBe(0);
    const check = vi.spyOn(store, "check");
    await late.check({ create: false });
    expect(check).toHaveBeenCalledExactlyOnceWith({ create: false });
    store.clockSkewMs = 7;
    expect(late.clockSkewMs).toBe(7);
    expect(load).toHaveBeenCalledTimes(2);
  });
});

test("Reads and appends of one log at the same time show each event once", async () => {
  const orderLog = log();
  const names = ["a1", "a2", "a3", "a4", "a5"];
  await Promise.all(
    names.flatMap((attempt) => [orderLog.read(), orderLog.append(sent(attempt)), orderLog.read()]),
  );
  const events = await orderLog.read();
  expect(events.map(attemptIn).sort()).toEqual(names);
  expect(await read()).toEqual(events);
});

test("Appends of one log take time in proportion to their number", async () => {
  const append = async (count: number) => {
    const orderLog = log(`order-${count}`);
    const began = process.cpuUsage();
    for (let index = 0; index < count; index++) await orderLog.append(done(`a${index}`));
    return process.cpuUsage(began).user;
  };
  await append(2_000);
  // Other work on the machine can make one measurement too high, and hardly three. A quadratic append has a ratio of 64.
  const ratios: number[] = [];
  while (ratios.length < 3 && !ratios.some((ratio) => ratio < 20)) {
    const few = await append(4_000);
    ratios.push((await append(32_000)) / few);
  }
  expect(Math.min(...ratios)).toBeLessThan(20);
});

test("The events that an append shows stay the same when others follow", async () => {
  const orderLog = log();
  const first = await orderLog.append(sent("a1"));
  await orderLog.append(sent("a2"));
  await orderLog.read();
  expect(first?.()).toEqual([sent("a1")]);
});

describe("Another program changed the entries", () => {
  const problem = async (orderId = "order-1") => {
    const decision = await preview(new Journal(opened()), resourceIntent({ orderId }));
    if (decision.kind !== "blocked" || decision.blocked.reason !== "damaged") throw new Error(decision.kind);
    return decision.blocked.problem.replace("In the journal in a test, ", "");
  };
  beforeEach(async () => {
    for (const event of [sent("a1"), done("a1"), sent("a2"), done("a2")]) await log().append(event);
  });

  test("A missing entry blocks the order, and is named", async () => {
    store.entries("order-1").delete(2);
    expect((await read()).map(({ event }) => event)).toEqual(["sent", "unreadable", "sent", "done"]);
    expect(await problem()).toBe("entry 2 is missing");
  });

  test("A gap of many entries is one damaged entry", async () => {
    store.entries("order-1").set(5_000_000, formatEvent(done("a2")));
    expect((await read()).slice(4)).toMatchObject([{ event: "unreadable", position: 5 }, { event: "done" }]);
  });

  test("An entry that names another order is damage of that log only", async () => {
    store.entries("order-2").set(1, formatEvent(sent("a1")));
    expect(await problem("order-2")).toBe("entry 1 names another order");
    const histories = await collect(new Journal(opened()).histories());
    expect(histories.map(({ damage }) => damage.length)).toEqual([0, 1]);
  });

  test("An object of another program is named by its key, on one line", async () => {
    const foreign = { position: Number.MAX_SAFE_INTEGER, text: "x", object: "order-1/read\nme" };
    const read = store.read.bind(store);
    vi.spyOn(store, "read").mockImplementation(async (...asked) => [...(await read(...asked)), foreign]);
    expect(await problem()).toBe("the object order-1/read\ufffdme is not an entry of certorder");
  });

  test("An entry far behind blocks its order, which can be repaired and goes on before it", async () => {
    const journal = new Journal(opened());
    store.entries("order-1").set(2 ** 31 - 1, formatEvent(sent("a3")));
    expect(await problem()).toBe("entry 2147483647 cannot be read");
    expect(await journal.repair("order-1")).toEqual([expect.stringMatching(/^unreadable-2147483647-/)]);
    expect([...store.entries("order-1").keys()]).toEqual([1, 2, 3, 4, 2 ** 31 - 1, 5]);
    expect((await preview(journal, resourceIntent())).kind).toBe("already-done");
  });

  test("An entry that shows only a moment later is waited for", async () => {
    vi.spyOn(store, "read").mockResolvedValueOnce([]).mockResolvedValueOnce([]);
    expect((await log().append(sent("a3")))?.().slice(4)).toEqual([sent("a3")]);
    expect(await read()).toHaveLength(5);
  });

  test("A store that does not show an entry is not used", async () => {
    vi.spyOn(store, "read").mockResolvedValue([]);
    await expect(log().append(sent())).rejects.toMatchObject({
      code: "journal_unavailable",
      message: expect.stringContaining("does not show"),
    });
  });
});

test("A race of writers finds what a store loses or hides", async () => {
  const journal = new Journal(opened());
  expect(await journal.race(4, 3)).toMatchObject({ events: 12, lost: 0, doubled: 0, misled: 0 });
  expect(await journal.attempts()).toEqual([]);
  // A store that ignores the condition of a write.
  vi.spyOn(store, "create").mockImplementation(async (orderId, { position, text }) => {
    store.entries(orderId).set(position, text);
    return "created";
  });
  const { lost, misled } = await journal.race(4, 3);
  expect(lost).toBe(9);
  expect(misled).toBeGreaterThan(0);
});
