import { spawn } from "node:child_process";
import { once } from "node:events";

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
