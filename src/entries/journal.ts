/** `certorder/journal`: the history of reissues, and its errors. */
import "../needs-node.ts";

export type { Resolution } from "../contract/index.ts";
export type {
  Attempt,
  Blocked,
  Copied,
  Issued,
  IssuedCallback,
  IssuedCertificate,
  IssuedQuestion,
  JournalEvent,
  JournalOptions,
  JournalStore,
  OrderLog,
  StoredLog,
  UnreadableEvent,
} from "../journal/index.ts";
export { BlockedError, Journal, MemoryStore } from "../journal/index.ts";
