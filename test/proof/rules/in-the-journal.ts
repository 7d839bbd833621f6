import { setImmediate } from "node:timers/promises";
import {
  Answered,
  type Ask,
  type History,
  Journal,
  type Line,
  MemoryShelf,
  RefusedError,
} from "../../../src/journal/index.ts";
import type { Tried } from "./subject.ts";

// The journal itself, by several processes at once: every order in which their reads and writes can reach a shelf.

const place = { name: undefined, address: "https://service.example" };
const orderId = "order-1";

/** Those who ask. The same name, or the same request by those who know nothing, is the same wish. */
export const askers = {
  "creates A": { what: "A", held: {}, again: false },
  "creates B": { what: "B", held: {}, again: false },
  "types A": { what: "A", again: true },
  "once x: A": { what: "A", name: "x", again: true },
} as const satisfies Record<string, Omit<Ask, "place" | "orderId">>;

export type AskerName = keyof typeof askers;

/** A process waits until it is its turn. */
type Turn = () => void;

/** What one process sees of a shelf: nothing happens on it until it is its turn. */
class TurnShelf extends MemoryShelf {
  readonly #kept: MemoryShelf;
  readonly #wait: () => Promise<void>;

  constructor(kept: MemoryShelf, wait: () => Promise<void>) {
    super();
    this.#kept = kept;
    this.#wait = wait;
  }

  override history(id: string): History {
    const { read, append } = this.#kept.history(id);
    return {
      orderId: id,
      read: async () => {
        await this.#wait();
        return read();
      },
      append: async (line: Line) => {
        await this.#wait();
        return append(line);
      },
    };
  }
}

/** One way in which it can go: whose turn it is at each step. Returns how many could have been chosen at each. */
async function run(
  group: readonly AskerName[],
  turns: readonly number[],
): Promise<{ choices: number[]; broken: string | undefined }> {
  const kept = new MemoryShelf();
  const waiting = new Map<number, Turn>();
  const done: AskerName[] = [];
  const broken: string[] = [];
  let busy = group.length;
  let isOnItsWay = false;
  const process = async (name: AskerName, index: number) => {
    const wait = () =>
      new Promise<void>((resolve) => {
        waiting.set(index, resolve);
        busy--;
      });
    let knew: number | undefined;
    const shelf = new TurnShelf(kept, async () => {
      await wait();
      knew ??= done.length;
    });
    const entry = await new Journal({ shelf }).begin({ place, orderId, ...askers[name] }, soon());
    try {
      await entry.sending();
    } catch (error) {
      await entry.settle("not-sent");
      throw error;
    }
    if (isOnItsWay) broken.push("it is sent while another is on its way");
    if (done.length !== knew) broken.push("it is sent by one who does not know of the newest");
    if (name.startsWith("creates") && done.length > 0) broken.push("it is created twice");
    if (name.startsWith("once") && done.includes(name)) broken.push("a name is sent twice");
    isOnItsWay = true;
    await wait();
    isOnItsWay = false;
    await entry.settle("done", `c-${index}`);
    done.push(name);
  };
  const all = Promise.all(
    group.map((name, index) =>
      process(name, index)
        .catch((error: Error) => {
          const isRefused = error instanceof Answered || error instanceof RefusedError;
          if (!isRefused) broken.push(`it fails: ${error.message}`);
        })
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
    const go = waiting.get(chosen) as Turn;
    waiting.delete(chosen);
    busy++;
    go();
  }
  await all;
  if (done.length === 0) broken.push("nobody gets through");
  return { choices, broken: broken[0] };
}

function soon(): Date {
  return new Date(Date.now() + 60_000);
}

/** Tries every order of steps. */
export async function tryJournal(groups: readonly (readonly AskerName[])[]): Promise<Tried> {
  const counts = { groups: groups.length, interleavings: 0 };
  for (const group of groups) {
    let turns: number[] | undefined = [];
    while (turns) {
      counts.interleavings++;
      const { choices, broken } = await run(group, turns);
      if (broken !== undefined)
        return { counts, broken: `${broken}: ${group.join(", ")}, turns ${turns.join(" ")}` };
      turns = nextTurns(turns, choices);
    }
  }
  return { counts, broken: undefined };
}

/** The last choice that could have been another one is. */
function nextTurns(turns: readonly number[], choices: readonly number[]): number[] | undefined {
  const all = choices.map((_, step) => turns[step] ?? 0);
  for (let step = all.length - 1; step >= 0; step--)
    if ((all[step] ?? 0) + 1 < (choices[step] ?? 0)) return [...all.slice(0, step), (all[step] ?? 0) + 1];
  return undefined;
}
