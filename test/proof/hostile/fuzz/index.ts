import { atLeast, type Conditions, none, type Proved } from "../../part.ts";
import { type TargetName, targets } from "../targets/index.ts";
import { type Extent, fuzz } from "./fuzz.ts";
import { type WrongKind, wrongs } from "./target.ts";
import type { Tried } from "./tried.ts";

/** A target keeps a processor busy, and two is what most machines have at least. */
const atOnce = 2;

/** Tries every target, or some, for a time. */
export async function fuzzTargets(
  { seed, say }: Pick<Conditions, "seed" | "say">,
  extent: Extent,
  names = Object.keys(targets) as TargetName[],
): Promise<Required<Pick<Proved, "findings" | "failures">>> {
  const tried = new Map<TargetName, Tried>();
  const left = [...names];
  const lanes = Array.from({ length: atOnce }, async () => {
    for (let name = left.shift(); name; name = left.shift()) {
      const result = await fuzz(name, seed, extent);
      tried.set(name, result);
      say(`${name}: ${result.inputs.toLocaleString("en")} inputs`);
    }
  });
  await Promise.all(lanes);
  const results = [...tried.values()];
  const total = (kind: WrongKind) => results.reduce((sum, { wrong }) => sum + (wrong[kind] ?? 0), 0);
  return {
    findings: [
      ...names.map((name) => atLeast(`hostile ${name}`, tried.get(name)?.inputs ?? 0, extent.fewest)),
      ...Object.entries(wrongs).map(([kind, plural]) =>
        none(`hostile input: ${plural}`, total(kind as WrongKind)),
      ),
    ],
    failures: results.flatMap(({ examples }) => examples),
  };
}
