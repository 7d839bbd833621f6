import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import type { Environment } from "../contract/index.ts";

/**
 * This process, named so that another process can tell whether it still runs: machine, pid and, where the system
 * shows it, when it began (pids are used again). For people, behind a blank, the page of the job that it is part of.
 */
export function thisProcess(env: Environment = process.env): string {
  const name = [hostname(), process.pid, readProcStat(process.pid)?.began ?? ""].join("/");
  const job = ciJobUrl(env);
  return job === undefined ? name : `${name} ${job}`;
}

/** In CI the machine is new for each job. The page of the job helps a person more. */
function ciJobUrl({ GITHUB_RUN_ID, GITHUB_SERVER_URL, GITHUB_REPOSITORY, CI_JOB_URL }: Environment) {
  if (GITHUB_RUN_ID) return `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`;
  return CI_JOB_URL || undefined;
}

/** Whether a process named by `thisProcess` runs. Undefined when that cannot be told from here. */
export function isRunning(name: string): boolean | undefined {
  const [host, pidText, began] = name.split(/[ /]/);
  const pid = Number(pidText);
  if (host !== hostname() || !Number.isSafeInteger(pid) || pid <= 0) return undefined;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  const now = readProcStat(pid);
  if (now === undefined) return true;
  // One that is dead stays listed until its parent has taken notice.
  return now.state !== "Z" && (!began || now.began === began);
}

/** Linux shows what a process does, and in clock ticks since boot when it began; other systems do not, in a file. */
function readProcStat(pid: number) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The second field, the program's name in brackets, may itself contain blanks and brackets.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0], began: fields[19] };
  } catch {
    return undefined;
  }
}
