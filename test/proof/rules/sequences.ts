import { BrokenLaw, type RulesResult } from "./subject.ts";

/** All sequences of these steps, of one length. Shorter ones are their beginnings. */
export function* sequences<Step>(steps: readonly Step[], length: number): Generator<readonly Step[]> {
  if (length === 0) yield [];
  else for (const rest of sequences(steps, length - 1)) for (const step of steps) yield [...rest, step];
}

export function holds(law: string, condition: boolean): void {
  if (!condition) throw new BrokenLaw(law);
}

/** Takes all sequences, until one breaks a law. */
export async function trySequences<Step>(
  title: string,
  all: Iterable<readonly Step[]>,
  take: (sequence: readonly Step[]) => Promise<void>,
): Promise<RulesResult> {
  let count = 0;
  for (const sequence of all)
    try {
      count++;
      await take(sequence);
    } catch (error) {
      if (!(error instanceof BrokenLaw)) throw error;
      return { count, broken: `${error.message}: ${title}; ${sequence.join(", ")}` };
    }
  return { count, broken: undefined };
}
