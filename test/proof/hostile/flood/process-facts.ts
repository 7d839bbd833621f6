import { readdirSync, readFileSync } from "node:fs";

// What Linux shows of a process from outside: a server under attack is not asked how it is.

/** Files and sockets that a process has open. */
export function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/** Memory that a process has in use, in MiB. */
export function memoryMiB(pid: number): number {
  const [, kib = "0"] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Math.round(Number(kib) / 1024);
}

/** How many files a process may have open here. Node raises its own limit as far as it may. */
export function openFilesAllowed(): number {
  const [, hard = "0"] =
    /^Max open files\s+\S+\s+(\S+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
  return hard === "unlimited" ? Number.POSITIVE_INFINITY : Number(hard);
}
