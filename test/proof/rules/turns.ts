import { setImmediate } from "node:timers/promises";
import type { JournalEvent, OrderLog } from "../../../src/journal/index.ts";
import { MemoryStore } from "../../../src/journal/stores/memory.ts";
import type { Random } from "../../harness/random.ts";
import type { RulesResult } from "./subject.ts";

/** A process that shares a store with others. `wait` resolves when it is its turn. */
export type Process = (wait: () => Promise<void>) => Promise<void>;

/** One try: its processes, and what it broke once all of them have ended. */
export interface Try {
  readonly processes: readonly Process[];
  broken(): Promise<string | undefined>;
}

/** What one process sees of a store: nothing happens on it until it is its turn. */
export class TurnStore extends MemoryStore {
  readonly #store: MemoryStore;
  readonly #wait: () => Promise<void>;
  onRead: (events: readonly JournalEvent[]) => void = () => {};
  /** One that throws refuses the event. */
  onAppend: (event: JournalEvent) => void = () => {};

  constructor(store: MemoryStore, wait: () => Promise<void>, hooks: Partial<TurnStore> = {}) {
    super();
    this.#store = store;
    this.#wait = wait;
    Object.assign(this, hooks);
  }

  override log(orderId: string): OrderLog {
    const { read, append } = this.#store.log(orderId);
    return {
      orderId,
      read: async () => {
        await this.#wait();
        const events = await read();
        this.onRead(events);
        return events;
      },
      append: async (event: JournalEvent) => {
        await this.#wait();
        this.onAppend(event);
        return append(event);
      },
    };
  }
}

/** Tries every order in which the turns of some processes can fall. `begin` makes a new try. */
export async function tryTurns(title: string, begin: () => Promise<Try>): Promise<RulesResult> {
  let count = 0;
  let turns: number[] | undefined = [];
  while (turns) {
    count++;
    const begun = await begin();
    const taken: readonly number[] = turns;
    const choices = await runInTurns(begun.processes, (step) => taken[step] ?? 0);
    const broken = await begun.broken();
    if (broken !== undefined) return { count, broken: `${broken}: ${title}, turns ${turns.join(" ")}` };
    turns = nextTurns(turns, choices);
  }
  return { count, broken: undefined };
}

/** Tries some orders by chance, where there are too many. */
export async function trySomeTurns(
  title: string,
  times: number,
  random: Random,
  begin: () => Promise<Try>,
): Promise<RulesResult> {
  for (let count = 1; count <= times; count++) {
    const begun = await begin();
    await runInTurns(begun.processes, (_, ready) => random.below(ready));
    const broken = await begun.broken();
    if (broken !== undefined) return { count, broken: `${broken}: ${title}, try ${count}` };
  }
  return { count: times, broken: undefined };
}

/**
 * One way in which it can go: `choose` says whose turn it is, among those that are ready. Returns how many could have been chosen
 * at each step.
 */
async function runInTurns(
  processes: readonly Process[],
  choose: (step: number, ready: number) => number,
): Promise<number[]> {
  const waiting = new Map<number, () => void>();
  let busy = processes.length;
  const all = Promise.all(
    processes.map((process, index) => {
      const wait = () =>
        new Promise<void>((resolve) => {
          waiting.set(index, resolve);
          busy--;
        });
      return process(wait).finally(() => busy--);
    }),
  );
  const choices: number[] = [];
  for (let step = 0; ; step++) {
    // Promises are all that a journal waits for here; should it ever be more, that has its turn, too.
    for (let times = 0; busy > 0; times++) await (times < 1000 ? undefined : setImmediate());
    if (waiting.size === 0) break;
    const ready = [...waiting.keys()].sort();
    choices.push(ready.length);
    const chosen = ready[choose(step, ready.length)] as number;
    const goOn = waiting.get(chosen) as () => void;
    waiting.delete(chosen);
    busy++;
    goOn();
  }
  await all;
  return choices;
}

/** The last choice that could have been another one is. */
function nextTurns(turns: readonly number[], choices: readonly number[]): number[] | undefined {
  const all = choices.map((_, step) => turns[step] ?? 0);
  for (let step = all.length - 1; step >= 0; step--)
    if ((all[step] ?? 0) + 1 < (choices[step] ?? 0)) return [...all.slice(0, step), (all[step] ?? 0) + 1];
  return undefined;
}

/** Tries several groups, until one breaks a law. */
export async function tryGroups<Group>(
  groups: Iterable<Group>,
  tryGroup: (group: Group) => Promise<RulesResult>,
): Promise<RulesResult> {
  let count = 0;
  for (const group of groups) {
    const result = await tryGroup(group);
    count += result.count;
    if (result.broken !== undefined) return { count, broken: result.broken };
  }
  return { count, broken: undefined };
}
