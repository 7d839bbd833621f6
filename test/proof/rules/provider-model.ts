import type { Attempt, JournalEvent } from "../../../src/journal/attempt.ts";
import type { Witness } from "../../../src/journal/merge.ts";
import type { Intent } from "../../../src/journal/rules.ts";
import type { OrderSnapshot } from "../../../src/journal/snapshot.ts";
import type { Rules } from "./subject.ts";

// What the provider does with state, configuration and journal (src/provider/reissue), without Terraform around it.

/** What Terraform's state has of one resource. */
export interface Stored {
  readonly certificateId: string | null;
  readonly previousCertificateId: string | null;
  /** Earlier certificates, the latest first. */
  readonly certificateHistory: readonly string[];
  /** The attempt that made the certificate. */
  readonly attemptId: string | null;
  /** The request that made the certificate. Null: it is not known, and the configuration is trusted. */
  readonly requestDigest: string | null;
  readonly openAttemptId: string | null;
  readonly openDigest: string | null;
  readonly isImported: boolean;
  /** The certificate whose renewal is due. The provider only asks whether there is one. */
  readonly renewalDue: string | null;
  readonly isTainted: boolean;
}

export interface Configuration {
  /** The request. Null: the resource is not configured. */
  readonly digest: string | null;
  /** What a person says about attempts. */
  readonly resolve: Readonly<Record<string, string | null>>;
  readonly supersede: string | undefined;
}

export interface Known {
  readonly log: readonly JournalEvent[];
  readonly stored: Stored | null;
  readonly configuration: Configuration;
  readonly now: Date;
}

export type Plan = { readonly snapshot: OrderSnapshot } & (
  | { readonly kind: "unchanged"; readonly stored: Stored | null; readonly isWarned: boolean }
  /** The apply changes the state or the journal, and sends nothing. */
  | { readonly kind: "store"; readonly stored: Stored; readonly isWarned: boolean; readonly adopts?: Attempt }
  | {
      readonly kind: "send";
      readonly current: Stored | null;
      readonly intent: Intent;
      readonly reasons: readonly ("edit" | "renewal" | "supersede")[];
    }
  | { readonly kind: "delete" }
  | {
      readonly kind: "blocked";
      readonly reason: "open" | "unclear" | "reissued-since" | "key-used" | "in-state-already";
      readonly attempt: Attempt | undefined;
    }
);

export const historyLength = 50;
const onTrust = "import-";

/** What a plan does. It writes nothing: it can only return. */
export function plan(rules: Rules, known: Known): Plan {
  const { stored, configuration } = known;
  const { digest, supersede } = configuration;
  const snapshot = snapshotOf(rules, known);
  const { history, latest } = snapshot;
  if (digest === null)
    return stored ? planDelete(rules, snapshot) : { snapshot, kind: "unchanged", stored, isWarned: false };

  // The core shows a tainted object only as a witness.
  const prior = stored?.isTainted ? null : stored;
  const current = prior && settled(prior, history);
  const isRenewal = current?.certificateId === prior?.certificateId && current?.renewalDue != null;
  const knownLatest = current ? rules.knowing(ids(current)) : rules.knowingNothing;
  const superseded = supersede !== undefined && supersede === latest?.attemptId ? supersede : undefined;
  const intent = { requestDigest: digest, knownLatest, force: isRenewal, supersede: superseded };
  const verdict = decideOn(rules, snapshot, intent);
  const blocked = (reason: Extract<Plan, { kind: "blocked" }>["reason"], attempt = latest): Plan => ({
    ...{ snapshot, kind: "blocked", reason, attempt },
  });
  const made = current?.requestDigest ?? null;
  const isChanged = current === null || (made !== null && made !== digest);
  const reissue = (): Plan => {
    if (verdict.kind === "blocked" && verdict.attempt) return blocked(verdict.reason, verdict.attempt);
    if (verdict.kind === "already-done") {
      const adopted = adoptedFrom(verdict.attempt, history, current);
      return { snapshot, kind: "store", stored: adopted, isWarned: false, adopts: verdict.attempt };
    }
    const reasons = [
      ...(isChanged ? (["edit"] as const) : []),
      ...(isRenewal ? (["renewal"] as const) : []),
      ...(superseded ? (["supersede"] as const) : []),
    ];
    return { snapshot, kind: "send", current, intent, reasons };
  };

  const isInTheWay =
    verdict.kind === "blocked" && (verdict.reason === "open" || verdict.reason === "unclear");
  if (prior === null) {
    // A new object adopts only what the journal itself knows.
    const isStored = snapshot.unwritten.some(
      (one) => one.event === "imported" && one.attempt === latest?.attemptId,
    );
    if (isStored && !isInTheWay) return blocked("in-state-already");
    return reissue();
  }
  const isNewerKnown = current !== null && latest !== undefined && knownLatest(history) !== latest;
  const keep = (isWarned: boolean): Plan => {
    const kept = { ...(current ?? prior), renewalDue: null };
    // Without a change in the plan, the core calls no apply, and the resolution would never be written.
    const { resolve } = configuration;
    const isWritten = snapshot.unwritten.every(
      ({ event, attempt }) => event === "imported" || !(attempt in resolve),
    );
    return { snapshot, kind: current === prior && isWritten ? "unchanged" : "store", stored: kept, isWarned };
  };
  const isAsked = isChanged || isRenewal || superseded !== undefined || prior.isImported;
  if (isInTheWay) return isAsked ? blocked(verdict.reason, verdict.attempt) : keep(true);
  if (current?.isImported && superseded === undefined && !isNewerKnown) {
    // Another request made the imported certificate.
    if (isChanged && latest)
      return blocked("reissued-since", { ...latest, requestDigest: current.requestDigest ?? undefined });
    const adopted = { ...current, isImported: false, requestDigest: digest };
    const withImport = snapshotOf(rules, { ...known, stored: adopted });
    return { snapshot: withImport, kind: "store", stored: adopted, isWarned: true };
  }
  return isAsked ? reissue() : keep(isNewerKnown);
}

/** What only the state knows is written into the journal. An open attempt is written only where it certainly comes last. */
function planDelete(rules: Rules, snapshot: OrderSnapshot): Plan {
  const { history, journal } = snapshot;
  const open = history.findIndex((attempt) => rules.isOpen(attempt) && !journal.some(isThe(attempt)));
  if (open < 0) return { snapshot, kind: "delete" };
  const before = history.slice(0, open);
  const attempt = history[open] as Attempt;
  const latest = rules.latestAttempt(before);
  const isLast = !before.some(rules.isOpen) && (!latest || latest.certificateId === attempt.replaced);
  return isLast ? { snapshot, kind: "delete" } : { snapshot, kind: "blocked", reason: "open", attempt };
}

function isThe({ attemptId }: Attempt) {
  return (other: Attempt) => other.attemptId === attemptId;
}

/** What the journal decides on, in `Journal.preview`. */
export function decideOn(rules: Rules, { history, unclear }: OrderSnapshot, intent: Intent) {
  if (unclear && !history.some(rules.isOpen))
    return { kind: "blocked", reason: "unclear", attempt: unclear } as const;
  return rules.decide(history, intent);
}

/** What `Journal.snapshot` reads. Resolutions of settled attempts do nothing. */
export function snapshotOf(rules: Rules, { log, stored, configuration, now }: Known): OrderSnapshot {
  const read = rules.readHistory("order-1", log);
  const witnesses = stored ? [witnessOf(rules, stored)] : [];
  const all = [...read.attempts, ...witnesses.flatMap(({ attempts }) => attempts)];
  const resolutions = Object.entries(configuration.resolve)
    .map(([attemptId, certificateId]) => ({ attemptId, certificateId }))
    .filter(({ attemptId }) => all.find((attempt) => attempt.attemptId === attemptId)?.status === "open");
  const service = { name: undefined, address: "https://service.example" };
  return rules.takeSnapshot("order-1", read, { resolutions, witnesses }, { service, now, problems: [] });
}

function witnessOf(rules: Rules, stored: Stored): Witness {
  const { certificateId, attemptId, requestDigest, previousCertificateId, openAttemptId, openDigest } =
    stored;
  const attempts: Attempt[] = [];
  if (certificateId !== null)
    attempts.push({
      ...rules.unknownAttempt(attemptId ?? onTrust + certificateId, "order-1"),
      ...rules.withStatus("done"),
      ...{ certificateId, requestDigest: requestDigest ?? undefined },
      replaced: previousCertificateId ?? undefined,
    });
  if (openAttemptId !== null)
    attempts.push({
      ...rules.unknownAttempt(openAttemptId, "order-1"),
      ...{ requestDigest: openDigest ?? undefined, replaced: certificateId ?? undefined },
    });
  return { attempts, earlier: stored.certificateHistory };
}

/** A stored object, given what is known by now. Null: its only attempt did not happen. */
export function settled(stored: Stored, history: readonly Attempt[]): Stored | null {
  const { openAttemptId } = stored;
  if (openAttemptId === null) return stored.isImported ? recognized(stored, history) : stored;
  const open = history.find(({ attemptId }) => attemptId === openAttemptId);
  if (open?.status === "succeeded") return adoptedFrom(open, history, stored);
  if (open?.status !== "void") return stored;
  const before = { ...stored, openAttemptId: null, openDigest: null };
  return stored.certificateId === null ? null : settled(before, history);
}

/** An import of a certificate that the journal has learned about since. */
function recognized(stored: Stored, history: readonly Attempt[]): Stored {
  const { certificateId, requestDigest } = stored;
  const made = history.findLast(
    (one) => one.status === "succeeded" && one.certificateId === certificateId && !isOnTrust(one),
  );
  if (!made || requestDigest !== null) return stored;
  return { ...stored, attemptId: made.attemptId, requestDigest: made.requestDigest ?? null };
}

/** Only an import tells of it: no attempt is known, and the configuration was trusted. */
function isOnTrust({ attemptId }: Attempt): boolean {
  return attemptId.startsWith(onTrust);
}

/** A stored object with the certificate of an attempt. No renewal is due from then on. */
function adoptedFrom(attempt: Attempt, history: readonly Attempt[], prior: Stored | null): Stored {
  const { certificateId = null, attemptId, replaced = null, requestDigest = null } = attempt;
  const at = history.findIndex((one) => one.attemptId === attemptId);
  const before = certificatesIn(at < 0 ? history : history.slice(0, at));
  const all = [replaced, ...before, prior?.certificateId, ...(prior?.certificateHistory ?? [])];
  return {
    ...{ certificateId, previousCertificateId: replaced, attemptId, requestDigest },
    certificateHistory: earlierThan(certificateId, all),
    ...settledFlags,
  };
}

/** The certificates of a history, the latest first, with those that only their successors name. */
function certificatesIn(history: readonly Attempt[]): (string | undefined)[] {
  const succeeded = history.filter(({ status }) => status === "succeeded");
  return succeeded.reverse().flatMap(({ certificateId, replaced }) => [certificateId, replaced]);
}

const settledFlags = {
  openAttemptId: null,
  openDigest: null,
  isImported: false,
  renewalDue: null,
  isTainted: false,
};

function earlierThan(current: string | null, ids: readonly (string | null | undefined)[]): string[] {
  const known = ids.filter((id): id is string => typeof id === "string" && id !== current);
  return [...new Set(known)].slice(0, historyLength);
}

/** The state after a reissue that was sent. `certificateId` null: its outcome is not known. */
export function afterSend(
  { current, snapshot, intent }: Extract<Plan, { kind: "send" }>,
  attemptId: string,
  certificateId: string | null,
): Stored {
  const digest = intent.requestDigest ?? null;
  if (certificateId === null) {
    const open = { openAttemptId: attemptId, openDigest: digest };
    return current ? { ...current, ...open } : { ...created(digest), ...open, isTainted: true };
  }
  const previous = snapshot.latest?.certificateId ?? null;
  return {
    ...created(digest),
    ...{ certificateId, attemptId, previousCertificateId: previous },
    certificateHistory: earlierThan(certificateId, [
      ...certificatesIn(snapshot.history),
      ...(current?.certificateHistory ?? []),
    ]),
  };
}

/** `terraform import ORDER/CERTIFICATE[@latest]`. Undefined: it is refused. */
export function importCertificate(
  rules: Rules,
  known: Known,
  certificateId: string,
  asLatest: boolean,
): Stored | undefined {
  // The state does not have the order any more. What `resolve` says counts.
  const { history: attempts, latest } = snapshotOf(rules, { ...known, stored: null });
  const made = attempts.findLastIndex(
    (one) => one.status === "succeeded" && one.certificateId === certificateId,
  );
  const maker = attempts[made];
  const isNewer = latest !== undefined && latest !== maker;
  // An import that was a mistake can be corrected by another one.
  const isOlder = attempts.some(
    (one, index) =>
      one.status === "succeeded" &&
      !isOnTrust(one) &&
      ((made >= 0 && index > made) || one.replaced === certificateId),
  );
  if (isNewer && (isOlder || !asLatest)) return undefined;
  const previous = (isNewer ? latest.certificateId : maker?.replaced) ?? null;
  return {
    ...created((maker && !isOnTrust(maker) && maker.requestDigest) || null),
    ...{ certificateId, attemptId: maker?.attemptId ?? onTrust + certificateId, isImported: true },
    ...{ previousCertificateId: previous, certificateHistory: earlierThan(certificateId, [previous]) },
  };
}

function created(requestDigest: string | null): Stored {
  return {
    ...{ certificateId: null, previousCertificateId: null, certificateHistory: [], attemptId: null },
    ...{ requestDigest, ...settledFlags },
  };
}

function ids({ attemptId, certificateId }: Stored) {
  return { attemptId: attemptId ?? undefined, certificateId: certificateId ?? undefined };
}
