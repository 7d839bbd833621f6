import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { type Clock, Pace } from "../../../../src/cli/many/pace.ts";
import type { RowResult } from "../../../../src/cli/many/row-result.ts";
import { mostInARow, mostUnknown, Run, type RunOptions } from "../../../../src/cli/many/run-rows.ts";
import type { OrderRow } from "../../../../src/cli/orders/index.ts";
import { UnwrittenError } from "../../../../src/cli/stdout.ts";
import { CertOrderClient, type ClientEvent } from "../../../../src/client/index.ts";
import { Journal, MemoryStore } from "../../../../src/journal/index.ts";
import { type AnswerName, orderRow, orderRows, orderService } from "../../../harness/cli/order-service.ts";

async function* each(rows: readonly OrderRow[]) {
  yield* rows;
}

/** A service, a journal, and runs of rows on them. */
async function newStage(choose?: Parameters<typeof orderService>[0]) {
  const service = await orderService(choose);
  const journal = new Journal(new MemoryStore());
  const start = (
    rows: readonly OrderRow[],
    { maxTries = 1, timeoutMs, ...more }: Partial<RunOptions & { maxTries: number; timeoutMs: number }> = {},
  ) => {
    const results: RowResult[] = [];
    const [stop, end] = [new AbortController(), new AbortController()];
    const client = new CertOrderClient({
      baseUrl: service.url,
      keyId: "id",
      authKey: "key",
      journal,
      maxTries,
      timeoutMs,
      env: {},
    });
    const run = new Run({
      client,
      asked: { idempotencyKey: "k" },
      concurrency: 4,
      pace: new Pace(),
      signals: { signal: end.signal, stopSignal: stop.signal },
      onEvent: () => {},
      report: async (result) => void results.push(result),
      ...more,
    });
    const ended = run.reissue(each(rows)).then(() => ({ run, results, kinds: kindsOf(results) }));
    return { ended, stop, end, run };
  };
  return { ...service, journal, start, reissue: (...args: Parameters<typeof start>) => start(...args).ended };
}

const kindsOf = (results: readonly RowResult[]) =>
  Object.fromEntries(results.map(({ row, kind }) => [row.values.order_id, kind]));

describe("A run", () => {
  test("sends each row once, and a second run finds that it is already done", async () => {
    const { ledger, reissue } = await newStage();
    const first = await reissue(orderRows(20));
    expect(new Set(Object.values(first.kinds))).toEqual(new Set(["sent"]));
    const second = await reissue(orderRows(20));
    expect(new Set(Object.values(second.kinds))).toEqual(new Set(["already-done"]));
    expect([first.run.counts.exitCode, second.run.counts.exitCode]).toEqual([0, 0]);
    expect([...ledger.values()].map(({ length }) => length)).toEqual(Array(20).fill(1));
  });

  test("sends an order that two rows name once, also if both run at once", async () => {
    const { ledger, reissue } = await newStage();
    const { results } = await reissue(Array.from({ length: 12 }, (_, line) => orderRow("o-1", line)));
    expect(results.filter(({ kind }) => kind === "sent")).toHaveLength(1);
    for (const { kind } of results) expect(["sent", "already-done", "in-flight"]).toContain(kind);
    expect(ledger.get("o-1")).toHaveLength(1);
  });

  test.each<[AnswerName, string, string, number]>([
    ["refused", "rejected", "rejected", 3],
    ["too fast", "rejected", "rejected", 3],
    ["5xx", "unknown", "blocked", 5],
    ["reset after", "unknown", "blocked", 5],
    ["reset before", "unknown", "blocked", 5],
    ["unreadable", "unknown", "blocked", 6],
    ["without id", "unknown", "blocked", 6],
  ])(
    "reports a row whose answer is %s as %s, and as %s when it runs again",
    async (answer, kind, next, code) => {
      const { ledger, reissue } = await newStage((order) => (order === "o-1" ? answer : "success"));
      const first = await reissue(orderRows(2));
      expect(first.kinds).toEqual({ "o-1": kind, "o-2": "sent" });
      expect(first.run.counts.exitCode).toBe(code);
      const second = await reissue(orderRows(2));
      expect(second.kinds).toEqual({ "o-1": next, "o-2": "already-done" });
      expect(second.run.counts.exitCode).toBe(next === "blocked" ? 4 : code);
      expect(ledger.get("o-1")?.length ?? 0).toBeLessThanOrEqual(1);
    },
  );

  test("has the exit code of its worst outcome", async () => {
    const worst: AnswerName[] = ["refused", "without id", "5xx"];
    for (const [index, code] of [3, 6, 5].entries()) {
      const { reissue } = await newStage(
        (order) => worst.slice(0, index + 1)[Number(order.slice(2)) - 1] ?? "success",
      );
      expect((await reissue(orderRows(5))).run.counts.exitCode).toBe(code);
    }
  });

  test("reports a row as not sent if the service cannot be reached", async () => {
    const { start, journal } = await newStage();
    const nowhere = { baseUrl: "http://127.0.0.1:1", keyId: "id", authKey: "key", env: {}, maxTries: 1 };
    const { kinds, run } = await start(orderRows(1), { client: new CertOrderClient({ ...nowhere, journal }) })
      .ended;
    expect(kinds).toEqual({ "o-1": "not-sent" });
    expect(run.counts.exitCode).toBe(4);
  });

  test("sends no more rows than its limit, and answers those before that are already done", async () => {
    const { asked, reissue } = await newStage();
    await reissue(orderRows(5));
    const { run, results } = await reissue(orderRows(40), { limit: 10 });
    expect(run.stopReason).toBe("limit");
    expect(run.counts.of("already-done")).toBe(5);
    expect(run.counts.of("sent")).toBe(10);
    expect(results).toHaveLength(15);
    expect(asked).toHaveLength(15);
    // As many as the rest: nothing is left, and nothing stopped it.
    expect((await reissue(orderRows(25), { limit: 10 })).run).toMatchObject({ stopReason: undefined });
  });

  test("sends as many rows as its limit, also if they wait for the rate", async () => {
    const { asked, reissue } = await newStage();
    let turns = 0;
    let ended = 0;
    /** The turn of a row comes after the end of the row before it. */
    class OneByOne extends Pace {
      override async turn(signal: AbortSignal): Promise<void> {
        for (const before = turns++; ended < before && !signal.aborted; ) await setImmediate();
      }
    }
    const report = async () => void ended++;
    const { run } = await reissue(orderRows(30), { limit: 10, pace: new OneByOne(), report });
    expect([run.stopReason, run.counts.of("sent")]).toEqual(["limit", 10]);
    expect(asked).toHaveLength(10);
  });

  test.each([1, 4])(
    "does not count rejected rows for its limit, with %i rows at once",
    async (concurrency) => {
      const isRefused = (order: string) => Number(order.slice(2)) % 3 !== 0;
      const { reissue } = await newStage((order) => (isRefused(order) ? "refused" : "success"));
      const { run } = await reissue(orderRows(60), { limit: 5, concurrency });
      expect([run.stopReason, run.counts.of("sent")]).toEqual(["limit", 5]);
    },
  );

  test("counts unknown outcomes for its limit", async () => {
    const { asked, reissue } = await newStage(() => "5xx");
    const { run } = await reissue(orderRows(30), { limit: 5 });
    expect([run.stopReason, run.counts.of("unknown"), asked.length]).toEqual(["limit", 5, 5]);
  });

  test("stops after so many failures of any kind, and finishes what is in flight", async () => {
    const kinds: AnswerName[] = ["refused", "5xx", "success"];
    const { asked, reissue } = await newStage((order) => kinds[Number(order.slice(2)) % 3] ?? "success");
    const { run, results } = await reissue(orderRows(200), { maxFailures: 6 });
    expect(run.stopReason).toBe("failures");
    expect(run.counts.failures).toBeGreaterThanOrEqual(6);
    expect(run.counts.failures).toBeLessThan(6 + 4);
    expect(results).toHaveLength(asked.length);
  });

  test("stops after ten unknown outcomes by default", async () => {
    const losing = await newStage(() => "5xx");
    const lost = await losing.reissue(orderRows(50), { concurrency: 1 });
    expect([lost.run.stopReason, lost.run.counts.of("unknown")]).toEqual(["unknown", mostUnknown]);
    const accepting = await newStage(() => "5xx");
    expect((await accepting.reissue(orderRows(50), { maxFailures: 100 })).run.counts.of("unknown")).toBe(50);
  });

  test("stops after ten rows in a row that cannot be sent, and not for single ones", async () => {
    const { journal, url, reissue } = await newStage();
    const connection = { keyId: "id", authKey: "key", journal, maxTries: 1, env: {} };
    const away = new CertOrderClient({ ...connection, baseUrl: "http://127.0.0.1:1" });
    const { run } = await reissue(orderRows(50), { client: away, concurrency: 1 });
    expect([run.stopReason, run.counts.of("not-sent")]).toEqual(["in-a-row", mostInARow]);
    const here = new CertOrderClient({ ...connection, baseUrl: url });
    const every = (rows: readonly OrderRow[]) => rows.filter((_, index) => index % 5 === 0);
    const failing = new Set(every(orderRows(100)).map(({ values }) => values.order_id));
    const mixed = {
      sendReissue: (...[values, options]: Parameters<typeof here.sendReissue>) =>
        (failing.has(values.order_id) ? away : here).sendReissue(values, options),
    } as typeof here;
    const { run: goesOn } = await reissue(orderRows(100), { client: mixed });
    expect([goesOn.stopReason, goesOn.counts.of("not-sent")]).toEqual([undefined, failing.size]);
  });

  test("stops after ten rows in a row that are rejected with the same code", async () => {
    const refusing = await newStage(() => "refused");
    const { run } = await refusing.reissue(orderRows(50), { concurrency: 1 });
    expect([run.stopReason, run.counts.of("rejected")]).toEqual(["in-a-row", mostInARow]);
    expect(run.inARow).toEqual({ kind: "rejected", code: "order_locked", count: mostInARow });
    const several = await newStage(() => "refused");
    expect((await several.reissue(orderRows(50))).run.inARow?.count).toBe(mostInARow);
    const accepting = await newStage(() => "refused");
    const { run: goesOn } = await accepting.reissue(orderRows(50), { maxFailures: 100 });
    expect([goesOn.stopReason, goesOn.counts.of("rejected")]).toEqual([undefined, 50]);
  });

  test("goes on if the rejected rows are not in a row", async () => {
    const isSent = (order: string) => Number(order.slice(2)) % 5 === 0;
    const { reissue } = await newStage((order) => (isSent(order) ? "success" : "refused"));
    const { run } = await reissue(orderRows(60), { concurrency: 1 });
    expect(run.stopReason).toBeUndefined();
  });

  test("neither counts rate limits as rows in a row, nor begins the count again after one", async () => {
    let asked = 0;
    const limited = await newStage(() => (++asked <= 16 ? "too fast" : "success"));
    const goesOn = await limited.reissue(orderRows(40), { concurrency: 16, pace: new Pace(0, newClock()) });
    const { counts } = goesOn.run;
    expect([goesOn.run.stopReason, counts.of("rejected"), counts.of("sent")]).toEqual([undefined, 16, 24]);
    const refusing = await newStage((order) => (Number(order.slice(2)) % 5 === 0 ? "too fast" : "refused"));
    const { run } = await refusing.reissue(orderRows(60), { concurrency: 1, pace: new Pace(0, newClock()) });
    expect([run.stopReason, run.inARow?.count]).toEqual(["in-a-row", mostInARow]);
  });

  test.each([
    ["stops", { maxFailures: 1 }, "failures"],
    ["goes on, until its time is over", { timeoutMs: 2_500 }, undefined],
  ])(
    "reports what the first try of a row came to if it waits for its second one and the run %s",
    async (_, options, stopReason) => {
      const isWaiting = Promise.withResolvers<void>();
      const { asked, journal, reissue } = await newStage(async (order) => {
        if (order === "o-2") return "too fast for a second";
        await isWaiting.promise;
        return "too fast for an hour";
      });
      const onEvent = ({ type }: ClientEvent) => type === "retry" && isWaiting.resolve();
      const { run, kinds } = await reissue(orderRows(2), { maxTries: 3, onEvent, ...options });
      expect([run.stopReason, kinds]).toEqual([stopReason, { "o-1": "rejected", "o-2": "rejected" }]);
      expect(asked.toSorted()).toEqual(["o-1", "o-2"]);
      for (const order of asked)
        expect(await journal.attempts(order)).toMatchObject([{ status: "void", lastEvent: "rejected" }]);
    },
  );

  test("sends a row whose turn has come, also if the service asks another one to wait by then", async () => {
    class HeldAfterTurn extends Pace {
      override async turn(signal: AbortSignal): Promise<void> {
        await super.turn(signal);
        this.hold(3_600_000);
      }
    }
    const { reissue } = await newStage();
    expect((await reissue(orderRows(1), { pace: new HeldAfterTurn() })).kinds).toEqual({ "o-1": "sent" });
  });

  test("that is interrupted starts no further row, and awaits those in flight", async () => {
    const arrived = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const { asked, start, ledger, reissue } = await newStage();
    const report = async () => {
      arrived.resolve();
      await release.promise;
    };
    const { ended, stop, run } = start(orderRows(100), { report });
    await arrived.promise;
    stop.abort();
    release.resolve();
    await ended;
    expect(run.stopReason).toBe("interrupted");
    expect(run.counts.failures).toBe(0);
    expect(run.counts.of("sent")).toBe(asked.length);
    expect(asked.length).toBeLessThanOrEqual(8);
    const rest = await reissue(orderRows(100));
    expect(rest.run.counts.of("sent")).toBe(100 - run.counts.of("sent"));
    expect(ledger.size).toBe(100);
  });

  test("that is interrupted twice leaves the outcomes of what is in flight unknown", async () => {
    const hanging = await newStage();
    const { ended, stop, end } = hanging.start(orderRows(8), {
      onEvent: ({ type }) => {
        if (type !== "sent") return;
        stop.abort();
        end.abort();
      },
    });
    const { run } = await ended;
    expect(run.counts.of("unknown")).toBeGreaterThan(0);
    expect(run.counts.all).toBeLessThanOrEqual(4);
  });

  test("whose results are no longer read starts no further row, and exits as if results were lost", async () => {
    const { start, asked } = await newStage();
    const report = async () => {
      throw new UnwrittenError("EPIPE");
    };
    const { run } = await start(orderRows(100), { report }).ended;
    expect(run.stopReason).toBe("output");
    expect(run.counts.exitCode).toBe(6);
    expect(asked.length).toBeLessThanOrEqual(8);
    expect(run.counts.of("sent")).toBe(asked.length);
  });

  test("ends with the error of its rows, and awaits those in flight", async () => {
    const { start, asked, ledger } = await newStage();
    async function* broken() {
      yield* orderRows(4);
      throw new Error("The file is gone.");
    }
    const { run } = start([]);
    await expect(run.reissue(broken())).rejects.toThrow("The file is gone.");
    expect(ledger.size).toBe(asked.length);
    expect(run.counts.of("sent")).toBe(asked.length);
  });
});

/** A clock that moves on only when everybody waits. */
function newClock(): Clock & { readonly slept: number[] } {
  let now = 1_000;
  const slept: number[] = [];
  return {
    slept,
    now: () => now,
    async sleep(ms) {
      slept.push(ms);
      const until = now + ms;
      await setImmediate();
      now = Math.max(now, until);
    },
  };
}

describe("The pace of a run", () => {
  test("starts so many rows in a time, and does not slow down rows that send nothing", async () => {
    const { reissue } = await newStage();
    const clock = newClock();
    await reissue(orderRows(10), { pace: new Pace(200, clock) });
    expect(clock.now()).toBe(1_000 + 9 * 200);
    const again = newClock();
    await reissue(orderRows(10), { pace: new Pace(200, again) });
    expect(again.slept).toEqual([]);
  });

  test("holds all rows for as long as the service asked one of them to wait", async () => {
    const clock = newClock();
    const askedAt: number[] = [];
    const { reissue } = await newStage(() => (askedAt.push(clock.now()) === 1 ? "too fast" : "success"));
    const { run } = await reissue(orderRows(6), { pace: new Pace(0, clock), concurrency: 1 });
    expect(run.counts.of("rejected")).toBe(1);
    expect(run.counts.of("sent")).toBe(5);
    expect(askedAt[1]).toBe(61_000);
  });

  test("holds all rows while one of them waits for its next try", async () => {
    let asked = 0;
    const { reissue } = await newStage(() => (++asked === 1 ? "a bit too fast" : "success"));
    const waits: number[] = [];
    const held: number[] = [];
    const steps: string[] = [];
    class Watched extends Pace {
      override hold(ms: number): void {
        held.push(ms);
        super.hold(ms);
      }
      override async turn(signal: AbortSignal): Promise<void> {
        await super.turn(signal);
        steps.push("turn");
      }
    }
    const { run } = await reissue(orderRows(6), {
      pace: new Watched(0, newClock()),
      maxTries: 2,
      concurrency: 1,
      onEvent: (event) => {
        if (event.type === "sent") steps.push("sent");
        if (event.type === "retry") waits.push(event.waitMs);
      },
    });
    expect(run.counts.of("sent")).toBe(6);
    expect(waits).toHaveLength(1);
    expect(held).toEqual(waits);
    // Each request waits for its turn, also a second try.
    const sent = steps.flatMap((step, index) => (step === "sent" ? [index] : []));
    expect(sent).toHaveLength(7);
    for (const index of sent) expect(steps[index - 1]).toBe("turn");
  });

  test("gets all rows through a service that takes fewer at once", async () => {
    const taken: number[] = [];
    const { reissue } = await newStage(() => {
      const now = performance.now();
      // A fifth less than it asks to wait: on a busy machine, requests arrive later than they were sent.
      if (taken.filter((at) => at > now - 800).length >= 5) return "too fast for a second";
      taken.push(now);
      return "success";
    });
    const { run } = await reissue(orderRows(20), { concurrency: 12, maxTries: 3 });
    expect(run.counts.of("sent")).toBe(20);
  });

  test("is as fast after a refusal as the service was before it, and then faster again", async () => {
    const clock = newClock();
    const pace = new Pace(0, clock);
    const { signal } = new AbortController();
    const startTimes = async (count: number) => {
      const times: number[] = [];
      for (let index = 0; index < count; index++) {
        await pace.turn(signal);
        times.push(clock.now());
      }
      return times;
    };
    await startTimes(6);
    pace.hold(1_000);
    const [first = 0, second = 0, ...others] = await startTimes(300);
    expect([first, second]).toEqual([2_000, 2_200]);
    const [last = 0, beforeLast = 0] = others.reverse();
    expect(last - beforeLast).toBeLessThan(20);
  });

  test("does not hold the rows for a row that was refused for another reason", async () => {
    const { reissue } = await newStage(() => "refused");
    const clock = newClock();
    await reissue(orderRows(6), { pace: new Pace(0, clock) });
    expect(clock.slept).toEqual([]);
  });

  test("gives rows that wait for the same turn one turn after the other", async () => {
    const clock = newClock();
    const pace = new Pace(100, clock);
    const { signal } = new AbortController();
    const turns = await Promise.all([1, 2, 3, 4].map(() => pace.turn(signal).then(() => clock.now())));
    expect(turns.sort()).toEqual([1_000, 1_100, 1_200, 1_300]);
    pace.hold(5_000);
    await pace.turn(signal);
    expect(clock.now()).toBe(6_300);
  });

  test("lets go when the run stops", async () => {
    const stop = new AbortController();
    const pace = new Pace();
    pace.hold(3_600_000);
    const waiting = pace.turn(stop.signal);
    stop.abort();
    await waiting;
  });

  test("gives the turn of a row that no longer waits to the next one", async () => {
    const clock = newClock();
    const pace = new Pace(0, clock);
    pace.hold(5_000);
    const ended = new AbortController();
    const waiting = pace.turn(ended.signal);
    ended.abort();
    await waiting;
    await pace.turn(new AbortController().signal);
    expect(clock.now()).toBe(6_000);
  });
});
