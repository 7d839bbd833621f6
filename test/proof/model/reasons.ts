import { dayMs } from "../../../src/contract/index.ts";
import { isOpen } from "../../../src/journal/index.ts";
import type { AppliedBlock, Step } from "./step.ts";
import { ageOfRenewal, differsOnlyInTriggers, includesRequest } from "./types.ts";

type Reasons = Readonly<Record<string, (step: Step) => boolean>>;

const blocking: Reasons = {
  "An earlier reissue has no known outcome": isOpenAttempt,
  "The id of a new certificate is lost": isOpenAttempt,
  "A reissue of this order is under way": isOpenAttempt,
  "The journal is damaged": ({ isDamaged }) => isDamaged,
  "The order belongs to another service": ({ isOtherService }) => isOtherService,
  "It is not clear which certificate is newer": ({ isUnclear }) => isUnclear,
};

/** Each reason for which an apply is refused, by its title, and whether it is true. */
const reasons: Reasons = {
  ...blocking,
  "This order already has a certificate": hasNewerCertificate,
  "The order was reissued after the plan": hasNewerCertificate,
  "The request cannot be compared yet": (step) =>
    step.options.isCsrUnknown === true &&
    (step.isMisled || step.appliedBlocks.some(({ name }) => !step.hasLatest(name))),
  "The request is not known yet": (step) =>
    step.options.isCsrUnknown === true &&
    step.appliedBlocks.some(({ name }) => step.findObject(name)?.outcome === "imported"),
  "The certificate has expired": (step) =>
    step.appliedBlocks.some(({ block }) =>
      step.truth.agesOf(step.latestCertificate ?? null).some((age) => age >= block.request.days * dayMs),
    ),
  // The stored plan of another machine names the latest of that machine's journal.
  "The planned supersede does not apply": ({ options }) => options.noRefresh === true,
  "The renewal is not due any more": (step) =>
    step.options.noRefresh === true &&
    step.appliedBlocks.some(({ name, block }) => {
      const { certificate = null, isDue } = step.findObject(name) ?? {};
      const age = step.truth.statedAge(certificate, step.setup.journal);
      return isDue && age !== undefined && age < ageOfRenewal(block.request.days);
    }),
  "The imported certificate was made from a different request": (step) =>
    step.appliedBlocks.some(({ name, block }) => {
      const object = step.findObject(name);
      const requests = step.truth.requestsBehind(object?.certificate);
      // Of two who imported it, the last one is believed.
      const isSame = requests.every((one) => differsOnlyInTriggers([one], block.request));
      return object?.outcome === "imported" && !(requests.length > 0 && isSame);
    }),
  "Replacing does not reissue": ({ options }) => options.replace !== undefined,
  "The order is in this state already": (step) =>
    step.appliedBlocks.some(({ name }) => step.findObject(name)?.tainted !== false) &&
    step.storedObjects().some(({ certificate, openAttempt }) => {
      const journal = step.journalAttempts(step.before);
      const isKnown = journal.some(
        ({ status, certificateId }) => status === "succeeded" && certificateId === certificate,
      );
      const isOpenKnown = journal.some(({ attemptId }) => attemptId === openAttempt);
      // A person who is misled has another latest.
      const isLatest = step.isMisled || certificate === step.latestCertificate;
      const isOfOtherRequest = isLatest && hasNewerCertificate(step);
      return (
        (certificate !== null && (!isKnown || isOfOtherRequest)) || (openAttempt !== null && !isOpenKnown)
      );
    }),
  "is described twice": ({ appliedBlocks }) => appliedBlocks.length > 1,
  "The attempt got another result": (step) =>
    step.storedObjects().some(({ attempt, openAttempt, certificate }) => {
      const id = openAttempt ?? attempt;
      const known = step.journalAttempts(step.before).find(({ attemptId }) => attemptId === id);
      return (
        known !== undefined &&
        step.isResolving(known.attemptId) &&
        !(isOpen(known) ? openAttempt !== null : known.certificateId === certificate)
      );
    }),
  // A resolution that contradicts the service, or comes too early.
  "The resolution does not apply": (step) => step.resolveEntries.some(([attempt]) => step.shows(attempt)),
};

export function readReasons(message: string): string[] {
  const text = message.replace(/\s+/g, " ").toLowerCase();
  return Object.keys(reasons).filter((title) => text.includes(title.toLowerCase()));
}

export function isTrue(claim: string, step: Step): boolean {
  return reasons[claim]?.(step) === true;
}

/** A block asks for another request than the one behind a certificate that it does not know. */
function hasNewerCertificate(step: Step): boolean {
  return (
    step.isMisled ||
    // Of two resources, one may be planned before the core has shown the object of the other.
    step.appliedBlocks.length > 1 ||
    // The configuration states a certificate that the journal does not have yet.
    step.resolveEntries.some(([attempt, result]) => result !== "not-happened" && step.shows(attempt)) ||
    step.appliedBlocks.some((applied) => !step.knowsLatest(applied.name) && !isLatestRequested(step, applied))
  );
}

/** A core may plan or make one object before it shows another one that proves the outcome. */
function isOpenAttempt(step: Step): boolean {
  const isProvedLate = ({ attemptId }: { readonly attemptId: string }) =>
    step.storedObjects().some(({ attempt }) => attempt === attemptId) &&
    step.appliedBlocks.some(({ name }) => {
      const own = step.findObject(name);
      return own?.attempt !== attemptId || (own.tainted && step.options.createBeforeDestroy === true);
    });
  const inJournal = step.journalAttempts(step.before).filter(isOpen).filter(isProvedLate);
  const open = [...step.openAttempts, ...inJournal.map(({ attemptId }) => attemptId)];
  return open.some((id) => step.shows(id));
}

/** The reasons in the message that block the order, whatever is requested, and that are true. */
export function blockingReasons(step: Step): string[] {
  return readReasons(step.result.text).filter((claim) => blocking[claim]?.(step));
}

/** The latest certificate was made from what a block requests. If the CSR is not known yet, that cannot be told. */
function isLatestRequested(step: Step, { block, name }: AppliedBlock): boolean {
  const requests = step.truth.requestsBehind(step.latestCertificate);
  // Of two who imported it, the last one is believed.
  const { isImported = false, requestDigest = "" } = step.latestRecordedAttempt ?? {};
  const isUndisputed =
    !isImported || (requestDigest !== "" && requests.every((one) => includesRequest([one], block.request)));
  const isRequested = isUndisputed && includesRequest(requests, block.request);
  return (step.hasLatest(name) || !step.options.isCsrUnknown) && isRequested;
}
