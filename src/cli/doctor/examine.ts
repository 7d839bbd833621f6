import { withTimeout } from "../../waiting.ts";
import { UsageError } from "../command-error.ts";
import type { Check } from "./check.ts";
import { checks } from "./checks.ts";
import type { Examination } from "./examination.ts";
import { type Finding, failed, unchecked } from "./finding.ts";
import { describeFailure } from "./network/failure.ts";
import { settingsCheck } from "./settings.ts";

/** What one check found. */
export interface Result extends Finding {
  readonly name: string;
}

const usualLimitMs = 3_000;
/** The network's own message says more, so it comes first. */
const graceMs = 250;

/** Makes the checks that apply. Those that do not need each other run at once. */
export async function examine(
  about: Omit<Examination, "facts" | "findingOf">,
  only: readonly string[] = [],
): Promise<Result[]> {
  const made = new Map<string, Promise<Finding>>();
  const examination = { ...about, facts: {}, findingOf: (name: string) => made.get(name) };
  const deadline = performance.now() + about.means.wholeLimitMs;
  const chosen = withNeeded(only, examination).filter(({ applies }) => applies?.(examination) ?? true);
  const idle = only.find((name) => !chosen.some((check) => check.name === name));
  if (idle !== undefined)
    throw new UsageError(
      `There is nothing to check for ${idle}.`,
      "The checks of the callback need --url, callback-test needs --callback-test, and github-token a workflow.",
    );
  // All have to be in the map before the first of them looks for another.
  const start = Promise.withResolvers<void>();
  for (const check of chosen)
    made.set(
      check.name,
      start.promise.then(() => make(check, examination, deadline)),
    );
  start.resolve();
  return Promise.all(chosen.map(async ({ name }) => ({ name, ...(await made.get(name)) }) as Result));
}

/** The checks of these names, with those that they need. All, if there is no name. A setting that one lacks is shown by the settings. */
function withNeeded(only: readonly string[], examination: Examination): readonly Check[] {
  if (only.length === 0) return checks;
  const names = new Set(only);
  // A check needs earlier ones only.
  for (const { name, needs = [] } of checks.toReversed())
    if (names.has(name)) for (const needed of needs) names.add(needed);
  if (checks.some((check) => names.has(check.name) && findMissing(check, examination)))
    names.add(settingsCheck.name);
  return checks.filter(({ name }) => names.has(name));
}

/** A setting that the check needs, and that is missing or wrong. */
function findMissing({ settings = [] }: Check, { problems }: Examination): string | undefined {
  return settings.find((name) => problems.some(({ contractName }) => contractName === name));
}

async function make(check: Check, examination: Examination, deadline: number): Promise<Finding> {
  const missing = findMissing(check, examination);
  if (missing !== undefined)
    return unchecked(`Not checked, because the setting ${missing} is missing or wrong.`);
  for (const name of check.needs ?? []) {
    const needed = await examination.findingOf(name);
    if (needed?.status === "failed") return unchecked(`Not checked, because ${name} failed.`);
    if (needed?.status === "unchecked") return unchecked(needed.text, needed.remedy);
  }
  const limitMs = examination.means.limitsMs[check.name] ?? check.limitMs ?? usualLimitMs;
  const ms = Math.min(limitMs, deadline - performance.now());
  const signal = AbortSignal.timeout(Math.max(0, Math.floor(ms)));
  try {
    const run = Promise.resolve().then(() => check.run(examination, signal));
    return await withTimeout(ms + graceMs, run, () => signal.reason);
  } catch (error) {
    return failed(`It ${describeFailure(error)}.`, "Check this machine's network.");
  }
}
