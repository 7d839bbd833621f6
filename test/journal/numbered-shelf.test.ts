import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers/promises";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { Journal } from "../../src/journal/index.ts";
import { NumberedShelf } from "../../src/journal/shelves/numbered.ts";
import { creating, soon } from "./asking.ts";
import { done, sent } from "./lines.ts";
import { MemoryStore } from "./memory-store.ts";

let store: MemoryStore;
beforeEach(() => {
  store = new MemoryStore();
  const waiting = vi.spyOn(timers, "setTimeout").mockImplementation(async () => undefined as never);
  syncBuiltinESMExports();
  onTestFinished(() => {
    waiting.mockRestore();
    syncBuiltinESMExports();
  });
});

const shelf = () => new NumberedShelf("The journal in a test", async () => store);
const read = () => shelf().history("order-1").read();

describe("an answer that is lost", () => {
  test("after the line was taken: it is found, and not written again", async () => {
    store.troubles.push("lost");
    expect(await shelf().history("order-1").append(sent())).toEqual([sent()]);
    expect(await read()).toEqual([sent()]);
  });

  test("before it was: the same is tried once more", async () => {
    store.troubles.push("never", "never");
    await shelf().history("order-1").append(sent());
    expect(await read()).toEqual([sent()]);
  });

  test("and a line that arrives later: it stands there once", async () => {
    store.troubles.push("late");
    await shelf().history("order-1").append(sent());
    await shelf().history("order-1").append(done());
    expect(await read()).toEqual([sent(), done()]);
  });

  test("while somebody else takes the place: the next one is taken", async () => {
    const [one, other] = [shelf().history("order-1"), shelf().history("order-1")];
    await one.read();
    await other.append(sent("rival"));
    store.troubles.push("never", "lost");
    expect(await one.append(sent("own"))).toEqual([sent("rival"), sent("own")]);
    expect(await read()).toEqual([sent("rival"), sent("own")]);
  });

  test("again and again: nothing is sent, and the way out is named", async () => {
    store.troubles.push("lost", "never");
    const reading = vi.spyOn(store, "read").mockRejectedValue(new Error("gone"));
    reading.mockResolvedValueOnce([]);
    store.troubles.push("never", "never", "never");
    const journal = new Journal({ shelf: shelf() });
    const entry = await journal.begin(creating(), soon());
    await expect(entry.sending()).rejects.toMatchObject({
      ...{ code: "journal_unavailable", outcome: "not-sent" },
      remedy: expect.stringMatching(
        new RegExp(
          `it was not sent\\. Wait until a quarter of an hour after [\\d-]+T[\\d:.]+Z, then .*journal\\.resolve\\("${entry.attemptId}", null\\)`,
        ),
      ),
    });
  });

  test("of the line with which an attempt ends: what was sent is not called unsent", async () => {
    await shelf().history("order-1").append(sent());
    store.troubles.push("never", "never", "never", "never", "never");
    await expect(shelf().history("order-1").append(done())).rejects.toMatchObject({
      remedy: "See that it can be reached, and run this again.",
    });
  });

  test("and then a server that is gone: it is not known either", async () => {
    store.troubles.push("lost", "gone", "gone", "gone", "gone");
    vi.spyOn(store, "read").mockRejectedValue(new Error("gone")).mockResolvedValueOnce([]);
    await expect(shelf().history("order-1").append(sent())).rejects.toMatchObject({
      message: expect.stringContaining("does not say whether it has taken a line"),
    });
  });
});

describe("a server that is gone", () => {
  test("from the beginning has taken nothing: that is said at once", async () => {
    store.troubles.push("gone");
    await expect(shelf().history("order-1").append(sent())).rejects.toThrow("The server is gone.");
    expect(await read()).toEqual([]);
  });

  test("when the place was taken: what stands there has to be read", async () => {
    const history = shelf().history("order-1");
    await history.read();
    await shelf().history("order-1").append(sent("rival"));
    vi.spyOn(store, "read").mockRejectedValue(new Error("gone"));
    await expect(history.append(sent("own"))).rejects.toThrow("gone");
  });

  test("is tried again the next time, and looked at when somebody asks whether it can be used", async () => {
    const load = vi.fn(async () => store).mockRejectedValueOnce(new Error("no driver"));
    const late = new NumberedShelf("The journal in a test", load);
    expect(late.aheadMs).toBe(0);
    await expect(late.check()).rejects.toThrow("no driver");
    const check = vi.spyOn(store, "check");
    await late.check();
    expect(check).toHaveBeenCalledOnce();
    store.aheadMs = 7;
    expect(late.aheadMs).toBe(7);
    await late.histories();
    expect(load).toHaveBeenCalledTimes(2);
  });
});

describe("entries that somebody has touched", () => {
  test("one that is missing holds the order back, like damage", async () => {
    const history = shelf().history("order-1");
    for (const line of [sent("a1"), done("a1"), sent("a2"), done("a2")]) await history.append(line);
    store.entries("order-1").delete(2);
    expect((await read()).map(({ event }) => event)).toEqual(["sent", "damaged", "sent", "done"]);
    const journal = new Journal({ shelf: shelf() });
    await expect(journal.begin(creating(), soon())).rejects.toMatchObject({ code: "unresolved_attempt" });
  });

  test("one that is taken and shows only a moment later is waited for", async () => {
    await shelf().history("order-1").append(sent("a1"));
    vi.spyOn(store, "read").mockResolvedValueOnce([]).mockResolvedValueOnce([]);
    expect(await shelf().history("order-1").append(sent("a2"))).toEqual([sent("a1"), sent("a2")]);
    expect(await read()).toEqual([sent("a1"), sent("a2")]);
  });

  test("one that is taken and does not show: the store is not used", async () => {
    store.entries("order-1").set(1, "hidden");
    vi.spyOn(store, "read").mockResolvedValue([]);
    await expect(shelf().history("order-1").append(sent())).rejects.toMatchObject({
      ...{ code: "journal_unavailable", message: expect.stringContaining("does not show") },
    });
  });
});

describe("machines whose clocks differ", () => {
  const hour = 3_600_000;
  /** A machine whose clock is that much ahead of the server's. */
  const machine = (aheadMs: number) => {
    const here = new NumberedShelf("The journal in a test", async () => ({
      read: (orderId, after) => store.read(orderId, after),
      create: (orderId, entry) => store.create(orderId, entry),
      orders: () => store.orders(),
      isThere: () => store.isThere(),
      check: () => store.check(),
      aheadMs: -aheadMs,
    }));
    return new Journal({ shelf: here, now: () => new Date(Date.now() + aheadMs) });
  };

  test.each([
    [5 * hour, 0],
    [0, 5 * hour],
    [-5 * hour, 5 * hour],
  ])("write the server's time: one %i ms ahead, the other %i", async (one, other) => {
    const entry = await machine(one).begin(creating(), new Date(Date.now() + one + 60_000));
    await entry.sending();
    const [attempt] = await machine(other).attempts();
    expect(Math.abs(Date.parse(attempt?.sentAt ?? "") - Date.now())).toBeLessThan(5_000);
    expect(Math.abs(Date.parse(attempt?.until ?? "") - Date.now() - 60_000)).toBeLessThan(5_000);
    await expect(machine(other).resolve(entry.attemptId, null)).rejects.toMatchObject({
      message: expect.stringContaining("may still be on its way"),
    });
  });

  test("are told of each other until when an attempt is awaited, and that nobody knows after that", async () => {
    const elsewhere = Object.assign(shelf(), { thisProcess: () => "runner-7/12/345" });
    const entry = await new Journal({ shelf: elsewhere }).begin(creating(), soon());
    await entry.sending();
    const refused = new Journal({ shelf: shelf() }).begin(creating(), soon());
    await expect(refused).rejects.toMatchObject({
      ...{
        code: "order_busy",
        message: expect.stringMatching(/on its way until 20.*process 12 on runner-7/),
      },
    });
    const later = new Journal({ shelf: shelf(), now: () => new Date(Date.now() + 120_000) });
    await expect(later.begin(creating(), soon())).rejects.toMatchObject({ code: "unresolved_attempt" });
  });
});

describe("moving house", () => {
  test("copies every line once, and what has come since when it is repeated", async () => {
    const from = new NumberedShelf("old", async () => new MemoryStore());
    await from.history("order-1").append(sent("a1"));
    await from.history("order-1").append(done("a1"));
    await from.history("order-2").append(sent("b1", { order: "order-2" }));
    const [old, now] = [new Journal({ shelf: from }), new Journal({ shelf: shelf() })];
    expect(await old.copyTo(now)).toEqual({ orders: 2, lines: 3 });
    expect(await old.copyTo(now)).toEqual({ orders: 2, lines: 0 });
    await from.history("order-2").append(done("b1"));
    expect(await old.copyTo(now)).toEqual({ orders: 2, lines: 1 });
    expect(await now.attempts()).toEqual(await old.attempts());
  });

  test("is refused while something is on its way, and where there is another history", async () => {
    const [old, now] = [
      new Journal({ shelf: new NumberedShelf("old", async () => other) }),
      new Journal({ shelf: shelf() }),
    ];
    const other = new MemoryStore();
    const entry = await old.begin(creating(), soon());
    await entry.sending();
    await expect(old.copyTo(now)).rejects.toMatchObject({ message: expect.stringContaining("on its way") });
    await entry.settle("done", "cert-1");
    await shelf().history("order-1").append(sent("another"));
    await expect(old.copyTo(now)).rejects.toMatchObject({
      message: expect.stringContaining("another history"),
    });
    expect(await read()).toEqual([sent("another")]);
  });

  test("is refused for a damaged line, which would become another one", async () => {
    const other = new MemoryStore();
    other.entries("order-1").set(1, "damage");
    const old = new Journal({ shelf: new NumberedShelf("old", async () => other) });
    await expect(old.copyTo(new Journal({ shelf: shelf() }))).rejects.toMatchObject({
      message: expect.stringContaining("damaged line"),
    });
  });
});

test("is there once its store is", async () => {
  expect(await shelf().isThere()).toBe(false);
  await shelf().history("order-1").append(sent());
  expect(await shelf().isThere()).toBe(true);
});

test("a race finds what a store loses, doubles or hides", async () => {
  const journal = new Journal({ shelf: shelf() });
  expect(await journal.race(4, 3)).toMatchObject({ lines: 12, lost: 0, doubled: 0, misled: 0 });
  expect(await journal.attempts()).toEqual([]);
  // One that takes whatever comes, as stores do that pass over conditions.
  vi.spyOn(store, "create").mockImplementation(async (orderId, { position, text }) => {
    store.entries(orderId).set(position, text);
    return "created";
  });
  const { lost, misled } = await journal.race(4, 3);
  expect(lost).toBe(9);
  expect(misled).toBeGreaterThan(0);
});
