import { CertOrderError } from "../contract/index.ts";
import { type Attempt, isOnItsWay } from "../journal/index.ts";
import type { Diagnostic, JsonObject } from "../plugin/index.ts";
import { error, warning } from "../plugin/index.ts";
import { fromError } from "./diagnostics.ts";
import type { ReissueState } from "./reissue-schema.ts";
import { isToBeAdopted, isUnresolved } from "./reissue-schema.ts";
import { expiryEstimate } from "./renewal.ts";
import type { Resolution } from "./resolution.ts";
import { waysOut } from "./resolution.ts";
import type { Service } from "./service.ts";
import { attemptsAt, openAttempts } from "./service.ts";

// How state, journal and what people say of them come together.

type OpenAttempt = Pick<Attempt, "attemptId" | "state"> & Partial<Attempt>;

/** Says that an attempt is open, and how to go on. */
export function unresolvedAttempt(
  severity: Diagnostic["severity"],
  orderId: string,
  attempt: OpenAttempt,
): Diagnostic {
  const { attemptId, state, certificateId, process = "" } = attempt;
  const say = severity === "error" ? error : warning;
  if (isOnItsWay({ state, process }))
    return say(
      "A Reissue Is on Its Way",
      `Another reissue of order ${orderId} is on its way (attempt ${attemptId}). Wait for it to end.`,
    );
  const what =
    state === "done"
      ? `A reissue of order ${orderId} succeeded (certificate ${certificateId}, attempt ${attemptId}), but is in no state.`
      : state === "done-unread"
        ? `A reissue of order ${orderId} was carried out, but its certificate id is lost (attempt ${attemptId}).`
        : `A reissue of order ${orderId} was sent, and what became of it is not known (attempt ${attemptId}).`;
  return say(
    "A Reissue Is Unresolved",
    `${what} It is not repeated.\n\n${waysOut(orderId, attemptId, { certificateId, happened: state === "done" || state === "done-unread" })}`,
  );
}

/**
 * A result that has reached the state is in safe hands: the journal need not hold the order back for it. One that is
 * still to be adopted may be in a plan only, and be lost with it.
 */
export async function acknowledgeStored(service: Service, stored: JsonObject): Promise<Diagnostic[]> {
  const { order_id, certificate_id, previous_certificate_id, attempt_id, last_outcome, issued_at } = stored;
  const outcome = String(last_outcome);
  if (isUnresolved(outcome) || isToBeAdopted({ last_outcome: outcome })) return [];
  return writingJournal(async () => {
    for (const { attemptId, state, certificateId, sentAt } of await openAttempts(service, String(order_id))) {
      const isKnownHere = attemptId === attempt_id;
      const isResult =
        state === "done" && (certificateId === certificate_id || certificateId === previous_certificate_id);
      const isHistory =
        state === "done" && typeof issued_at === "string" && Date.parse(sentAt) < Date.parse(issued_at);
      if (isKnownHere || isResult || isHistory) await service.journal?.acknowledge(attemptId);
    }
  });
}

/** The object is put away: what is open about it no longer matters. */
export async function closeAttempts(service: Service, state: ReissueState): Promise<Diagnostic[]> {
  return writingJournal(async () => {
    for (const attempt of await openAttempts(service, state.order_id ?? "")) {
      const isItsOwn =
        attempt.attemptId === state.attempt_id || attempt.certificateId === state.certificate_id;
      // One that the object knows nothing of may be of somebody else, and is left to be resolved.
      if (isItsOwn) await service.journal?.acknowledge(attempt.attemptId);
    }
  });
}

/** A journal that cannot be used stops what would be sent. It need not stop anything else. */
async function writingJournal(write: () => Promise<void>): Promise<Diagnostic[]> {
  try {
    await write();
    return [];
  } catch (failure) {
    if (!CertOrderError.is(failure)) throw failure;
    return [warning("The Journal Could Not Be Written", `${failure.message} ${failure.remedy}`)];
  }
}

/** A stored object in the light of what people have said since. A state of null: it never came into being. */
export async function settleStored(
  service: Service,
  state: ReissueState,
): Promise<{ readonly state: ReissueState | null; readonly diagnostics: readonly Diagnostic[] }> {
  const orderId = state.order_id ?? "";
  if (isToBeAdopted(state)) return { state, diagnostics: [] };
  try {
    const attempt = await attemptInQuestion(service, state);
    if (!attempt) return { state, diagnostics: [] };
    const resolution = await resolutionOf(service, state, attempt);
    if (!resolution) return { state, diagnostics: [unresolvedAttempt("warning", orderId, attempt)] };
    if (resolution.certificateId === null && (attempt.state === "done-unread" || attempt.state === "done"))
      return {
        state,
        diagnostics: [
          unresolvedAttempt("warning", orderId, attempt),
          warning(
            "It Did Happen",
            `resolve says that attempt ${attempt.attemptId} did not happen, but the service reported success. Resolve it with the id of the certificate.`,
          ),
        ],
      };
    await closeInJournal(service, orderId, resolution);
    const settled = resolved(service, state, resolution, attempt);
    service.memory.noteStored({
      orderId,
      lastOutcome: settled?.last_outcome ?? "",
      attemptId: resolution.attemptId,
      certificateId: settled?.certificate_id ?? undefined,
    });
    return { state: settled, diagnostics: [] };
  } catch (failure) {
    if (!CertOrderError.is(failure)) throw failure;
    return { state, diagnostics: [{ ...fromError(failure), severity: "warning" }] };
  }
}

/**
 * For a reissue that is about to be planned, although the journal has an attempt of which no state knows: what the object
 * is to be instead, when a person says that the attempt succeeded. The journal hears of it once that is in the state.
 * An attempt of which a person says that it did not happen is closed.
 */
export async function madeBefore(service: Service, orderId: string, prior: ReissueState | null) {
  const said = service.resolutions.get(orderId);
  const stored = service.memory.stored(orderId);
  for (const { attemptId, closed, certificateId, sentAt } of await openAttempts(service, orderId)) {
    // The object that it led to is there, and is not to be replaced.
    const isStored = stored.some(
      (object) => object.attemptId === attemptId || (certificateId && object.certificateId === certificateId),
    );
    if (prior === null && isStored) continue;
    const saidNow = said?.attemptId === attemptId ? said.certificateId : undefined;
    const certificate = closed ? certificateId : saidNow;
    if (certificate === null) await closeInJournal(service, orderId, { attemptId, certificateId: null });
    else if (certificate !== undefined)
      return {
        id: orderId,
        certificate_id: certificate,
        previous_certificate_id: prior?.certificate_id ?? null,
        issued_at: sentAt || null,
        expires_at_estimate: null,
        renewal_due: false,
        last_outcome: "adopted",
        attempt_id: attemptId,
      };
  }
  return undefined;
}

async function attemptInQuestion(service: Service, state: ReissueState): Promise<OpenAttempt | undefined> {
  const { last_outcome: outcome, attempt_id: attemptId } = state;
  const orderId = state.order_id ?? "";
  if (outcome !== null && attemptId !== null && isUnresolved(outcome)) {
    const known = (await attemptsAt(service, orderId)).find((attempt) => attempt.attemptId === attemptId);
    // What the journal has been told counts too. So does when it was sent: a state that claims to be newer would
    // acknowledge what came after it.
    return {
      ...known,
      attemptId,
      state: known?.state === "done" ? "done" : (outcome as "unknown" | "done-unread"),
    };
  }
  // The process died before it could store anything; only the journal knows.
  return (await openAttempts(service, orderId)).find(({ closed }) => !closed);
}

async function resolutionOf(
  service: Service,
  state: ReissueState,
  { attemptId }: OpenAttempt,
): Promise<Resolution | undefined> {
  const orderId = state.order_id ?? "";
  const said = service.resolutions.get(orderId);
  if (said?.attemptId === attemptId) return said;
  // Resolved at the command line. An attempt that is not in this state may be of another one: the plan looks after it.
  if (attemptId !== state.attempt_id) return undefined;
  const attempts = await attemptsAt(service, orderId);
  const known = attempts.find((attempt) => attempt.attemptId === attemptId && attempt.closed);
  if (known?.state === "not-happened") return { attemptId, certificateId: null };
  return known?.state === "done" && known.certificateId !== undefined
    ? { attemptId, certificateId: known.certificateId }
    : undefined;
}

async function closeInJournal(
  service: Service,
  orderId: string,
  { attemptId, certificateId }: Resolution,
): Promise<void> {
  const attempts = await openAttempts(service, orderId);
  const isOpen = attempts.some((attempt) => attempt.attemptId === attemptId && !attempt.closed);
  if (isOpen) await service.journal?.resolve(attemptId, certificateId);
}

function resolved(
  service: Service,
  state: ReissueState,
  { attemptId, certificateId }: Resolution,
  attempt: OpenAttempt,
): ReissueState | null {
  if (certificateId === null)
    // It is as if it had never been tried: the object is as before, or was never created.
    return state.certificate_id === null ? null : { ...state, last_outcome: "done" };
  const issuedAt = attempt.sentAt || service.now().toISOString();
  return {
    ...state,
    certificate_id: certificateId,
    previous_certificate_id:
      state.certificate_id === certificateId ? state.previous_certificate_id : state.certificate_id,
    issued_at: issuedAt,
    expires_at_estimate: expiryEstimate(issuedAt, state.validity_days),
    renewal_due: false,
    // The state still has the arguments from before: the next apply adopts the configuration that led to it.
    last_outcome: "resolved",
    attempt_id: attemptId,
  };
}
