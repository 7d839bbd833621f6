import { isDeepStrictEqual } from "node:util";
import {
  holds,
  isAmong,
  isAsWished,
  isDenied,
  isDoubt,
  isHeard,
  isOvertaken,
  isQuestion,
  isSettled,
  isSettledBy,
  isToBeAdopted,
  objectOf,
  open,
  outcomesFor,
  reissuedBy,
  resultOf,
  type Step,
  sentBy,
  told,
} from "./step.ts";

// The promise as a specification: when a reissue may be sent, and the laws that hold in every step that anybody takes. The
// words that it is written in are defined in step.ts.

/** Whether a person asks for a reissue: at the command line, or because what is written is not what is stored. */
function asks(step: Step): boolean {
  const { action, written } = step;
  if (action.do !== "apply") return action.do === "certorder reissue";
  const object = objectOf(step);
  if (!object || object.tainted || object.certificate === null || action.replace) return true;
  return !isToBeAdopted(object) && !isAsWished(object, written?.wish);
}

/** Whether something is left of an earlier reissue, of which nobody has said that it did not happen. */
function isHeldBack(step: Step): boolean {
  const { action, before } = step;
  if (action.do !== "apply") return open(before).length > 0;
  const object = objectOf(step);
  return (
    open(before).some(({ attemptId }) => !isDenied(step, attemptId)) ||
    told(before).some(({ certificateId }) => !holds(object, certificateId)) ||
    (isQuestion(object) && !isDenied(step, object?.attempt ?? null)) ||
    object?.outcome === "resolved"
  );
}

/** Whether a reissue may be sent. */
export const allows = (step: Step) => asks(step) && !isHeldBack(step);

type Condition = (step: Step) => boolean;
const when = (condition: Condition, demand: Condition) => (step: Step) => !condition(step) || demand(step);

const isApply: Condition = ({ action }) => action.do === "apply";
const isKilled: Condition = ({ ending }) => ending.how === "killed";
const endsWell: Condition = ({ ending }) => ending.how === "well";
const isRefused: Condition = ({ ending }) => ending.how === "refused";
const mayLeaveDoubt: Condition = (step) => isKilled(step) || outcomesFor(step).some(isDoubt);
/** Nothing from before bears on it. */
const isClear: Condition = (step) => open(step.before).length === 0 && !isQuestion(objectOf(step));
/** The configuration says something of an attempt that is open, and something else has come into the state first. */
const isAnotherSaid: Condition = (step) =>
  open(step.before).some(
    ({ attemptId }) => attemptId === step.written?.resolve?.attempt && attemptId !== resultOf(step)?.attempt,
  );
/** Neither what is stored nor what is said in the configuration makes it a special case. */
const isPlain: Condition = (step) => {
  const { action, written } = step;
  const object = objectOf(step);
  const isMarked = (action.do === "apply" && action.replace) || object?.tainted;
  return (object === undefined || isSettled(object)) && !isMarked && written?.resolve === undefined;
};
const isUntouched: Condition = (step) => isDeepStrictEqual(objectOf(step), resultOf(step));
const isFree: Condition = (step) => allows(step) && isClear(step) && !isKilled(step);

/**
 * What the promise demands of every step, whatever came before. That an order is held back is the journal's own word: it
 * counts because of the laws that what was sent is open, and that what is open stays open.
 */
const laws: Readonly<Record<string, Condition>> = {
  // The promise.
  "Nothing is sent unless a person asks, and nothing is left open of an earlier one.": (step) =>
    sentBy(step) <= (allows(step) ? 1 : 0),
  "What is sent is carried out at most once.": (step) => reissuedBy(step) <= sentBy(step),

  // What it rests upon.
  "What was sent is open as long as nobody has heard what became of it.": when(
    (step) => sentBy(step) > 0 && mayLeaveDoubt(step) && !isHeard(step),
    ({ after }) => open(after).length > 0,
  ),
  "What is open stays open until a person has said what became of it.": (step) =>
    open(step.before).every((attempt) => isAmong(open(step.after), attempt) || isSettledBy(step, attempt)),
  "What a person has said stays said until it, or something later, is in a state.": (step) =>
    told(step.before).every(
      (attempt) =>
        isAmong(told(step.after), attempt) || isSettledBy(step, attempt) || isOvertaken(step, attempt),
    ),

  // Nobody is held back for nothing, or left without a word.
  "Nothing is open but what was sent in doubt, and what a dying process has half written.": when(
    (step) => !(allows(step) && mayLeaveDoubt(step)),
    (step) =>
      open(step.after).every(
        (attempt) =>
          isAmong(open(step.before), attempt) || (isKilled(step) && attempt.state === "unreadable"),
      ),
  ),
  "A free order is reissued when somebody asks.": when(
    isFree,
    (step) => sentBy(step) === 1 || outcomesFor(step).includes("not-sent"),
  ),
  "What is sent ends well exactly when it is done.": when(
    isFree,
    (step) => endsWell(step) === outcomesFor(step).includes("done"),
  ),
  "Where nothing is asked for, nothing is wrong.": when(
    (step) => isApply(step) && !asks(step) && !isQuestion(objectOf(step)) && !isKilled(step),
    endsWell,
  ),
  "What a person has said of an earlier one is taken over.": when(
    (step) => isApply(step) && isPlain(step) && isClear(step) && !allows(step) && !isKilled(step),
    endsWell,
  ),
  "Who is held back hears of what is open, or gets what was said of it.": when(
    (step) => asks(step) && open(step.before).length > 0 && isPlain(step) && !isKilled(step),
    ({ before, ending }) =>
      ending.how === "well"
        ? told(before).length > 0
        : open(before).some(({ attemptId }) => ending.text.includes(attemptId)),
  ),

  // States and ledger agree.
  "A certificate in a state was issued for the order.": ({ after }) =>
    Object.values(after.stored).every(
      (object) => !object?.certificate || after.issued.includes(object.certificate),
    ),
  "What is applied is stored and settled, unless it is a question that is left alone.": when(
    (step) => isApply(step) && endsWell(step) && !(isQuestion(resultOf(step)) && isUntouched(step)),
    (step) => isSettled(resultOf(step)) && isAsWished(resultOf(step), step.written?.wish),
  ),
  "After an apply nothing is left to do, but to take over what is said there of yet another attempt.": when(
    (step) => step.ending.left !== undefined && !isAnotherSaid(step),
    ({ ending: { left } }) => left === "",
  ),
  "What was reissued is what is stored, or printed.": when(
    (step) => reissuedBy(step) > 0 && endsWell(step),
    isHeard,
  ),
  "What does not end well is not stored as if it had.": when(
    (step) => isApply(step) && !endsWell(step),
    (step) => {
      const result = resultOf(step);
      return !result || result.tainted || isAsWished(result, objectOf(step)?.wish);
    },
  ),
  "What is refused leaves the state as it was.": when(
    (step) => isRefused(step) && !allows(step),
    isUntouched,
  ),
};

/** The laws that a step breaks. */
export function judge(step: Step): string[] {
  return Object.keys(laws).filter((law) => !laws[law]?.(step));
}
