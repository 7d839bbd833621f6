import type { Part, PartContext, PartResult } from "../part.ts";
import { floods } from "./flood/flood.ts";
import { fuzzTargets } from "./fuzz/fuzz.ts";

/**
 * Whatever comes from outside: bytes that were made to do harm, and more connections than anybody should make. The
 * floods come first; while their servers get rid of what is left of them, hostile input is tried.
 */
export const part: Part = { title: "Hostile input and floods", limit: 20, run };

async function run(conditions: PartContext): Promise<PartResult> {
  const { over } = await floods(conditions);
  const extent = conditions.quick ? { ms: 1_500, fewest: 20 } : { ms: 15_000, fewest: 200 };
  const fuzzed = await fuzzTargets(conditions, extent);
  const flooded = await over;
  return {
    findings: [...fuzzed.findings, ...flooded.findings],
    failures: [...fuzzed.failures, ...flooded.failures],
  };
}
