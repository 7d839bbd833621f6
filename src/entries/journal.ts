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
  DeploymentStep,
  Difference,
  ImportStatement,
  IssuedCallback,
  IssuedCertificate,
  JournalCallbacks,
  JournalEvent,
  JournalOptions,
  JournalStore,
  OrderLog,
  ReceiverEvent,
  SenderWord,
  StoredLog,
  StoreRights,
  UnreadableEvent,
  WaitOptions,
  WaitResult,
} from "../journal/index.ts";
export { BlockedError, Journal, MemoryStore } from "../journal/index.ts";
