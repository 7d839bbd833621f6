import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { type allTools, toolPath } from "../../scripts/tool-folder.ts";
import type { Finding } from "../harness/finding.ts";

/** Runs things in turn, several times over, so that a noisy moment hits them all; the best of each counts. */
export async function bestOf<K extends string>(
  rounds: number,
  runs: Readonly<Record<K, () => Promise<number>>>,
): Promise<Record<K, number>> {
  const best = {} as Record<K, number>;
  for (let round = 0; round < rounds; round++)
    for (const name of Object.keys(runs) as K[])
      best[name] = Math.min(best[name] ?? Number.POSITIVE_INFINITY, await runs[name]());
  return best;
}

/** How long a Node with these arguments runs, or another program, in milliseconds. */
export async function wall(args: readonly string[], program = process.execPath): Promise<number> {
  const start = performance.now();
  await once(spawn(program, args, { stdio: "ignore" }), "exit");
  return performance.now() - start;
}

/** How long ours takes, or how much it needs, as a ratio to theirs. */
export function ratio(what: string, ours: number, theirs: number, aim: number, unit = "ms"): Finding {
  const digits = unit === "s" ? 1 : 0;
  return {
    what,
    value: `${(ours / theirs).toFixed(2)} (${ours.toFixed(digits)} / ${theirs.toFixed(digits)} ${unit})`,
    aim: `at most ${aim.toFixed(2)}`,
    met: ours / theirs <= aim,
  };
}

/** The path of a tool that a part cannot do without. */
export function requireTool(name: keyof typeof allTools): string {
  const path = toolPath(name);
  if (!existsSync(path)) throw new Error(`there is no ${name}. Run: npm run tools -- --bench`);
  return path;
}
