import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import type { Environment } from "../contract/index.ts";

/**
 * The name of this process: machine, pid and, on Linux, its start time, because pids are reused. Another process can
 * check whether it still runs. The URL of the CI job follows after a blank, for people.
 */
export function thisProcess(env: Environment = process.env): string {
  const name = [hostname(), process.pid, readProcStat(process.pid)?.began ?? ""].join("/");
  const job = ciJobUrl(env);
  return job === undefined ? name : `${name} ${job}`;
}

/** In CI the machine is new for each job, so the URL of the job helps a person more. */
function ciJobUrl({ GITHUB_RUN_ID, GITHUB_SERVER_URL, GITHUB_REPOSITORY, CI_JOB_URL }: Environment) {
  if (GITHUB_RUN_ID) return `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`;
  return CI_JOB_URL || undefined;
}

/** Whether a process with a name from `thisProcess` runs. Undefined if this machine cannot tell. */
export function isRunning(name: string): boolean | undefined {
  const [host, pidText, began] = name.split(/[ /]/);
  const pid = Number(pidText);
  if (host !== hostname() || !Number.isSafeInteger(pid) || pid <= 0) return undefined;
  // This comes first: a process may be cleared away between the two looks.
  const stat = readProcStat(pid);
  // A dead process stays listed as a zombie until its parent has read its exit code.
  if (stat) return !/[ZX]/i.test(stat.state) && (!began || stat.began === began);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

/** The state of a process, and its start time in clock ticks since boot. Only Linux has this file. */
function readProcStat(pid: number) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The second field is the program's name in brackets, which may contain blanks and brackets.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0] ?? "", began: fields[19] };
  } catch {
    return undefined;
  }
}
