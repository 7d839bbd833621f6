import timers from "node:timers/promises";
import { expect, test } from "vitest";
import { dayMs } from "../../../src/contract/index.ts";
import { Journal } from "../../../src/journal/index.ts";
import type { ClaimedAttempt } from "../../../src/journal/journal.ts";
import { MemoryGitHub } from "../../harness/action/memory-github.ts";
import { openRepository } from "../../harness/action/repository.ts";
import {
  address,
  commandIntent,
  renewalIntent,
  startClaim,
  type TestIntent,
} from "../../harness/journal/intents.ts";
import { type Random, randomFrom } from "../../harness/random.ts";
import { seed } from "../../harness/seed.ts";
import { type Try, trySomeTurns } from "../../proof/rules/turns.ts";
import { standIn } from "../journal/stand-in.ts";

// Steps at the same time on the journal in a repository, while GitHub lags and loses answers.

const names = ["order-1", address, "x", "y", "z"];
const asking = {
  "key x": commandIntent({ idempotencyKey: "x" }),
  "key y": commandIntent({ idempotencyKey: "y" }),
  "key x, other request": commandIntent({ idempotencyKey: "x", requestDigest: "B" }),
  renewal: renewalIntent(60),
} as const satisfies Record<string, TestIntent>;
type Asking = keyof typeof asking;

/** What the service does with a request, and what the sender hears of it. */
type Fate = "done" | "lost after" | "lost before" | "refused" | "killed after" | "killed before";
const fates: readonly Fate[] = [
  "done",
  "lost after",
  "lost before",
  "refused",
  "killed after",
  "killed before",
];

interface Purchase {
  readonly attemptId: string;
  /** Empty if there was none. */
  readonly key: string;
  readonly certificateId: string;
}

/** An order, what the service did with it, and the laws. */
class World {
  readonly github: MemoryGitHub;
  readonly broken: string[] = [];
  readonly purchases: Purchase[] = [];
  /** Keys whose answer was shown, without a purchase of their own. */
  readonly answered = new Set<string>();
  /** Attempts that people have to state something about. */
  readonly lost: string[] = [];
  #onTheirWay = 0;
  #runs = 0;

  constructor(random: Random) {
    this.github = new MemoryGitHub(random);
  }

  journal(takesTurn: () => Promise<void> = async () => {}, ms = 0): Journal {
    const store = openRepository(this.github.connect(++this.#runs, takesTurn), names);
    return new Journal(store, { now: () => new Date(Date.now() + ms) });
  }

  async run(what: Asking, fate: Fate, takesTurn?: () => Promise<void>): Promise<string> {
    const knew = this.purchases.length;
    try {
      const journal = this.journal(takesTurn);
      const { claim, decision, intent } = await startClaim(journal, asking[what]);
      const claimed = decision.kind === "send" ? await claim() : decision;
      const { idempotencyKey: key = "" } = intent;
      if (claimed.kind === "already-done") {
        const { kind } = await journal.recordAnswer(intent, claimed.attempt);
        if (kind === "already-done") this.answered.add(key);
      }
      if (claimed.kind !== "send") return claimed.kind;
      if (key !== "" && this.answered.has(key)) this.broken.push(`${what} is sent after it was answered`);
      if (key !== "" && this.purchases.some((purchase) => purchase.key === key))
        this.broken.push(`${what} is sent twice`);
      if (what === "renewal" && this.purchases.length !== knew)
        this.broken.push("a renewal is sent after another reissue that it did not know");
      if (++this.#onTheirWay > 1) this.broken.push(`${what} is sent while another is on its way`);
      await takesTurn?.();
      this.#onTheirWay--;
      return await this.#end(claimed.attempt, key, fate);
    } catch (error) {
      const { code, message, stack } = error as { code?: string; message: string; stack: string };
      // What GitHub lost is an error that says so.
      if (code === undefined) this.broken.push(`it fails: ${message} ${stack}`);
      return String(code);
    }
  }

  async #end({ attemptId, recordOutcome }: ClaimedAttempt, key: string, fate: Fate) {
    const certificateId = `cert-${this.purchases.length}`;
    if (fate === "done" || fate.endsWith("after")) this.purchases.push({ attemptId, key, certificateId });
    const outcome = { done: "done", refused: "rejected" }[fate as string] ?? "unknown";
    if (fate.startsWith("killed")) this.lost.push(attemptId);
    else
      await recordOutcome(outcome as "done", outcome === "done" ? certificateId : undefined).catch(() =>
        this.lost.push(attemptId),
      );
    if (outcome === "unknown") this.lost.push(attemptId);
    return "sent";
  }

  /** A person states what the service shows, an hour later. `isWrong`: they look too quickly, and correct it afterwards. */
  async state(attemptId: string, isWrong: boolean): Promise<void> {
    const made = this.purchases.find((purchase) => purchase.attemptId === attemptId)?.certificateId ?? null;
    const stated = isWrong && made !== null ? [null, "typo", made] : [made];
    for (const certificateId of stated)
      for (let times = 0; ; times++)
        try {
          await this.journal(undefined, 3_600_000).resolve({ orderId: "order-1", attemptId, certificateId });
          break;
        } catch (error) {
          if (times > 20) throw error;
          const { code, message } = error as { code?: string; message: string };
          // A statement that GitHub did not show has won. Now it shows it, and the person corrects it.
          if (message.includes("got another result at the same time")) continue;
          // The outcome was recorded although the sender heard nothing, or a statement although the person heard nothing.
          if (code === "resolution_refused") break;
        }
  }
}

const begin = (random: Random, beginning: "nothing" | "old" | "corrected") => async (): Promise<Try> => {
  const world = new World(random);
  if (beginning === "old") {
    world.github.isSettled = true;
    world.github.at = Date.now() - 90 * dayMs;
    await world.run("key y", "done");
    world.github.isSettled = false;
  }
  world.github.at = Date.now();
  if (beginning === "corrected") {
    // Key x made a certificate. A person denied that, and corrected it after a further try was refused.
    await world.run("key x", "killed after");
    const [attemptId = ""] = world.lost.splice(0);
    if (attemptId !== "") {
      const state = (certificateId: string | null) =>
        world.journal(undefined, 3_600_000).resolve({ orderId: "order-1", attemptId, certificateId });
      world.github.isSettled = true;
      await state(null);
      const purchases = world.purchases.splice(0);
      await world.run("key x", "refused");
      world.purchases.push(...purchases);
      world.github.isSettled = false;
      await world.state(attemptId, false);
    }
  }
  const processes = Array.from({ length: 3 }, () => {
    const what = random.pick(Object.keys(asking) as Asking[]);
    const fate = random.pick(fates);
    return (wait: () => Promise<void>) => world.run(what, fate, wait).then(() => {});
  });
  return {
    processes,
    broken: async () => {
      for (const attemptId of new Set(world.lost.splice(0)))
        await world.state(attemptId, random.below(2) === 0);
      for (const what of ["key x", "key y", "renewal", "key x"] as const)
        await world.run(what, random.pick(fates));
      // When GitHub has caught up and people have said what happened, the journal knows every purchase, and the order is free.
      world.github.isSettled = true;
      for (const attemptId of new Set(world.lost)) await world.state(attemptId, false);
      const known = await world.journal().attempts("order-1");
      for (const { attemptId, certificateId } of world.purchases) {
        const attempt = known.find((one) => one.attemptId === attemptId);
        if (attempt?.status !== "succeeded" || attempt.certificateId !== certificateId)
          world.broken.push(
            `purchase ${certificateId} is not known: ${attempt?.status} ${attempt?.certificateId}`,
          );
      }
      return world.broken[0];
    },
  };
};

test.each(["nothing", "old", "corrected"] as const)(
  "However three steps interleave while GitHub lags and loses answers, nothing is sent twice: it begins with %s",
  async (beginning) => {
    standIn(timers, "setTimeout", (async () => {}) as never);
    const random = randomFrom(seed, beginning);
    const { broken } = await trySomeTurns(`seed ${seed}`, 150, random, begin(random, beginning));
    expect(broken).toBeUndefined();
  },
);
