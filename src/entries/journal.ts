/** `certorder/journal`: the history of reissues, and the errors that come from it. */
import "../needs-node.ts";

export type { Resolution } from "../contract/index.ts";
export type {
  Attempt,
  Blocked,
  Copied,
  JournalEvent,
  JournalOptions,
  JournalStore,
  OrderLog,
  UnreadableEvent,
} from "../journal/index.ts";
export { BlockedError, Journal, MemoryStore } from "../journal/index.ts";
