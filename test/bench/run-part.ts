/** One run of one part in a process of its own: it begins cold, as every other run of it, and its servers end with it. */
import type { Measurement } from "./measurement.ts";
import { parts } from "./parts.ts";

export interface PartRun {
  readonly measurements: readonly Measurement[];
  /** Why the part did not come to its end. */
  readonly problem?: string;
}

const run = await measure(process.argv[2] ?? "");
// Servers of the journal may still listen.
process.send?.(run, undefined, undefined, () => process.exit());

async function measure(part: string): Promise<PartRun> {
  const measurements: Measurement[] = [];
  try {
    for await (const measurement of parts[part]?.() ?? []) measurements.push(measurement);
    return { measurements };
  } catch (error) {
    return { measurements, problem: error instanceof Error ? error.message : String(error) };
  }
}
