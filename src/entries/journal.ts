/** `certorder/journal`: the history of reissues, and its errors. */
import "../needs-node.ts";

export type { Resolution } from "../contract/index.ts";
export type {
  Attempt,
  Blocked,
  BlockedByEarlierResult,
  BlockedByEntry,
  BlockedByNewerCertificate,
  BlockedByOpenAttempt,
  BlockedByOtherService,
  BlockedByUnclearLatest,
  BlockedByUsedKey,
  BlockedByYoungCertificate,
  BlockedWithoutCertificate,
  CopyResult,
  Difference,
  ImportStatement,
  IssuedCallback,
  IssuedCertificate,
  JournalCallbacks,
  JournalEvent,
  JournalOptions,
  JournalStore,
  OrderLog,
  SenderWord,
  StoredLog,
  UnreadableEvent,
  WaitOptions,
  WaitResult,
} from "../journal/index.ts";
export { BlockedError, Journal, MemoryStore } from "../journal/index.ts";
