import timers from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { dayMs } from "../../../src/contract/index.ts";
import { type Claim, Journal, type JournalEvent, MemoryStore } from "../../../src/journal/index.ts";
import { done, ended, fromState, sent } from "../../harness/journal/events.ts";
import {
  claim,
  commandIntent,
  reissue,
  renewalIntent,
  resourceIntent,
  startClaim,
  type TestIntent,
} from "../../harness/journal/intents.ts";
import { tryImports } from "../../proof/rules/imports.ts";
import { tryJournal } from "../../proof/rules/in-the-journal.ts";
import { rules } from "../../proof/rules/subject.ts";
import { HookedStore } from "./hooked-store.ts";
import { standIn } from "./stand-in.ts";

let kept: MemoryStore;
let journal: Journal;
beforeEach(() => {
  kept = new MemoryStore();
  journal = new Journal(kept);
});
const hooked = (hooks: Partial<HookedStore>) => new Journal(new HookedStore(kept, hooks));
const isSent = ({ event }: JournalEvent) => event === "sent";

test("However the steps of two processes interleave, one intent is sent once", async () => {
  const groups = [
    ["creates A", "creates A"],
    ["creates A", "types A"],
    ["creates B", "key x: A"],
    ["key x: A", "key x: A"],
    ["key x: A, unrecorded", "key x: A"],
    ["key x: A, unrecorded", "types A"],
    ["renews by age: A", "renews by age: A"],
    ["renews by age: A", "renews by age: B"],
    ["renews by age: B", "key x: A"],
  ] as const;
  expect((await tryJournal(groups)).broken).toBeUndefined();
});

test("However an import and a reissue interleave, the import does not jump over a reissue that it did not see", async () => {
  const groups = [
    ["imports x", "reissues"],
    ["imports x", "reissues, lost"],
    ["imports x", "imports y"],
  ] as const;
  expect((await tryImports(rules, groups)).broken).toBeUndefined();
});

describe("Two timers at once", () => {
  test.each<[request: string, expected: object]>([
    ["A", { kind: "already-done", certificateId: "cert-1" }],
    ["B", { blocked: { reason: "too-young", attempt: { certificateId: "cert-1" } } }],
  ])(
    "The second one, with the request %s, does not renew what the first has renewed",
    async (requestDigest, expected) => {
      const at = new Date(Date.now() - 90 * dayMs).toISOString();
      for (const event of [sent("a1", { at }), done("a1")]) await kept.log("order-1").append(event);
      const second = await startClaim(journal, renewalIntent(60, { requestDigest }));
      expect(second.decision.kind).toBe("send");
      await reissue(journal, renewalIntent(60));
      expect(await second.claim()).toMatchObject(expected);
    },
  );
});

describe("Rule 5: the events before its own decide about a claim", () => {
  test.each<[string, TestIntent, object]>([
    ["the same request", resourceIntent(), { kind: "already-done", certificateId: "cert-1" }],
    [
      "its key, for another request",
      commandIntent({ idempotencyKey: "k", requestDigest: "B" }),
      { blocked: { reason: "key-used" } },
    ],
    [
      "at another address",
      resourceIntent({ service: { name: undefined, address: "https://b.example" } }),
      { blocked: { reason: "other-service" } },
    ],
  ])("A rival began and ended between the decision and the claim: %s", async (_, asked, expected) => {
    const begun = await startClaim(journal, asked);
    await reissue(journal, commandIntent({ idempotencyKey: "k" }));
    expect(await begun.claim()).toMatchObject(expected);
    const last = (await journal.attempts()).map(({ lastEvent }) => lastEvent);
    expect(last).toEqual(["done", "not-sent"]);
  });

  test("A state's open attempt that is written meanwhile stands first, also if two machines write it", async () => {
    const open = fromState("s1", { word: "unknown", certificate: undefined });
    const { append } = kept.log("order-1");
    const again = (event: JournalEvent) => isSent(event) && append({ ...open, follows: "lost" });
    const begun = await startClaim(hooked({ afterAppend: again }), resourceIntent());
    await append(open);
    expect(await begun.claim()).toMatchObject({ blocked: { attempt: { attemptId: "s1" } } });
  });
});

describe("A key that is answered while a rival sends it", () => {
  const key = { idempotencyKey: "k" };
  /** A process is answered with the latest. It has not recorded that yet. */
  const answering = async (by = journal) => {
    await reissue(journal, commandIntent());
    const { intent, decision } = await startClaim(by, resourceIntent(key));
    if (decision.kind !== "already-done") throw new Error(decision.kind);
    return () => by.recordAnswer(intent, decision.attempt);
  };

  test("The answer is recorded before the rival's `sent`: the rival does not send", async () => {
    const answer = await answering();
    const rival = await startClaim(journal, commandIntent(key));
    expect((await answer()).kind).toBe("already-done");
    expect(await rival.claim()).toMatchObject({ kind: "already-done", certificateId: "cert-1" });
  });

  test("The answer is recorded before another `sent`, which is behind it: the answer is shown", async () => {
    const afterAppend = () => kept.log("order-1").append(sent("rival"));
    const answer = await answering(hooked({ afterAppend }));
    expect(await answer()).toMatchObject({ kind: "already-done", certificateId: "cert-1" });
  });

  test("The answer is recorded after the rival's `sent`: the answer is not shown, and the key is sent once", async () => {
    const answer = await answering();
    const rival = await claim(journal, commandIntent(key));
    expect(rival.kind).toBe("send");
    expect(await answer()).toMatchObject({ blocked: { reason: "open", isInFlight: true } });
    if (rival.kind === "send") await rival.attempt.recordOutcome("done", "cert-2");
    expect(await claim(journal, commandIntent(key))).toMatchObject({ certificateId: "cert-2" });
  });

  test("The answer is recorded between the rival's `sent` and its decision: neither sends", async () => {
    const answer = await answering();
    let answered: unknown;
    const afterAppend = async (event: JournalEvent) => {
      if (isSent(event)) answered = await answer();
    };
    expect((await claim(hooked({ afterAppend }), commandIntent(key))).kind).toBe("already-done");
    expect(answered).toMatchObject({ blocked: { reason: "open" } });
  });

  test("The latest changes before the answer is recorded: an outdated certificate is not shown", async () => {
    const answer = await answering();
    await reissue(journal, commandIntent({ requestDigest: "B" }), "done", "cert-2");
    expect(await answer()).toMatchObject({
      blocked: { reason: "key-used", latest: { certificateId: "cert-2" } },
    });
  });
});

describe("A claim where writing is slow and lists lag", () => {
  const waits: number[] = [];
  beforeEach(() => {
    waits.splice(0);
    standIn(timers, "setTimeout", async (ms) => void waits.push(ms ?? 0) as never);
  });
  const lagging = (hooks: Partial<HookedStore> = {}) => hooked({ ...hooks, isEventuallyConsistent: true });

  test("does not wait without a rival", async () => {
    expect(lagging().claimsBeforeConnecting).toBe(true);
    expect((await claim(lagging(), resourceIntent())).kind).toBe("send");
    expect(waits).toEqual([]);
  });

  test("waits for its own event, and is void if that does not show", async () => {
    const hidden = new HookedStore(kept, { isEventuallyConsistent: true });
    const hides = Object.assign(hidden, {
      log: (orderId: string) => ({ ...kept.log(orderId), read: async () => [] }),
    });
    await expect(claim(new Journal(hides), resourceIntent())).rejects.toMatchObject({
      code: "journal_unavailable",
      remedy: "Check whether another run reissues the order. Then run this one again.",
    });
    expect(waits.length).toBeGreaterThan(3);
    expect((await claim(lagging(), resourceIntent())).kind).toBe("send");
  });

  /** A rival that has not seen us writes `sent` behind ours. At some read, its outcome follows. */
  const withRival = (read?: number, outcome: JournalEvent = ended("not-sent", "rival")): Promise<Claim> => {
    const rival = kept.log("order-1");
    let reads = 0;
    const hooks = {
      afterAppend: (own: JournalEvent) => isSent(own) && rival.append(sent("rival")),
      beforeRead: () => ++reads === read && rival.append(outcome),
    };
    return claim(lagging(hooks), resourceIntent());
  };

  test("waits for a rival behind it to give way", async () => {
    expect((await withRival(4)).kind).toBe("send");
    expect(waits.length).toBeGreaterThan(0);
  });

  test("is blocked by a rival behind it that does not give way, or has reissued the order", async () => {
    const by = (reason: string) => ({ blocked: { reason, attempt: { attemptId: "rival" } } });
    expect(await withRival()).toMatchObject(by("open"));
    kept = new MemoryStore();
    expect(await withRival(3, done("rival", "c"))).toMatchObject(by("reissued-since"));
  });

  test("is decided at once by a rival before it, whatever stands behind", async () => {
    const { append } = kept.log("order-1");
    const hooks = {
      beforeAppend: (event: JournalEvent) => isSent(event) && append(sent("first")),
      afterAppend: (event: JournalEvent) => isSent(event) && append(sent("rival")),
    };
    expect(await claim(lagging(hooks), resourceIntent())).toMatchObject({
      blocked: { attempt: { attemptId: "first" } },
    });
    expect(waits).toEqual([]);
  });
});
