import { isOpen } from "../../../src/journal/index.ts";
import {
  type AppliedBlock,
  type CoreRun,
  currentCertificate,
  findObject,
  isDamaged,
  isOtherService,
  isShown,
  isUnclear,
  journalAttempts,
  knowsLatest,
  latestCertificate,
  openAttempts,
  resolveEntries,
  type Step,
  storedObjects,
} from "./step.ts";
import { includesRequest } from "./types.ts";

/** Each reason for which an apply is refused, by its title, and whether it is true. */
const reasons: Readonly<Record<string, (step: Step<CoreRun>) => boolean>> = {
  "An earlier reissue has no known outcome": isOpenAttempt,
  "The id of a new certificate is lost": isOpenAttempt,
  "A reissue of this order is under way": isOpenAttempt,
  "The journal is damaged": isDamaged,
  "The order belongs to another service": isOtherService,
  "It is not clear which certificate is newer": isUnclear,
  "This order already has a certificate": (step) =>
    step.truth.isLatestMisstated ||
    step.operation.appliedBlocks.some(
      (applied) => !knowsLatest(step, applied.name) && !isLatestRequested(step, applied),
    ),
  "The certificate has expired": (step) =>
    step.operation.appliedBlocks.some(({ block }) =>
      step.truth.isOlderThan(latestCertificate(step) ?? "", block.request.days),
    ),
  "The imported certificate was made from a different request": (step) =>
    step.operation.appliedBlocks.some(({ name, block }) => {
      const object = findObject(step, name);
      return (
        object?.outcome === "imported" &&
        !includesRequest(step.truth.requestsBehind(object.certificate), block.request)
      );
    }),
  "Replacing does not reissue": ({ operation }) => operation.options.replace !== undefined,
  "The order is in this state already": (step) =>
    step.operation.appliedBlocks.some(({ name }) => findObject(step, name)?.tainted !== false) &&
    storedObjects(step).some(({ certificate, openAttempt }) => {
      const journal = journalAttempts(step, step.before);
      const isKnown = journal.some(
        ({ status, certificateId }) => status === "succeeded" && certificateId === certificate,
      );
      const isOpenKnown = journal.some(({ attemptId }) => attemptId === openAttempt);
      return (certificate !== null && !isKnown) || (openAttempt !== null && !isOpenKnown);
    }),
  "is described twice": ({ operation }) => operation.appliedBlocks.length > 1,
  // A resolution that contradicts the service, or comes too early.
  "The resolution does not apply": (step) =>
    resolveEntries(step.operation).some(([attempt]) => isShown(step.result.text, attempt)),
};

/** The reasons that a message gives, as errors or as warnings. */
export function readReasons(message: string): string[] {
  const text = message.replace(/\s+/g, " ").toLowerCase();
  return Object.keys(reasons).filter((title) => text.includes(title.toLowerCase()));
}

export function isTrue(claim: string, step: Step<CoreRun>): boolean {
  return reasons[claim]?.(step) === true;
}

/** A core may plan or make one object before it shows another one that proves the outcome. */
function isOpenAttempt(step: Step<CoreRun>): boolean {
  const { appliedBlocks, options } = step.operation;
  const isProvedLate = ({ attemptId }: { readonly attemptId: string }) =>
    storedObjects(step).some(({ attempt }) => attempt === attemptId) &&
    appliedBlocks.some(({ name }) => {
      const own = findObject(step, name);
      return own?.attempt !== attemptId || (own.tainted && options.createBeforeDestroy === true);
    });
  const inJournal = journalAttempts(step, step.before).filter(isOpen).filter(isProvedLate);
  const open = [...openAttempts(step), ...inJournal.map(({ attemptId }) => attemptId)];
  return open.some((id) => isShown(step.result.text, id));
}

/** The reasons that block an order, whatever is requested, and that are true. */
export function blockingReasons(step: Step<CoreRun>): string[] {
  return readReasons(step.result.text).filter((claim) => blocking.includes(claim) && isTrue(claim, step));
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
function isLatestRequested(step: Step<CoreRun>, { block, name }: AppliedBlock): boolean {
  const object = findObject(step, name);
  const latest = latestCertificate(step);
  const isOwn = object !== undefined && !object.tainted && currentCertificate(step, object) === latest;
  return (
    (isOwn || !step.operation.options.isCsrUnknown) &&
    includesRequest(step.truth.requestsBehind(latest), block.request)
  );
}
