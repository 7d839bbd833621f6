import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Ask,
  type Attempt,
  Journal,
  type Line,
  MemoryShelf,
  type Shelf,
} from "../../src/journal/index.ts";
import { creating, isSent, reissue, soon, typing } from "./asking.ts";
import { acknowledged, done, ended, resolved, sent } from "./lines.ts";

/**
 * What every shelf has to keep, whatever it is made of. `fresh` names a new, empty place; `open` opens it once more, as
 * another process would.
 */
export function conforms<Place>(
  name: string,
  fresh: () => Place | Promise<Place>,
  open: (place: Place) => Shelf,
): void {
  describe(`${name}: the shelf`, () => {
    test("keeps the lines of each order in their order, also for the next process", async () => {
      const place = await fresh();
      const lines = [sent("a1"), sent("a2"), done("a1"), ended("not-sent", "a2")];
      for (const line of lines) await open(place).history("order-1").append(line);
      expect(await open(place).history("order-1").read()).toEqual(lines);
      expect(await open(place).history("order-2").read()).toEqual([]);
    });

    test("is there once something was written, and is not made by whoever asks", async () => {
      const place = await fresh();
      const isThere = () => new Journal({ shelf: open(place) }).isThere();
      const before = await isThere();
      expect(await isThere()).toBe(before);
      await open(place).history("order-1").append(sent("a1"));
      expect(await isThere()).toBe(true);
    });

    test("takes a line from one that has not read what others wrote, and shows it what stands before", async () => {
      const place = await fresh();
      const [one, other] = [open(place).history("order-1"), open(place).history("order-1")];
      await one.read();
      await other.append(sent("a1"));
      const known = await one.append(sent("a2"));
      if (known) expect(known).toEqual([sent("a1"), sent("a2")]);
      expect(await other.read()).toEqual([sent("a1"), sent("a2")]);
    });

    test("keeps orders apart by every character of their ids", async () => {
      const place = await fresh();
      const ids = [
        "Order",
        "order",
        "order ",
        "../../etc/passwd",
        "é",
        "e\u0301",
        "a/b",
        "a%2Fb",
        "x".repeat(300),
        "'\";--",
      ];
      for (const order of ids) await open(place).history(order).append(sent("a1", { order }));
      const shelf = open(place);
      for (const order of ids) expect(await shelf.history(order).read()).toEqual([sent("a1", { order })]);
      const all = await Promise.all((await shelf.histories()).map((history) => history.read()));
      expect(all.map(([line]) => (line as { order: string }).order).sort()).toEqual([...ids].sort());
    });

    test("shows every history, and takes lines through what it has shown", async () => {
      const place = await fresh();
      expect(await open(place).histories()).toEqual([]);
      await open(place).history("order-1").append(sent());
      const [history] = await open(place).histories();
      await history?.append(done());
      expect(await open(place).history("order-1").read()).toEqual([sent(), done()]);
    });

    test("says whether it can be used", async () => {
      await expect(open(await fresh()).check()).resolves.toBeUndefined();
    });

    test("loses none of the lines that many add at the same time, and all see them in one order", async () => {
      const place = await fresh();
      const names = Array.from({ length: 24 }, (_, index) => `a${index}`);
      await Promise.all(names.map((attempt) => open(place).history("order-1").append(sent(attempt))));
      const read = await open(place).history("order-1").read();
      expect(read.map(({ attempt }) => attempt).sort()).toEqual([...names].sort());
      expect(await open(place).history("order-1").read()).toEqual(read);
    });

    test("keeps what the memory of a process keeps, however lines come", async () => {
      const line = fc.record({
        attempt: fc.constantFrom("a1", "a2", "a3"),
        kind: fc.nat(5),
        order: fc.nat(1),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(line, { maxLength: 12 }), async (lines) => {
          const place = await fresh();
          const model = new MemoryShelf();
          for (const { attempt, kind, order } of lines)
            for (const shelf of [model, open(place)])
              await shelf.history(`order-${order}`).append(lineOf(attempt, kind));
          for (const order of ["order-0", "order-1"])
            expect(await open(place).history(order).read()).toEqual(await model.history(order).read());
        }),
        { numRuns: 15 },
      );
    });
  });

  describe(`${name}: the journal`, () => {
    const opened = async () => {
      const place = await fresh();
      return () => new Journal({ shelf: open(place) });
    };

    test("sends a wish once, and answers it from then on", async () => {
      const journal = await opened();
      await reissue(journal(), creating());
      expect((await journal().consider(creating())).verdict).toMatchObject({
        ...{ kind: "answer", certificateId: "cert-1" },
      });
      await expect(journal().begin(creating(), soon())).rejects.toMatchObject({ certificateId: "cert-1" });
      expect(await isSent(journal(), typing())).toBe(true);
    });

    test("sends one of many that reach the point of sending together", async () => {
      const journal = await opened();
      const entries = await Promise.all(Array.from({ length: 8 }, () => journal().begin(creating(), soon())));
      const sending = await Promise.allSettled(entries.map((entry) => entry.sending()));
      expect(sending.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect((await journal().attempts()).filter(({ fate }) => fate === "open")).toHaveLength(1);
    });

    test("holds an order back until somebody says what became of it", async () => {
      const journal = await opened();
      const entry = await journal().begin(creating(), soon());
      await entry.sending();
      await entry.settle("unknown");
      await expect(journal().begin(typing({ what: "B" }), soon())).rejects.toMatchObject({
        ...{ code: "unresolved_attempt", attempt: { attemptId: entry.attemptId } },
      });
      await expect(journal().resolve(entry.attemptId, null)).rejects.toMatchObject({
        code: "journal_refused",
      });
      await journal().resolve(entry.attemptId, "cert-9");
      expect((await journal().consider(creating())).verdict).toMatchObject({ certificateId: "cert-9" });
    });

    test("wants a result acknowledged that somebody has to hear of", async () => {
      const journal = await opened();
      const attemptId = await reissue(journal(), typing({ unshown: true }));
      await expect(journal().begin(typing(), soon())).rejects.toMatchObject({
        code: "unacknowledged_result",
      });
      await journal().acknowledge(attemptId);
      expect(await isSent(journal(), typing())).toBe(true);
    });

    test("decides as it does on the memory of a process, whatever people do", async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(deed, { maxLength: 8 }), async (deeds) => {
          const journal = await opened();
          const memory = new MemoryShelf();
          for (const each of deeds) {
            const [here, model] = [
              await outcomeOf(journal(), each),
              await outcomeOf(new Journal({ shelf: memory }), each),
            ];
            expect(here).toEqual(model);
          }
          const [here, model] = [await journal().attempts(), await new Journal({ shelf: memory }).attempts()];
          expect(here.map(standing)).toEqual(model.map(standing));
        }),
        { numRuns: 15 },
      );
    });
  });
}

function lineOf(attempt: string, kind: number): Line {
  const kinds = [
    sent(attempt),
    done(attempt),
    ended("unknown", attempt),
    ended("not-sent", attempt),
    acknowledged(attempt),
    resolved(attempt, null),
  ];
  return kinds[kind] ?? sent(attempt);
}

interface Deed {
  readonly ask: Partial<Ask>;
  readonly isTyped: boolean;
  readonly outcome: "done" | "rejected" | "unknown" | "not-sent";
}

const deed: fc.Arbitrary<Deed> = fc.record({
  ask: fc.record({ what: fc.constantFrom("A", "B"), name: fc.constantFrom(undefined, "n1", "n2") }),
  isTyped: fc.boolean(),
  outcome: fc.constantFrom("done", "rejected", "unknown", "not-sent"),
});

/** What comes of a deed, without what is drawn anew each time. */
async function outcomeOf(journal: Journal, { ask, isTyped, outcome }: Deed): Promise<unknown> {
  try {
    await reissue(journal, isTyped ? typing(ask) : creating(ask), outcome);
    return "sent";
  } catch (error) {
    const { code, certificateId } = error as { code?: string; certificateId?: string };
    return code ?? certificateId;
  }
}

function standing({ state, fate, what, name, replaced, certificateId }: Attempt) {
  return { state, fate, what, name, replaced, certificateId };
}
