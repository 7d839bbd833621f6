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

const times = {
  timeoutMs: "timeout_seconds",
  connectTimeoutMs: "connect_timeout_seconds",
  responseTimeoutMs: "response_timeout_seconds",
} as const;
export type CallLimits = Readonly<Record<keyof typeof times | "maxTries", number>>;

/** The defaults are those of the settings. */
export function readCallLimits(options: ClientOptions): CallLimits {
  return {
    timeoutMs: options.timeoutMs ?? settings.timeout_seconds.default * 1000,
    connectTimeoutMs: options.connectTimeoutMs ?? settings.connect_timeout_seconds.default * 1000,
    responseTimeoutMs: options.responseTimeoutMs ?? settings.response_timeout_seconds.default * 1000,
    maxTries: options.maxTries ?? settings.max_tries.default,
  };
}

/** With an invalid time, Node's timer fires at once: the reissue would be sent, and its answer lost. */
export function checkCallLimits(limits: CallLimits): InputProblem[] {
  const problem = (name: string, range: string) =>
    settingProblem(name, "range", text`${fieldRef(name)} must be ${range}.`, "Correct the number.");
  const wrongTimes = Object.entries(times).filter(([option]) => {
    const ms = limits[option as keyof typeof times];
    return !(Number.isFinite(ms) && ms > 0 && ms <= dayMs);
  });
  const { maxTries } = limits;
  const mayTry = Number.isInteger(maxTries) && maxTries >= 1 && maxTries <= mostTries;
  return [
    ...wrongTimes.map(([, name]) => problem(name, `a number of milliseconds above 0 and up to ${dayMs}`)),
    ...(mayTry ? [] : [problem("max_tries", `a whole number from 1 to ${mostTries}`)]),
  ];
}
