import type { Attempt } from "./attempt.ts";
import type { Blocked } from "./blocked.ts";
import type { IssuedCertificate } from "./callback-log.ts";
import { describeDamage, isOfNewerVersion } from "./damage.ts";
import { findEvidence } from "./evidence.ts";
import { isOnlyImported } from "./import.ts";
import { hasExpired } from "./in-flight.ts";
import { findDifferences, type RecordedRequest } from "./request-values.ts";
import { answersKey, applyRules, type Intent, isInFuture, isOpen, type RuleDecision } from "./rules.ts";
import { attemptElsewhere, type ServiceRef, serviceName } from "./service-ref.ts";
import type { Knowledge, OrderSnapshot } from "./snapshot.ts";

/** An intent to reissue one order, and what is recorded with it. */
export interface OrderIntent extends Intent, Knowledge {
  readonly orderId: string;
  /** The public values of the request. */
  readonly requestValues?: RecordedRequest["requestValues"];
  readonly service: ServiceRef;
  /** Parts of the request that are not known yet; the digest is of the others. */
  readonly unknownParts?: readonly string[] | undefined;
  readonly validityDays?: number | undefined;
}

/**
 * The journal's decision about an intent. `previous`: the attempt whose certificate the new one replaces. `unusedKey`: for one more
 * reissue, if the intent has a key.
 */
export type Decision =
  | { readonly kind: "send"; readonly previous: Attempt | undefined }
  | {
      readonly kind: "already-done";
      readonly attempt: Attempt;
      readonly certificateId: string;
      readonly unusedKey?: string | undefined;
    }
  | { readonly kind: "blocked"; readonly blocked: Blocked };

export type NothingToSend = Exclude<Decision, { readonly kind: "send" }>;

/** What a decision needs of the journal beside the order's snapshot. */
interface DecisionContext {
  readonly now: Date;
  /** The place of the order's log, inside a sentence. */
  readonly logTitle: string;
  /** The flag of the command line that names this journal. */
  readonly journalFlag: string | undefined;
  /** What the log may have in the place of a key. */
  readonly hideName?: ((name: string) => string) | undefined;
  /** Whether the sender of an open attempt may still wait for its answer. */
  readonly isInFlight: (attempt: Attempt) => Promise<boolean>;
  /** What the service called back. Only a message about an open attempt needs it. */
  readonly readIssued: () => Promise<readonly IssuedCertificate[]>;
}

/** Decides about a reissue: whether the history can be trusted, then by the rules, then whether their answer can be used. */
export async function decide(
  intent: OrderIntent,
  snapshot: OrderSnapshot,
  context: DecisionContext,
): Promise<Decision> {
  const unusable = findUnusable(intent, snapshot, context);
  if (unusable) return { kind: "blocked", blocked: unusable };
  const { unknownParts = [] } = intent;
  const requestDigest = unknownParts.length > 0 ? undefined : intent.requestDigest;
  const byRules = applyRules(snapshot.merged, { ...intent, requestDigest }, context.now);
  switch (byRules.kind) {
    case "send":
      return { kind: "send", previous: snapshot.latest };
    case "already-done":
      return answerWith(byRules.attempt, snapshot.merged, intent, context);
    case "blocked":
      return { kind: "blocked", blocked: await describeBlocked(byRules, intent, snapshot, context) };
  }
}

/** Why the rules cannot be applied to this history. */
function findUnusable(
  { orderId, service }: OrderIntent,
  { damage: entries, merged, unclear, latest }: OrderSnapshot,
  { logTitle, journalFlag }: DecisionContext,
): Blocked | undefined {
  const damage = entries.find(isOfNewerVersion) ?? entries[0];
  if (damage) {
    const reason = isOfNewerVersion(damage) ? "newer-version" : "damaged";
    return { orderId, reason, problem: `In ${logTitle}, ${describeDamage(damage)}`, journalFlag };
  }
  const elsewhere = attemptElsewhere(merged, service);
  if (elsewhere)
    return { orderId, reason: "other-service", attempt: elsewhere, service: serviceName(service) };
  if (unclear && latest && !merged.some(isOpen))
    return { orderId, reason: "unclear", attempt: latest, stored: unclear };
  return undefined;
}

/** The certificate of an earlier attempt, unless it cannot be used. */
function answerWith(
  attempt: Attempt,
  history: readonly Attempt[],
  { orderId, idempotencyKey }: OrderIntent,
  { now, hideName }: DecisionContext,
): Decision {
  const unusedKey =
    idempotencyKey === undefined ? undefined : findUnusedKey(history, idempotencyKey, hideName);
  const isKeyUsed = answersKey(attempt, idempotencyKey);
  const block = (reason: "encrypted" | "expired"): Decision => ({
    kind: "blocked",
    blocked: { orderId, reason, attempt, unusedKey: isKeyUsed ? unusedKey : undefined },
  });
  if (attempt.certificateId === undefined) return block("encrypted");
  if (hasExpired(attempt, now)) return block("expired");
  return { kind: "already-done", attempt, certificateId: attempt.certificateId, unusedKey };
}

/** A key like this one that has led to no certificate. After `A` and `A-2` it is `A-3`, whichever of them is asked for. */
function findUnusedKey(
  history: readonly Attempt[],
  key: string,
  hideName: DecisionContext["hideName"],
): string {
  const isUsed = (one: string) =>
    history.some((attempt) => answersKey(attempt, one) || answersKey(attempt, hideName?.(one)));
  // A key such as ticket-8 has a number of its own.
  const [before = ""] = /^.*(?=-\d+$)/.exec(key) ?? [];
  const base = isUsed(before) ? before : key;
  for (let number = 2; ; number++) {
    const next = `${base}-${number}`;
    if (next !== key && !isUsed(next)) return next;
  }
}

async function describeBlocked(
  byRules: Extract<RuleDecision, { kind: "blocked" }>,
  intent: OrderIntent,
  { merged, latest, resolutions }: OrderSnapshot,
  { isInFlight, readIssued, now, journalFlag, hideName }: DecisionContext,
): Promise<Blocked> {
  const { orderId, unknownParts = [], supersede, idempotencyKey = "" } = intent;
  if (byRules.reason === "no-certificate")
    return { orderId, reason: byRules.reason, asked: supersede === undefined ? "max_age" : "supersede" };
  const { reason, attempt } = byRules;
  const differs = findDifferences(attempt, intent, { unknownParts, journalFlag });
  switch (reason) {
    case "open":
      return {
        orderId,
        reason,
        attempt,
        isInFlight: await isInFlight(attempt),
        evidence: findEvidence(attempt, merged, await readIssued()),
        resolutions,
      };
    case "key-used":
      return {
        orderId,
        reason,
        attempt,
        unusedKey: findUnusedKey(merged, idempotencyKey, hideName),
        differs,
        latest: latest === attempt ? undefined : latest,
      };
    case "too-young":
      return {
        orderId,
        reason,
        attempt,
        differs,
        isInFuture: isInFuture(attempt, now),
        isOnlyImported: isOnlyImported(merged, attempt.certificateId ?? ""),
      };
    case "reissued-since":
      return { orderId, reason, attempt, differs, unknownParts, supersede };
  }
}
