import { dayMs, fieldRef, type Issue, mostTries, settingIssue, settings, text } from "../contract/index.ts";
import type { ClientOptions } from "./options.ts";

type Times = "timeoutMs" | "connectTimeoutMs" | "responseTimeoutMs";
export type CallLimits = Readonly<Record<Times | "maxTries", number>>;

/** The defaults are those of the settings. */
export function readCallLimits(options: ClientOptions): CallLimits {
  return {
    timeoutMs: options.timeoutMs ?? settings.timeout_seconds.default * 1000,
    connectTimeoutMs: options.connectTimeoutMs ?? settings.connect_timeout_seconds.default * 1000,
    responseTimeoutMs: options.responseTimeoutMs ?? settings.response_timeout_seconds.default * 1000,
    maxTries: options.maxTries ?? settings.max_tries.default,
  };
}

/** A timer of Node ends at once if its time is too long or not a number. The reissue would be sent, and its answer lost. */
export function checkCallLimits({
  timeoutMs,
  connectTimeoutMs,
  responseTimeoutMs,
  maxTries,
}: CallLimits): Issue[] {
  const times = {
    timeout_seconds: timeoutMs,
    connect_timeout_seconds: connectTimeoutMs,
    response_timeout_seconds: responseTimeoutMs,
  };
  const issue = (name: string, range: string) =>
    settingIssue(name, "range", text`${fieldRef(name)} must be ${range}.`, "Correct the number.");
  return [
    ...Object.entries(times)
      .filter(([, ms]) => !(Number.isFinite(ms) && ms > 0 && ms <= dayMs))
      .map(([name]) => issue(name, `a number of milliseconds above 0 and up to ${dayMs}`)),
    ...(Number.isInteger(maxTries) && maxTries >= 1 && maxTries <= mostTries
      ? []
      : [issue("max_tries", `a whole number from 1 to ${mostTries}`)]),
  ];
}
