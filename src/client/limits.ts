import {
  dayMs,
  fieldRef,
  type InputProblem,
  mostTries,
  settingProblem,
  settings,
  text,
} from "../contract/index.ts";
import type { ClientOptions } from "./options.ts";

export interface CallLimits {
  readonly timeoutMs: number;
  readonly maxTries: number;
}

/** The defaults are those of the settings. */
export function readCallLimits(options: ClientOptions): CallLimits {
  return {
    timeoutMs: options.timeoutMs ?? settings.timeout_seconds.default * 1000,
    maxTries: options.maxTries ?? settings.max_tries.default,
  };
}

const longestConnectMs = 10_000;

/**
 * How long one try may wait. A connection that cannot be made fails early enough for another try. An answer may be slow:
 * to give it up leaves the outcome unknown.
 */
export function limitTry({ timeoutMs }: CallLimits): { connectTimeoutMs: number; responseTimeoutMs: number } {
  const half = timeoutMs / 2;
  return { connectTimeoutMs: Math.min(longestConnectMs, half), responseTimeoutMs: half };
}

/** With an invalid time, Node's timer fires at once: the reissue would be sent, and its answer lost. */
export function checkCallLimits({ timeoutMs, maxTries }: CallLimits): InputProblem[] {
  const problem = (name: string, range: string) =>
    settingProblem(name, "range", text`${fieldRef(name)} must be ${range}.`, "Correct the number.");
  const isTime = Number.isFinite(timeoutMs) && timeoutMs > 0 && timeoutMs <= dayMs;
  const mayTry = Number.isInteger(maxTries) && maxTries >= 1 && maxTries <= mostTries;
  return [
    ...(isTime ? [] : [problem("timeout_seconds", `a number of milliseconds above 0 and up to ${dayMs}`)]),
    ...(mayTry ? [] : [problem("max_tries", `a whole number from 1 to ${mostTries}`)]),
  ];
}
