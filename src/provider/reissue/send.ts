import { byContract, CertOrderError, reissue } from "../../contract/index.ts";
import { type Attempt, type Held, RefusedError } from "../../journal/index.ts";
import type { ApplyAnswer, Decided, Diagnostic, KnownConfig } from "../../plugin/index.ts";
import { error, hasErrors, isKnown, warning } from "../../plugin/index.ts";
import { fromError, notConfigured } from "../diagnostics.ts";
import type { Service } from "../service.ts";
import { brakes, removals } from "./brakes.ts";
import { consider, isRenewed, storedOf } from "./plan.ts";
import { expiryEstimate } from "./renewal.ts";
import { requestOf, whatOf } from "./request.ts";
import { anewOf } from "./resolve.ts";
import type { Reissue, ReissueState } from "./schema.ts";
import { isUnresolved } from "./schema.ts";
import { attemptsOf, heldBy, settledBy, takenFrom, wishFor } from "./stored.ts";
import { putAway, refused, takenOver, unresolvedWaysOut } from "./texts.ts";

/** Sends a reissue, and says what the state is afterwards. */
export async function send(
  service: Service,
  prior: ReissueState | null,
  planned: Decided<Reissue>,
  config: KnownConfig<Reissue>,
  wish: { readonly held: Held; readonly again: boolean },
  signal: AbortSignal,
): Promise<ApplyAnswer<Reissue>> {
  const { client } = service;
  const orderId = planned.order_id;
  if (!client) return { diagnostics: [notConfigured()] };
  // What was not known when it was planned is known now.
  const stopped = [...brakes(service, orderId), ...removals(prior, planned)];
  if (hasErrors(stopped)) return { diagnostics: stopped };

  const diagnostics: Diagnostic[] = [];
  let known: readonly Attempt[] = [];
  try {
    // Whoever is to reissue on top of the newest knows that one.
    const { held, history } = await consider(service, prior, planned, wish);
    known = history;
    const result = await client.send(reissue, requestOf(prior, planned, config), {
      held,
      anew: anewOf(service, orderId),
      requireCallback: planned.require_callback === true,
      declared: { again: wish.again, stored: storedOf(service, orderId, prior) },
      // Ctrl-C ends waiting and repeating; what was sent is seen through.
      stopSignal: signal,
      triggers: planned.triggers ?? {},
      onEvent: (event) => {
        if (event.type === "journal")
          diagnostics.push(
            warning(
              "The Journal Could Not Be Written",
              `${event.error.message} The next reissue of this order will be refused until it is resolved.`,
            ),
          );
      },
    });
    diagnostics.push(...service.memory.takePassedOver());
    if (result.answered) return answered(planned, result.answered, result.certificateId, diagnostics);
    const issuedAt = service.now().toISOString();
    return {
      diagnostics,
      private: new Uint8Array(),
      state: {
        ...planned,
        id: orderId,
        certificate_id: result.certificateId,
        previous_certificate_id: held.certificateId ?? null,
        issued_at: issuedAt,
        expires_at_estimate: expiryEstimate(issuedAt, planned.validity_days),
        renewal_due: false,
        last_outcome: "done",
        attempt_id: result.attemptId,
        fingerprint: whatOf(planned).what,
      },
    };
  } catch (failure) {
    if (!CertOrderError.is(failure)) throw failure;
    return {
      ...afterFailure(failure, prior, planned),
      diagnostics: [
        ...diagnostics,
        ...service.memory.takePassedOver(),
        describe(failure, service, orderId, prior === null ? wayBack(planned, wish.held, known) : undefined),
      ],
    };
  }
}

/** Sends it on top of what is stored. What people have found out since is not in a state that was not refreshed. */
export async function sendOnTop(
  service: Service,
  prior: ReissueState,
  planned: Decided<Reissue>,
  config: KnownConfig<Reissue>,
  signal: AbortSignal,
): Promise<ApplyAnswer<Reissue>> {
  const current = settledBy(await service.journal.attempts(planned.order_id), prior) ?? prior;
  const wish = { held: heldBy(current), again: isRenewed(current, planned) };
  return send(service, current, planned, config, wish, signal);
}

/** A certificate that was planned to be taken over is taken over only while it is still the newest. */
export async function takeOver(
  service: Service,
  prior: ReissueState | null,
  planned: Decided<Reissue>,
): Promise<ApplyAnswer<Reissue>> {
  const { head } = await consider(service, prior, planned, wishFor(undefined));
  const isNew = planned.certificate_id !== prior?.certificate_id;
  if (isNew && head && head.certificateId !== planned.certificate_id)
    return {
      diagnostics: [reissuedSince(`Certificate ${planned.certificate_id} was to be taken over`, head)],
    };
  const { fingerprint: made, expires_at_estimate: ends, ...known } = planned;
  if (!isKnown(known)) throw new Error("What was planned to be taken over is still not known.");
  const state = {
    ...known,
    // These follow from arguments that may not have been known when it was planned.
    fingerprint: isKnown(made) ? made : whatOf(planned).what,
    expires_at_estimate: isKnown(ends) ? ends : expiryEstimate(known.issued_at, known.validity_days),
  };
  // An import is the first that the history hears of this certificate: whoever reissues the order after it holds it.
  if (prior?.last_outcome === "imported")
    for (const attempt of attemptsOf(state)) await service.journal.remember(attempt, service.place);
  return { state, private: new Uint8Array() };
}

/** Between plan and apply somebody else has fulfilled the wish. */
function answered(
  planned: Decided<Reissue>,
  attempt: Attempt,
  certificateId: string,
  diagnostics: readonly Diagnostic[],
): ApplyAnswer<Reissue> {
  const taken = takenFrom(attempt, certificateId, planned.validity_days);
  const promised = planned.previous_certificate_id;
  if (isKnown(promised) && promised !== taken.previous_certificate_id)
    return {
      diagnostics: [
        ...diagnostics,
        reissuedSince(`Certificate ${promised} was to be replaced`, { ...attempt, certificateId }),
      ],
    };
  return {
    diagnostics: [...diagnostics, takenOver(attempt, {})],
    private: new Uint8Array(),
    state: { ...planned, ...taken },
  };
}

function reissuedSince(promise: string, { orderId, certificateId, attemptId }: Attempt): Diagnostic {
  return error(
    "The Order Was Reissued Since",
    `${promise}, but order ${orderId} has been reissued since: certificate ${certificateId} (attempt ${attemptId}). Nothing was sent. Plan again.`,
  );
}

/** How to go on where an object was put away for this one. */
function wayBack(
  planned: Decided<Reissue>,
  { attemptId }: Held,
  history: readonly Attempt[],
): string | undefined {
  if (attemptId === undefined) return undefined;
  const replaced = history.find((one) => one.attemptId === attemptId);
  return putAway(planned.order_id, attemptId, replaced?.what === whatOf(planned).what);
}

function describe(
  failure: CertOrderError,
  service: Service,
  orderId: string,
  goingBack: string | undefined,
): Diagnostic {
  if (failure instanceof RefusedError) return refused(service, orderId, failure.refusal);
  const { attemptId, certificateId } = attemptIn(failure);
  if (isUnresolved(failure.outcome)) {
    if (!attemptId) return fromError(failure);
    const happened = failure.outcome === "done-unread";
    const waysOut = unresolvedWaysOut(orderId, attemptId, {
      certificateId,
      happened,
      isKept: service.isKept,
    });
    const given =
      goingBack && !happened ? `\n\nOnce you have said that it was not reissued: ${goingBack}` : "";
    return fromError(failure, waysOut + given);
  }
  return goingBack ? fromError(failure, `${failure.in(byContract).remedy} ${goingBack}`) : fromError(failure);
}

/**
 * Where nothing happened, nothing is stored: there is no new object, or the old one stays. Where nobody knows, the
 * state says so. An update keeps the prior arguments, so that what was asked for stays visible as a difference.
 */
function afterFailure(
  failure: CertOrderError,
  prior: ReissueState | null,
  planned: Decided<Reissue>,
): Pick<ApplyAnswer<Reissue>, "state" | "private"> {
  if (!isUnresolved(failure.outcome)) return {};
  const open = {
    last_outcome: failure.outcome,
    attempt_id: attemptIn(failure).attemptId ?? null,
    fingerprint: whatOf(planned).what,
  };
  if (prior !== null) return { state: { ...prior, ...open }, private: new Uint8Array() };
  return {
    private: new Uint8Array(),
    state: {
      ...planned,
      id: planned.order_id,
      certificate_id: null,
      previous_certificate_id: null,
      issued_at: null,
      expires_at_estimate: null,
      renewal_due: false,
      ...open,
    },
  };
}

function attemptIn(failure: CertOrderError) {
  return failure as { attemptId?: string; certificateId?: string };
}
