import { readdirSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

/** What a process holds when nothing is going on in it. */
export interface Sample {
  /** In bytes, after garbage collection. */
  readonly heap: number;
  readonly open: readonly string[];
  /** Open files of any kind, where the system tells. */
  readonly descriptors: number;
}

/** What has just been closed takes a moment to be gone; what is not gone after this is left behind. */
const retryDelaysMs = 10_000;

export async function sample(): Promise<Sample> {
  const deadline = performance.now() + retryDelaysMs;
  while (openNow().length > 0 && performance.now() < deadline) await wait(20);
  const open = openNow();
  for (let round = 0; round < 3; round++) {
    globalThis.gc?.();
    // Finalizers run in between.
    await wait(1);
  }
  globalThis.gc?.();
  const { heapUsed: heap } = process.memoryUsage();
  return { heap, open, descriptors: descriptors() };
}

function openNow(): string[] {
  return process.getActiveResourcesInfo().filter((name) => /TCPSocket|TLS|Timeout|GetAddrInfo/.test(name));
}

function descriptors(): number {
  return process.platform === "linux" ? readdirSync("/proc/self/fd").length : 0;
}

/** By how much a value rises with each step, by least squares. */
export function slope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const over = values.reduce((sum, value, index) => sum + (index - middle) * (value - mean), 0);
  const under = values.reduce((sum, _, index) => sum + (index - middle) ** 2, 0);
  return over / under;
}
