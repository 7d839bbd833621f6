import { idFromState } from "../../../src/provider/reissue/stored.ts";
import {
  type Asker,
  begunBy,
  type CommandDeed,
  type Deed,
  endsWell,
  isAmbiguous,
  isAmong,
  isCurrent,
  isDoubt,
  isElsewhere,
  isFirstToldToRenew,
  isKilled,
  isOpenIn,
  isRefused,
  isUnheardOf,
  isUntroubled,
  journalOf,
  knownTo,
  newestAfter,
  newestBefore,
  objectOf,
  objectsOf,
  outcomesFor,
  type RunDeed,
  type Step,
  sentBy,
  stillOpen,
} from "./step.ts";
import { waysOutIn } from "./ways-out.ts";

// The promise as a specification, written from what it says to people: a wish is theirs, and known by truth.ts; what
// anybody can know of an order is in its journal and in their state. The words are defined in step.ts.

type Law<D extends Deed = Deed> = (step: Step<D>) => boolean;

const isRun = (step: Step): step is Step<RunDeed> => step.deed.kind === "run";
const isCommand = (step: Step): step is Step<CommandDeed> => step.deed.kind === "command";
const ofRuns =
  (law: Law<RunDeed>): Law =>
  (step) =>
    !isRun(step) || law(step);
const ofCommands =
  (law: Law<CommandDeed>): Law =>
  (step) =>
    !isCommand(step) || law(step);
const when =
  <D extends Deed>(condition: Law<D>, demand: Law<D>): Law<D> =>
  (step) =>
    !condition(step) || demand(step);

/** The blocks that may have sent what this step has sent. */
export function senders(step: Step<RunDeed>): readonly Asker[] {
  const [sent] = sentBy(step);
  const ids = new Set(begunBy(step).map(({ attemptId }) => attemptId));
  const matching = step.deed.askers.filter(
    ({ block: { what } }) =>
      sent === undefined || sent.csr === undefined || (sent.csr === what.csr && sent.days === what.days),
  );
  const storing = matching.filter(({ name }) => ids.has(objectOf(step, name, step.after)?.attempt ?? ""));
  return storing.length > 0 ? storing : matching;
}

export function wishesOf(step: Step): readonly string[] {
  if (isRun(step)) return senders(step).flatMap(({ wishes }) => wishes);
  return isCommand(step) ? step.deed.wishes : [];
}

/** A person names the newest, as a refusal does, and wants one more on top of it. */
function isAnew(step: Step): boolean {
  const named = isRun(step)
    ? step.deed.written.resolve
    : isCommand(step)
      ? `${step.deed.command.anew}:anew`
      : undefined;
  // One that only a state knows of has the name of its attempt there, or of its certificate.
  const told = objectsOf(step)
    .filter((object) => isUnheardOf(step, object))
    .flatMap(({ order, attempt, certificate }) => [attempt, certificate && idFromState(order, certificate)]);
  return [newestBefore(step)?.attemptId, ...told].some((id) => id != null && named === `${id}:anew`);
}

/** Whether a block asks for anything: it is new, or marked, or something else is written than what it has. */
function asks(step: Step<RunDeed>, { name, block, again }: Asker): boolean {
  const object = objectOf(step, name);
  if (!object || object.tainted || again || object.outcome === "imported" || step.deed.options.late)
    return true;
  return !isAmong(step.truth.madeFrom(object.certificate), block.what);
}

/** Why a run may be refused, although the service would do what it is asked. */
function hasReason(step: Step<RunDeed>): boolean {
  const { deed, truth } = step;
  const newest = newestAfter(step);
  const isExpired = journalOf(step, step.after).some(
    ({ certificateId, validityDays }) =>
      certificateId !== undefined && validityDays !== undefined && truth.isOlder(certificateId, validityDays),
  );
  return (
    stillOpen(step).length > 0 ||
    begunBy(step).some(isOpenIn) ||
    isElsewhere(step) ||
    isAmbiguous(step) ||
    deed.hasChangedSince === true ||
    isExpired ||
    // Which of two blocks is to get it nobody has said.
    (deed.askers.length > 1 && (isAnew(step) || deed.options.replace !== undefined)) ||
    deed.askers.some((asker) => {
      const object = objectOf(step, asker.name);
      if (!asks(step, asker)) return false;
      const isItsOwn = newest !== undefined && isAmong(truth.askedBy(newest.attemptId), asker.block.what);
      const isKnown = isCurrent(step, object, newest);
      const isOfAnotherRequest =
        object?.outcome === "imported" && !isAmong(truth.madeFrom(object.certificate), asker.block.what);
      return (!isKnown && !isItsOwn) || isOfAnotherRequest || (deed.options.late === true && !isKnown);
    }) ||
    // A state that knows more than the history speaks for all that is in it, or has just told the history.
    (deed.askers.length > 0 &&
      (step.remembered.size > 0 || objectsOf(step).some((object) => isUnheardOf(step, object))))
  );
}

const laws: Readonly<Record<string, Law>> = {
  // The promise.
  "A wish is sent once, unless it had no effect or a person said so.": when(
    (step) => sentBy(step).length > 0,
    (step) => wishesOf(step).some((wish) => !step.truth.isSpent(wish, knownTo(step))),
  ),
  "Nobody sends twice at once, and nobody sends who does not ask.": (step) =>
    sentBy(step).length <= (step.deed.kind === "other" ? 0 : 1),
  "Nothing is sent while an attempt is open.": when(
    (step) => sentBy(step).length > 0,
    (step) => stillOpen(step).length === 0,
  ),
  "Nothing is sent on top of a certificate that whoever asks does not know, unless they name it.": when(
    (step) => sentBy(step).length > 0,
    (step) => {
      if (isAnew(step)) return true;
      if (isCommand(step)) return !step.deed.isOutdated;
      const newest = newestBefore(step);
      return isRun(step) && senders(step).some(({ name }) => isCurrent(step, objectOf(step, name), newest));
    },
  ),
  "Nothing is sent to an address of which nobody has said that it is the same service.": when(
    (step) => sentBy(step).length > 0,
    (step) => !isElsewhere(step),
  ),

  // What it rests upon.
  "What is sent stands in the journal, with what became of it.": when(
    (step) => sentBy(step).length > 0 && !isKilled(step),
    (step) => {
      const isInDoubt = outcomesFor(step).some(isDoubt);
      // Of two blocks one may have met the trouble, and only the other come through.
      return sentBy(step).every(({ certificate }) =>
        begunBy(step).some(({ fate, certificateId }) =>
          certificate && fate !== "open"
            ? fate === "done" && certificateId === certificate
            : fate === (isInDoubt ? "open" : "void"),
        ),
      );
    },
  ),
  "What was sent by somebody who died is open, or known.": when(
    (step) => sentBy(step).length > 0 && isKilled(step),
    (step) => begunBy(step).some(({ fate }) => fate !== "void"),
  ),
  "What is open stays open until a person says what became of it.": ({ before, after, spokenOf }) =>
    before.journals.every((journal, home) =>
      journal.every((attempt) => {
        const now = after.journals[home]?.find(({ attemptId }) => attemptId === attempt.attemptId);
        if (attempt.attemptId === spokenOf) return now !== undefined;
        return now !== undefined && now.fate === attempt.fate && now.unshown === attempt.unshown;
      }),
    ),
  "What only a state knows to be open is not forgotten with it.": ofRuns((step) =>
    objectsOf(step).every(
      ({ attempt, outcome }) =>
        !isDoubt(outcome) ||
        journalOf(step, step.after).some(({ attemptId }) => attemptId === attempt) ||
        objectsOf(step, step.after).some((object) => object.attempt === attempt),
    ),
  ),
  "Nothing is open but what was sent in doubt, and what a dying process leaves.": (step) =>
    begunBy(step).every(
      (attempt) =>
        !isOpenIn(attempt) ||
        isKilled(step) ||
        outcomesFor(step).some(isDoubt) ||
        (isCommand(step) && step.deed.command.isCutOff === true),
    ),

  // No wish is swallowed, and nobody is held back for nothing.
  "A run is refused only for what the order's history says.": ofRuns(
    when((step) => isRefused(step) && isUntroubled(step), hasReason),
  ),
  "Whoever asks for one more, and knows the newest, gets one more.": ofRuns(
    when(
      (step) => endsWell(step) && stillOpen(step).length === 0 && !step.deed.hasChangedSince,
      (step) =>
        sentBy(step).length > 0 ||
        !step.deed.askers.some(
          ({ name, again }) => again && isCurrent(step, objectOf(step, name), newestBefore(step)),
        ),
    ),
  ),
  "Whoever asks and is told that all is well has what was made from what is written.": ofRuns(
    when(
      (step) => endsWell(step),
      ({ deed, truth, ...step }) =>
        deed.askers.every(({ name, block }) => {
          const object = objectOf({ deed, truth, ...step }, name, step.after);
          return (
            object !== undefined &&
            !object.tainted &&
            (isAmong(truth.madeFrom(object.certificate), block.what) ||
              (isDoubt(object.outcome) && isToldOf(step.ending.text, object.attempt)))
          );
        }),
    ),
  ),
  "Whoever has not the newest is told so.": ofRuns(
    when(
      (step) => endsWell(step) && !step.deed.isKept && !isElsewhere(step) && !isAmbiguous(step),
      (step) => {
        // What another block makes in the same run is told by the next one.
        const newest = [newestBefore(step), newestAfter(step)];
        return (
          stillOpen(step).some((id) => isToldOf(step.ending.text, id)) ||
          step.deed.askers.every(({ name }) =>
            newest.some(
              (attempt) =>
                isCurrent(step, objectOf(step, name, step.after), attempt) ||
                isToldOf(step.ending.text, attempt?.certificateId ?? null),
            ),
          )
        );
      },
    ),
  ),
  "What is open is told to whoever applies.": ofRuns(
    when(
      (step) => step.deed.askers.length > 0 && !isKilled(step) && !step.deed.isKept,
      (step) => {
        const open = stillOpen(step);
        return (
          open.length === 0 ||
          isElsewhere(step) ||
          isAmbiguous(step) ||
          open.some((id) => isToldOf(step.ending.text, id))
        );
      },
    ),
  ),
  "A command that is free to is sent, and ends well exactly if it is done.": ofCommands((step) => {
    const { command, isOutdated } = step.deed;
    if (isKilled(step)) return true;
    if (isAmbiguous(step) && isRefused(step)) return sentBy(step).length === 0;
    const isHeld = stillOpen(step).length > 0 || isElsewhere(step);
    const newest = newestBefore(step);
    const isUsed = step.deed.wishes.every((wish) => step.truth.isSpent(wish, knownTo(step)));
    if (isHeld) return sentBy(step).length === 0 && isRefused(step);
    if (isUsed || (isOutdated && !isAnew(step))) {
      const isItsOwn =
        newest !== undefined &&
        isAmong(step.truth.askedBy(newest.attemptId), command.what) &&
        (!isUsed || newest.name === command.name) &&
        !step.truth.isOlder(newest.certificateId ?? "", command.what.days);
      return (
        sentBy(step).length === 0 &&
        endsWell(step) === isItsOwn &&
        (!isItsOwn || isToldOf(step.ending.text, newest.certificateId ?? null))
      );
    }
    const outcomes = outcomesFor(step);
    return (
      (sentBy(step).length === 1 || outcomes.includes("not-sent")) &&
      endsWell(step) === outcomes.includes("done")
    );
  }),
  "A refusal names a way out.": when(
    (step) => isRefused(step) && isUntroubled(step),
    ({ ending }) => waysOutIn(ending.text).length > 0,
  ),

  // States and ledger agree.
  "A certificate in a state was issued for the order.": ({ after }) =>
    Object.values(after.states).every(({ objects }) =>
      Object.values(objects).every(
        ({ attributes: { certificate_id } }) =>
          !certificate_id || after.issued.includes(String(certificate_id)),
      ),
    ),
  "After an apply that ended well there is nothing left to do.": (step) =>
    !step.ending.left || (isRun(step) && isFirstToldToRenew(step)),
  "What was reissued and ended well is stored.": ofRuns(
    when(
      (step) => endsWell(step) && sentBy(step).length > 0,
      (step) =>
        objectsOf(step, step.after).some(({ certificate }) => certificate === sentBy(step)[0]?.certificate),
    ),
  ),
  "What is refused and not sent leaves what is stored.": ofRuns(
    when(
      (step) => isRefused(step) && sentBy(step).length === 0,
      (step) =>
        step.deed.askers.every(({ name }) => {
          const object = objectOf(step, name);
          const now = objectOf(step, name, step.after);
          const isMarked = step.deed.options.replace === name || object?.tainted;
          return !object || isMarked || now?.certificate === object.certificate || isDoubt(object.outcome);
        }),
    ),
  ),
};

function isToldOf(text: string, id: string | null): boolean {
  return id !== null && id !== "" && text.includes(id);
}

/** The laws that a step breaks. */
export function judge(step: Step): string[] {
  return Object.keys(laws).filter((law) => !laws[law]?.(step));
}
