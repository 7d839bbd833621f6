import { type Attempt, attemptsIn, type Line } from "../../../src/journal/attempt.ts";
import type { Held, Wish } from "../../../src/journal/rules.ts";
import type { Rules, Tried } from "./subject.ts";

// Processes that ask for a reissue of one order at once, in every order in which their steps can fall, each of them dying
// at any step: read, decide; write; read, decide by what stands before the own line; send; write what became of it.

interface Asker {
  readonly what: string;
  readonly name?: string;
  /** `newest`: as of when it begins, as a command does. `first`: as of before all of this, as a state or a run does. */
  readonly knows: "newest" | "first" | "nothing";
  readonly again: boolean;
  /** Names what is the newest before all of this. */
  readonly anew?: boolean;
  readonly unshown?: boolean;
}

/** Those who ask, by what they do. */
const askers = {
  "creates A": { what: "A", knows: "nothing", again: false },
  "creates B": { what: "B", knows: "nothing", again: false },
  "changes to B": { what: "B", knows: "first", again: false },
  "replaces A": { what: "A", knows: "first", again: true },
  "types A": { what: "A", knows: "newest", again: true },
  "types B": { what: "B", knows: "newest", again: true },
  "calls for A": { what: "A", knows: "newest", again: true, unshown: true },
  "once x: A": { what: "A", name: "x", knows: "newest", again: true },
  "once x: B": { what: "B", name: "x", knows: "newest", again: true },
  "run: A": { what: "A", name: "run", knows: "first", again: true },
  "anew: A": { what: "A", knows: "nothing", again: false, anew: true },
} as const satisfies Record<string, Asker>;

type AskerName = keyof typeof askers;

const first = "first";
const sent = (attempt: string, { what, name, unshown }: Omit<Asker, "knows" | "again">): Line => ({
  ...{ event: "sent", attempt, at: "", order: "order-1", service: "s", address: "s", what, name, unshown },
  ...{ process: "", until: "" },
});
const done = (attempt: string): Line => ({ event: "done", attempt, at: "", certificate: `c-${attempt}` });

/** What stands there before. */
const beginnings = {
  nothing: [],
  "a reissue from A": [sent(first, { what: "A" }), done(first)],
  "a reissue of the name x": [sent(first, { what: "A", name: "x" }), done(first)],
  "an open one": [sent(first, { what: "A" })],
} as const satisfies Record<string, readonly Line[]>;

type Step = "begin" | "write" | "check" | "give way" | "send" | "finish" | "acknowledge" | "ended";

interface Process {
  readonly step: Step;
  /** What it knows as the newest, from when it has begun. */
  readonly held: string | undefined;
  /** Its request has left, and nobody has written down what became of it. */
  readonly inDoubt: boolean;
  readonly tries: number;
}

interface State {
  readonly processes: readonly Process[];
  /** What was written, beginning with what stood there before. */
  readonly lines: readonly Line[];
  /** Whose attempts have reissued the order, in the order in which it happened. */
  readonly carriedOut: readonly string[];
  readonly hasDied: boolean;
  readonly hasSent: boolean;
}

class Broken extends Error {}

/** All ways in which some askers can get in each other's way. */
class Interleavings {
  readonly #rules: Rules;
  readonly #beginning: readonly Line[];
  readonly #askers: readonly Asker[];
  readonly #mostTries: number;
  /** How many ways there are from each state to an end. */
  readonly #ways = new Map<string, number>();

  constructor(rules: Rules, beginning: readonly Line[], some: readonly Asker[], mostTries: number) {
    this.#rules = rules;
    this.#beginning = beginning;
    this.#askers = some;
    this.#mostTries = mostTries;
  }

  get states(): number {
    return this.#ways.size;
  }

  /** Counts the ways from the beginning to an end; throws `Broken` on one that breaks the promise. */
  count(): number {
    return this.#from({
      processes: this.#askers.map(() => ({ step: "begin", held: undefined, inDoubt: false, tries: 0 })),
      lines: this.#beginning,
      carriedOut: this.#isFirstDone ? [first] : [],
      ...{ hasDied: false, hasSent: false },
    });
  }

  #from(state: State): number {
    const history = attemptsIn(state.lines);
    const key = keyOf(state, history);
    const known = this.#ways.get(key);
    if (known !== undefined) return known;
    let ways = 0;
    for (const who of state.processes.keys())
      for (const next of this.#next(state, history, who)) ways += this.#from(next);
    if (ways === 0) {
      this.#checkEnd(state);
      ways = 1;
    }
    this.#ways.set(key, ways);
    return ways;
  }

  /** What a process may do next. */
  #next(state: State, history: readonly Attempt[], who: number): State[] {
    const process = state.processes[who] as Process;
    const asker = this.#askers[who] as Asker;
    const attempt = String(who);
    const becomes = (changes: Partial<Process>, rest: Partial<State> = {}): State => ({
      ...state,
      ...rest,
      processes: state.processes.map((one, at) => (at === who ? { ...one, ...changes } : one)),
    });
    const writes = (line: Line) => ({ lines: [...state.lines, line] });
    const hasNoEffect = writes({ event: "not-sent", attempt, at: "" });
    const dies = becomes({ step: "ended" }, { hasDied: true });
    switch (process.step) {
      case "begin": {
        const held = this.#known(asker, history);
        const { kind } = this.#rules.decide(history, this.#wish(asker, history, held));
        return [becomes({ held, step: kind === "send" ? "write" : "ended" })];
      }
      case "write":
        return [becomes({ step: "check", tries: process.tries + 1 }, writes(sent(attempt, asker))), dies];
      case "check": {
        const before = history.slice(
          0,
          history.findIndex(({ attemptId }) => attemptId === attempt),
        );
        const { kind } = this.#rules.decide(before, this.#wish(asker, before, process.held));
        return [becomes({ step: kind === "send" ? "send" : "give way" }), dies];
      }
      case "give way":
        return [becomes({ step: "ended" }, hasNoEffect), dies];
      case "send":
        this.#checkSend(state, who);
        return [becomes({ step: "finish", inDoubt: true }, { hasSent: true }), dies];
      case "finish": {
        const isKnown = { inDoubt: false, step: "ended" } as const;
        const after = asker.unshown ? "acknowledge" : "ended";
        const carriedOut = [...state.carriedOut, attempt];
        return [
          becomes({ ...isKnown, step: after }, { ...writes(done(attempt)), carriedOut }),
          becomes(isKnown, hasNoEffect),
          // Asked too fast: it is tried once more.
          ...(process.tries < this.#mostTries ? [becomes({ ...isKnown, step: "write" }, hasNoEffect)] : []),
          becomes({ step: "ended" }, writes({ event: "unknown", attempt, at: "" })),
          dies,
        ];
      }
      case "acknowledge":
        return [becomes({ step: "ended" }, writes({ event: "acknowledged", attempt, at: "" })), dies];
      case "ended":
        return [];
    }
  }

  get #isFirstDone(): boolean {
    return this.#beginning.some(({ event }) => event === "done");
  }

  #known({ knows }: Asker, history: readonly Attempt[]): string | undefined {
    if (knows === "first") return this.#isFirstDone ? first : undefined;
    return knows === "newest" ? this.#rules.headOf(history)?.attemptId : undefined;
  }

  #wish(
    { what, name, again, anew }: Asker,
    history: readonly Attempt[],
    attemptId: string | undefined,
  ): Wish {
    const certificateId = history.find((one) => one.attemptId === attemptId)?.certificateId;
    const held: Held = attemptId === undefined ? {} : { attemptId, certificateId };
    return { what, name, held, again, anew: anew ? first : undefined };
  }

  #checkSend({ processes, carriedOut }: State, who: number): void {
    const { name, anew } = this.#askers[who] as Asker;
    if (this.#beginning.length > 0 && !this.#isFirstDone)
      throw new Broken("it is sent while an older attempt is open");
    if (processes.some(({ inDoubt }) => inDoubt)) throw new Broken("it is sent while another is on its way");
    const newest = carriedOut.at(-1);
    if (newest !== undefined && newest !== (anew ? first : processes[who]?.held))
      throw new Broken("it is sent by one who does not know of the newest");
    const nameOf = (one: string) =>
      one === first ? attemptsIn(this.#beginning)[0]?.name : this.#askers[Number(one)]?.name;
    if (name !== undefined && carriedOut.some((one) => nameOf(one) === name))
      throw new Broken("a name is sent twice");
  }

  #checkEnd({ processes, hasDied, hasSent }: State): void {
    const hasWritten = processes.some(({ tries }) => tries > 0);
    if (hasWritten && !hasDied && !hasSent) throw new Broken("all gave way to each other");
  }
}

/** What makes a difference to anything that may still happen. */
function keyOf({ processes, carriedOut, hasDied, hasSent }: State, history: readonly Attempt[]): string {
  const attempts = history.map(({ attemptId, state, unshown }) => `${attemptId} ${state} ${unshown}`);
  const all = processes.map(({ step, held, inDoubt, tries }) => `${step} ${held} ${inDoubt} ${tries}`);
  return [...all, ...attempts, carriedOut.join(" "), hasDied, hasSent].join(",");
}

/** All groups of so many askers, at all beginnings. */
function* groups(size: number): Generator<[keyof typeof beginnings, AskerName[]]> {
  const all = Object.keys(askers) as AskerName[];
  function* some(from: number, left: number): Generator<AskerName[]> {
    if (left === 0) yield [];
    else
      for (let at = from; at < all.length; at++)
        for (const rest of some(at, left - 1)) yield [all[at] as AskerName, ...rest];
  }
  for (const beginning of Object.keys(beginnings) as (keyof typeof beginnings)[])
    for (const group of some(0, size)) yield [beginning, group];
}

/** Tries every group of so many processes, each of which may try so often. */
export function tryInterleavings(rules: Rules, size: number, mostTries: number): Tried {
  const counts = { groups: 0, states: 0, interleavings: 0 };
  for (const [beginning, group] of groups(size)) {
    const some = group.map((name) => askers[name]);
    const interleavings = new Interleavings(rules, beginnings[beginning], some, mostTries);
    counts.groups++;
    try {
      counts.interleavings += interleavings.count();
    } catch (error) {
      if (!(error instanceof Broken)) throw error;
      return { counts, broken: `${error.message}: ${beginning}; ${group.join(", ")}` };
    } finally {
      counts.states += interleavings.states;
    }
  }
  return { counts, broken: undefined };
}
