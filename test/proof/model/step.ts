import type { Outcome } from "../../../src/contract/index.ts";
import type { Attempt } from "../../../src/journal/index.ts";
import type { Action, Wish } from "./actions.ts";
import { outcomesOf } from "./troubles.ts";
import type { Ending, Stored, World, Written } from "./world.ts";

// The words in which the model is written.

/** An action, and the world before and after it. */
export interface Step {
  readonly action: Action;
  /** What stands in the configuration of the place, if it is about one. */
  readonly written: Written | undefined;
  readonly ending: Ending;
  readonly before: World;
  readonly after: World;
}

/** The attempts of which nobody has heard what became of them. */
export const open = ({ attempts }: World) => attempts.filter(({ closed }) => !closed);

/** Those of which a person has said that they led to a certificate, until it is in a state. */
export const told = ({ attempts }: World) =>
  attempts.filter(({ closed, acknowledged, state }) => closed && !acknowledged && state === "done");

export const isAmong = (attempts: readonly Attempt[], { attemptId }: Attempt) =>
  attempts.some((attempt) => attempt.attemptId === attemptId);

/** The service has reported success: that it did not happen is not believed. */
export const didHappen = ({ state }: Attempt) => state === "done" || state === "done-unread";

/** Nobody can know whether it happened, or what it led to. */
export const isDoubt = (outcome: Outcome) => outcome === "unknown" || outcome === "done-unread";

/** The state says that a reissue was sent, and not what became of it. */
export const isQuestion = (object: Stored | undefined) =>
  object !== undefined && isDoubt(object.outcome as Outcome);

/** The certificate is known, and the next apply takes it that it is the one that is described. */
export const isToBeAdopted = (object: Stored) =>
  object.outcome === "imported" || object.outcome === "resolved";

export const isSettled = (object: Stored | undefined) =>
  object?.outcome === "done" || object?.outcome === "adopted";

export const holds = (object: Stored | undefined, certificate: string | undefined) =>
  isSettled(object) && (object?.certificate === certificate || object?.previous === certificate);

export const isAsWished = (object: Stored | undefined, wish: Wish | undefined) =>
  object?.wish?.turn === wish?.turn && object?.wish?.days === wish?.days;

/** Whether something of an earlier reissue is unsettled anywhere. */
export const isInDoubt = (world: World) =>
  open(world).length > 0 || Object.values(world.stored).some(isQuestion);

/** What the action is about, as it was stored before. */
export const objectOf = ({ action, before }: Step) => ("in" in action ? before.stored[action.in] : undefined);

/** And as it is stored now. */
export const resultOf = ({ action, after }: Step) => ("in" in action ? after.stored[action.in] : undefined);

export const sentBy = ({ before, after }: Step) => after.requests - before.requests;
export const reissuedBy = ({ before, after }: Step) => after.issued.length - before.issued.length;

/** What may become of what is sent, where nobody is killed. */
export const outcomesFor = ({ action }: Step) => outcomesOf("trouble" in action ? action.trouble : undefined);

/** The person who asked knows of the certificate that it led to: it is in the state, or was printed. */
export function isHeard(step: Step): boolean {
  const newest = step.after.issued.at(-1) ?? "";
  if (reissuedBy(step) === 0) return false;
  if (step.action.do === "apply") return resultOf(step)?.certificate === newest;
  return step.ending.text.includes(newest);
}

/** A person says that an attempt did not happen, in the journal or in the configuration, and may well be right. */
export function isDenied({ before, written }: Step, attemptId: string | null): boolean {
  const attempt = before.attempts.find((candidate) => candidate.attemptId === attemptId);
  const isDeniedHere = written?.resolve?.attempt === attemptId && written?.resolve?.certificate === null;
  return attempt?.state === "not-happened" || (isDeniedHere && attempt !== undefined && !didHappen(attempt));
}

/** A person speaks about an attempt by this, or what it led to is in a state. */
export function isSettledBy(step: Step, { attemptId, certificateId }: Attempt): boolean {
  const { action, ending, written, before, after } = step;
  const object = objectOf(step);
  const isItsOwn = object?.attempt === attemptId;
  return (
    action.do === "certorder journal resolve" ||
    written?.resolve?.attempt === attemptId ||
    (action.do === "destroy" && isItsOwn) ||
    (action.do === "apply" && ending.how === "well" && object?.outcome === "imported" && isItsOwn) ||
    [before, after].some(({ stored }) => Object.values(stored).some((state) => holds(state, certificateId)))
  );
}

/** A state holds what a later attempt led to. */
export function isOvertaken({ after }: Step, { attemptId }: Attempt): boolean {
  const position = (id: string | null) => after.attempts.findIndex((attempt) => attempt.attemptId === id);
  return Object.values(after.stored).some(
    (object) => object && isSettled(object) && position(object.attempt) > position(attemptId),
  );
}
