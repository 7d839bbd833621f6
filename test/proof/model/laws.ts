import { isDeepStrictEqual } from "node:util";
import { isOpen } from "../../../src/journal/index.ts";
import { blockingReasons, isTrue, readReasons } from "./reasons.ts";
import {
  type AppliedBlock,
  type CommandRun,
  type CoreRun,
  currentCertificate,
  earlierAttempts,
  expectedOutcomes,
  findObject,
  hasNoFailure,
  isBlocked,
  isCommand,
  isDamaged,
  isFirstRenewal,
  isKilled,
  isNewer,
  isOtherService,
  isRefused,
  isRun,
  isSent,
  isShown,
  isSuccessful,
  isUncertain,
  journalAttempts,
  knownAttempts,
  knownCertificates,
  knowsLatest,
  latestCertificate,
  latestRecordedAttempt,
  openAttempts,
  readObject,
  resolvedAttempts,
  type Step,
  sentRequests,
  startedAttempts,
  storedObjects,
  supersedes,
} from "./step.ts";
import { type BlockName, includesRequest } from "./types.ts";
import { readWaysOut } from "./ways-out.ts";

// The promise as a specification. Intents are known to ground-truth.ts, and the order of certificates to the service. A person can know
// only what is in the journal and the state that they use. step.ts defines the words.

/** The five laws. */
export const laws = {
  L1: 'no intent is sent twice (a configuration edit, a renewal per certificate, a `supersede`, a key, a run, a typed yes are intents; a false "not happened" excuses one).',
  L2: "nothing is sent while the journal in use has an open attempt.",
  L3: "a state never ends up, silently, with a certificate that state or journal know to be older.",
  L4: "from every blocked situation a documented way out leads to an adoption or a genuine reissue, without paying twice.",
  L5: "the same apply twice changes nothing the second time.",
} as const;

type Law = (step: Step) => boolean;

const forCoreRuns =
  (law: (step: Step<CoreRun>) => boolean): Law =>
  (step) =>
    !isRun(step) || law(step);
const forCommands =
  (law: (step: Step<CommandRun>) => boolean): Law =>
  (step) =>
    !isCommand(step) || law(step);

const checks: Readonly<Record<string, Law>> = {
  [laws.L1]: (step) =>
    !isSent(step) || listIntents(step).some((intent) => !step.truth.isSpent(intent, knownAttempts(step))),
  [laws.L2]: (step) =>
    !isSent(step) ||
    (openAttempts(step).length === 0 && !earlierAttempts(step).some((attempt) => isOpen(attempt))),
  [laws.L3]: hasNoOlderSilently,
  // The way out itself is walked in people.ts.
  [laws.L4]: (step) => !isRefused(step) || !hasNoFailure(step) || readWaysOut(step.result.text).length > 0,
  [laws.L5]: (step) => !step.result.pendingChanges || (isRun(step) && isFirstRenewal(step)),

  // What they rest upon.
  "A plan, a refresh and an import send nothing, and write nothing into a journal.": (step) =>
    step.operation.kind !== "read" ||
    (!isSent(step) &&
      step.after.journals.every((journal, index) =>
        isDeepStrictEqual(journal, step.before.journals[index] ?? { attempts: [], damage: [], issued: [] }),
      )),
  "One step sends at most one reissue, and only where one is asked for.": (step) =>
    sentRequests(step).length <= (isRun(step) || isCommand(step) ? 1 : 0),
  "A replacement sends nothing, and is refused.": forCoreRuns(
    (step) => !isReplacing(step) || (!isSent(step) && (isRefused(step) || isKilled(step))),
  ),
  "Two resources of one order send nothing, and are refused.": forCoreRuns(
    (step) =>
      step.operation.appliedBlocks.length < 2 || (!isSent(step) && (isRefused(step) || isKilled(step))),
  ),
  "A reissue is sent only on top of a certificate that the caller knows or supersedes.": forCoreRuns(
    (step) =>
      !isSent(step) ||
      step.truth.isLatestMisstated ||
      supersedes(step) ||
      sendingBlocks(step).some(({ name }) => knowsLatest(step, name)),
  ),
  "One journal is for one service.": (step) => !isSent(step) || !isOtherService(step),
  "Nothing is sent while the journal in use has an unreadable entry.": (step) =>
    !isSent(step) || !isDamaged(step),
  "What is sent is recorded, with its outcome.": (step) =>
    sentRequests(step).every(({ certificate }) =>
      startedAttempts(step).some(({ status, certificateId }) => {
        if (isKilled(step)) return status !== "void";
        if (certificate && status !== "open") return status === "succeeded" && certificateId === certificate;
        return status === (expectedOutcomes(step).some(isUncertain) ? "open" : "void");
      }),
    ),
  "Nothing is open but what was sent in doubt, and what a killed process leaves.": (step) =>
    startedAttempts(step).every(
      (attempt) => !isOpen(attempt) || isKilled(step) || expectedOutcomes(step).some(isUncertain),
    ),
  "What is recorded stays, until a person or a state says otherwise.": (step) =>
    step.before.journals.every((journal, index) =>
      journal.attempts.every(({ attemptId, status }) => {
        const now = step.after.journals[index]?.attempts.find((other) => other.attemptId === attemptId);
        const isProved = storedObjects(step).some(({ attempt }) => attempt === attemptId);
        return (
          now !== undefined &&
          (now.status === status || resolvedAttempts(step.operation).includes(attemptId) || isProved)
        );
      }),
    ),
  "An open attempt that only a state knows is not lost with its object.": forCoreRuns((step) =>
    storedObjects(step).every(
      ({ openAttempt }) =>
        openAttempt === null ||
        journalAttempts(step, step.after).some(({ attemptId }) => attemptId === openAttempt) ||
        storedObjects(step, step.after).some((object) => object.openAttempt === openAttempt),
    ),
  ),

  // No intent is swallowed, and nothing is blocked without a reason.
  "An apply is refused only for a reason that is true.": forCoreRuns((step) => {
    if (!isRefused(step) || !hasNoFailure(step) || step.operation.hasChangedSince) return true;
    const claims = readReasons(step.result.text);
    return claims.length > 0 && claims.every((claim) => isTrue(claim, step));
  }),
  "An apply that ends well has carried out what was asked for.": forCoreRuns((step) => {
    if (
      !isSuccessful(step) ||
      isBlocked(step) ||
      step.operation.hasChangedSince ||
      step.truth.isLatestMisstated
    )
      return true;
    const isAsked = step.operation.appliedBlocks.some(
      ({ name, isRenewalDue }) => isRenewalDue && knowsLatest(step, name),
    );
    return isSent(step) || !(isAsked || (supersedes(step) && step.operation.appliedBlocks.length > 0));
  }),
  "An apply that ends well stores a certificate of the configured request.": forCoreRuns((step) => {
    const isRight = ({ name, block }: AppliedBlock) => {
      const object = findObject(step, name, step.after);
      if (!object || object.tainted) return false;
      const { text } = step.result;
      const isBlocked =
        object.openAttempt !== null &&
        (isShown(text, object.openAttempt) || blockingReasons(step).length > 0);
      return isBlocked || includesRequest(step.truth.requestsBehind(object.certificate), block.request);
    };
    return !isSuccessful(step) || step.operation.appliedBlocks.every(isRight);
  }),
  "What was reissued and ended well is stored.": forCoreRuns(
    (step) =>
      !isSuccessful(step) ||
      sentRequests(step).every((sent) =>
        storedObjects(step, step.after).some(({ certificate }) => certificate === sent.certificate),
      ),
  ),
  "A refused apply that sends nothing leaves the stored certificate.": forCoreRuns(
    (step) =>
      !isRefused(step) ||
      isSent(step) ||
      step.operation.appliedBlocks.every(({ name }) => {
        const object = findObject(step, name);
        const now = findObject(step, name, step.after);
        if (!object || object.tainted) return true;
        return [object.certificate, currentCertificate(step, object)].includes(now?.certificate ?? null);
      }),
  ),
  "What blocks an order is shown to each person who applies.": forCoreRuns(
    (step) =>
      !isBlocked(step) ||
      isKilled(step) ||
      step.operation.isSaved === true ||
      step.operation.appliedBlocks.length === 0 ||
      (isRefused(step) ? readReasons(step.result.text) : blockingReasons(step)).length > 0,
  ),
  "A command is sent, answered or blocked, as the rules say.": forCommands(
    (step) =>
      isKilled(step) ||
      step.truth.isLatestMisstated ||
      observed(step).some((result) => expected(step).includes(result)),
  ),
  "A certificate in a state was issued for the order, or a person imported it.": ({ after, truth }) =>
    Object.values(after.states).every(({ objects }) =>
      Object.values(objects).every(
        ({ attributes: { certificate_id: id } }) =>
          !id || truth.isLatestMisstated || after.issued.includes(String(id)),
      ),
    ),
};

/** The laws that a step breaks. */
export function brokenLaws(step: Step): string[] {
  return Object.keys(checks).filter((law) => !checks[law]?.(step));
}

/** The blocks that may have sent what this step sent. */
export function sendingBlocks(step: Step<CoreRun>): readonly AppliedBlock[] {
  const [sent] = sentRequests(step);
  const ids = new Set(startedAttempts(step).map(({ attemptId }) => attemptId));
  const matching = step.operation.appliedBlocks.filter(
    ({ block: { request } }) =>
      sent === undefined ||
      sent.csr === undefined ||
      (sent.csr === request.csr && sent.days === request.days),
  );
  const storing = matching.filter(({ name }) => {
    const object = findObject(step, name, step.after);
    return ids.has(object?.attempt ?? "") || ids.has(object?.openAttempt ?? "");
  });
  return storing.length > 0 ? storing : matching;
}

export function listIntents(step: Step): readonly string[] {
  if (isRun(step)) return sendingBlocks(step).flatMap(({ intents }) => intents);
  return isCommand(step) ? step.operation.intents : [];
}

/** `-replace` of an object. Cores ignore it for an object that is tainted or not there. */
function isReplacing(step: Step<CoreRun>): boolean {
  const { replace } = step.operation.options;
  const object = replace && step.operation.configuration.blocks[replace] && findObject(step, replace);
  return object !== undefined && !object.tainted;
}

function hasNoOlderSilently(step: Step): boolean {
  const { operation, truth, result, after } = step;
  if (!("project" in operation) || truth.isLatestMisstated) return true;
  return Object.entries(after.states[operation.project].objects).every(([name, stored]) => {
    const { certificate } = readObject(stored);
    const before = step.before.states[operation.project].objects[name as BlockName];
    const object = isRun(step) ? findObject(step, name as BlockName) : before && readObject(before);
    if (certificate === null) return true;
    const isChanged = object?.certificate !== certificate;
    const isApply =
      isRun(step) &&
      isSuccessful(step) &&
      !step.operation.isSaved &&
      step.operation.configuration.blocks[name as BlockName];
    if (!isChanged && (!isApply || isBlocked(step))) return true;
    const newer = knownCertificates(step).filter((other) => isNewer(step, other, certificate));
    return newer.length === 0 || newer.some((id) => isShown(result.text, id));
  });
}

type Result = "sent" | "answered" | "blocked";

function observed(step: Step<CommandRun>): readonly Result[] {
  const outcomes = expectedOutcomes(step);
  if (isSent(step)) return isSuccessful(step) === outcomes.includes("done") ? ["sent"] : [];
  if (isRefused(step)) return outcomes.includes("not-sent") ? ["blocked", "sent"] : ["blocked"];
  return isShown(step.result.text, latestCertificate(step) ?? "") ? ["answered"] : [];
}

/** What the five rules say to a command. */
function expected(step: Step<CommandRun>): readonly Result[] {
  const { operation, truth } = step;
  const { request, supersede, run } = operation.command;
  if (openAttempts(step).length > 0 || isDamaged(step) || isOtherService(step)) return ["blocked"];
  const latest = latestRecordedAttempt(step);
  const isSame = latest !== undefined && includesRequest(truth.requestedBy(latest.attemptId), request);
  const isExpired =
    latest !== undefined && truth.isOlderThan(latest.certificateId ?? "", latest.validityDays ?? 0);
  const answer: readonly Result[] = isSame && !isExpired ? ["answered"] : ["blocked"];
  const key = operation.intents.find((intent) => /^(?:key|run) /.test(intent));
  if (key !== undefined && truth.isSpent(key, knownAttempts(step)))
    return truth.intentsBehind(latest?.attemptId ?? "").has(key) ? answer : ["blocked"];
  if (latest === undefined || supersede === latest.attemptId) return ["sent"];
  if (supersede !== undefined) return ["blocked"];
  if (run === undefined || operation.atCreation === undefined) return ["sent"];

  // What a workflow run knows: what had succeeded when it was created, and what older runs made.
  const { succeeded, open } = operation.atCreation;
  const [sender = "", ...answered] = truth.intentsBehind(latest.attemptId);
  const appliedBlocks = [sender, ...answered.filter((intent) => /^(?:key|run) /.test(intent))];
  const numbers = appliedBlocks.map((intent) => Number(/^run (\d+)$/.exec(intent)?.[1] ?? Number.NaN));
  const had = succeeded.includes(latest.attemptId);
  const isNewerRuns = numbers.some((number) => number > run.number);
  const isOlderRuns = numbers.length > 0 && numbers.every((number) => number < run.number);
  const knows = !isNewerRuns && (had || isOlderRuns);
  const verdict: readonly Result[] =
    knows && had ? ["sent"] : isSame ? answer : knows ? ["sent"] : ["blocked"];
  // Its success may be dated before the run, although it was recorded after that.
  return open.includes(latest.attemptId) ? ["sent", ...answer, "blocked"] : verdict;
}
