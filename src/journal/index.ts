/** The history of reissues, and the rules by which it keeps one from being sent twice. */
export type { Attempt, Line } from "./attempt.ts";
export { attemptsIn } from "./attempt.ts";
export type { Copied } from "./copy.ts";
export { journalFrom } from "./from-settings.ts";
export type { Ask, Considered, JournalEntry, JournalOptions } from "./journal.ts";
export { Answered, ifElsewhere, Journal } from "./journal.ts";
export { journalFolder } from "./paths.ts";
export type { Refusal } from "./refusal.ts";
export { certificateToUse, codeOf, describeRefusal, inNames, RefusedError, senderOf } from "./refusal.ts";
export type { Held, Reason, Wish } from "./rules.ts";
export { headOf, isHeld, isNews, isOpen } from "./rules.ts";
export type { Place } from "./service.ts";
export type { History, Shelf } from "./shelf.ts";
export { aheadBy } from "./shelf.ts";
export { MemoryShelf } from "./shelves/memory.ts";
export { isUnavailable } from "./unavailable.ts";
export { differences, partsOfWhat, whatIsAsked } from "./what.ts";
