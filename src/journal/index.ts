/** The write-ahead journal that keeps a reissue from being sent twice. */
export type { Attempt } from "./attempt.ts";
export { isOnItsWay } from "./attempt.ts";
export { UnresolvedAttemptError } from "./errors.ts";
export { journalFrom } from "./from-settings.ts";
export type { JournalOptions } from "./journal.ts";
export { Journal } from "./journal.ts";
export { journalFolder } from "./place.ts";
export { isRunning } from "./process.ts";
