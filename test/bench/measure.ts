import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { type allTools, toolPath } from "../../scripts/tool-folder.ts";
import type { Measurement } from "./measurement.ts";

/**
 * Runs things in turn, several times over, so that a noisy moment hits them all; the best of each counts, because noise only adds.
 * A machine that is busy all the time spoils the best as well: against that `npm run bench` takes the median of several runs.
 */
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
  return timed(() => once(spawn(program, args, { stdio: "ignore" }), "exit"));
}

export async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** How long a Node that does nothing runs, in milliseconds. Times that have nothing else to stand beside are put beside it. */
export async function bareNode(): Promise<number> {
  const { node } = await bestOf(15, { node: () => wall(["-e", "0"]) });
  return node;
}

/** What a Node with these arguments reports of itself at its end. */
export async function usage(
  args: readonly string[],
  options: { readonly env?: NodeJS.ProcessEnv; readonly cwd?: string } = {},
): Promise<{ readonly cpuMs: number; readonly megabytes: number }> {
  const report = `process.on("exit", () => process._rawDebug("usage " + JSON.stringify(process.resourceUsage())))`;
  const preload = `--import=data:text/javascript,${encodeURIComponent(report)}`;
  const child = spawn(process.execPath, [preload, ...args], {
    ...options,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [said] = await Promise.all([text(child.stderr), once(child, "close")]);
  const [, json] = /^usage (.*)$/m.exec(said) ?? [];
  if (child.exitCode !== 0 || json === undefined) throw new Error(said);
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(json) as NodeJS.ResourceUsage;
  return { cpuMs: (userCPUTime + systemCPUTime) / 1000, megabytes: Math.round(maxRSS / 1024) };
}

export function peakMegabytes(pid: number | undefined): number {
  const [, peak] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Math.round(Number(peak) / 1024);
}

export function ratio(
  name: string,
  what: string,
  ours: number,
  theirs: number,
  aim: number,
  unit: "ms" | "s" | "MB" = "ms",
): Measurement {
  const digits = unit === "s" ? 1 : 0;
  return {
    name,
    number: ours / theirs,
    kind: unit === "MB" ? "memory" : "speed",
    better: "lower",
    what,
    value: `${(ours / theirs).toFixed(2)} (${ours.toFixed(digits)} / ${theirs.toFixed(digits)} ${unit})`,
    aim: `at most ${aim.toFixed(2)}`,
    met: ours / theirs <= aim,
  };
}

export function requireTool(name: keyof typeof allTools): string {
  const path = toolPath(name);
  if (!existsSync(path)) throw new Error(`there is no ${name}. Run: npm run tools -- --bench`);
  return path;
}
