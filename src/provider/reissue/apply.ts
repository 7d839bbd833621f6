import { CertOrderError } from "../../contract/index.ts";
import {
  type Attempt,
  BlockedError,
  latestAttempt,
  type OrderSnapshot,
  serviceName,
} from "../../journal/index.ts";
import type { ApplyAnswer, Decided, Diagnostic, KnownConfig } from "../../plugin/index.ts";
import { hasErrors, isKnown, warning } from "../../plugin/index.ts";
import { fromError, notConfigured } from "../diagnostics.ts";
import type { ProviderData } from "../provider-data.ts";
import { checkDroppedNames, checkReissueLimits } from "./guards.ts";
import { waitUntilIssued } from "./issued.ts";
import {
  adoptionWarning,
  blockedDiagnostic,
  reissuedNotice,
  reissuedSincePlan,
  renewalNotDue,
  resolutionOvertaken,
  unresolvedCreate,
} from "./messages.ts";
import { buildIntent, findOvertaken, gatherKnowledge, isRenewalPlanned, readOrderSnapshot } from "./order.ts";
import { isRenewalDue } from "./renewal.ts";
import { recordArguments, toRequest } from "./request.ts";
import type { Reissue, ReissueState } from "./schema.ts";
import { isUnresolved } from "./schema.ts";
import { adoptAttempt, noPrivate, type ReissuePrivate, resolvedState, withStatedTime } from "./stored.ts";

/** Reissues the order, or stores the planned certificate. */
export async function apply(
  provider: ProviderData,
  stored: ReissueState | null,
  planned: Decided<Reissue>,
  config: KnownConfig<Reissue>,
  { endedAt }: ReissuePrivate,
  signal: AbortSignal,
): Promise<ApplyAnswer<Reissue>> {
  provider.run.planned.delete(planned.order_id);
  const answer = isKnown(planned.certificate_id)
    ? await storePlanned(provider, stored, planned, { endedAt })
    : await send(provider, stored, planned, config, signal);
  return waitUntilIssued(provider, planned.wait_until_issued, answer, signal);
}

/** Reissues the order, and returns the new state. */
async function send(
  provider: ProviderData,
  prior: ReissueState | null,
  planned: Decided<Reissue>,
  config: KnownConfig<Reissue>,
  signal: AbortSignal,
): Promise<ApplyAnswer<Reissue>> {
  const { client } = provider;
  const orderId = planned.order_id;
  if (!client) return { diagnostics: [notConfigured()] };
  const snapshot = await readOrderSnapshot(provider, orderId, prior);
  const overtaken = prior && findOvertaken(prior, provider, snapshot);
  if (overtaken) return { diagnostics: [resolutionOvertaken(orderId, overtaken)] };
  const current = prior && resolvedState(prior, snapshot.merged);
  const isRenewal = isRenewalPlanned(prior, current, planned);
  // The stored flag decides, not the clock, unless a person has corrected the date since.
  const dated = current && withStatedTime(current, snapshot.merged);
  if (isRenewal && dated && dated !== current && !isRenewalDue(dated, provider.journal.now()))
    return { diagnostics: [renewalNotDue(dated)] };
  await write(provider, snapshot);
  // Values that were not known at plan are known now.
  const stopped = [...checkReissueLimits(provider, orderId, "apply"), ...checkDroppedNames(current, planned)];
  if (hasErrors(stopped)) return { diagnostics: stopped };

  const diagnostics: Diagnostic[] = [];
  const { supersede, ...known } = buildIntent(provider, snapshot, current, isRenewal);
  try {
    const result = await client.sendReissue(toRequest(current, planned, config), {
      intent: { ...known, ...gatherKnowledge(provider, orderId, prior) },
      snapshot,
      supersede,
      triggers: planned.triggers ?? {},
      requireCallback: planned.require_callback === true,
      // Ctrl-C ends waiting and retrying. The answer to a request that was sent is awaited.
      stopSignal: signal,
      onEvent: (event) => {
        if (event.type === "unrecorded") diagnostics.push(unrecorded(event.error, event.attemptId));
      },
    });
    // Another apply carried the same request out after the plan.
    diagnostics.push(
      result.earlierAttempt
        ? adoptionWarning(result.earlierAttempt, planned)
        : reissuedNotice(orderId, result.certificateId),
    );
    const made = result.earlierAttempt ?? {
      attemptId: result.attemptId,
      certificateId: result.certificateId,
      previous: snapshot.latest?.certificateId,
      sentAt: undefined,
      senderWord: "done" as const,
      issuedAt: provider.journal.now().toISOString(),
      requestDigest: recordArguments(planned).requestDigest,
      service: serviceName(provider.service),
    };
    const results = adoptAttempt(made, snapshot.merged, current);
    // Known at plan if `supersede` asks for the reissue. Then the service's new id may be in it.
    const { certificate_history: plannedHistory } = planned;
    const history = isKnown(plannedHistory) ? { certificate_history: plannedHistory } : {};
    return { diagnostics, private: noPrivate, state: { ...planned, ...results, ...history } };
  } catch (failure) {
    if (!CertOrderError.is(failure)) throw failure;
    return {
      ...afterFailure(failure, current, planned, provider),
      diagnostics: [...diagnostics, explainFailure(failure, prior)],
    };
  }
}

function explainFailure(failure: CertOrderError, prior: ReissueState | null): Diagnostic {
  if (!(failure instanceof BlockedError))
    return prior === null && isUnresolved(failure.outcome) ? unresolvedCreate(failure) : fromError(failure);
  const { blocked } = failure;
  // The plan allowed the reissue, so the newer certificate came after it.
  return blocked.reason === "reissued-since"
    ? reissuedSincePlan(blocked.orderId, blocked.attempt)
    : blockedDiagnostic(blocked);
}

/** No reissue is planned: the certificate stays, an import is adopted, or the journal's latest is. */
async function storePlanned(
  provider: ProviderData,
  prior: ReissueState | null,
  planned: Decided<Reissue>,
  before: ReissuePrivate,
): Promise<ApplyAnswer<Reissue>> {
  const { request_digest: digest, issued_event_at: event, ...others } = planned;
  const { issued_at: issuedAt, certificate_source: source, ...known } = others;
  if (!isKnown(known)) throw new Error("A value that was planned to be known is not known.");
  const isAdoption = prior?.last_outcome === "imported";
  // Unknown at plan: an argument of an import was unknown, or only the journal changes.
  const unknownDigest = isAdoption ? recordArguments(planned).requestDigest : (prior?.request_digest ?? null);
  const requestDigest = isKnown(digest) ? digest : unknownDigest;
  const orderId = planned.order_id;
  const request = { ...recordArguments(planned), requestDigest: requestDigest ?? undefined };
  const snapshot = await readOrderSnapshot(provider, orderId, prior, { request });
  const { latest } = snapshot;
  const made = latest && adoptAttempt(latest, snapshot.merged, prior);
  const state: ReissueState = {
    ...known,
    request_digest: requestDigest,
    issued_event_at: isKnown(event) ? event : null,
    issued_at: isKnown(issuedAt) ? issuedAt : (made?.issued_at ?? null),
    certificate_source: isKnown(source) ? source : (made?.certificate_source ?? null),
  };
  const overtaken = prior && findOvertaken(prior, provider, snapshot);
  if (overtaken) return { diagnostics: [resolutionOvertaken(orderId, overtaken)] };
  const current = prior && resolvedState(prior, snapshot.merged);
  const outdated = (by: Attempt | undefined) => ({
    diagnostics: [reissuedSincePlan(orderId, by, state.certificate_id)],
  });
  const isAdopted = isAdoption || state.certificate_id !== current?.certificate_id;
  if (isAdopted && latest?.certificateId !== state.certificate_id) return outdated(latest);
  await write(provider, snapshot);
  // An import does not count if another attempt was recorded while it was written.
  const after = isAdoption ? latestAttempt((await provider.journal.history(orderId)).attempts) : undefined;
  if (isAdoption && after?.certificateId !== state.certificate_id) return outdated(after);
  return { state, private: state.open_attempt_id === null ? noPrivate : before };
}

/** Every apply first writes the events that the journal does not have. */
async function write({ journal }: ProviderData, snapshot: OrderSnapshot): Promise<void> {
  await journal.create();
  await journal.write(snapshot);
}

/** Writes what only this object knows, before it is removed from the state. */
export async function destroy(provider: ProviderData, stored: ReissueState): Promise<ApplyAnswer<Reissue>> {
  // An import that was never adopted is no statement.
  if (stored.last_outcome === "imported") return {};
  const orderId = String(stored.order_id);
  const snapshot = await readOrderSnapshot(provider, orderId, stored);
  const overtaken = findOvertaken(stored, provider, snapshot);
  if (overtaken) return { diagnostics: [resolutionOvertaken(orderId, overtaken)] };
  await write(provider, snapshot);
  return {};
}

function unrecorded(error: Error, attemptId: string): Diagnostic {
  return warning(
    "The outcome is not in the journal",
    `${error.message} The state has the outcome of attempt ${attemptId}. The next apply that changes this resource writes it into the journal. Until then, the order is blocked elsewhere.`,
  );
}

/**
 * The state after a failed reissue. If nothing happened, the old object stays. If the outcome is not known, the state
 * says so, and an update keeps the old arguments, so that the difference stays visible.
 */
function afterFailure(
  failure: CertOrderError,
  prior: ReissueState | null,
  planned: Decided<Reissue>,
  provider: ProviderData,
): Pick<ApplyAnswer<Reissue>, "state" | "private"> {
  if (!isUnresolved(failure.outcome)) return {};
  const open = {
    last_outcome: failure.outcome,
    open_attempt_id: (failure as { attemptId?: string }).attemptId ?? null,
    request_digest: recordArguments(planned).requestDigest,
  };
  const ended: ReissuePrivate = { endedAt: provider.journal.now().toISOString() };
  if (prior !== null) return { state: { ...prior, ...open }, private: ended };
  return {
    private: ended,
    state: {
      ...planned,
      certificate_id: null,
      certificate_source: null,
      certificate_history: [],
      issued_at: null,
      issued_event_at: null,
      renewal_due: false,
      attempt_id: null,
      service: serviceName(provider.service),
      ...open,
    },
  };
}
