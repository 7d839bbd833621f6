import type { Ask, Attempt, Considered } from "../../journal/index.ts";
import { differences, isHeld } from "../../journal/index.ts";
import type { Diagnostic, PlanAnswer, Planned } from "../../plugin/index.ts";
import { hasErrors, isKnown, UNKNOWN, warning } from "../../plugin/index.ts";
import { fromIssues, problemOf } from "../diagnostics.ts";
import type { Service } from "../service.ts";
import { brakes, removals } from "./brakes.ts";
import { expiryEstimate } from "./renewal.ts";
import { checkKnown, whatOf } from "./request.ts";
import { anewOf, applyResolution } from "./resolve.ts";
import type { Reissue, ReissueState } from "./schema.ts";
import { results, schema } from "./schema.ts";
import {
  attemptsOf,
  heldBy,
  heldInPrivate,
  heldToPrivate,
  isOnTrust,
  madeFrom,
  settledBy,
  takenFrom,
  wishFor,
} from "./stored.ts";
import {
  announced,
  describedTwice,
  madeFromAnotherRequest,
  newerKnown,
  onRunnersDisk,
  otherOrder,
  refused,
  takenOver,
  trusted,
} from "./texts.ts";

type Answer = PlanAnswer<Reissue> & { readonly diagnostics: readonly Diagnostic[] };

/** What a plan does about the certificate of an order. Whether anything may be sent is decided by the order's history. */
export async function planReissue(
  service: Service,
  prior: ReissueState | null,
  planned: Planned<Reissue>,
  privateData: Uint8Array,
): Promise<Answer> {
  const { order_id: orderId } = planned;
  try {
    if (!isKnown(orderId)) return await planUnknownOrder(service, planned);
    if (prior === null) return await planCreation(service, planned, privateData);
    if (prior.order_id !== orderId) return await planOtherOrder(service, prior, planned);
    const isTwice = service.memory.noteKept(String(orderId));
    const answer = await planChange(service, prior, planned);
    return isTwice
      ? { ...answer, diagnostics: [...answer.diagnostics, describedTwice(orderId, false)] }
      : answer;
  } catch (failure) {
    const problem = problemOf(failure);
    // Without its journal nothing is reissued; where nothing is asked for, nobody has to be stopped.
    const isKept =
      prior?.order_id === orderId &&
      prior.last_outcome !== "imported" &&
      reasonsFor(prior, planned).length === 0;
    if (!isKept) return { diagnostics: [problem] };
    return { ...keptAsItIs(prior, planned), diagnostics: [{ ...problem, severity: "warning" }] };
  }
}

async function planCreation(
  service: Service,
  planned: Planned<Reissue>,
  privateData: Uint8Array,
): Promise<Answer> {
  const orderId = String(planned.order_id);
  // The apply plans once more: by then the object may be gone, and only this process knows that it was put away on purpose.
  const replaced = heldInPrivate(privateData, orderId) ?? service.memory.replaced(orderId);
  await applyResolution(service, orderId);
  const considered = await consider(service, null, planned, wishFor(replaced));
  const other = service.memory.noteCreated(orderId, replaced !== undefined);
  const answer = await decided(service, null, planned, considered, [
    replaced ? "it is replaced" : "it is created",
  ]);
  const isSent = considered.verdict.kind === "send";
  // A history that may be another service's is not looked at.
  const isElsewhere =
    considered.verdict.kind === "refuse" && considered.verdict.refusal.because === "elsewhere";
  if (!isElsewhere) service.memory.noteConsidered(orderId, considered.history);
  return {
    ...answer,
    planned: {
      ...answer.planned,
      // Known, so that the core itself refuses where the apply would take this for something else.
      ...(isSent && replaced && { previous_certificate_id: replaced.certificateId ?? null }),
    },
    private: isSent && replaced ? heldToPrivate(orderId, replaced) : new Uint8Array(),
    diagnostics: [
      ...answer.diagnostics,
      ...(other ? [describedTwice(orderId, replaced !== undefined || other.isReplaced)] : []),
    ],
  };
}

async function planChange(service: Service, prior: ReissueState, planned: Planned<Reissue>): Promise<Answer> {
  const orderId = String(planned.order_id);
  const problems = await applyResolution(service, orderId).then(
    () => [],
    (failure: unknown) => [problemOf(failure)],
  );
  const history = await service.journal.attempts(orderId);
  // Not there at all if its only attempt did not happen: then everything is still to be asked for.
  const settled = settledBy(history, prior);
  const current = await recognized(service, settled ?? prior);
  const isImported = current.last_outcome === "imported";
  const changed = changedParts(current, planned);
  const again = isRenewed(current, planned);
  const considered = await consider(service, prior, planned, { held: heldBy(current), again });

  const { head, verdict } = considered;
  const newer = head && !isHeld(head, heldBy(current), considered.history) ? head : undefined;
  // Said of a history that was gone on with beside it, at another service, it is used up.
  const last = history.findLast(({ fate }) => fate !== "void") ?? head;
  const isAnew =
    last !== undefined && [head?.attemptId, anewOf(service, orderId)].every((id) => id === last.attemptId);
  // Whatever is asked for: it stands in the way of everything, and is told first.
  const heldBack =
    verdict.kind === "refuse" && ["open", "unshown", "elsewhere"].includes(verdict.refusal.because)
      ? verdict.refusal
      : undefined;
  const warnings = [
    ...problems.map((problem) => ({ ...problem, severity: "warning" as const })),
    ...(heldBack ? [refused(service, orderId, heldBack, warning)] : []),
  ];
  if (isImported && !newer) {
    if (changed.length > 0 && head && !heldBack && !isAnew)
      return { diagnostics: [...problems, madeFromAnotherRequest(current, head.attemptId, changed)] };
    // Whose certificate this is has to be said first: the history that knows it may be the one at the other address.
    if (heldBack?.because === "elsewhere")
      return { diagnostics: [...problems, refused(service, orderId, heldBack)] };
    if (changed.length === 0 && !isAnew) return adopted(service, current, planned, warnings);
  }
  const reasons = [
    ...reasonsFor(current, planned),
    ...(settled === null ? ["the attempt before did not happen"] : []),
    ...(isImported && newer ? ["an older certificate was imported"] : []),
  ];
  if (reasons.length === 0 && isAnew && !heldBack) reasons.push("it is asked for anew");
  if (reasons.length > 0) {
    const answer = await decided(service, current, planned, considered, reasons);
    return {
      ...answer,
      // Known, so that the core itself refuses an apply in which the word that asks anew is missing.
      ...(isAnew &&
        answer.planned && {
          planned: { ...answer.planned, previous_certificate_id: considered.held.certificateId ?? null },
        }),
      private: heldToPrivate(orderId, heldBy(current)),
      diagnostics: [
        ...problems,
        ...answer.diagnostics,
        ...(isAnew && service.memory.noteAnew(orderId) ? [describedTwice(orderId, true)] : []),
      ],
    };
  }
  return {
    ...keptAsItIs(current, planned),
    diagnostics: [
      ...warnings,
      ...(newer && !heldBack ? [newerKnown(current, newer, differing(newer, planned))] : []),
    ],
  };
}

/** In what an attempt asked for something else. Where nobody knows what it asked for: in nothing that could be told. */
function differing({ what }: Attempt, planned: Planned<Reissue>): string[] {
  return what === undefined ? [] : differences(what, whatOf(planned).what);
}

/** The attempt that made a certificate, if the history knows it. What was once taken on trust can be taken back. */
export async function madeBy(
  { journal, place }: Service,
  orderId: string,
  certificateId: string,
): Promise<Attempt | undefined> {
  const { history } = await journal.consider({ place, orderId, what: undefined, ...wishFor(undefined) });
  return history.findLast(
    (attempt) => attempt.fate === "done" && attempt.certificateId === certificateId && !isOnTrust(attempt),
  );
}

/** What was imported before the history knew it is not taken on trust once it does. */
async function recognized(service: Service, state: ReissueState): Promise<ReissueState> {
  const { last_outcome, fingerprint, order_id, certificate_id, previous_certificate_id, issued_at } = state;
  if (last_outcome !== "imported" || fingerprint !== null) return state;
  const known = await madeBy(service, String(order_id), String(certificate_id));
  if (!known) return state;
  return {
    ...state,
    previous_certificate_id: previous_certificate_id ?? known.replaced ?? null,
    issued_at: issued_at ?? known.issuedAt ?? null,
    attempt_id: known.attemptId,
    fingerprint: known.what ?? null,
  };
}

/** Why what is stored is not what is asked for. */
function reasonsFor(current: ReissueState, planned: Planned<Reissue>): string[] {
  const changed = changedParts(current, planned);
  return [
    ...(changed.length > 0 ? [`${changed.join(", ")} ${changed.length > 1 ? "change" : "changes"}`] : []),
    ...(isRenewed(current, planned) ? ["its renewal is due"] : []),
  ];
}

/** The stored flag decides, never the clock: a plan is made twice and has to come out the same. */
export function isRenewed(current: ReissueState, { renew_before_days }: Planned<Reissue>): boolean {
  return current.renewal_due === true && renew_before_days !== null;
}

/** In which parts what is asked for differs from what the certificate was made from. */
function changedParts(current: ReissueState, planned: Planned<Reissue>): readonly string[] {
  const { what, open } = whatOf(planned);
  const before = madeFrom(current);
  return before === null ? [] : [...new Set([...differences(before, what), ...open])];
}

/** What follows from what the history says to something that is asked for. */
async function decided(
  service: Service,
  prior: ReissueState | null,
  planned: Planned<Reissue>,
  { verdict }: Considered,
  reasons: readonly string[],
): Promise<Answer> {
  const orderId = String(planned.order_id);
  if (verdict.kind === "refuse") return { diagnostics: [refused(service, orderId, verdict.refusal)] };
  if (verdict.kind === "answer") {
    const days = isKnown(planned.validity_days) ? planned.validity_days : null;
    // The apply is another process, which may plan this before it has seen the state that knows of it.
    await service.journal.remember(verdict.attempt, service.place);
    return {
      planned: takenFrom(verdict.attempt, verdict.certificateId, days),
      diagnostics: [
        takenOver(verdict.attempt, {
          isStored: service.memory.stored(orderId).length > 0,
          isPlanned: true,
        }),
      ],
    };
  }
  return toBeSent(service, prior, planned, reasons);
}

/** It is sent, unless something else than the history stands against it. */
async function toBeSent(
  service: Service,
  prior: ReissueState | null,
  planned: Planned<Reissue>,
  reasons: readonly string[],
): Promise<Answer> {
  await service.journal.check();
  const diagnostics: Diagnostic[] = [
    ...brakes(service, isKnown(planned.order_id) ? String(planned.order_id) : undefined),
    // Warnings have been given while the configuration was validated.
    ...fromIssues(
      checkKnown(planned, service.now()).filter(({ severity }) => severity === "error"),
      schema,
    ),
    ...removals(prior, planned),
    ...service.memory.takePassedOver(),
  ];
  if (service.isShortLived && service.memory.isFirstToTell())
    diagnostics.push(onRunnersDisk(service.journal.title));
  if (!hasErrors(diagnostics)) diagnostics.push(announced(service, prior, planned, reasons));
  return { planned: pending(planned), diagnostics };
}

export async function consider(
  service: Service,
  prior: ReissueState | null,
  planned: Planned<Reissue>,
  { held, again }: Pick<Ask, "held" | "again">,
): Promise<Considered> {
  const orderId = String(planned.order_id);
  const { what, open } = whatOf(planned);
  return service.journal.consider({
    ...{ place: service.place, orderId, held, again, anew: anewOf(service, orderId), isDeclared: true },
    // Something that is not known yet equals nothing, so that it is sent only on top of what is held.
    what: open.length > 0 ? undefined : what,
    stored: storedOf(service, orderId, prior),
  });
}

/** What states tell of an order. */
export function storedOf(service: Service, orderId: string, prior: ReissueState | null) {
  return [...service.memory.stored(orderId), ...(prior === null ? [] : attemptsOf(prior))];
}

/** An order that is not known yet may turn out to be any: nothing is planned while one of them is open. */
async function planUnknownOrder(service: Service, planned: Planned<Reissue>): Promise<Answer> {
  for (const stored of service.memory.stored(undefined).filter(({ fate }) => fate === "open")) {
    const { orderId, attemptId } = stored;
    await applyResolution(service, orderId);
    const known = (await service.journal.attempts(orderId)).find(
      (attempt) => attempt.attemptId === attemptId,
    );
    const attempt = known ?? stored;
    if (attempt.fate === "open") {
      const differs = differences(attempt.what, whatOf({ ...planned, order_id: orderId }).what);
      return {
        diagnostics: [refused(service, orderId, { because: "open", attempt, inFlight: false, differs })],
      };
    }
  }
  return toBeSent(service, null, planned, ["it is created"]);
}

/** The core asks again, without the prior state, for the object that takes its place, and then shows only errors. */
async function planOtherOrder(
  service: Service,
  prior: ReissueState,
  planned: Planned<Reissue>,
): Promise<Answer> {
  if (prior.last_outcome === "imported")
    return { diagnostics: [otherOrder(prior, String(planned.order_id))] };
  const considered = await consider(service, null, planned, wishFor(undefined));
  const isSent = considered.verdict.kind === "send";
  return {
    diagnostics: isSent ? [announced(service, null, planned, ["it takes the place of another order"])] : [],
  };
}

type Results = Pick<ReissueState, (typeof results)[number]>;

/** The certificate is left alone. The private data is for the call that follows if the object is to be replaced. */
function keptAsItIs(current: ReissueState, planned: Planned<Reissue>): Omit<Answer, "diagnostics"> {
  return {
    planned: kept(current),
    private: heldToPrivate(String(planned.order_id), heldBy(current)),
  };
}

/** What is computed stays what it was, and no renewal is due: one that is wanted would be made. */
function kept(current: ReissueState): Results {
  const same = Object.fromEntries(results.map((name) => [name, current[name]])) as unknown as Results;
  return { ...same, renewal_due: false };
}

/** Everything about the result is open until it is there. */
function pending({ order_id }: Planned<Reissue>): Partial<Planned<Reissue>> {
  return { id: order_id, ...Object.fromEntries(results.map((name) => [name, UNKNOWN])) };
}

/** The certificate of an import is there already; the configuration is taken to describe it. */
function adopted(
  service: Service,
  current: ReissueState,
  planned: Planned<Reissue>,
  warnings: readonly Diagnostic[],
): Answer {
  const { what, open } = whatOf(planned);
  const { validity_days: days } = planned;
  const same = keptAsItIs(current, planned);
  return {
    ...same,
    planned: {
      ...same.planned,
      expires_at_estimate: isKnown(days) ? expiryEstimate(current.issued_at, days) : UNKNOWN,
      last_outcome: "adopted",
      fingerprint: open.length > 0 ? UNKNOWN : what,
    },
    diagnostics: [
      ...warnings,
      ...(current.fingerprint === null ? [trusted(current, planned)] : []),
      ...service.memory.takePassedOver(),
    ],
  };
}
