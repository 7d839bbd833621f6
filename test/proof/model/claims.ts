import { isOpen } from "../../../src/journal/index.ts";
import {
  type Asker,
  certificateOf,
  isDamaged,
  isElsewhere,
  isShown,
  isUnclear,
  journalOf,
  knowsLatest,
  latestCertificate,
  objectOf,
  objectsOf,
  type RunDeed,
  resolutionsIn,
  type Step,
  stillOpen,
} from "./step.ts";
import { isAmong } from "./world.ts";

/** Each reason for which an apply is refused, by its title, and whether it is true. */
const claims: Readonly<Record<string, (step: Step<RunDeed>) => boolean>> = {
  "An earlier reissue has no known outcome": isOpenAttempt,
  "The id of a new certificate is lost": isOpenAttempt,
  "A reissue of this order is under way": isOpenAttempt,
  "The journal is damaged": isDamaged,
  "The order belongs to another service": isElsewhere,
  "It is not clear which certificate is newer": isUnclear,
  "This order already has a certificate": (step) =>
    step.truth.isMisled ||
    step.deed.askers.some((asker) => !knowsLatest(step, asker.name) && !isLatestRequested(step, asker)),
  "The certificate has expired": (step) =>
    step.deed.askers.some(({ block }) =>
      step.truth.isOlderThan(latestCertificate(step) ?? "", block.request.days),
    ),
  "The imported certificate was made from a different request": (step) =>
    step.deed.askers.some(({ name, block }) => {
      const object = objectOf(step, name);
      return (
        object?.outcome === "imported" && !isAmong(step.truth.madeFrom(object.certificate), block.request)
      );
    }),
  "Replacing does not reissue": ({ deed }) => deed.options.replace !== undefined,
  "The order is in this state already": (step) =>
    step.deed.askers.some(({ name }) => objectOf(step, name)?.tainted !== false) &&
    objectsOf(step).some(({ certificate, openAttempt }) => {
      const journal = journalOf(step, step.before);
      const isKnown = journal.some(
        ({ status, certificateId }) => status === "succeeded" && certificateId === certificate,
      );
      const isOpenKnown = journal.some(({ attemptId }) => attemptId === openAttempt);
      return (certificate !== null && !isKnown) || (openAttempt !== null && !isOpenKnown);
    }),
  "is described twice": ({ deed }) => deed.askers.length > 1,
  // A resolution that contradicts the service, or comes too early.
  "The resolution does not apply": (step) =>
    resolutionsIn(step.deed).some(([attempt]) => isShown(step.ending.text, attempt)),
};

/** The reasons that a message gives, as errors or as warnings. */
export function claimsIn(message: string): string[] {
  const text = message.replace(/\s+/g, " ").toLowerCase();
  return Object.keys(claims).filter((title) => text.includes(title.toLowerCase()));
}

export function isTrue(claim: string, step: Step<RunDeed>): boolean {
  return claims[claim]?.(step) === true;
}

/** A core may plan or make one object before it shows another one that proves the outcome. */
function isOpenAttempt(step: Step<RunDeed>): boolean {
  const { askers, options } = step.deed;
  const isProvedLate = ({ attemptId }: { readonly attemptId: string }) =>
    objectsOf(step).some(({ attempt }) => attempt === attemptId) &&
    askers.some(({ name }) => {
      const own = objectOf(step, name);
      return own?.attempt !== attemptId || (own.tainted && options.createFirst === true);
    });
  const inJournal = journalOf(step, step.before).filter(isOpen).filter(isProvedLate);
  const open = [...stillOpen(step), ...inJournal.map(({ attemptId }) => attemptId)];
  return open.some((id) => isShown(step.ending.text, id));
}

/** The reasons that block an order, whatever is requested, and that are true. */
export function blockingIn(step: Step<RunDeed>): string[] {
  return claimsIn(step.ending.text).filter((claim) => blocking.includes(claim) && isTrue(claim, step));
}

const blocking = [
  "An earlier reissue has no known outcome",
  "The id of a new certificate is lost",
  "A reissue of this order is under way",
  "The journal is damaged",
  "The order belongs to another service",
  "It is not clear which certificate is newer",
];

/** The latest certificate was made from what a block requests. If the CSR is not known yet, that cannot be told. */
function isLatestRequested(step: Step<RunDeed>, { block, name }: Asker): boolean {
  const object = objectOf(step, name);
  const latest = latestCertificate(step);
  const isOwn = object !== undefined && !object.tainted && certificateOf(step, object) === latest;
  return (isOwn || !step.deed.options.late) && isAmong(step.truth.madeFrom(latest), block.request);
}
