import { dayMs } from "../../../src/contract/index.ts";
import type { Attempt } from "../../../src/journal/attempt.ts";
import type { JournalEvent } from "../../../src/journal/events.ts";
import type { RuleDecision } from "../../../src/journal/rules.ts";
import { answered, done, ended, sent } from "../../harness/journal/events.ts";
import { BrokenLaw, type Rules, type RulesResult } from "./subject.ts";

// Processes that reissue one order at once, in every order in which their steps can fall, each of them killed at any step:
// read and decide; append `sent`; decide on what stands before it; send; append the outcome. Or: append `answered`; decide; show.

interface Caller {
  readonly digest: string;
  readonly key?: string;
  /** `latest`: as of when it begins, as a command does. `first`: as of before all of this, as a state or a run does. */
  readonly knows: "latest" | "first" | "nothing";
  readonly force: boolean;
  /** Names the attempt that was the latest before all of this. */
  readonly supersedes?: boolean;
  /** Renews a certificate that is older. */
  readonly maxAgeMs?: number;
}

const maxAgeMs = 60 * dayMs;
const now = Date.parse("2026-11-25T12:00:00.000Z");
const daysAgo = (days: number) => new Date(now - days * dayMs).toISOString();
/** The clocks of two processes are 20 minutes apart. */
const clockOf = (who: number) => new Date(now - (who % 2) * 20 * 60_000);

const callers = {
  "creates A": { digest: "A", knows: "nothing", force: false },
  "creates B": { digest: "B", knows: "nothing", force: false },
  "changes to B": { digest: "B", knows: "first", force: false },
  "renews A": { digest: "A", knows: "first", force: true },
  "types A": { digest: "A", knows: "latest", force: true },
  "types B": { digest: "B", knows: "latest", force: true },
  "key x: A": { digest: "A", key: "x", knows: "latest", force: true },
  "key x: B": { digest: "B", key: "x", knows: "latest", force: true },
  "key y, not forced: A": { digest: "A", key: "y", knows: "first", force: false },
  "supersedes: A": { digest: "A", knows: "nothing", force: false, supersedes: true },
  "renews by age: A": { digest: "A", knows: "latest", force: true, maxAgeMs },
  "renews by age: B": { digest: "B", knows: "latest", force: true, maxAgeMs },
  "supersedes, key x: A": { digest: "A", key: "x", knows: "nothing", force: false, supersedes: true },
} as const satisfies Record<string, Caller>;

type CallerName = keyof typeof callers;

const first = "first";
const young = { at: daysAgo(10) };
const firstDone = [sent(first, young), done(first)];

const beginnings: Readonly<Record<string, readonly JournalEvent[]>> = {
  nothing: [],
  "a reissue from A": firstDone,
  "an old reissue from A": [sent(first, { at: daysAgo(90) }), done(first)],
  "a reissue from A at an unknown time": [sent(first, { at: "" }), done(first)],
  "a reissue with key x": [sent(first, { ...young, key: "x" }), done(first)],
  "an answer to key x": [...firstDone, answered(first, "x")],
  "an open attempt": [sent(first)],
};

type Step = "begin" | "claim" | "check" | "give way" | "send" | "finish" | "record" | "show" | "ended";

interface Process {
  readonly step: Step;
  /** What it knows as the latest, from when it has begun. */
  readonly known: string | undefined;
  /** Its request has left, and no outcome is recorded. */
  readonly inDoubt: boolean;
  readonly tries: number;
  /** The attempt that it is answered with. */
  readonly answer: string | undefined;
}

interface State {
  readonly processes: readonly Process[];
  readonly events: readonly JournalEvent[];
  /** Attempts that reissued the order, in the order in which that happened. */
  readonly happened: readonly string[];
  /** Keys whose answer was shown. */
  readonly shown: readonly string[];
  readonly hasDied: boolean;
  readonly hasSent: boolean;
}

/** All ways in which some callers can get in each other's way. */
class Interleavings {
  readonly #rules: Rules;
  readonly #beginning: readonly JournalEvent[];
  readonly #callers: readonly Caller[];
  readonly #maxTries: number;
  /** How many ways there are from each state to an end. */
  readonly #ways = new Map<string, number>();

  constructor(rules: Rules, beginning: readonly JournalEvent[], group: readonly Caller[], maxTries: number) {
    this.#rules = rules;
    this.#beginning = beginning;
    this.#callers = group;
    this.#maxTries = maxTries;
  }

  /** Counts the ways from the beginning to an end; throws `BrokenLaw` on one that breaks the promise. */
  count(): number {
    const process = { step: "begin", known: undefined, inDoubt: false, tries: 0, answer: undefined } as const;
    return this.#from({
      processes: this.#callers.map(() => process),
      events: this.#beginning,
      shown: [],
      happened: this.#isFirstDone ? [first] : [],
      hasDied: false,
      hasSent: false,
    });
  }

  #from(state: State): number {
    const history = this.#history(state.events);
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

  #next(state: State, history: readonly Attempt[], who: number): State[] {
    const process = state.processes[who] as Process;
    const caller = this.#callers[who] as Caller;
    const attempt = `${who}.${process.tries}`;
    const becomes = (changes: Partial<Process>, rest: Partial<State> = {}): State => ({
      ...state,
      ...rest,
      processes: state.processes.map((one, at) => (at === who ? { ...one, ...changes } : one)),
    });
    const writes = (event: JournalEvent) => ({ events: [...state.events, event] });
    const withoutEffect = writes(ended("not-sent", attempt));
    const dies = becomes({ step: "ended" }, { hasDied: true });
    const after = (decision: RuleDecision): Partial<Process> => {
      if (decision.kind !== "already-done" || caller.key === undefined) return { step: "ended" };
      return { step: "record", answer: decision.attempt.attemptId };
    };
    switch (process.step) {
      case "begin": {
        const known = this.#known(caller, history);
        const decision = this.#decide(who, history, known);
        if (decision.kind !== "send") return [becomes({ known, ...after(decision) })];
        return [becomes({ known, step: "claim", tries: 1 })];
      }
      case "claim": {
        const { digest, key } = caller;
        const at = clockOf(who).toISOString();
        return [becomes({ step: "check" }, writes(sent(attempt, { digest, key, at }))), dies];
      }
      case "check": {
        const before = history.slice(
          0,
          history.findIndex(({ attemptId }) => attemptId === attempt),
        );
        const decision = this.#decide(who, before, process.known);
        if (decision.kind === "send") return [becomes({ step: "send" }), dies];
        const answer = decision.kind === "already-done" ? decision.attempt.attemptId : undefined;
        return [becomes({ step: "give way", answer }), dies];
      }
      case "give way": {
        const step = process.answer !== undefined && caller.key !== undefined ? "record" : "ended";
        return [becomes({ step }, withoutEffect), dies];
      }
      case "send":
        this.#checkSend(state, who);
        return [becomes({ step: "finish", inDoubt: true }, { hasSent: true }), dies];
      case "finish": {
        const known = { inDoubt: false, step: "ended" } as const;
        return [
          becomes(known, { ...writes(done(attempt)), happened: [...state.happened, attempt] }),
          becomes(known, withoutEffect),
          // Refused as too fast: it is tried once more, as another attempt.
          ...(process.tries < this.#maxTries
            ? [becomes({ ...known, step: "claim", tries: process.tries + 1 }, withoutEffect)]
            : []),
          becomes({ step: "ended" }, writes(ended("unknown", attempt))),
          dies,
        ];
      }
      case "record":
        return [
          becomes(
            { step: "show" },
            writes(answered(String(process.answer), String(caller.key), `by ${who}`)),
          ),
          dies,
        ];
      case "show": {
        const own = state.events.findLastIndex(
          (event) => event.event === "key-answered" && event.at === `by ${who}`,
        );
        const before = this.#history(state.events.slice(0, own + 1));
        const decision = this.#decide(who, before, process.known);
        const isShown = decision.kind === "already-done";
        if (decision.kind === "send") throw new BrokenLaw("a key that was recorded as answered may be sent");
        return [
          becomes({ step: "ended" }, isShown ? { shown: [...state.shown, String(caller.key)].sort() } : {}),
          dies,
        ];
      }
      case "ended":
        return [];
    }
  }

  get #isFirstOld(): boolean {
    return this.#beginning.some((event) => event.event === "sent" && event.at === daysAgo(90));
  }

  get #isFirstDone(): boolean {
    return this.#beginning.some(({ event }) => event === "done");
  }

  #history(events: readonly JournalEvent[]): readonly Attempt[] {
    return this.#rules.readHistory("order-1", events).attempts;
  }

  #known({ knows }: Caller, history: readonly Attempt[]): string | undefined {
    if (knows === "first") return this.#isFirstDone ? first : undefined;
    return knows === "latest" ? this.#rules.latestAttempt(history)?.attemptId : undefined;
  }

  #decide(who: number, history: readonly Attempt[], attemptId: string | undefined): RuleDecision {
    const {
      digest: requestDigest,
      key: idempotencyKey,
      force,
      supersedes,
      maxAgeMs,
    } = this.#callers[who] as Caller;
    const knownLatest = this.#rules.knowing({ attemptId });
    const supersede = supersedes ? first : undefined;
    const intent = { requestDigest, idempotencyKey, force, supersede, knownLatest, maxAgeMs };
    return this.#rules.applyRules(history, intent, clockOf(who));
  }

  #checkSend({ processes, happened, shown, events }: State, who: number): void {
    const { key, supersedes, maxAgeMs } = this.#callers[who] as Caller;
    if (this.#beginning.length > 0 && !this.#isFirstDone)
      throw new BrokenLaw("it is sent while an older attempt is open");
    if (processes.some(({ inDoubt }) => inDoubt))
      throw new BrokenLaw("it is sent while another is on its way");
    const latest = happened.at(-1);
    if (latest !== undefined && latest !== (supersedes ? first : processes[who]?.known))
      throw new BrokenLaw("it is sent by a caller who does not know the latest");
    // All but the first were bought just now.
    if (maxAgeMs !== undefined && latest === undefined)
      throw new BrokenLaw("a certificate is renewed that does not exist");
    if (maxAgeMs !== undefined && !(latest === first && this.#isFirstOld))
      throw new BrokenLaw("a timer buys within max-age of the latest purchase");
    const keyOfAttempt = (attempt: string) =>
      events.find((event) => event.event === "sent" && event.attempt === attempt) as
        | { key?: string }
        | undefined;
    if (key !== undefined && happened.some((attempt) => keyOfAttempt(attempt)?.key === key))
      throw new BrokenLaw("a key is sent twice");
    const isAnsweredBefore = this.#beginning.some(
      (event) => event.event === "key-answered" && event.key === key,
    );
    if (key !== undefined && (shown.includes(key) || isAnsweredBefore))
      throw new BrokenLaw("a key is sent after it was answered");
  }

  #checkEnd({ processes, hasDied, hasSent }: State): void {
    if (processes.some(({ tries }) => tries > 0) && !hasDied && !hasSent)
      throw new BrokenLaw("all gave way to each other");
  }
}

/** What makes a difference to anything that may still happen: also whether an answer was recorded before or after a `sent`. */
function keyOf(
  { processes, events, happened, shown, hasDied, hasSent }: State,
  history: readonly Attempt[],
): string {
  const outcomes = history.map(({ attemptId, lastEvent }) => `${attemptId} ${lastEvent}`);
  const claims = events.flatMap((event) =>
    event.event === "sent" || event.event === "key-answered" ? `${event.attempt} ${event.at}` : [],
  );
  const all = processes.map(
    ({ step, known, inDoubt, tries, answer }) => `${step} ${known} ${inDoubt} ${tries} ${answer}`,
  );
  return [...all, ...outcomes, ...claims, happened.join(" "), shown.join(" "), hasDied, hasSent].join(",");
}

function* groups(size: number): Generator<[beginning: string, group: CallerName[]]> {
  const all = Object.keys(callers) as CallerName[];
  function* some(from: number, left: number): Generator<CallerName[]> {
    if (left === 0) yield [];
    else
      for (let at = from; at < all.length; at++)
        for (const rest of some(at, left - 1)) yield [all[at] as CallerName, ...rest];
  }
  for (const beginning of Object.keys(beginnings))
    for (const group of some(0, size)) yield [beginning, group];
}

export function tryInterleavings(rules: Rules, size: number, maxTries: number): RulesResult {
  let count = 0;
  for (const [beginning, group] of groups(size))
    try {
      const some = group.map((name) => callers[name]);
      count += new Interleavings(rules, beginnings[beginning] ?? [], some, maxTries).count();
    } catch (error) {
      if (!(error instanceof BrokenLaw)) throw error;
      return { count, broken: `${error.message}: ${beginning}; ${group.join(", ")}` };
    }
  return { count, broken: undefined };
}
