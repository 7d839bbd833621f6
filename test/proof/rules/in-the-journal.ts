import { setImmediate } from "node:timers/promises";
import { Journal, type JournalEvent, MemoryStore, type OrderLog } from "../../../src/journal/index.ts";
import { commandIntent, resourceIntent, startClaim, type TestIntent } from "../../harness/journal/intents.ts";
import type { RulesResult } from "./subject.ts";

// The journal itself, by several processes at once: every order in which their reads and writes can reach a store.

/** The same key, or the same request by callers who know nothing, is the same intent. */
export const callers = {
  "creates A": resourceIntent(),
  "creates B": resourceIntent({ requestDigest: "B" }),
  "types A": commandIntent(),
  "key x: A": commandIntent({ idempotencyKey: "x" }),
  /** Its store does not take the outcome. The process calls again with its key. */
  "key x: A, unrecorded": commandIntent({ idempotencyKey: "x" }),
} as const satisfies Record<string, TestIntent>;

export type CallerName = keyof typeof callers;

/** What one process sees of a store: nothing happens on it until it is its turn. */
class TurnStore extends MemoryStore {
  readonly #store: MemoryStore;
  readonly #wait: () => Promise<void>;
  #refusesOutcome: boolean;

  constructor(store: MemoryStore, wait: () => Promise<void>, refusesOutcome: boolean) {
    super();
    this.#store = store;
    this.#wait = wait;
    this.#refusesOutcome = refusesOutcome;
  }

  override log(orderId: string): OrderLog {
    const { read, append } = this.#store.log(orderId);
    return {
      orderId,
      read: async () => {
        await this.#wait();
        return read();
      },
      append: async (event: JournalEvent) => {
        await this.#wait();
        if (this.#refusesOutcome && event.event === "done") {
          this.#refusesOutcome = false;
          throw new Error("ENOSPC");
        }
        return append(event);
      },
    };
  }
}

/** One way in which it can go: whose turn it is at each step. Returns how many could have been chosen at each. */
async function run(
  group: readonly CallerName[],
  turns: readonly number[],
): Promise<{ choices: number[]; broken: string | undefined }> {
  const store = new MemoryStore();
  const waiting = new Map<number, () => void>();
  const done: CallerName[] = [];
  const answered = new Set<CallerName>();
  const broken: string[] = [];
  let busy = group.length;
  let isOnItsWay = false;
  const process = async (name: CallerName, index: number) => {
    const wait = () =>
      new Promise<void>((resolve) => {
        waiting.set(index, resolve);
        busy--;
      });
    let knew: number | undefined;
    const isUnrecorded = name.endsWith("unrecorded");
    const begin = async () => {
      await wait();
      knew ??= done.length;
    };
    const journal = new Journal({ store: new TurnStore(store, begin, isUnrecorded) });
    const begun = await startClaim(journal, callers[name]);
    const claim = begun.decision.kind === "send" ? await begun.claim() : begun.decision;
    if (claim.kind === "already-done") {
      const { kind } = await journal.recordAnswer(begun.intent, claim.attempt);
      if (kind === "already-done") answered.add(name);
    }
    if (claim.kind !== "send") return;
    if (isOnItsWay) broken.push("it is sent while another is on its way");
    if (done.length !== knew) broken.push("it is sent by a caller who does not know the latest");
    if (name.startsWith("creates") && done.length > 0) broken.push("it is created twice");
    if (name.startsWith("key") && [...done, ...answered].some((other) => other.startsWith("key")))
      broken.push("a key is sent twice");
    isOnItsWay = true;
    await wait();
    isOnItsWay = false;
    const recording = claim.attempt.recordOutcome("done", `c-${index}`);
    await (isUnrecorded ? recording.catch(() => {}) : recording);
    done.push(name);
    if (!isUnrecorded) return;
    const { orderId, service } = callers[name];
    await journal.write(await journal.snapshot(orderId, service, {}));
    const { decision } = await startClaim(journal, callers[name]);
    if (decision.kind === "send") broken.push("a key is sent twice");
    // Another process may be about to give way, or may have reissued the order since.
    const blocked = decision.kind === "blocked" ? decision.blocked : undefined;
    if (blocked?.reason === "open" && blocked.attempt.attemptId === claim.attempt.attemptId)
      broken.push("a process is blocked by an outcome that it knows");
    if (!(await store.log(orderId).read()).some(({ event }) => event === "done"))
      broken.push("its outcome is not recorded with the next call");
  };
  const all = Promise.all(
    group.map((name, index) =>
      process(name, index)
        .catch((error: Error) => broken.push(`it fails: ${error.message}`))
        .finally(() => busy--),
    ),
  );

  const choices: number[] = [];
  for (let step = 0; ; step++) {
    // Promises are all that a journal waits for here; should it ever be more, that has its turn, too.
    for (let times = 0; busy > 0; times++) await (times < 1000 ? undefined : setImmediate());
    if (waiting.size === 0) break;
    const ready = [...waiting.keys()].sort();
    choices.push(ready.length);
    const chosen = ready[turns[step] ?? 0] as number;
    const goOn = waiting.get(chosen) as () => void;
    waiting.delete(chosen);
    busy++;
    goOn();
  }
  await all;
  if (done.length === 0) broken.push("no process gets through");
  return { choices, broken: broken[0] };
}

export async function tryJournal(groups: readonly (readonly CallerName[])[]): Promise<RulesResult> {
  let count = 0;
  for (const group of groups) {
    let turns: number[] | undefined = [];
    while (turns) {
      count++;
      const { choices, broken } = await run(group, turns);
      if (broken !== undefined)
        return { count, broken: `${broken}: ${group.join(", ")}, turns ${turns.join(" ")}` };
      turns = nextTurns(turns, choices);
    }
  }
  return { count, broken: undefined };
}

/** The last choice that could have been another one is. */
function nextTurns(turns: readonly number[], choices: readonly number[]): number[] | undefined {
  const all = choices.map((_, step) => turns[step] ?? 0);
  for (let step = all.length - 1; step >= 0; step--)
    if ((all[step] ?? 0) + 1 < (choices[step] ?? 0)) return [...all.slice(0, step), (all[step] ?? 0) + 1];
  return undefined;
}
