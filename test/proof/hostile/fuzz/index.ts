import { atLeast, none, type PartContext, type PartResult } from "../../part.ts";
import { type TargetName, targets } from "../targets/index.ts";
import { type FuzzOptions, fuzz } from "./fuzz.ts";
import type { FuzzResult } from "./fuzz-result.ts";
import { type FaultKind, faultKinds } from "./target.ts";

/** A target keeps a processor busy, and two is what most machines have at least. */
const atOnce = 2;

/** Tries every target, or some, for a time. */
export async function fuzzTargets(
  { seed, log }: Pick<PartContext, "seed" | "log">,
  extent: FuzzOptions,
  names = Object.keys(targets) as TargetName[],
): Promise<Required<Pick<PartResult, "findings" | "failures">>> {
  const tried = new Map<TargetName, FuzzResult>();
  const left = [...names];
  const lanes = Array.from({ length: atOnce }, async () => {
    for (let name = left.shift(); name; name = left.shift()) {
      const result = await fuzz(name, seed, extent);
      tried.set(name, result);
      log(`${name}: ${result.inputs.toLocaleString("en")} inputs`);
    }
  });
  await Promise.all(lanes);
  const results = [...tried.values()];
  const total = (kind: FaultKind) => results.reduce((sum, { wrong }) => sum + (wrong[kind] ?? 0), 0);
  return {
    findings: [
      ...names.map((name) => atLeast(`hostile ${name}`, tried.get(name)?.inputs ?? 0, extent.fewest)),
      ...Object.entries(faultKinds).map(([kind, plural]) =>
        none(`hostile input: ${plural}`, total(kind as FaultKind)),
      ),
    ],
    failures: results.flatMap(({ examples }) => examples),
  };
}
