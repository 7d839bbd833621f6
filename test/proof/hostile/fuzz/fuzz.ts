import { fork } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TargetName } from "../targets/index.ts";
import type { FuzzResult } from "./fuzz-result.ts";

/** A process that is silent for so long is caught in a loop. Whatever waits still says that it is alive. */
const longestSilenceMs = 60_000;

export interface FuzzOptions {
  /** How long a target is tried. */
  readonly ms: number;
  /** How many inputs it is tried with at least, however busy the machine is. */
  readonly fewest: number;
}

/** Tries a target for a time, in a process and a folder of its own, so that what it breaks is counted and not felt. */
export async function fuzz(name: TargetName, seed: number, extent: FuzzOptions): Promise<FuzzResult> {
  const folder = await mkdtemp(join(tmpdir(), "certorder-hostile-"));
  try {
    return await inItsOwnProcess(name, seed, extent, folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function inItsOwnProcess(
  name: TargetName,
  seed: number,
  { ms, fewest }: FuzzOptions,
  folder: string,
): Promise<FuzzResult> {
  return new Promise((resolve) => {
    const child = fork(new URL("./run.ts", import.meta.url), [name, ...[seed, ms, fewest].map(String)], {
      cwd: folder,
      // Everything that a target leaves on disk ends up here.
      env: { ...process.env, TMPDIR: folder },
    });
    let underWay: readonly number[] = [];
    let tried: FuzzResult | undefined;
    let hung = false;
    const silent = () => {
      hung = true;
      child.kill("SIGKILL");
    };
    let timer = setTimeout(silent, longestSilenceMs);
    child.on("message", (message: { underWay?: readonly number[]; tried?: FuzzResult }) => {
      underWay = message.underWay ?? underWay;
      tried = message.tried ?? tried;
      clearTimeout(timer);
      timer = setTimeout(silent, longestSilenceMs);
    });
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      const how = hung ? "silent, as in an endless loop" : `the process ended with ${signal ?? code}`;
      resolve(tried ?? ended(name, seed, hung ? "hang" : "crash", how, underWay));
    });
  });
}

function ended(
  name: TargetName,
  seed: number,
  kind: "hang" | "crash",
  how: string,
  underWay: readonly number[],
): FuzzResult {
  const where = `seed ${seed}, soon after input ${underWay.join(" or ")}`;
  return { inputs: 0, wrong: { [kind]: 1 }, examples: [`${name}: ${kind}: ${how} (${where})`] };
}
