import { dayMs } from "./duration.ts";

// What a sandbox and its journal have to agree on.

/** Whether this is the name of a simulated service. Each sandbox has another one. */
export function isSandboxName(name: unknown): name is string {
  return typeof name === "string" && /^sandbox-[0-9a-f]+$/.test(name);
}

/** How far the clock of a sandbox can be moved: a century. */
export const longestAheadMs = 36_500 * dayMs;
