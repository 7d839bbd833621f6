import { join } from "node:path";
import timers from "node:timers/promises";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import {
  type Claim,
  Journal,
  type JournalEvent,
  MemoryStore,
  type OrderLog,
} from "../../../src/journal/index.ts";
import { succeeded } from "../../harness/journal/attempts.ts";
import { done, ended, imported, sent } from "../../harness/journal/events.ts";
import {
  address,
  claim,
  commandIntent,
  isSent,
  newDeadline,
  reissue,
  resourceIntent,
  startClaim,
  type TestIntent,
} from "../../harness/journal/intents.ts";
import { newFolder } from "../../harness/new-folder.ts";
import { HookedStore } from "./hooked-store.ts";
import { standIn } from "./stand-in.ts";

let folder: string;
beforeEach(() => {
  folder = join(newFolder("journal-"), "journal");
});

const recordOutcome = async (claimed: Claim, outcome: "done" | "rejected" | "not-sent") => {
  if (claimed.kind === "send") await claimed.attempt.recordOutcome(outcome, "cert-1");
};

describe("Of reissues that are requested at the same time, one is sent", () => {
  test("Of many that claim together, one may send, and the others leave nothing open", async () => {
    const begun = await Promise.all(
      Array.from({ length: 20 }, () => startClaim(new Journal({ dir: folder }), resourceIntent())),
    );
    const claims = await Promise.all(begun.map((each) => each.claim()));
    expect(claims.filter(({ kind }) => kind === "send")).toHaveLength(1);
    for (const claimed of claims)
      if (claimed.kind !== "send")
        expect(claimed).toMatchObject({ blocked: { reason: "open", isInFlight: true } });
    const open = (await new Journal({ dir: folder }).attempts()).filter(({ status }) => status === "open");
    expect(open).toHaveLength(1);
    for (const claimed of claims) await recordOutcome(claimed, "rejected");
    expect(await isSent(new Journal({ dir: folder }), resourceIntent())).toBe(true);
  });

  test("A rival ends while this one waits to be tried again: the request is already done", async () => {
    const begun = await startClaim(new Journal({ dir: folder }), commandIntent());
    await recordOutcome(await begun.claim(), "rejected");
    await reissue(new Journal({ dir: folder }), commandIntent());
    expect((await begun.claim()).kind).toBe("already-done");
  });
});

describe("Rule 5: the events before its own decide about a claim", () => {
  test.each<[string, TestIntent, object]>([
    ["the same request", resourceIntent(), { kind: "already-done", certificateId: "cert-1" }],
    ["the same request, forced", commandIntent(), { kind: "already-done", certificateId: "cert-1" }],
    ["another request", resourceIntent({ requestDigest: "B" }), { blocked: { reason: "reissued-since" } }],
    [
      "another request, forced",
      commandIntent({ requestDigest: "B" }),
      { blocked: { reason: "reissued-since" } },
    ],
    [
      "its key, for another request",
      commandIntent({ idempotencyKey: "k", requestDigest: "B" }),
      { blocked: { reason: "key-used" } },
    ],
    ["its key", commandIntent({ idempotencyKey: "k" }), { kind: "already-done", certificateId: "cert-1" }],
    [
      "at another address",
      resourceIntent({ service: { name: undefined, address: "https://b.example" } }),
      { blocked: { reason: "other-service" } },
    ],
  ])("A rival began and ended between the preview and the claim: %s", async (_, asked, expected) => {
    const store = new MemoryStore();
    const begun = await startClaim(new Journal({ store }), asked);
    await reissue(new Journal({ store }), commandIntent({ idempotencyKey: "k" }));
    expect(await begun.claim()).toMatchObject(expected);
    const last = (await new Journal({ store }).attempts()).map(({ lastEvent }) => lastEvent);
    expect(last).toEqual(["done", "not-sent"]);
  });

  test("A rival whose `sent` stands first wins; a rival whose `sent` stands behind does not", async () => {
    const kept = new MemoryStore();
    const second = await startClaim(new Journal({ store: kept }), resourceIntent());
    let behind: Claim | undefined;
    const afterAppend = async ({ event }: JournalEvent) => {
      if (event === "sent") behind = await second.claim();
    };
    const first = await claim(
      new Journal({ store: new HookedStore(kept, { afterAppend }) }),
      resourceIntent(),
    );
    expect([first.kind, behind?.kind]).toEqual(["send", "blocked"]);
  });

  test("A state's open attempt that is imported meanwhile stands first, also if two machines import it", async () => {
    const kept = new MemoryStore();
    const open = imported("s1", { outcome: "unknown", certificate: undefined });
    const { append } = kept.log("order-1");
    const afterAppend = ({ event }: JournalEvent) => event === "sent" && append({ ...open, follows: "lost" });
    const begun = await startClaim(
      new Journal({ store: new HookedStore(kept, { afterAppend }) }),
      resourceIntent(),
    );
    await append(open);
    expect(await begun.claim()).toMatchObject({ blocked: { attempt: { attemptId: "s1" } } });
  });

  test("The known latest is fixed when the request begins", async () => {
    const store = new MemoryStore();
    await reissue(new Journal({ store }), commandIntent());
    const begun = await startClaim(new Journal({ store }), commandIntent({ requestDigest: "B" }));
    await reissue(new Journal({ store }), commandIntent({ requestDigest: "C" }), "done", "cert-2");
    expect(await begun.claim()).toMatchObject({ blocked: { reason: "reissued-since" } });
  });

  test("A supersede that a rival used up meanwhile no longer applies", async () => {
    const store = new MemoryStore();
    const supersede = await reissue(new Journal({ store }), commandIntent());
    const asked = resourceIntent({ requestDigest: "B", supersede });
    const [one, other] = [
      await startClaim(new Journal({ store }), asked),
      await startClaim(new Journal({ store }), asked),
    ];
    await recordOutcome(await one.claim(), "done");
    expect(await other.claim()).toMatchObject({ blocked: { reason: "reissued-since" } });
  });
});

describe("A key that is answered while a rival sends it", () => {
  const key = { idempotencyKey: "k" };

  /** A process is answered with the latest, another one is about to send the same key. */
  const answeredAndRival = async () => {
    const kept = new MemoryStore();
    const latest = await reissue(new Journal({ store: kept }), commandIntent());
    const journal = new Journal({ store: kept });
    const { intent, verdict } = await startClaim(journal, resourceIntent(key));
    if (verdict.kind !== "already-done") throw new Error(verdict.kind);
    const rival = await startClaim(new Journal({ store: kept }), commandIntent(key));
    return { journal, latest, rival, answer: () => journal.recordAnswer(intent, verdict.attempt) };
  };

  test("The answer is recorded before the rival's `sent`: the rival does not send", async () => {
    const { answer, rival, latest } = await answeredAndRival();
    expect((await answer()).kind).toBe("already-done");
    expect(await rival.claim()).toMatchObject({ kind: "already-done", attempt: { attemptId: latest } });
  });

  test("The answer is recorded after the rival's `sent`: the answer is not shown, and the key is sent once", async () => {
    const { journal, answer, rival } = await answeredAndRival();
    const claimed = await rival.claim();
    expect(claimed.kind).toBe("send");
    expect(await answer()).toMatchObject({ blocked: { reason: "open", isInFlight: true } });
    if (claimed.kind === "send") await claimed.attempt.recordOutcome("done", "cert-2");
    expect(await claim(journal, commandIntent(key))).toMatchObject({
      kind: "already-done",
      certificateId: "cert-2",
    });
  });

  test("The answer is recorded between the rival's `sent` and its decision: neither sends", async () => {
    const kept = new MemoryStore();
    await reissue(new Journal({ store: kept }), commandIntent());
    const journal = new Journal({ store: kept });
    const { intent, verdict } = await startClaim(journal, resourceIntent(key));
    let answer: unknown;
    const afterAppend = async ({ event }: JournalEvent) => {
      if (event === "sent" && verdict.kind === "already-done")
        answer = await journal.recordAnswer(intent, verdict.attempt);
    };
    const rival = await claim(
      new Journal({ store: new HookedStore(kept, { afterAppend }) }),
      commandIntent(key),
    );
    expect(rival.kind).toBe("already-done");
    expect(answer).toMatchObject({ blocked: { reason: "open" } });
  });

  test("The latest changes before the answer is recorded: an outdated certificate is not shown", async () => {
    const { journal, answer } = await answeredAndRival();
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

  test("A claim without a rival does not wait", async () => {
    const journal = new Journal({ store: new HookedStore(undefined, { eventuallyConsistent: true }) });
    expect(journal.claimsBeforeConnecting).toBe(true);
    expect((await claim(journal, resourceIntent())).kind).toBe("send");
    expect(waits).toEqual([]);
  });

  test("A claim waits for its own event, and is void if that does not show", async () => {
    let hides = true;
    class LaggingStore extends HookedStore {
      override log(orderId: string): OrderLog {
        const log = super.log(orderId);
        return { ...log, read: async () => (hides ? [] : log.read()) };
      }
    }
    const store = new LaggingStore(undefined, { eventuallyConsistent: true });
    await expect(claim(new Journal({ store }), resourceIntent())).rejects.toMatchObject({
      code: "journal_unavailable",
    });
    expect(waits.length).toBeGreaterThan(3);
    hides = false;
    expect((await claim(new Journal({ store }), resourceIntent())).kind).toBe("send");
  });

  /** A rival that has not seen us writes `sent` behind ours. At some read it gives way, or has succeeded. */
  const withRival = (
    read: number | undefined,
    event: "not-sent" | "done" = "not-sent",
    bestEffort = false,
  ) => {
    const kept = new MemoryStore();
    const rival = kept.log("order-1");
    let reads = 0;
    const store = new HookedStore(kept, {
      afterAppend: (own) => own.event === "sent" && rival.append(sent("rival")),
      beforeRead: () =>
        ++reads === read && rival.append(event === "done" ? done("rival", "c") : ended(event, "rival")),
      eventuallyConsistent: true,
    });
    return claim(new Journal({ store, bestEffort }), resourceIntent());
  };

  test("A rival behind us that gives way is waited for", async () => {
    expect((await withRival(4)).kind).toBe("send");
    expect(waits.length).toBeGreaterThan(0);
  });

  test("A rival behind us that does not give way blocks, also with best effort", async () => {
    const blocked = { blocked: { reason: "open", attempt: { attemptId: "rival" } } };
    expect(await withRival(undefined)).toMatchObject(blocked);
    expect(await withRival(undefined, "not-sent", true)).toMatchObject(blocked);
  });

  test("A rival behind us that has reissued the order blocks", async () => {
    expect(await withRival(3, "done")).toMatchObject({
      blocked: { reason: "reissued-since", attempt: { attemptId: "rival" } },
    });
  });

  test("A rival before us decides at once, whatever stands behind", async () => {
    const kept = new MemoryStore();
    const { append } = kept.log("order-1");
    const isOwn = ({ event }: JournalEvent) => event === "sent";
    const store = new HookedStore(kept, {
      beforeAppend: (event) => isOwn(event) && append(sent("first")),
      afterAppend: (event) => isOwn(event) && append(sent("rival")),
      eventuallyConsistent: true,
    });
    expect(await claim(new Journal({ store }), resourceIntent())).toMatchObject({
      blocked: { attempt: { attemptId: "first" } },
    });
    expect(waits).toEqual([]);
  });
});

test("However the steps of several processes interleave, one key is never sent twice", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(3), { minLength: 4, maxLength: 24 }), async (turns) => {
      const store = new MemoryStore();
      let happened = 0;
      const processes = Array.from({ length: 4 }, () => steps(store, () => happened++));
      for (const turn of turns) await processes[turn]?.next();
      for (const left of processes) for await (const _ of left);
      expect(happened).toBe(1);
    }),
    { numRuns: 200 },
  );
});

/** What a process does for a reissue, step by step. It asks again until its key is answered. */
async function* steps(store: MemoryStore, send: () => void): AsyncGenerator<undefined> {
  const journal = new Journal({ store });
  for (let turn = 0; turn < 3; turn++) {
    const { intent, verdict, claim } = await startClaim(journal, commandIntent({ idempotencyKey: "k" }));
    yield;
    const claimed = verdict.kind === "send" ? await claim(newDeadline()) : verdict;
    yield;
    if (claimed.kind === "send") {
      send();
      yield;
      await claimed.attempt.recordOutcome("done", "cert-1");
    }
    if (claimed.kind === "already-done") await journal.recordAnswer(intent, claimed.attempt);
    yield;
  }
}

test("Two machines import at once, in the wrong order: the state that knows better corrects it", async () => {
  const journal = new Journal({ store: new MemoryStore() });
  const snapshot = (id: string, ...earlier: string[]) => {
    const witnesses = [{ attempts: [succeeded(id)], earlier }];
    return journal.snapshot("order-1", { name: undefined, address }, { witnesses });
  };
  const [older, newer] = [await snapshot("s1"), await snapshot("s2", "c-s1")];
  for (const each of [older, newer]) await journal.write(each);
  await journal.write(await snapshot("s2", "c-s1"));
  expect((await journal.attempts()).map(({ attemptId }) => attemptId)).toEqual(["s1", "s2"]);
});
