import { isDeepStrictEqual } from "node:util";
import { dayMs } from "../../../src/contract/index.ts";
import { emptyHistory } from "../../../src/journal/history.ts";
import { isOpen, latestAttempt } from "../../../src/journal/index.ts";
import { blockingReasons, isTrue, readReasons } from "./reasons.ts";
import { isByTable, isImportTaken, judgeStatement } from "./statements.ts";
import type { AppliedBlock, CommandRun, CoreRun, Step } from "./step.ts";
import { ageOfRenewal, blockNames, differsOnlyInTriggers, includesRequest } from "./types.ts";
import { readWaysOut } from "./ways-out.ts";

// The promise as a specification. Intents are known to ground-truth.ts, and the order of certificates to the service. A person can know
// only what is in the journal and the state that they use. step.ts defines the words.

export const laws = {
  L1: 'no intent is sent twice (a configuration edit, a renewal per certificate, a `supersede`, a key, a typed yes are intents; a false "not happened" excuses one).',
  L2: "nothing is sent while the journal in use has an open attempt.",
  L3: "a state never ends up, silently, with a certificate that state or journal know to be older.",
  L4: "from every blocked situation a documented way out leads to an adoption or a genuine reissue, without paying twice.",
  L5: "the same apply twice changes nothing the second time.",
} as const;

/** The clocks of scenarios.ts are no further apart. */
const clocksApart = 20 * 60_000;

type Law = (step: Step) => boolean;

const forCoreRuns =
  (law: (step: Step<CoreRun>) => boolean): Law =>
  (step) =>
    !step.isRun() || law(step);

const checks: Readonly<Record<string, Law>> = {
  [laws.L1]: (step) =>
    !step.isSent || step.intents.some((intent) => !step.truth.isSpent(intent, step.knownAttempts)),
  [laws.L2]: (step) => !step.isSent || (step.openAttempts.length === 0 && !step.earlierAttempts.some(isOpen)),
  [laws.L3]: hasNoOlderSilently,
  // The way out itself is walked in people.ts.
  [laws.L4]: (step) =>
    step.status !== "refused" || !step.hasNoFailure || readWaysOut(step.result.text).length > 0,
  [laws.L5]: (step) => !step.result.pendingChanges || step.isFirstRenewal,

  // What they rest upon.
  "A plan, a refresh and an import send nothing, and write nothing into a journal.": (step) =>
    step.operation.kind !== "read" ||
    (!step.isSent &&
      step.after.journals.every((journal, index) =>
        isDeepStrictEqual(journal, step.before.journals[index] ?? emptyHistory),
      )),
  "One step sends at most one reissue, and only where one is asked for.": (step) =>
    step.sentRequests.length <= (step.isRun() || step.isCommand() ? 1 : 0),
  "A replacement sends nothing, and is refused.": forCoreRuns(
    (step) => !isReplacing(step) || (!step.isSent && step.status !== "succeeded"),
  ),
  "Two resources of one order send nothing, and are refused.": (step) =>
    step.appliedBlocks.length < 2 || (!step.isSent && step.status !== "succeeded"),
  "A reissue is sent only on top of a certificate that the caller knows or supersedes.": forCoreRuns(
    (step) =>
      !step.isSent ||
      step.isMisled ||
      step.supersedes ||
      step.sendingBlocks.some(({ name }) => step.knowsLatest(name)),
  ),
  "One journal is for one service.": (step) => !step.isSent || !step.isOtherService,
  "Nothing is sent while the journal in use has an unreadable entry.": (step) =>
    !step.isSent || !step.isDamaged,
  "What is sent is recorded, with its outcome.": (step) =>
    step.sentRequests.every(({ certificate }) =>
      step.startedAttempts.some(({ status, certificateId }) => {
        if (step.status === "killed") return status !== "void";
        if (certificate && status !== "open") return status === "succeeded" && certificateId === certificate;
        return status === (step.isOutcomeUncertain ? "open" : "void");
      }),
    ),
  "Nothing is open but what was sent in doubt, and what a killed process leaves.": (step) =>
    step.startedAttempts.every(
      (attempt) => !isOpen(attempt) || step.status === "killed" || step.isOutcomeUncertain,
    ),
  "What is recorded stays, until a person or a state says otherwise.": (step) =>
    step.before.journals.every((journal, index) =>
      journal.attempts.every(({ attemptId, status }) => {
        const now = step.after.journals[index]?.attempts.find((other) => other.attemptId === attemptId);
        const isProved = step.storedObjects().some(({ attempt }) => attempt === attemptId);
        return now !== undefined && (now.status === status || step.isResolving(attemptId) || isProved);
      }),
    ),
  "A renewal by age is never sent while the latest purchase is younger, give or take how far clocks are apart.":
    (step) => {
      const { maxAge } = step.isCommand() ? step.operation.command : {};
      if (maxAge === undefined || !step.isSent || step.isMisled) return true;
      const isOver = (age: number | undefined) => age === undefined || age > maxAge * dayMs - clocksApart;
      // A person says when the latest was issued.
      const stated = step.truth.statedAge(step.latestCertificate ?? null, step.setup.journal);
      if (stated !== undefined) return isOver(stated);
      return step.earlierAttempts.every(({ attemptId }) => isOver(step.truth.ageOfPurchase(attemptId)));
    },

  "A renewal in Terraform is due by the time of issue that its project's person stated, or that a person typed to its journal since.":
    forCoreRuns((step) => {
      const isRenewal = (intent: string) => intent.startsWith("renewal of ");
      const isAsked = step.intents.some(
        (intent) => !isRenewal(intent) && !step.truth.isSpent(intent, step.knownAttempts),
      );
      if (!step.isSent || isAsked || step.isMisled) return true;
      return step.sendingBlocks.some(({ name, block }) => {
        const { certificate = null } = step.findObject(name) ?? {};
        const age = step.truth.statedAge(certificate, step.setup.journal, step.operation.project);
        return age === undefined || age >= ageOfRenewal(block.request.days) - clocksApart;
      });
    }),

  // What people state.
  "What an attempt came to is by the table.": ({ after }) =>
    after.journals.every(({ attempts }) => attempts.every((one) => one.isImported || isByTable(one))),
  "A journal has the statements that people made, in their order, and none twice in a row.": (step) =>
    step.after.journals.every(({ attempts }, index) =>
      attempts.every(({ attemptId, statements, isImported }) => {
        const before = step.before.journals[index]?.attempts.find((one) => one.attemptId === attemptId);
        const added = isImported ? [] : statements.slice(before?.statements.length ?? 0);
        return added.every((one) =>
          step.statements.some(({ attempt, certificate }) => attempt === attemptId && certificate === one),
        );
      }),
    ),
  "A statement about an attempt is taken or refused, as the rules say.": (step) => {
    const attempts = step.journalAttempts(step.before);
    const attempt = attempts.find(({ attemptId }) => step.isResolving(attemptId));
    const [statement] = step.statements;
    if (step.operation.kind !== "resolve" || !attempt || !statement) return true;
    const { certificate } = statement;
    const verdict = judgeStatement(attempt, attempts, certificate);
    const now = step.journalAttempts(step.after).find(({ attemptId }) => attemptId === attempt.attemptId);
    return (
      (step.status === "succeeded") === (verdict !== "refused") &&
      now?.statements.length === attempt.statements.length + (verdict === "taken" ? 1 : 0)
    );
  },
  "A statement that is left over in a configuration changes nothing, and a new one is written.": forCoreRuns(
    (step) =>
      step.statements.every(({ attempt: id, certificate }) => {
        const attempts = step.journalAttempts(step.before);
        const attempt = attempts.find(({ attemptId }) => attemptId === id);
        const now = step.journalAttempts(step.after).find(({ attemptId }) => attemptId === id);
        if (!attempt || !now) return true;
        const isWritten = now.statements.length > attempt.statements.length;
        if (attempt.statements.includes(certificate)) return !isWritten;
        const isDue =
          step.status === "succeeded" && step.appliedBlocks.length > 0 && step.operation.isSaved !== true;
        return (
          isWritten ||
          !isDue ||
          isProvedByState(step, id, certificate) ||
          judgeStatement(attempt, attempts, certificate) !== "taken"
        );
      }),
  ),
  "After an apply that ends well, state and journal agree about an attempt.": forCoreRuns(
    (step) =>
      step.status !== "succeeded" ||
      step.appliedBlocks.every(({ name }) => {
        const now = step.findObject(name, step.after);
        const { attempt, certificate, outcome, isByService } = now ?? {};
        // Nothing was applied: the state has the service's answer, and the journal, which has lost it, a wrong statement.
        if (isByService && isDeepStrictEqual(step.findObject(name), now)) return true;
        const made = step.journalAttempts(step.after).find(({ attemptId }) => attemptId === attempt);
        return outcome !== "done" || made?.certificateId === undefined || made.certificateId === certificate;
      }),
  ),
  "An import is taken or refused, as the rules say, and then it is the latest.": (step) => {
    const { imported, operation } = step;
    if (!imported) return true;
    const isKept = operation.kind === "read";
    const isBlocked = step.isDamaged || step.isOtherService;
    const isTaken = !isBlocked && isImportTaken(step.journalAttempts(step.before), imported, isKept);
    if ((step.status === "succeeded") !== isTaken) return false;
    return (
      isKept ||
      !isTaken ||
      latestAttempt(step.journalAttempts(step.after))?.certificateId === imported.certificate
    );
  },
  "An import that is adopted is the latest of the journal.": forCoreRuns(
    (step) =>
      step.status !== "succeeded" ||
      step.appliedBlocks.every(({ name }) => {
        const [object, now] = [step.findObject(name), step.findObject(name, step.after)];
        if (object?.outcome !== "imported" || object.tainted || now?.certificate !== object.certificate)
          return true;
        return latestAttempt(step.journalAttempts(step.after))?.certificateId === now.certificate;
      }),
  ),
  "An open attempt that only a state knows is not lost with its object.": forCoreRuns((step) =>
    step
      .storedObjects()
      .every(
        ({ openAttempt }) =>
          openAttempt === null ||
          step.journalAttempts(step.after).some(({ attemptId }) => attemptId === openAttempt) ||
          step.storedObjects(step.after).some((object) => object.openAttempt === openAttempt),
      ),
  ),

  // No intent is swallowed, and nothing is blocked without a reason.
  "An apply is refused only for a reason that is true.": forCoreRuns((step) => {
    if (step.status !== "refused" || !step.hasNoFailure || step.operation.hasChangedSince) return true;
    const claims = readReasons(step.result.text);
    return claims.length > 0 && claims.every((claim) => isTrue(claim, step));
  }),
  "An apply that ends well has carried out what was asked for.": forCoreRuns((step) => {
    if (step.status !== "succeeded" || step.isBlocked || step.operation.hasChangedSince || step.isMisled)
      return true;
    const isAsked = step.appliedBlocks.some(
      ({ name, isRenewalDue }) => isRenewalDue && step.knowsLatest(name),
    );
    return step.isSent || !(isAsked || (step.supersedes && step.appliedBlocks.length > 0));
  }),
  "An apply that ends well stores a certificate of the configured request.": (step) => {
    const isRight = ({ name, block }: AppliedBlock) => {
      const object = step.findObject(name, step.after);
      if (!object || object.tainted) return false;
      const isBlocked =
        object.openAttempt !== null && (step.shows(object.openAttempt) || blockingReasons(step).length > 0);
      return isBlocked || includesRequest(step.truth.requestsBehind(object.certificate), block.request);
    };
    return step.status !== "succeeded" || step.appliedBlocks.every(isRight);
  },
  "What was reissued and ended well is stored.": forCoreRuns(
    (step) =>
      step.status !== "succeeded" ||
      step.sentRequests.every((sent) =>
        step.storedObjects(step.after).some(({ certificate }) => certificate === sent.certificate),
      ),
  ),
  "A refused apply that sends nothing leaves the stored certificate.": (step) =>
    step.status !== "refused" ||
    step.isSent ||
    step.appliedBlocks.every(({ name }) => {
      const object = step.findObject(name);
      const now = step.findObject(name, step.after);
      if (!object || object.tainted) return true;
      return [object.certificate, step.currentCertificate(object)].includes(now?.certificate ?? null);
    }),
  "What blocks an order is shown to each person who applies.": forCoreRuns(
    (step) =>
      !step.isBlocked ||
      step.status === "killed" ||
      step.operation.isSaved === true ||
      step.appliedBlocks.length === 0 ||
      (step.status === "refused" ? readReasons(step.result.text) : blockingReasons(step)).length > 0,
  ),
  "A command is sent, answered or blocked, as the rules say.": (step) =>
    !step.isCommand() ||
    step.status === "killed" ||
    step.isMisled ||
    observed(step).some((result) => expected(step).includes(result)),
  "Nothing but a certificate that was made from the request answers it.": (step) => {
    if (!step.isCommand() || step.status !== "succeeded" || step.isSent) return true;
    const { request, maxAge } = step.operation.command;
    const isMade = maxAge === undefined ? includesRequest : differsOnlyInTriggers;
    return step.knownCertificates.some(
      (id) => step.shows(id) && isMade(step.truth.requestsBehind(id), request),
    );
  },
  "A certificate in a state was issued for the order, or a person named it.": ({ after, truth }) =>
    Object.values(after.states).every(({ objects }) =>
      Object.values(objects).every(({ attributes: { certificate_id: id } }) => {
        return !id || after.issued.includes(String(id)) || truth.isNamed(String(id));
      }),
    ),
};

export function brokenLaws(step: Step): string[] {
  return Object.keys(checks).filter((law) => !checks[law]?.(step));
}

/** `-replace` of an object. Cores ignore it for an object that is tainted or not there. */
function isReplacing(step: Step<CoreRun>): boolean {
  const { replace } = step.options;
  const object = replace && step.operation.configuration.blocks[replace] && step.findObject(replace);
  return object !== undefined && !object.tainted;
}

function hasNoOlderSilently(step: Step): boolean {
  if (step.isMisled) return true;
  return blockNames.every((name) => {
    const certificate = step.findObject(name, step.after)?.certificate ?? null;
    if (certificate === null) return true;
    const isChanged = step.findObject(name)?.certificate !== certificate;
    const isApply =
      step.isRun() &&
      step.status === "succeeded" &&
      !step.operation.isSaved &&
      step.operation.configuration.blocks[name];
    if (!isChanged && (!isApply || step.isBlocked)) return true;
    const newer = step.knownCertificates.filter((other) => step.isNewer(other, certificate));
    return newer.length === 0 || newer.some((id) => step.shows(id));
  });
}

type Result = "sent" | "answered" | "blocked";

function observed(step: Step<CommandRun>): readonly Result[] {
  const outcomes = step.expectedOutcomes;
  if (step.isSent) return (step.status === "succeeded") === outcomes.includes("done") ? ["sent"] : [];
  if (step.status === "refused") return outcomes.includes("not-sent") ? ["blocked", "sent"] : ["blocked"];
  return step.shows(step.latestCertificate ?? "") ? ["answered"] : [];
}

/** What the five rules say to a command. */
function expected(step: Step<CommandRun>): readonly Result[] {
  const { operation, truth } = step;
  const { request, supersede, key, maxAge } = operation.command;
  if (step.openAttempts.length > 0 || step.isDamaged || step.isOtherService) return ["blocked"];
  const latest = step.latestRecordedAttempt;
  // An import may leave out what the certificate was made from.
  const requests = latest?.requestDigest === undefined ? [] : truth.requestsBehind(latest.certificateId);
  const { isImported, sentAt, issuedAt, validityDays } = latest ?? {};
  const age = Date.now() - Date.parse((isImported ? issuedAt : (sentAt ?? issuedAt)) ?? "");
  const isExpired = validityDays !== undefined && age >= validityDays * dayMs;
  const answerIf = (isSame: boolean): Result => (isSame && !isExpired ? "answered" : "blocked");
  const intent = `key ${key}`;
  if (key !== undefined && truth.isSpent(intent, step.knownAttempts)) {
    const isLatest = truth.isMadeFor(latest?.certificateId ?? null, intent);
    return [answerIf(isLatest && includesRequest(requests, request))];
  }
  if (latest === undefined) return [maxAge === undefined && supersede === undefined ? "sent" : "blocked"];
  if (supersede !== undefined) return [supersede === latest.attemptId ? "sent" : "blocked"];
  if (maxAge === undefined) return ["sent"];

  // Whether a renewal is due. Where clocks decide, it may be or not.
  if (Number.isNaN(age)) return ["blocked"];
  const isSame = differsOnlyInTriggers(requests, request);
  // Of two who imported it, the last one is believed.
  const isDisputed = isImported && !requests.every((one) => differsOnlyInTriggers([one], request));
  const unsent = [answerIf(isSame), ...(isDisputed ? [answerIf(false)] : [])];
  const isNearBound = [0, maxAge * dayMs].some((bound) => Math.abs(age - bound) <= clocksApart);
  if (isNearBound && age < dayMs) return [...unsent, "blocked"];
  if (isNearBound) return [...unsent, "sent"];
  return age > maxAge * dayMs ? ["sent"] : unsent;
}

/** The state proves the outcome of an attempt, or a person stated the same to it, so that nothing has to be stated. */
function isProvedByState(step: Step, attemptId: string, stated: string | null): boolean {
  return step
    .storedObjects()
    .some(
      ({ attempt, certificate, isByService }) =>
        attempt === attemptId && (isByService || certificate === stated),
    );
}
