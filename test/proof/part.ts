import type { Finding } from "../harness/finding.ts";

export interface PartContext {
  /** A look at everything that takes seconds, instead of the whole. */
  readonly quick: boolean;
  /** Whatever is left to chance is drawn from it (`randomFrom` in ../harness/random.ts), so that a run can be repeated. */
  readonly seed: number;
  /** Tells those who wait how far it has got. */
  log(line: string): void;
}

export interface PartResult {
  /** Every number that the part stands for, each with its aim. */
  readonly findings: readonly Finding[];
  /** What did not hold, each with all that is needed to try it again. */
  readonly failures?: readonly string[];
  readonly table?: readonly string[];
  /** Its section of docs/reference/proof.md: counts, never times. Absent in a quick run. */
  readonly guide?: string;
}

/** One of the things that are proved. Runs in a process of its own, in which `gc` is exposed. */
export interface Part {
  readonly title: string;
  /** In minutes; what takes longer is hung and counts as failed. */
  readonly limit: number;
  run(conditions: PartContext): Promise<PartResult>;
}

/** For the most frequent kind of number: something that must not have happened. */
export function none(what: string, count: number): Finding {
  return { what, value: String(count), aim: "0", met: count === 0 };
}

export function atLeast(what: string, count: number, aim: number): Finding {
  return {
    what,
    value: count.toLocaleString("en"),
    aim: `at least ${aim.toLocaleString("en")}`,
    met: count >= aim,
  };
}
