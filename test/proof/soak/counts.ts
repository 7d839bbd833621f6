import type { MatchedCall } from "./judge.ts";
import { disagreement, faultsMet } from "./judge.ts";

const mostTold = 20;

type Counts = Map<string, number>;

/** Everything that is counted over the whole soak. Its size does not grow with the number of calls. */
export class SoakCounts {
  calls = 0;
  journaled = 0;
  disagreed = 0;
  /** The first of them. */
  readonly disagreements: string[] = [];
  /** Faults that were ordered, and those that struck, by kind. */
  readonly ordered: Counts = new Map();
  readonly struck: Counts = new Map();
  /** How calls ended, by what struck them last. */
  readonly endings = new Map<string, Counts>();
  /** Reissues by the outcome that the client reported: how many calls reported it, and how many reissues happened. */
  readonly told: Counts = new Map();
  readonly happened: Counts = new Map();

  order(names: readonly string[]): void {
    for (const name of names) increase(this.ordered, name);
  }

  count(where: string, matched: MatchedCall): void {
    const { operation, index, ending } = matched.call;
    this.calls++;
    const struck = faultsMet(matched);
    for (const name of struck) increase(this.struck, name);
    const last = struck.at(-1) ?? "nothing";
    this.endings.set(last, increase(this.endings.get(last) ?? new Map(), ending.outcome));
    if (operation === "reissue") {
      increase(this.told, ending.outcome);
      increase(this.happened, ending.outcome, matched.effects.length);
    }
    const problem = disagreement(matched);
    if (problem) this.disagree(`${where}: ${operation} ${index}, struck by ${last}, ${problem}`);
  }

  disagree(problem: string): void {
    if (++this.disagreed <= mostTold) this.disagreements.push(problem);
  }
}

function increase(counts: Counts, name: string, by = 1): Counts {
  return counts.set(name, (counts.get(name) ?? 0) + by);
}
