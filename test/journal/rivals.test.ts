import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import timers from "node:timers/promises";
import fc from "fast-check";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import {
  Answered,
  type Ask,
  type History,
  Journal,
  type Line,
  MemoryShelf,
  RefusedError,
} from "../../src/journal/index.ts";
import { newFolder } from "../new-folder.ts";
import { attempt } from "../proof/rules/subject.ts";
import { address, creating, isSent, reissue, soon, typing } from "./asking.ts";
import { ended, sent } from "./lines.ts";

let folder: string;
beforeEach(() => {
  folder = join(newFolder("journal-"), "journal");
});

/** A shelf on which something happens right after a line was added, or before all are read. */
class EventfulShelf extends MemoryShelf {
  readonly #kept: MemoryShelf;
  readonly #events: { afterAppend?: (line: Line) => unknown; beforeRead?: (times: number) => unknown };
  #reads = 0;
  readonly isSlow: boolean;

  constructor(
    kept: MemoryShelf,
    events: { afterAppend?: (line: Line) => unknown; beforeRead?: (times: number) => unknown } = {},
    isSlow = false,
  ) {
    super();
    this.#kept = kept;
    this.#events = events;
    this.isSlow = isSlow;
  }

  override history(orderId: string): History {
    const { read, append } = this.#kept.history(orderId);
    return {
      orderId,
      append: async (line) => {
        await append(line);
        await this.#events.afterAppend?.(line);
      },
      read: async () => {
        await this.#events.beforeRead?.(++this.#reads);
        return read();
      },
    };
  }
}

const busy = { code: "order_busy", outcome: "not-sent" };

describe("of reissues that were asked for at the same time only one is sent", () => {
  test("of many that reach the point of sending together", async () => {
    const entries = await Promise.all(
      Array.from({ length: 20 }, () => new Journal({ folder }).begin(creating(), soon())),
    );
    const sending = await Promise.allSettled(entries.map((entry) => entry.sending()));
    expect(sending.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of sending) if (result.status === "rejected") expect(result.reason).toMatchObject(busy);
    // The others have written down that they were not sent, so only the one that was is left to settle.
    const left = (await new Journal({ folder }).attempts()).filter(({ fate }) => fate === "open");
    expect(left).toHaveLength(1);
    for (const entry of entries) await entry.settle("rejected");
    expect(await isSent(new Journal({ folder }), creating())).toBe(true);
  });

  test("also when the other one began and ended while this one was connecting", async () => {
    const same = await new Journal({ folder }).begin(typing(), soon());
    const another = await new Journal({ folder }).begin(typing({ what: "B" }), soon());
    const attemptId = await reissue(new Journal({ folder }), typing());
    // The same is answered, anything else is refused.
    await expect(same.sending()).rejects.toMatchObject({ certificateId: "cert-1", attempt: { attemptId } });
    await expect(another.sending()).rejects.toMatchObject({ refusal: { because: "reissued-since" } });
    // Nothing is left of them that would hold the order back, and whoever asks now asks anew.
    expect(await isSent(new Journal({ folder }), typing())).toBe(true);
  });

  test("also when the other one ended while this one waited to be tried again", async () => {
    const entry = await new Journal({ folder }).begin(typing(), soon());
    await entry.sending();
    await entry.pause("rejected");
    await reissue(new Journal({ folder }), typing());
    await expect(entry.sending()).rejects.toBeInstanceOf(Answered);
  });

  test("also when the other one was on its way already when this one was asked for", async () => {
    const first = await new Journal({ folder }).begin(typing(), soon());
    await first.sending();
    await expect(new Journal({ folder }).begin(typing(), soon())).rejects.toMatchObject(busy);
  });

  test("but one that is asked for after the other has ended is another wish", async () => {
    await reissue(new Journal({ folder }), typing());
    await reissue(new Journal({ folder }), typing(), "done", "cert-2");
    expect(await new Journal({ folder }).attempts()).toHaveLength(2);
  });
});

describe("rule 5: what stands before one's own line decides", () => {
  test.each<[string, Ask, object]>([
    ["answered by the same", creating(), { certificateId: "cert-1" }],
    ["refused for something else", creating({ what: "B" }), { code: "reissued_since" }],
    ["refused for its name", typing({ name: "x", what: "B" }), { code: "name_used" }],
    ["answered by its name", typing({ name: "x" }), { certificateId: "cert-1" }],
  ])(
    "another process has begun and ended between the first look and the line: %s",
    async (_, ask, expected) => {
      const kept = new MemoryShelf();
      const entry = await new Journal({ shelf: kept }).begin(ask, soon());
      await reissue(new Journal({ shelf: kept }), typing({ name: "x" }));
      await expect(entry.sending()).rejects.toMatchObject(expected);
      const states = (await new Journal({ shelf: kept }).attempts()).map(({ state }) => state);
      expect(states).toEqual(["done", "not-sent"]);
    },
  );

  test("another process that has written its line first, and stands open, wins", async () => {
    const kept = new MemoryShelf();
    const [first, second] = [
      await new Journal({ shelf: kept }).begin(creating(), soon()),
      await new Journal({ shelf: kept }).begin(creating(), soon()),
    ];
    await first.sending();
    await expect(second.sending()).rejects.toBeInstanceOf(RefusedError);
  });

  test("another process that has written its line behind does not", async () => {
    const kept = new MemoryShelf();
    const second = await new Journal({ shelf: kept }).begin(creating(), soon());
    let refused: unknown;
    const afterAppend = async ({ event }: Line) => {
      if (event === "sent") refused = await second.sending().catch((error: unknown) => error);
    };
    const first = await new Journal({ shelf: new EventfulShelf(kept, { afterAppend }) }).begin(
      creating(),
      soon(),
    );
    await expect(first.sending()).resolves.toBeUndefined();
    expect(refused).toBeInstanceOf(RefusedError);
  });

  test("an attempt that two states remember at once, one before and one behind us, stands first", async () => {
    const kept = new MemoryShelf();
    const afterAppend = () => kept.history("order-1").append(sent("s1"));
    const journal = new Journal({ shelf: new EventfulShelf(kept, { afterAppend }) });
    const entry = await journal.begin(creating(), soon());
    await new Journal({ shelf: kept }).remember(attempt("s1"), { name: undefined, address });
    await expect(entry.sending()).rejects.toMatchObject({ attempt: { attemptId: "s1" } });
  });

  test("what one held when it began is what counts, not what is the newest by now", async () => {
    const kept = new MemoryShelf();
    await reissue(new Journal({ shelf: kept }), typing());
    const entry = await new Journal({ shelf: kept }).begin(typing({ what: "B" }), soon());
    await reissue(new Journal({ shelf: kept }), typing({ what: "C" }), "done", "cert-2");
    await expect(entry.sending()).rejects.toMatchObject({ code: "reissued_since" });
  });

  test("an order that somebody has begun at another address in the meantime is refused", async () => {
    const kept = new MemoryShelf();
    const entry = await new Journal({ shelf: kept }).begin(creating(), soon());
    const elsewhere = { name: undefined, address: "https://other.example" };
    await reissue(new Journal({ shelf: kept }), typing({ place: elsewhere }));
    await expect(entry.sending()).rejects.toMatchObject({ code: "other_service" });
  });
});

describe("a process that slept", () => {
  test("until its time was over does not send, and says so", async () => {
    const kept = new MemoryShelf();
    let now = Date.now();
    const journal = new Journal({ shelf: kept, now: () => new Date(now) });
    const entry = await journal.begin(creating(), new Date(now + 60_000));
    now += 60_000;
    await expect(entry.sending()).rejects.toMatchObject({
      outcome: "not-sent",
      message: expect.stringContaining("time ran out"),
    });
    await entry.settle("not-sent");
    expect(await isSent(new Journal({ shelf: kept }), creating())).toBe(true);
  });

  test("after its line was written does not send either: somebody may have said that nothing happened", async () => {
    const kept = new MemoryShelf();
    let now = Date.now();
    const afterAppend = () => {
      now += 3_600_000;
    };
    const shelf = new EventfulShelf(kept, { afterAppend });
    const journal = new Journal({ shelf, now: () => new Date(now) });
    const entry = await journal.begin(creating(), new Date(now + 60_000));
    await expect(entry.sending()).rejects.toMatchObject({ outcome: "not-sent" });
  });

  test("a moment before its time is over still sends", async () => {
    const now = Date.now();
    const journal = new Journal({ shelf: new MemoryShelf(), now: () => new Date(now) });
    const entry = await journal.begin(creating(), new Date(now + 1));
    await expect(entry.sending()).resolves.toBeUndefined();
  });
});

describe("giving up while the journal is being written", () => {
  test("leaves nothing behind that holds the order back", async () => {
    const journal = new Journal({ folder });
    const entry = await journal.begin(creating(), soon());
    const sending = entry.sending();
    await entry.settle("not-sent");
    await sending;
    expect(await journal.attempts()).toMatchObject([{ state: "not-sent", fate: "void" }]);
    expect(await isSent(journal, creating())).toBe(true);
  });
});

describe("where writing is slow and lists lag", () => {
  const waits: number[] = [];
  beforeEach(() => {
    waits.splice(0);
    // As long as it takes, nobody waits for it here.
    const waiting = vi
      .spyOn(timers, "setTimeout")
      .mockImplementation(async (ms) => void waits.push(ms ?? 0) as never);
    syncBuiltinESMExports();
    onTestFinished(() => {
      waiting.mockRestore();
      syncBuiltinESMExports();
    });
  });

  test("the line is written before connecting, and stays while a try is repeated", async () => {
    const kept = new MemoryShelf();
    const journal = new Journal({ shelf: new EventfulShelf(kept, {}, true) });
    const entry = await journal.begin(creating(), soon());
    // Where nobody else has come, there is nothing to wait for.
    expect(waits).toEqual([]);
    expect(await journal.attempts("order-1")).toMatchObject([{ state: "sent" }]);
    await entry.sending();
    await entry.pause("rejected");
    expect(await journal.attempts("order-1")).toMatchObject([{ state: "sent" }]);
    await entry.sending();
    await entry.settle("done", "cert-1");
    expect((await kept.history("order-1").read()).map(({ event }) => event)).toEqual(["sent", "done"]);
  });

  test("one's own line is waited for", async () => {
    const kept = new MemoryShelf();
    let hides = true;
    class LaggingShelf extends EventfulShelf {
      override history(orderId: string): History {
        const history = super.history(orderId);
        return { ...history, read: async () => (hides ? [] : history.read()) };
      }
    }
    const shelf = new LaggingShelf(kept, {}, true);
    await expect(new Journal({ shelf }).begin(creating(), soon())).rejects.toMatchObject({
      code: "journal_unavailable",
    });
    expect(waits.length).toBeGreaterThan(3);
    hides = false;
    // What could not be found was voided all the same.
    await expect(new Journal({ shelf }).begin(creating(), soon())).resolves.toBeDefined();
  });

  /** Somebody who has not seen us writes a line behind ours, and gives way at some time, or never. */
  const withRival = (
    gone: number | undefined,
    event: "not-sent" | "done" = "not-sent",
    bestEffort = false,
  ) => {
    const kept = new MemoryShelf();
    const rival = kept.history("order-1");
    const shelf = new EventfulShelf(
      kept,
      {
        afterAppend: async (line) => {
          if (line.event === "sent") await rival.append(sent("rival"));
        },
        beforeRead: async (times) => {
          if (times === gone)
            await rival.append(
              event === "done"
                ? { event, attempt: "rival", at: "", certificate: "c" }
                : ended(event, "rival"),
            );
        },
      },
      true,
    );
    return new Journal({ shelf, bestEffort }).begin(creating(), soon());
  };

  test("a rival behind us that gives way is waited for", async () => {
    await expect(withRival(4)).resolves.toBeDefined();
    expect(waits.length).toBeGreaterThan(0);
  });

  test("one that does not is named, and nothing is sent", async () => {
    await expect(withRival(undefined)).rejects.toMatchObject({
      refusal: { because: "open", attempt: { attemptId: "rival" } },
    });
  });

  test("nor where it has reissued the order without having seen us", async () => {
    await expect(withRival(3, "done")).rejects.toMatchObject({
      refusal: { because: "reissued-since", attempt: { attemptId: "rival" } },
    });
  });

  test("where one stands before us already, nobody waits for the one behind", async () => {
    const kept = new MemoryShelf();
    const { append } = kept.history("order-1");
    class OvertakenShelf extends EventfulShelf {
      override history(orderId: string): History {
        const history = super.history(orderId);
        const append = async (line: Line) => {
          if (line.event === "sent") await kept.history(orderId).append(sent("first"));
          return history.append(line);
        };
        return { ...history, append };
      }
    }
    const afterAppend = async ({ event }: Line) => {
      if (event === "sent") await append(sent("rival"));
    };
    const shelf = new OvertakenShelf(kept, { afterAppend }, true);
    await expect(new Journal({ shelf }).begin(creating(), soon())).rejects.toMatchObject({
      attempt: { attemptId: "first" },
    });
    expect(waits).toEqual([]);
  });

  test("nor by best effort, which respects what is known", async () => {
    await expect(withRival(undefined, "not-sent", true)).rejects.toBeInstanceOf(RefusedError);
  });
});

test("however the steps of several processes interleave, one wish is never sent twice", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(3), { minLength: 4, maxLength: 24 }), async (turns) => {
      folder = join(newFolder("journal-"), "journal");
      let happened = 0;
      const processes = Array.from({ length: 4 }, () => steps(() => happened++));
      // Whose turn it is takes one step; those that are refused have come to their end.
      for (const turn of turns) await processes[turn]?.next().catch(() => {});
      for (const left of processes) for await (const _ of left);
      expect(happened).toBe(1);
    }),
    { numRuns: 60 },
  );
});

/** What a process does for a reissue, step by step. */
async function* steps(send: () => void): AsyncGenerator<undefined> {
  const journal = new Journal({ folder });
  try {
    const entry = await journal.begin(creating({ unshown: true }), soon());
    yield;
    try {
      await entry.sending();
    } catch {
      yield;
      await entry.settle("not-sent");
      return;
    }
    yield;
    send();
    yield;
    await entry.settle("done", "cert-1");
    yield;
    await journal.acknowledge(entry.attemptId);
  } catch {
    // Refused before anything was written.
  }
}
