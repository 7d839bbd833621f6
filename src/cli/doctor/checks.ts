import { callbackChecks } from "./callback.ts";
import { callbackTestCheck, keysCheck } from "./callback-test.ts";
import type { Check } from "./check.ts";
import { githubCheck } from "./github.ts";
import { journalCheck } from "./journal.ts";
import { runtimeCheck } from "./runtime.ts";
import { serviceChecks } from "./service.ts";
import { settingsCheck } from "./settings.ts";

/** All checks, in the order in which they are shown. */
export const checks: readonly Check[] = [
  settingsCheck,
  runtimeCheck,
  journalCheck,
  ...serviceChecks,
  keysCheck,
  ...callbackChecks,
  callbackTestCheck,
  githubCheck,
];
