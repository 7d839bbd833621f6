/** `certorder/journal`: the history of reissues, and what says no because of it. */
export type { Attempt, History, JournalOptions, Line, Refusal, Shelf } from "../journal/index.ts";
export { Journal, MemoryShelf, RefusedError } from "../journal/index.ts";
