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
import { commandIntent, reissue, resourceIntent, service, startClaim, type TestIntent } from "./intents.ts";

/** In what a store may differ from the others. */
interface StoreDifferences {
  /** Whether it can keep an event behind those that it has. Default: it keeps all of them. */
  readonly keeps?: (kept: readonly JournalEvent[], event: JournalEvent) => boolean;
  /** What has to be equal of the events of a log. Default: each event, in the order of the appends. */
  readonly meaning?: (events: readonly JournalEvent[]) => unknown;
  /** Whether it keeps what receivers write. Default: it does. */
  readonly keepsCallbacks?: boolean;
}

/**
 * What every store has to keep, whatever it is made of. `fresh` makes a new place without a journal; `open` opens it once more, as
 * another process would.
 */
export function checkStoreConformance<Place>(
  name: string,
  fresh: () => Place | Promise<Place>,
  open: (place: Place) => JournalStore,
  { keeps = () => true, meaning = (events) => events, keepsCallbacks = true }: StoreDifferences = {},
): void {
  const expectEvents = (events: readonly JournalEvent[]) => expect(meaning(events));

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
      expectEvents(await open(place).log("order-1").read()).toEqual(meaning([sent("a1")]));
    });

    test("A store that found no journal appends to it once another process has created it", async () => {
      const place = await created();
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
      if (known) expectEvents(known()).toEqual(meaning([sent("a1"), sent("a2")]));
      expectEvents(await early.read()).toEqual(meaning([sent("a1"), sent("a2")]));
      expectEvents(before).toEqual(meaning([sent("a1")]));
    });

    test("It keeps orders apart by every character of their ids", async () => {
      const place = await created();
      const ids = ["Order", "order", "order ", "../../x", "é", "e\u0301", "a/b", "a%2Fb", "'\";--"];
      ids.push("x".repeat(300));
      for (const order of ids) await open(place).log(order).append(sent("a1", { order }));
      const store = open(place);
      for (const order of ids)
        expectEvents(await store.log(order).read()).toEqual(meaning([sent("a1", { order })]));
      const all = await collect(store.readAll());
      expect(all).toHaveLength(ids.length);
      const meant = all.map(({ orderId, events }) => ({ orderId, events: meaning(events) }));
      for (const orderId of ids)
        expect(meant).toContainEqual({ orderId, events: meaning([sent("a1", { order: orderId })]) });
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
        kind: fc.nat(8),
        order: fc.nat(1),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(event, { maxLength: 12 }), async (events) => {
          const place = await created();
          const model = new MemoryStore();
          // An outcome never begins a log.
          const begun = [0, 1].map((order) => ({ attempt: "a0", kind: 0, order }));
          for (const { attempt, kind, order } of [...begun, ...events]) {
            const orderId = `order-${order}`;
            const made = makeEvent(attempt, kind, orderId);
            if (!keeps(await model.log(orderId).read(), made)) continue;
            for (const store of [model, open(place)]) await store.log(orderId).append(made);
          }
          for (const order of ["order-0", "order-1"])
            expectEvents(await open(place).log(order).read()).toEqual(meaning(await model.log(order).read()));
          expect((await allEvents(open(place))).map(meaning)).toEqual((await allEvents(model)).map(meaning));
        }),
        { numRuns: 15 },
      );
    });
  });

  test(`${name}: Of many statements about an attempt, the last certificate counts`, async () => {
    const place = await created();
    const stated = [null, ...Array.from({ length: 12 }, (_, index) => `c-${index}`), null];
    for (const event of [sent("a1"), ended("unknown"), ...stated.map((one) => resolved("a1", one))])
      await open(place).log("order-1").append(event);
    const [attempt] = await new Journal(open(place)).attempts("order-1");
    expect(attempt).toMatchObject({ status: "succeeded", certificateId: "c-11", statements: stated });
  });

  if (keepsCallbacks)
    describe(`${name}: what receivers write`, () => {
      const recordCallback = (journal: Journal, certificateId: string, orderId = "order-1") =>
        journal.callbacks.record({ orderId, certificateId, receiver: "r" });

      const withCallbacks = async () => {
        const place = await created();
        await open(place).callbacks?.check({ create: true });
        return place;
      };

      test("An order is found when one of its logs has grown, and is not lost by a failure", async () => {
        const place = await withCallbacks();
        const store = open(place);
        const journal = new Journal(store);
        const seen = { journal: new Map<string, number>(), callbacks: new Map<string, number>() };
        const find = async () => [...(await journal.callbacks.findGrown(seen))].sort();
        for (const order of ["order-1", "order-2"])
          await open(place).log(order).append(sent("a1", { order }));
        await new Journal(open(place)).callbacks.addReceiver("r");
        expect(await find()).toEqual(["order-1", "order-2"]);
        // A store that cannot tell names all orders each time.
        const isTold = store.findGrown !== undefined;
        const all = ["order-1", "order-2"];
        expect(await find()).toEqual(isTold ? [] : all);
        await recordCallback(new Journal(open(place)), "c-1", "order-2");
        expect(await find()).toEqual(isTold ? ["order-2"] : all);
        await open(place).log("order-1").append(done("a1"));
        const beside = store.callbacks as { findGrown?: unknown; readAll?: unknown };
        const way = isTold ? "findGrown" : "readAll";
        Object.defineProperty(beside, way, { configurable: true, value: fails });
        await expect(find()).rejects.toMatchObject({ code: "journal_unavailable" });
        delete beside[way];
        expect(await find()).toEqual(isTold ? ["order-1"] : all);
      });

      test("A copy has the callbacks, deployments and registrations, and can be repeated", async () => {
        const place = await withCallbacks();
        const journal = new Journal(open(place));
        for (const event of [sent("a1"), done("a1")]) await open(place).log("order-1").append(event);
        await journal.callbacks.addReceiver("r", { deploys: true });
        const deployed = { orderId: "order-1", attemptId: "a1", certificateId: "c-a1" };
        const copied = async () => {
          const target = new MemoryStore();
          const [to, back] = [new Journal(target), new Journal(open(await created()))];
          for (let times = 0; times < 2; times++) await journal.copyTo(to);
          for (let times = 0; times < 2; times++) await to.copyTo(back);
          for (const copy of [to, back]) {
            const { callbacks } = copy;
            expect(await callbacks.read("order-1")).toEqual(await journal.callbacks.read("order-1"));
            expect(await callbacks.registration("r")).toEqual(await journal.callbacks.registration("r"));
          }
          return to.callbacks.read("order-1");
        };
        await recordCallback(journal, "c-a1");
        await journal.callbacks.recordDeployment("deploying", "r", deployed);
        expect((await copied()).deployments).toHaveLength(1);
        await journal.callbacks.recordDeployment("deployed", "r", deployed);
        expect(await copied()).toMatchObject({ issued: [{}], deployments: [{}, { step: "deployed" }] });
      });
    });

  describe(`${name}: the journal`, () => {
    const opened = async () => {
      const place = await created();
      return (options?: ClockOptions) => new Journal(open(place), options);
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
          const model = (options?: ClockOptions) => new Journal(memory, options);
          for (const each of deeds) expect(await runDeed(journal, each)).toEqual(await runDeed(model, each));
          expect((await journal().attempts()).map(standing)).toEqual(
            (await model().attempts()).map(standing),
          );
        }),
        { numRuns: 15 },
      );
    });
  });
}

async function* fails(): AsyncGenerator<never> {
  yield await Promise.reject(new Error("cut"));
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
    resolved(attempt, "c-1"),
    resolved(attempt, "c-2"),
  ];
  return kinds[kind] ?? sent(attempt, { order });
}

type ClockOptions = ConstructorParameters<typeof Journal>[1];

/** A person or a program asks for a reissue; or a person states what came of an attempt, or what the order has. */
type Deed =
  | {
      readonly asked: Partial<TestIntent>;
      readonly isTyped: boolean;
      readonly outcome: "done" | "rejected" | "unknown" | "not-sent";
    }
  | { readonly stated: string | null }
  | { readonly imported: string };

const asking = fc.record({
  asked: fc.record({
    requestDigest: fc.constantFrom("A", "B"),
    idempotencyKey: fc.constantFrom(undefined, "k1", "k2"),
  }),
  isTyped: fc.boolean(),
  outcome: fc.constantFrom<Extract<Deed, { asked: unknown }>["outcome"][]>(
    "done",
    "rejected",
    "unknown",
    "not-sent",
  ),
});
const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 5, arbitrary: asking },
  { weight: 3, arbitrary: fc.record({ stated: fc.constantFrom(null, "cert-2", "cert-3") }) },
  { weight: 1, arbitrary: fc.record({ imported: fc.constantFrom("cert-4", "cert-5") }) },
);

/** What comes of a deed, without random ids. */
async function runDeed(open: (options?: ClockOptions) => Journal, each: Deed): Promise<unknown> {
  try {
    if ("asked" in each) {
      const { asked, isTyped, outcome } = each;
      await reissue(open(), isTyped ? commandIntent(asked) : resourceIntent(asked), outcome);
      return "sent";
    }
    // "Not happened" is accepted some minutes after an attempt.
    const journal = open({ now: () => new Date(Date.now() + 3_600_000) });
    if ("imported" in each) {
      const statement = { orderId: "order-1", certificateId: each.imported, asLatest: true };
      return (await journal.importCertificate(statement, service)).isNew;
    }
    // An open attempt, or else the last one: it may be corrected.
    const attempts = await journal.attempts("order-1");
    const { attemptId = "none" } = attempts.find(({ status }) => status === "open") ?? attempts.at(-1) ?? {};
    const resolution = { orderId: "order-1", attemptId, certificateId: each.stated };
    return (await journal.recordStatement(resolution)).isNew;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return code ?? message;
  }
}

function standing(attempt: Attempt) {
  const { lastEvent, status, requestDigest, idempotencyKey, previous, certificateId } = attempt;
  return { lastEvent, status, requestDigest, idempotencyKey, previous, certificateId };
}
