import type {
  Attempt,
  Blocked,
  Decision,
  Difference,
  OrderIntent,
  OrderSnapshot,
  StateRecord,
} from "../../journal/index.ts";
import {
  blankAttempt,
  blocksEveryPlan,
  differingParts,
  differOnlyInTriggers,
  findDifferences,
  findMaker,
  isOnlyImported,
  isOpen,
  isUnavailable,
  latestAttempt,
  mergeHistory,
} from "../../journal/index.ts";
import type { Diagnostic, JsonObject, PlanAnswer, Planned } from "../../plugin/index.ts";
import { hasErrors, isKnown, UNKNOWN, warning } from "../../plugin/index.ts";
import { fromProblems, fromResolution, toDiagnostic } from "../diagnostics.ts";
import type { ProviderData } from "../provider-data.ts";
import { checkDroppedNames, checkReissueLimits } from "./guards.ts";
import { planIssued } from "./issued.ts";
import * as messages from "./messages.ts";
import {
  buildIntent,
  findOvertaken,
  findUnwrittenResolutions,
  isRenewalPlanned,
  readOrderSnapshot,
  storedRecords,
  toKnownLatest,
} from "./order.ts";
import { isIssuedInFuture } from "./renewal.ts";
import { checkKnownArguments, recordArguments } from "./request.ts";
import type { Reissue, ReissueState, Results } from "./schema.ts";
import { resultNames, schema } from "./schema.ts";
import {
  adoptAttempt,
  certificateDigest,
  hasNoArguments,
  noPrivate,
  type ReissuePrivate,
  resolvedState,
  toStateRecord,
} from "./stored.ts";

type ReissuePlan = PlanAnswer<Reissue> & { readonly diagnostics: readonly Diagnostic[] };
type PlannedResults = NonNullable<ReissuePlan["planned"]>;

const refuse = (...diagnostics: readonly Diagnostic[]): ReissuePlan => ({ diagnostics });

/** Plans the certificate of an order, and then the wait for its callback. */
export async function planReissue(
  provider: ProviderData,
  prior: ReissueState | null,
  planned: Planned<Reissue>,
  before: ReissuePrivate,
): Promise<ReissuePlan> {
  return planIssued(provider, prior, planned, await planCertificate(provider, prior, planned, before));
}

/**
 * Plans the certificate of an order: names the situation, then does what that situation needs. It writes nothing. The
 * order's history decides whether a reissue may be sent (`journal/rules.ts`).
 */
async function planCertificate(
  provider: ProviderData,
  prior: ReissueState | null,
  planned: Planned<Reissue>,
  before: ReissuePrivate,
): Promise<ReissuePlan> {
  try {
    if (prior === null) return { private: noPrivate, ...(await planCreate(provider, planned, before)) };
    const answer = await planChange(provider, prior, planned, before);
    // For the second call if the core replaces the object, and for the plan that Terraform repeats at apply.
    return { ...answer, private: { ...before, order: String(prior.order_id) } };
  } catch (failure) {
    const problem = toDiagnostic(failure);
    // An unreadable journal stops reissues, but not a plan without changes.
    if (prior === null || !isUnavailable(failure) || !isUnchanged(prior, planned)) return refuse(problem);
    return {
      planned: unchangedResults(prior),
      private: { order: String(prior.order_id) },
      diagnostics: [{ ...problem, severity: "warning" }],
    };
  }
}

/** A new object: created, renamed, tainted, or the second half of a replacement. It knows nothing of the order's history. */
async function planCreate(
  provider: ProviderData,
  planned: Planned<Reissue>,
  before: ReissuePrivate,
): Promise<ReissuePlan> {
  const { run } = provider;
  if (!isKnown(planned.order_id))
    return before.order === undefined
      ? planUnknownOrder(provider, planned)
      : refuse(messages.replacedByUnknownOrder(before.order));
  const orderId = String(planned.order_id);
  if (before.order === orderId) return refuse(messages.replaceError(orderId, planned));
  if (!run.markSeen(`order ${orderId}`)) return refuse(messages.describedTwice(orderId));

  const context = await readAndDecide(provider, null, planned);
  const replacesOtherOrder = before.order !== undefined;
  const { inJournal, latest, problems } = context.snapshot;
  if (problems.length > 0 && context.decision.kind === "blocked")
    return {
      diagnostics: [...problems.map(fromResolution), messages.blockedDiagnostic(context.decision.blocked)],
    };
  // A new object adopts only what the journal knows. A certificate that only a state has may be this object's own, renamed.
  const isInJournal = inJournal.some(({ attemptId }) => attemptId === latest?.attemptId);
  const isBlocked = context.decision.kind === "blocked" && blocksEveryPlan(context.decision.blocked);
  if (latest && !isInJournal && !isBlocked)
    return refuse(messages.inStateAlready(provider, orderId, { replacesOtherOrder }));
  return withWarnings(context, await planByDecision(context, created, replacesOtherOrder));
}

/**
 * The core shows objects in any order. If it shows an object after a reissue of the same order was planned, and that
 * object knows more than the plan did, the plan fails.
 */
export function findLateConflict(
  provider: ProviderData,
  stored: ReissueState | JsonObject,
): Diagnostic | undefined {
  const orderId = String(stored.order_id);
  const reissue = provider.run.planned.get(orderId);
  if (!reissue || !knowsMore(reissue.attempts, toStateRecord(stored))) return undefined;
  return messages.inStateAlready(provider, orderId, reissue);
}

/** A stored object knows a later certificate, or an open attempt, that is not in the history. */
function knowsMore(history: readonly Attempt[], record: StateRecord): boolean {
  const { attempts, unclear } = mergeHistory(history, [record]);
  const [latest, before] = [latestAttempt(attempts), latestAttempt(history)];
  return (
    unclear !== undefined ||
    latest?.attemptId !== before?.attemptId ||
    latest?.certificateId !== before?.certificateId ||
    attempts.filter(isOpen).length > history.filter(isOpen).length
  );
}

/** An order that is not known yet may be any: no reissue is planned while a state has an open attempt. */
async function planUnknownOrder(provider: ProviderData, planned: Planned<Reissue>): Promise<ReissuePlan> {
  for (const stored of provider.run.allRecords().flatMap(({ attempts }) => attempts.filter(isOpen))) {
    const { decision } = await readAndDecide(provider, null, { ...planned, order_id: stored.orderId });
    if (decision.kind === "blocked" && decision.blocked.reason === "open")
      return refuse(messages.blockedDiagnostic(decision.blocked));
  }
  return planSend(provider, null, planned, created);
}

/** What is known when an order is planned. */
interface Context {
  readonly provider: ProviderData;
  readonly prior: ReissueState | null;
  readonly planned: Planned<Reissue>;
  readonly snapshot: OrderSnapshot;
  readonly decision: Decision;
  /** The stored object, with what is known by now. Null: there is none, or its only attempt did not happen. */
  readonly current: ReissueState | null;
  /** The attempt that `supersede` names, if it is the latest. */
  readonly supersede: string | undefined;
  readonly isRenewal: boolean;
  /** This run has refreshed the object. If not, it carries a plan out, or plans without a refresh. */
  readonly isRefreshed: boolean;
  /** What is planned. */
  readonly request: ReturnType<typeof recordArguments>;
}

/** Reads the order's history once, and decides. */
async function readAndDecide(
  provider: ProviderData,
  prior: ReissueState | null,
  planned: Planned<Reissue>,
  read = provider.run.consumeRead(String(planned.order_id)),
): Promise<Context> {
  const orderId = String(planned.order_id);
  const request = recordArguments(planned);
  const snapshot = await readOrderSnapshot(provider, orderId, prior, { read });
  const current = prior && resolvedState(prior, snapshot.merged);
  const isRenewal = isRenewalPlanned(prior, current, planned);
  const intent: OrderIntent = {
    ...buildIntent(provider, snapshot, current, isRenewal),
    orderId,
    service: provider.service,
    ...request,
  };
  const decision = await provider.journal.decide(intent, snapshot);
  const { supersede } = intent;
  const isRefreshed = read !== undefined;
  return {
    provider,
    prior,
    planned,
    snapshot,
    decision,
    current,
    supersede,
    isRenewal,
    request,
    isRefreshed,
  };
}

/** The situation of an object that is in the state. */
type Situation =
  /** No reissue is wanted, and none would be possible. */
  | { readonly kind: "blocked"; readonly blocked: Blocked; readonly current: ReissueState }
  | { readonly kind: "reissue-blocked" | "reissue-wanted"; readonly reason: messages.ReissueReason }
  | { readonly kind: "imported"; readonly current: ReissueState }
  | {
      readonly kind: "imported-from-another-request";
      readonly made: Attempt;
      readonly differs: readonly Difference[];
    }
  /** `resolved`: the apply stores what is now known about an attempt. */
  | { readonly kind: "resolved" | "unchanged"; readonly current: ReissueState };

async function planChange(
  provider: ProviderData,
  prior: ReissueState,
  planned: Planned<Reissue>,
  before: ReissuePrivate,
): Promise<ReissuePlan> {
  const late = findLateConflict(provider, prior);
  if (late) return refuse(late);
  if (!isKnown(planned.order_id)) return { diagnostics: [] };
  const orderId = String(planned.order_id);
  if (prior.order_id !== orderId) return planOtherOrder(prior, orderId);
  if (!provider.run.markSeen(`order ${orderId}`)) return refuse(messages.describedTwice(orderId));
  const context = await readAndDecide(provider, prior, planned);
  const { snapshot, supersede } = context;
  if (before.resolve !== undefined && isMissing(before.resolve, provider, snapshot))
    return refuse(messages.resolutionMissing(orderId, before.resolve));
  const overtaken = findOvertaken(prior, provider, snapshot);
  if (overtaken) return refuse(messages.resolutionOvertaken(orderId, overtaken));
  if (before.supersede !== undefined && !supersede)
    return refuse(messages.supersedeMissing(orderId, before.supersede, snapshot.latest));

  return planSituation(nameSituation(context, prior), context, prior);
}

async function planSituation(
  situation: Situation,
  context: Context,
  prior: ReissueState,
): Promise<ReissuePlan> {
  const { snapshot, request } = context;
  switch (situation.kind) {
    case "blocked":
      return withWarnings(context, {
        planned: keptResults(situation.current, prior, context),
        diagnostics: [messages.blockedDiagnostic(situation.blocked, { severity: "warning" })],
      });
    case "reissue-blocked": {
      const answer = await planByDecision(context, situation.reason);
      return { ...answer, diagnostics: [...snapshot.problems.map(fromResolution), ...answer.diagnostics] };
    }
    case "reissue-wanted":
      return withWarnings(context, await planByDecision(context, situation.reason));
    case "imported":
      return withWarnings(context, planImported(context, situation.current));
    case "imported-from-another-request": {
      const { made, differs } = situation;
      return refuse(
        messages.importedFromAnotherRequest(made, differs, {
          unknownParts: request.unknownParts,
          isOnlyImported: isOnlyImported(snapshot.inJournal, String(made.certificateId)),
          journalFlag: context.provider.journal.flag,
        }),
      );
    }
    case "resolved":
    case "unchanged":
      return withWarnings(context, {
        planned: keptResults(situation.current, prior, context),
        diagnostics: warnOfNewer(situation.current, context),
      });
  }
}

/** A plan, after the warnings about what is known of its order. */
async function withWarnings(
  { provider, planned, snapshot, current }: Context,
  answer: ReissuePlan,
): Promise<ReissuePlan> {
  const { certificate_id: certificateId = null, issued_at: issuedAt } = answer.planned ?? {};
  const isNeverDue = planned.renew_before_days !== null && certificateId !== null && issuedAt === null;
  return {
    ...answer,
    diagnostics: [
      // Entries of `resolve` that do not apply, where nothing depends on them.
      ...snapshot.problems.map(
        (problem): Diagnostic => ({ ...fromResolution(problem), severity: "warning" }),
      ),
      ...snapshot.leftOver.map((resolution) => messages.leftOverResolution(snapshot.orderId, resolution)),
      ...(await warnOfOtherJournal(provider, snapshot, current)),
      ...findUnusedResolutions(provider, snapshot),
      ...(current && isIssuedInFuture(current, provider.journal.now())
        ? [messages.issuedInFuture(current)]
        : []),
      ...(isNeverDue
        ? [messages.undatedCertificate(snapshot.orderId, String(certificateId), provider.journal.flag)]
        : []),
      ...answer.diagnostics,
    ],
  };
}

function nameSituation(context: Context, prior: ReissueState): Situation {
  const { snapshot, decision, current, supersede, request } = context;
  const changed = changedParts(current ?? prior, request);
  const why = explainReason(context, changed);
  const reason = why ?? imported;
  if (decision.kind === "blocked" && blocksEveryPlan(decision.blocked))
    return current === null || why !== undefined || hasNoArguments(prior)
      ? { kind: "reissue-blocked", reason }
      : { kind: "blocked", blocked: decision.blocked, current };
  if (current === null) return { kind: "reissue-wanted", reason };
  if (current.last_outcome === "imported" && !supersede) {
    // The journal learned of a newer certificate after the import: that one is adopted, or blocks.
    if (newerAttempt(current, snapshot)) return { kind: "reissue-wanted", reason };
    const made = snapshot.latest;
    // The request may have been stated or corrected in the journal after the import.
    const request_digest = made?.requestDigest ?? current.request_digest;
    const otherParts = changedParts({ ...current, request_digest }, request);
    // An import adopts the triggers of the configuration.
    return made && otherParts.some((part) => part !== "triggers")
      ? { kind: "imported-from-another-request", made, differs: differencesFromMaker(made, context) }
      : { kind: "imported", current };
  }
  if (why !== undefined) return { kind: "reissue-wanted", reason };
  const isSame = current === prior && !hasUnwrittenResolution(context);
  return { kind: isSame ? "unchanged" : "resolved", current };
}

function differencesFromMaker(made: Attempt, { snapshot, request, provider }: Context): Difference[] {
  const maker = findMaker(snapshot.inJournal, String(made.certificateId));
  // The import is not in the journal yet, and has no values; the attempt that made its certificate has.
  const known = maker && differOnlyInTriggers(maker.requestDigest, made.requestDigest) ? maker : made;
  const unknownParts = [...request.unknownParts, "triggers"];
  return findDifferences(known, request, { unknownParts, journalFlag: provider.journal.flag });
}

const created: messages.ReissueReason = { why: "the resource is created", isCertain: true };
const imported: messages.ReissueReason = { why: "an older certificate was imported", isCertain: true };

/** Why a reissue is planned. Undefined: none is. */
function explainReason(
  { current, isRenewal, supersede, request }: Context,
  changed: readonly string[],
): messages.ReissueReason | undefined {
  const known = changed.filter((name) => !request.unknownParts.includes(name));
  const certain = [
    known.length > 0 && `${known.join(", ")} ${known.length > 1 ? "change" : "changes"}`,
    isRenewal && `its renewal is due (issued at ${current?.issued_at})`,
    !current && "the attempt before did not happen",
    supersede && changed.length === 0 && "supersede asks for it",
  ].filter(Boolean);
  if (certain.length > 0) return { why: certain.join(", and "), isCertain: true };
  if (changed.length === 0) return undefined;
  return {
    why: `${changed.join(", ")} ${changed.length > 1 ? "are" : "is"} only known after apply`,
    isCertain: false,
  };
}

/** The core calls again for the new object, without the prior state, and then shows only errors. */
function planOtherOrder(prior: ReissueState, orderId: string): ReissuePlan {
  if (prior.last_outcome === "imported") return refuse(messages.importedOtherOrder(prior, orderId));
  return {
    diagnostics: [
      warning(
        `Order ${orderId} takes the place of order ${prior.order_id}`,
        `The apply may reissue order ${orderId}, which costs money. Certificate ${prior.certificate_id ?? "(unknown)"} of order ${prior.order_id} stays valid.`,
      ),
    ],
  };
}

/** Plans a wanted reissue by the journal's decision. */
async function planByDecision(
  context: Context,
  reason: messages.ReissueReason,
  replacesOtherOrder = false,
): Promise<ReissuePlan> {
  const { provider, prior, planned, snapshot, decision, current, supersede, isRefreshed } = context;
  const { run } = provider;
  const { orderId, merged: attempts, unclear } = snapshot;
  run.planned.set(orderId, { attempts, replacesOtherOrder });
  // The core has shown another object of this order while the journal was read.
  const late = storedRecords(provider, orderId, current).some((record) => knowsMore(attempts, record));
  if (late && !unclear) return refuse(messages.inStateAlready(provider, orderId, { replacesOtherOrder }));
  switch (decision.kind) {
    case "blocked": {
      const { blocked } = decision;
      const isNew = current === null;
      if (blocked.reason === "reissued-since") {
        const stored = run.records(orderId).flatMap((record) => record.attempts);
        // Under another address, or in a tainted object. One more reissue would not end that.
        if (isNew && stored.some(({ certificateId }) => certificateId === blocked.attempt.certificateId))
          return refuse(
            messages.inStateAlready(provider, orderId, { replacesOtherOrder, latest: blocked.attempt }),
          );
        if (!isNew && !isRefreshed) return refuse(messages.reissuedSincePlan(orderId, blocked.attempt));
      }
      const byImport = !isNew && certificateDigest(current) === blocked.attempt?.requestDigest;
      const isTainted = prior === null && isOpenInState(provider, blocked);
      const needsSupersede = !isTainted && (await isBlockedOnceResolved(context, blocked));
      return refuse(messages.blockedDiagnostic(blocked, { byImport, isNew, isTainted, needsSupersede }));
    }
    case "already-done": {
      return {
        planned: {
          ...adoptAttempt(decision.attempt, snapshot.merged, current),
          // After the plan, a person may correct the date, and the sender's answer may arrive.
          issued_at: UNKNOWN,
          certificate_source: UNKNOWN,
        },
        diagnostics: [messages.adoptionWarning(decision.attempt, planned)],
      };
    }
    case "send": {
      const answer = await planSend(provider, current, planned, { ...reason, latest: snapshot.latest });
      if (!supersede) return answer;
      // Planned as a known value, so that the core refuses an apply without the entry of `supersede`.
      const { certificate_history } = adoptAttempt(pending(snapshot), snapshot.merged, current);
      return { ...answer, planned: { ...answer.planned, certificate_history } };
    }
  }
}

/** What is known at plan about the attempt that the apply will make. */
function pending({ latest }: OrderSnapshot) {
  return { ...blankAttempt("", ""), attemptId: undefined, previous: latest?.certificateId };
}

/** A stored object has the open attempt. */
function isOpenInState({ run }: ProviderData, { reason, orderId, attempt }: Blocked): boolean {
  const stored = run.records(orderId).flatMap(({ attempts }) => attempts);
  return reason === "open" && stored.some(({ attemptId }) => attemptId === attempt.attemptId);
}

/** The open attempt came from another request: once it is resolved with a certificate, that one blocks. */
async function isBlockedOnceResolved(
  { provider, prior, planned, snapshot }: Context,
  { reason, orderId, attempt }: Blocked,
): Promise<boolean> {
  if (reason !== "open") return false;
  const { attemptId } = attempt;
  const resolution = { attemptId, certificateId: `certificate of ${attemptId}` };
  const resolutions = new Map(provider.resolutions).set(orderId, [...snapshot.resolutions, resolution]);
  const read = { attempts: snapshot.inJournal, damage: snapshot.damage, issued: [] };
  const { decision } = await readAndDecide({ ...provider, resolutions }, prior, planned, read);
  return decision.kind === "blocked" && decision.blocked.reason === "reissued-since";
}

/** Plans a reissue, unless a limit or the request itself forbids it. */
async function planSend(
  provider: ProviderData,
  current: ReissueState | null,
  planned: Planned<Reissue>,
  reason: messages.ReissueReason,
): Promise<ReissuePlan> {
  const { run } = provider;
  const orderId = isKnown(planned.order_id) ? String(planned.order_id) : undefined;
  const isFirst = run.markSeen("journal");
  if (isFirst) await provider.journal.check();
  const diagnostics: Diagnostic[] = [
    ...checkReissueLimits(provider, orderId, "plan"),
    // Warnings were shown when the configuration was validated.
    ...fromProblems(
      checkKnownArguments(planned, provider.journal.now()).filter(({ severity }) => severity === "error"),
      schema,
    ),
    ...checkDroppedNames(current, planned),
  ];
  if (isFirst) diagnostics.push(...(await warnOfMissingJournal(provider)));
  if (provider.vanishing && run.markSeen("vanishing journal"))
    diagnostics.push(messages.vanishingJournal(provider.vanishing));
  if (!hasErrors(diagnostics)) diagnostics.push(messages.reissueWarning(provider, current, planned, reason));
  return { planned: pendingResults(), diagnostics };
}

/**
 * The apply would begin a new journal. If the state has certificates, a volume may not be mounted; on a server, the
 * address may be wrong. In a new configuration, a folder is made by the first apply.
 */
async function warnOfMissingJournal({ isRecorded, journal, run }: ProviderData): Promise<Diagnostic[]> {
  const hasCertificates = run.allRecords().some(({ attempts }) => attempts.length > 0);
  if (!isRecorded || !(hasCertificates || journal.isShared) || (await journal.exists())) return [];
  return [messages.journalMissing(journal.title, hasCertificates)];
}

/** An import is adopted: the configuration is what the certificate was made from. */
function planImported({ planned, request }: Context, current: ReissueState): ReissuePlan {
  return {
    planned: {
      ...unchangedResults(current),
      last_outcome: "done",
      request_digest: request.unknownParts.length > 0 ? UNKNOWN : request.requestDigest,
    },
    diagnostics: current.request_digest === null ? [messages.adoptingUnverified(current, planned)] : [],
  };
}

/** The latest attempt, if the stored object does not know it. */
function newerAttempt(current: ReissueState, { latest, merged }: OrderSnapshot): Attempt | undefined {
  return latest && toKnownLatest(current)(merged) !== latest ? latest : undefined;
}

function warnOfNewer(current: ReissueState, { provider, snapshot, request }: Context): Diagnostic[] {
  const newer = newerAttempt(current, snapshot);
  if (!newer) return [];
  const differs =
    newer.requestDigest === undefined
      ? []
      : findDifferences(newer, request, { journalFlag: provider.journal.flag });
  return [messages.newerCertificate(current, newer, differs)];
}

/** The parts in which the request differs from the one that made the certificate. */
function changedParts(
  current: ReissueState,
  { requestDigest, unknownParts }: Context["request"],
): readonly string[] {
  const made = certificateDigest(current);
  return made === null ? [] : [...new Set([...differingParts(made, requestDigest), ...unknownParts])];
}

function isUnchanged(prior: ReissueState, planned: Planned<Reissue>): boolean {
  const isSame = prior.order_id === planned.order_id && prior.last_outcome !== "imported";
  return (
    isSame &&
    changedParts(prior, recordArguments(planned)).length === 0 &&
    !isRenewalPlanned(prior, prior, planned)
  );
}

/**
 * Entries of `resolve` under an order that does not have their attempt. If the order has an open attempt, the snapshot
 * reports them. Without a journal, an attempt that did not happen is forgotten, so the entry may be right.
 */
function findUnusedResolutions(
  { resolutions, isRecorded, run }: ProviderData,
  { orderId, inJournal, merged, problems }: OrderSnapshot,
): Diagnostic[] {
  if (!isRecorded || problems.length > 0) return [];
  const known = new Set([...inJournal, ...merged].map(({ attemptId }) => attemptId));
  const stored = run.allRecords().flatMap(({ attempts }) => attempts);
  return (resolutions.get(orderId) ?? [])
    .filter(({ attemptId }) => !known.has(attemptId))
    .map(({ attemptId }) => {
      const owner = stored.find((attempt) => attempt.attemptId === attemptId)?.orderId;
      return messages.resolvesOtherOrder(orderId, attemptId, owner);
    });
}

/** Once in a run: the state has a certificate that a journal with other entries, of any order, does not know. */
async function warnOfOtherJournal(
  { isRecorded, journal, run }: ProviderData,
  { orderId, inJournal, merged, unclear }: OrderSnapshot,
  current: ReissueState | null,
): Promise<Diagnostic[]> {
  if (!isRecorded || current?.last_outcome === "imported") return [];
  const isUnheard = ({ attemptId, status, certificateId }: Attempt) =>
    status === "succeeded" &&
    !inJournal.some((known) => known.attemptId === attemptId || known.certificateId === certificateId);
  const { certificateId } = unclear ?? merged.find(isUnheard) ?? {};
  if (certificateId === undefined || !run.markSeen("another journal")) return [];
  return inJournal.length > 0 || (await journal.hasAttempts())
    ? [messages.stateKnowsMore(journal.title, orderId, certificateId)]
    : [];
}

/** One of the planned entries is missing in this run, and its attempt is still open. */
function isMissing(
  entries: string,
  { resolutions }: ProviderData,
  { orderId, inJournal, merged }: OrderSnapshot,
): boolean {
  const open = [...inJournal, ...merged].filter(isOpen).map(({ attemptId }) => attemptId);
  const resolved = resolutions.get(orderId)?.map(({ attemptId }) => attemptId) ?? [];
  return entries.split(" ").some((entry) => {
    const attemptId = entry.split(":")[0] as string;
    return open.includes(attemptId) && !resolved.includes(attemptId);
  });
}

function unchangedResults(state: ReissueState): Results {
  return Object.fromEntries(resultNames.map((name) => [name, state[name]])) as Results;
}

/** The certificate stays. A resolution that is not in the journal yet has to show as a change, or the core calls no apply. */
function keptResults(current: ReissueState, prior: ReissueState, context: Context): PlannedResults {
  const kept = { ...unchangedResults(current), renewal_due: false };
  return hasUnwrittenResolution(context) && current === prior ? { ...kept, request_digest: UNKNOWN } : kept;
}

function hasUnwrittenResolution({ provider, snapshot }: Context): boolean {
  return findUnwrittenResolutions(provider, snapshot).length > 0;
}

/** A reissue is planned. `last_outcome` is known, so that an apply that plans otherwise is refused by the core. */
function pendingResults(): PlannedResults {
  return {
    ...Object.fromEntries(resultNames.map((name) => [name, UNKNOWN])),
    renewal_due: false,
    last_outcome: "done",
    open_attempt_id: null,
  };
}
