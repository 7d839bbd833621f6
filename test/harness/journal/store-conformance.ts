import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Attempt,
  Journal,
  type JournalEvent,
  type JournalStore,
  MemoryStore,
} from "../../../src/journal/index.ts";
import { collect } from "../collect.ts";
import { answered, attemptIn, done, ended, fromState, resolved, sent } from "./events.ts";
import { commandIntent, reissue, resourceIntent, startClaim, type TestIntent } from "./intents.ts";

/**
 * What every store has to keep, whatever it is made of. `fresh` makes a new place without a journal; `open` opens it once more, as
 * another process would.
 */
export function checkStoreConformance<Place>(
  name: string,
  fresh: () => Place | Promise<Place>,
  open: (place: Place) => JournalStore,
): void {
  const created = async () => {
    const place = await fresh();
    await open(place).check({ create: true });
    return place;
  };

  describe(`${name}: the store`, () => {
    test("Only init creates it: asking, reading and an event do not", async () => {
      const place = await fresh();
      const exists = () => new Journal(open(place)).exists();
      const before = await exists();
      await open(place).check({ create: false });
      expect(await open(place).log("order-1").read()).toEqual([]);
      await collect(open(place).readAll());
      if (!before)
        for (const event of [sent("a1"), done("a1"), fromState("a2")])
          await expect(open(place).log("order-1").append(event)).rejects.toMatchObject({
            code: "journal_not_found",
            outcome: "not-sent",
            remedy: expect.stringMatching(/\n {4}certorder journal init --journal \S+$/),
          });
      expect(await exists()).toBe(before);
      await open(place).check({ create: true });
      expect(await exists()).toBe(true);
      await open(place).log("order-1").append(sent("a1"));
      await open(place).check({ create: true });
      expect(await open(place).log("order-1").read()).toEqual([sent("a1")]);
    });

    test("A store that found no journal appends to it once another process has created it", async () => {
      const place = await fresh();
      const early = open(place);
      await early
        .log("order-1")
        .append(sent("a1"))
        .catch(() => {});
      await open(place).check({ create: true });
      await early.log("order-1").append(sent("a2"));
      expect((await open(place).log("order-1").read()).map(attemptIn)).toContain("a2");
    });

    test("A writer that has not read what others wrote is shown what stands before its event", async () => {
      const place = await created();
      const [late, early] = [open(place).log("order-1"), open(place).log("order-1")];
      await late.read();
      await early.append(sent("a1"));
      const before = await early.read();
      const known = await late.append(sent("a2"));
      if (known) expect(known()).toEqual([sent("a1"), sent("a2")]);
      expect(await early.read()).toEqual([sent("a1"), sent("a2")]);
      expect(before).toEqual([sent("a1")]);
    });

    test("It keeps orders apart by every character of their ids", async () => {
      const place = await created();
      const ids = ["Order", "order", "order ", "../../x", "é", "e\u0301", "a/b", "a%2Fb", "'\";--"];
      ids.push("x".repeat(300));
      for (const order of ids) await open(place).log(order).append(sent("a1", { order }));
      const store = open(place);
      for (const order of ids) expect(await store.log(order).read()).toEqual([sent("a1", { order })]);
      const all = await collect(store.readAll());
      expect(all).toHaveLength(ids.length);
      for (const orderId of ids)
        expect(all).toContainEqual({ orderId, events: [sent("a1", { order: orderId })] });
    });

    test("It loses no event of many writers at once, and all readers see one order", async () => {
      const place = await created();
      const names = Array.from({ length: 24 }, (_, index) => `a${index}`);
      await Promise.all(names.map((attempt) => open(place).log("order-1").append(sent(attempt))));
      const read = await open(place).log("order-1").read();
      expect(read.map(attemptIn).sort()).toEqual([...names].sort());
      expect(await open(place).log("order-1").read()).toEqual(read);
    });

    test("It keeps any sequence of events as the memory of a process does", async () => {
      const event = fc.record({
        attempt: fc.constantFrom("a1", "a2", "a3"),
        kind: fc.nat(6),
        order: fc.nat(1),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(event, { maxLength: 12 }), async (events) => {
          const place = await created();
          const model = new MemoryStore();
          // An outcome never begins a log.
          const begun = [0, 1].map((order) => ({ attempt: "a0", kind: 0, order }));
          for (const { attempt, kind, order } of [...begun, ...events])
            for (const store of [model, open(place)])
              await store.log(`order-${order}`).append(makeEvent(attempt, kind, `order-${order}`));
          for (const order of ["order-0", "order-1"])
            expect(await open(place).log(order).read()).toEqual(await model.log(order).read());
          expect(await allEvents(open(place))).toEqual(await allEvents(model));
        }),
        { numRuns: 15 },
      );
    });
  });

  describe(`${name}: the journal`, () => {
    const opened = async () => {
      const place = await created();
      return () => new Journal(open(place));
    };

    test.each(["in eight processes", "in one process"])(
      "Of eight that claim together %s, one may send",
      async (where) => {
        const journal = await opened();
        const own = journal();
        const begun = await Promise.all(
          Array.from({ length: 8 }, () =>
            startClaim(where === "in one process" ? own : journal(), resourceIntent()),
          ),
        );
        const claims = await Promise.all(begun.map((each) => each.claim()));
        expect(claims.filter(({ kind }) => kind === "send")).toHaveLength(1);
        expect((await journal().attempts()).filter(({ status }) => status === "open")).toHaveLength(1);
      },
    );

    test("It decides as it does on the memory of a process, whatever people do", async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(deed, { maxLength: 8 }), async (deeds) => {
          const journal = await opened();
          const memory = new MemoryStore();
          const model = () => new Journal(memory);
          for (const each of deeds)
            expect(await runDeed(journal(), each)).toEqual(await runDeed(model(), each));
          expect((await journal().attempts()).map(standing)).toEqual(
            (await model().attempts()).map(standing),
          );
        }),
        { numRuns: 15 },
      );
    });
  });
}

/** The events of all orders. Stores list orders in any order. */
async function allEvents(store: JournalStore): Promise<(readonly JournalEvent[])[]> {
  const logs = await collect(store.readAll());
  return logs.toSorted((one, other) => (one.orderId < other.orderId ? -1 : 1)).map(({ events }) => events);
}

function makeEvent(attempt: string, kind: number, order: string): JournalEvent {
  const kinds = [
    sent(attempt, { order }),
    done(attempt),
    ended("unknown", attempt),
    ended("not-sent", attempt),
    answered(attempt, "k"),
    resolved(attempt, null),
    fromState(attempt, { order }),
  ];
  return kinds[kind] ?? sent(attempt, { order });
}

interface Deed {
  readonly asked: Partial<TestIntent>;
  readonly isTyped: boolean;
  readonly outcome: "done" | "rejected" | "unknown" | "not-sent";
}

const deed: fc.Arbitrary<Deed> = fc.record({
  asked: fc.record({
    requestDigest: fc.constantFrom("A", "B"),
    idempotencyKey: fc.constantFrom(undefined, "k1", "k2"),
  }),
  isTyped: fc.boolean(),
  outcome: fc.constantFrom("done", "rejected", "unknown", "not-sent"),
});

/** What comes of a deed, without random ids. */
async function runDeed(journal: Journal, { asked, isTyped, outcome }: Deed): Promise<unknown> {
  try {
    await reissue(journal, isTyped ? commandIntent(asked) : resourceIntent(asked), outcome);
    return "sent";
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return code ?? message;
  }
}

function standing(attempt: Attempt) {
  const { lastEvent, status, requestDigest, idempotencyKey, previous, certificateId } = attempt;
  return { lastEvent, status, requestDigest, idempotencyKey, previous, certificateId };
}
