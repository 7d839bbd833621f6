import { fork } from "node:child_process";
import { once } from "node:events";
import { inParallel } from "../../../harness/in-parallel.ts";
import { newFolder } from "../../../harness/new-folder.ts";
import { atLeast, type PartContext, type PartResult } from "../../part.ts";
import { type TargetName, targets } from "../targets/index.ts";

/** A target keeps a processor busy, and two is what most machines have at least. */
const atOnce = 2;
/** A process that is silent for so long is caught in a loop. A process that waits still says that it is alive. */
const longestSilenceMs = 60_000;

interface FuzzExtent {
  readonly ms: number;
  /** How many inputs it is tried with at least, however busy the machine is. */
  readonly fewest: number;
}

/** What the process that tries a target says, now and then and at its end. */
export interface FuzzMessage {
  readonly underWay: readonly number[];
  readonly inputs: number;
  /** Some of what was wrong, each with the command that tries it again. */
  readonly failures: readonly string[];
  readonly isOver: boolean;
}

export async function fuzzTargets(
  { seed, log }: Pick<PartContext, "seed" | "log">,
  extent: FuzzExtent,
  names = Object.keys(targets) as TargetName[],
): Promise<Required<Pick<PartResult, "findings" | "failures">>> {
  const findings: PartResult["findings"][number][] = [];
  const failures: string[] = [];
  await inParallel(atOnce, names.length, async (index) => {
    const name = names[index] as TargetName;
    const result = await fuzz(name, seed, extent);
    log(`${name}: ${result.inputs.toLocaleString("en")} inputs`);
    findings.push(atLeast(`hostile ${name}: inputs`, result.inputs, extent.fewest));
    failures.push(...result.failures);
  });
  return { findings, failures };
}

/** Tries a target in a process and a folder of its own, so that what it breaks is counted and not felt. */
async function fuzz(name: TargetName, seed: number, { ms, fewest }: FuzzExtent) {
  const folder = newFolder("certorder-hostile-");
  const child = fork(new URL("./run.ts", import.meta.url), [name, ...[seed, ms, fewest].map(String)], {
    cwd: folder,
    // Everything that a target leaves on disk ends up here.
    env: { ...process.env, TMPDIR: folder },
  });
  let last: FuzzMessage = { underWay: [], inputs: 0, failures: [], isOver: false };
  const silence = setTimeout(() => child.kill("SIGKILL"), longestSilenceMs);
  child.on("message", (message: FuzzMessage) => {
    last = message;
    silence.refresh();
  });
  const [code, signal] = await once(child, "close");
  clearTimeout(silence);
  if (last.isOver) return last;
  // Killed by us, or by a system without memory.
  const how = signal === "SIGKILL" ? "was silent for a minute, or too large" : `ended with ${signal ?? code}`;
  const where = `seed ${seed}, soon after input ${last.underWay.join(" or ")}`;
  return { ...last, failures: [...last.failures, `${name}: the process ${how} (${where})`] };
}
