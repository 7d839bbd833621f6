/** The history of reissues, and the rules that keep a reissue from being sent twice. */
export type { Attempt } from "./attempt.ts";
export { blankAttempt, withResult } from "./attempt.ts";
export type {
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
} from "./blocked.ts";
export {
  BlockedError,
  blockedCode,
  blocksEveryPlan,
  describeAttempt,
  describeEvidence,
  describeRequest,
  describeSender,
  explainBlocked,
  explainDifferences,
} from "./blocked.ts";
export type { Deployment, IssuedCertificate, OrderCallbacks } from "./callback-log.ts";
export { noCallbacks } from "./callback-log.ts";
export type { IssuedCallback, JournalCallbacks } from "./callbacks.ts";
export { isOfService } from "./callbacks.ts";
export type { CopyResult } from "./copy.ts";
export { describeDamage, isOfNewerVersion } from "./damage.ts";
export type { Decision, NothingToSend, OrderIntent } from "./decide.ts";
export type { DeploymentDecision, NewestIssued } from "./deployment.ts";
export { decideDeployment } from "./deployment.ts";
export { eventMembers, eventVersion } from "./event-format.ts";
export type { DeploymentStep, JournalEvent, ReceiverEvent, SenderWord, UnreadableEvent } from "./events.ts";
export { findContradicting, findEvidence, onlyCallback } from "./evidence.ts";
export type { Damage, OrderHistory } from "./history.ts";
export { readHistory } from "./history.ts";
export type { ImportStatement } from "./import.ts";
export { findMaker, importedAttemptId, isImportedId, isOnlyImported } from "./import.ts";
export { dateProblem, importProblem } from "./import-problem.ts";
export { findResolvableTime } from "./in-flight.ts";
export type { WaitOptions, WaitResult } from "./issued.ts";
export { findCallback } from "./issued.ts";
export type { Claim } from "./journal.ts";
export { Journal, newAttemptId, openConfiguredJournal, otherJournal } from "./journal.ts";
export type { StateRecord } from "./merge.ts";
export { mergeHistory } from "./merge.ts";
export type { JournalOptions } from "./options.ts";
export { readJournalPlace } from "./options.ts";
export { journalFolder } from "./paths.ts";
export { mayRun, type ReceiverRecord } from "./receivers.ts";
export { differingParts, differOnlyInTriggers, digestParts, requestDigest } from "./request-digest.ts";
export type { Difference, RecordedRequest } from "./request-values.ts";
export {
  findDifferences,
  listValues,
  recordedCsr,
  recordRequest,
  showDifferences,
} from "./request-values.ts";
export type { KnownLatest } from "./rules.ts";
export { ageStart, answersKey, isOpen, knowing, knowingNothing, latestAttempt } from "./rules.ts";
export { createSandboxJournal, type SandboxJournal } from "./sandbox-journal.ts";
export {
  attemptElsewhere,
  comparableService,
  type ServiceRef,
  serviceName,
  toServiceRef,
} from "./service-ref.ts";
export type { OrderSnapshot } from "./snapshot.ts";
export type { OrderState, OrderStatus } from "./status.ts";
export { orderStatus } from "./status.ts";
export type { JournalStore, OrderLog, StoredLog, StoreRights } from "./store.ts";
export { clockSkew } from "./store.ts";
export { layoutVersion } from "./stores/marker.ts";
export { MemoryStore } from "./stores/memory.ts";
export { ifItBlocks, isUnavailable } from "./unavailable.ts";
