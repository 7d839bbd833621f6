import timers from "node:timers/promises";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { formatEvent } from "../../../src/journal/event-format.ts";
import { Journal } from "../../../src/journal/index.ts";
import { NumberedStore } from "../../../src/journal/stores/numbered.ts";
import { collect } from "../../harness/collect.ts";
import { done, sent } from "../../harness/journal/events.ts";
import { claim, preview, resourceIntent, startClaim } from "../../harness/journal/intents.ts";
import { MemoryLogStore } from "./memory-log-store.ts";
import { standIn } from "./stand-in.ts";

let store: MemoryLogStore;
beforeEach(() => {
  store = new MemoryLogStore();
  standIn(timers, "setTimeout", async () => undefined as never);
});

const opened = () => new NumberedStore("The journal in a test", async () => store);
const log = (orderId = "order-1") => opened().log(orderId);
const read = () => log().read();

describe("The server's answer is lost", () => {
  test("The entry was stored: it is found, and not written again", async () => {
    store.troubles.push("lost");
    expect((await log().append(sent()))?.()).toEqual([sent()]);
    expect(await read()).toEqual([sent()]);
  });

  test("The entry was not stored: it is written once more", async () => {
    store.troubles.push("never", "never");
    await log().append(sent());
    expect(await read()).toEqual([sent()]);
  });

  test("The entry arrives later: it stands there once", async () => {
    store.troubles.push("late");
    await log().append(sent());
    await log().append(done());
    expect(await read()).toEqual([sent(), done()]);
  });

  test("A rival takes the position meanwhile: the next one is used", async () => {
    const own = log();
    await own.read();
    await log().append(sent("rival"));
    store.troubles.push("never", "lost");
    expect((await own.append(sent("own")))?.()).toEqual([sent("rival"), sent("own")]);
    expect(await read()).toEqual([sent("rival"), sent("own")]);
  });

  test("The answer is lost again and again: nothing is sent, and the message names the attempt", async () => {
    store.troubles.push("lost", "never", "never", "never", "never");
    vi.spyOn(store, "read").mockRejectedValue(new Error("gone")).mockResolvedValueOnce([]);
    await expect(claim(new Journal({ store: opened() }), resourceIntent())).rejects.toMatchObject({
      code: "journal_unavailable",
      outcome: "not-sent",
      remedy: expect.stringMatching(
        /If attempt [0-9a-f]{12} blocks the order later, it was not sent: resolve it as not-happened, 15 minutes after [\d-]+T[\d:.]+Z\.$/,
      ),
    });
  });

  test("The answer to an outcome is lost: a sent request is not called unsent", async () => {
    await log().append(sent());
    store.troubles.push("never", "never", "never", "never", "never");
    await expect(log().append(done())).rejects.toMatchObject({
      remedy: "Check that it can be reached, and run this again.",
    });
  });

  test("The server is gone after a lost answer: it is not known whether the entry was stored", async () => {
    store.troubles.push("lost", "gone", "gone", "gone", "gone");
    vi.spyOn(store, "read").mockRejectedValue(new Error("gone")).mockResolvedValueOnce([]);
    await expect(log().append(sent())).rejects.toMatchObject({
      message: expect.stringContaining("does not say whether it has stored an entry"),
    });
  });
});

describe("The server is gone", () => {
  test("A server that was never there has stored nothing, and that is said at once", async () => {
    store.troubles.push("gone");
    await expect(log().append(sent())).rejects.toThrow("The server is gone.");
    expect(await read()).toEqual([]);
  });

  test("A server that is gone after a rival took the position fails the append: what stands there has to be read", async () => {
    const own = log();
    await own.read();
    await log().append(sent("rival"));
    vi.spyOn(store, "read").mockRejectedValue(new Error("gone"));
    await expect(own.append(sent("own"))).rejects.toThrow("gone");
  });

  test("A server that is gone is tried again the next time", async () => {
    const load = vi.fn(async () => store).mockRejectedValueOnce(new Error("no driver"));
    const late = new NumberedStore("The journal in a test", load);
    expect(late.clockSkewMs).toBe(0);
    await expect(late.check()).rejects.toThrow("no driver");
    const check = vi.spyOn(store, "check");
    await late.check({ create: false });
    expect(check).toHaveBeenCalledExactlyOnceWith({ create: false });
    store.clockSkewMs = 7;
    expect(late.clockSkewMs).toBe(7);
    await collect(late.readAll());
    expect(load).toHaveBeenCalledTimes(2);
  });
});

test("Reads and appends of one log at the same time show each event once", async () => {
  const one = log();
  const names = ["a1", "a2", "a3", "a4", "a5"];
  await Promise.all(names.flatMap((attempt) => [one.read(), one.append(sent(attempt)), one.read()]));
  const events = await one.read();
  expect(events.map(({ attempt }) => attempt).sort()).toEqual(names);
  expect(await read()).toEqual(events);
});

test("Appends of one log take time in proportion to their number", async () => {
  const append = async (count: number) => {
    const one = log(`order-${count}`);
    const began = process.cpuUsage();
    for (let index = 0; index < count; index++) await one.append(done(`a${index}`));
    return process.cpuUsage(began).user;
  };
  await append(2_000);
  const [few, many] = [await append(4_000), await append(32_000)];
  expect(many / few).toBeLessThan(20);
});

test("The events that an append shows stay the same when others follow", async () => {
  const one = log();
  const first = await one.append(sent("a1"));
  await one.append(sent("a2"));
  await one.read();
  expect(first?.()).toEqual([sent("a1")]);
});

describe("Another program changed the entries", () => {
  test("A missing entry blocks the order, and is named", async () => {
    for (const event of [sent("a1"), done("a1"), sent("a2"), done("a2")]) await log().append(event);
    store.entries("order-1").delete(2);
    expect((await read()).map(({ event }) => event)).toEqual(["sent", "unreadable", "sent", "done"]);
    expect(await preview(new Journal({ store: opened() }), resourceIntent())).toMatchObject({
      blocked: { reason: "damaged", problem: "In the journal in a test, entry 2 is missing" },
    });
  });

  test("An entry that names another order is damage of that log only", async () => {
    await log().append(sent("a1"));
    store.entries("order-2").set(1, formatEvent(sent("a1")));
    const journal = new Journal({ store: opened() });
    expect(await preview(journal, resourceIntent({ orderId: "order-2" }))).toMatchObject({
      blocked: { reason: "damaged", problem: "In the journal in a test, entry 1 names another order" },
    });
    expect((await collect(journal.histories())).map(({ damage }) => damage.length)).toEqual([0, 1]);
  });

  test("An object of another program is named by its key, on one line", async () => {
    await log().append(sent("a1"));
    const foreign = { position: Number.MAX_SAFE_INTEGER, text: "x", object: "order-1/read\nme" };
    const read = store.read.bind(store);
    vi.spyOn(store, "read").mockImplementation(async (...asked) => [...(await read(...asked)), foreign]);
    expect(await preview(new Journal({ store: opened() }), resourceIntent())).toMatchObject({
      blocked: {
        problem: "In the journal in a test, the object order-1/read\ufffdme is not an entry of certorder",
      },
    });
  });

  test("A gap of many entries is one damaged entry", async () => {
    await log().append(sent("a1"));
    store.entries("order-1").set(5_000_000, formatEvent(done("a1")));
    expect(await read()).toMatchObject([
      { event: "sent" },
      { event: "unreadable", position: 2 },
      { event: "done" },
    ]);
  });

  test("An entry far behind blocks its own order, which can be repaired and goes on", async () => {
    const journal = new Journal({ store: opened() });
    for (const order of ["order-1", "order-2"]) await log(order).append(sent("a1", { order }));
    for (const order of ["order-1", "order-2"]) await log(order).append(done("a1"));
    store.entries("order-1").set(2 ** 31 - 1, formatEvent(sent("a2")));
    expect(await preview(journal, resourceIntent())).toMatchObject({ blocked: { reason: "damaged" } });
    expect((await preview(journal, resourceIntent({ orderId: "order-2" }))).kind).toBe("already-done");
    expect((await collect(journal.histories())).map(({ damage }) => damage.length)).toEqual([1, 0]);
    expect(await journal.repair("order-1")).toEqual([expect.stringMatching(/^unreadable-2147483647-/)]);
    expect([...store.entries("order-1").keys()]).toEqual([1, 2, 2 ** 31 - 1, 3]);
    expect(await journal.history("order-1")).toMatchObject({
      attempts: [{ attemptId: "a1", status: "succeeded" }],
      damage: [],
    });
  });

  test("An entry that shows only a moment later is waited for", async () => {
    await log().append(sent("a1"));
    vi.spyOn(store, "read").mockResolvedValueOnce([]).mockResolvedValueOnce([]);
    expect((await log().append(sent("a2")))?.()).toEqual([sent("a1"), sent("a2")]);
    expect(await read()).toEqual([sent("a1"), sent("a2")]);
  });

  test("A store that does not show an entry is not used", async () => {
    store.entries("order-1").set(1, "hidden");
    vi.spyOn(store, "read").mockResolvedValue([]);
    await expect(log().append(sent())).rejects.toMatchObject({
      code: "journal_unavailable",
      message: expect.stringContaining("does not show"),
    });
  });
});

describe("Machines whose clocks differ", () => {
  const hour = 3_600_000;
  /** A machine whose clock is that much ahead of the server's. */
  const machine = (clockSkewMs: number) => {
    const here = new NumberedStore("The journal in a test", async () => ({
      read: (orderId, after) => store.read(orderId, after),
      create: (orderId, entry) => store.create(orderId, entry),
      readAll: (isWanted) => store.readAll(isWanted),
      exists: () => store.exists(),
      check: () => store.check(),
      clockSkewMs: -clockSkewMs,
    }));
    return new Journal({ store: here, now: () => new Date(Date.now() + clockSkewMs) });
  };

  test.each([
    [5 * hour, 0],
    [0, 5 * hour],
    [-5 * hour, 5 * hour],
  ])("record the server's time: one is %i ms ahead, the other %i", async (one, other) => {
    const claimed = await claim(machine(one), resourceIntent(), new Date(Date.now() + one + 60_000));
    if (claimed.kind !== "send") throw new Error(claimed.kind);
    const [attempt] = await machine(other).attempts();
    expect(Math.abs(Date.parse(attempt?.sentAt ?? "") - Date.now())).toBeLessThan(5_000);
    expect(Math.abs(Date.parse(attempt?.deadline ?? "") - Date.now() - 60_000)).toBeLessThan(5_000);
    await expect(machine(other).resolve("order-1", claimed.attempt.attemptId, null)).rejects.toMatchObject({
      message: expect.stringContaining("may still be in flight"),
    });
  });

  test("An attempt of another machine is under way until its deadline", async () => {
    const elsewhere = Object.assign(opened(), { thisProcess: () => "runner-7/12/345" });
    await claim(new Journal({ store: elsewhere }), resourceIntent());
    const isInFlight = async (now: () => Date) =>
      (await startClaim(new Journal({ store: opened(), now }), resourceIntent())).verdict;
    expect(await isInFlight(() => new Date())).toMatchObject({
      blocked: { isInFlight: true, attempt: { process: "runner-7/12/345" } },
    });
    expect(await isInFlight(() => new Date(Date.now() + 120_000))).toMatchObject({
      blocked: { isInFlight: false },
    });
  });
});

test("A race of writers finds what a store loses or hides", async () => {
  const journal = new Journal({ store: opened() });
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
