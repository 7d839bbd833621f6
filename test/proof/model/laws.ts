import { isDeepStrictEqual } from "node:util";
import { isOpen } from "../../../src/journal/index.ts";
import { blockingReasons, isTrue, readReasons } from "./reasons.ts";
import type { AppliedBlock, CommandRun, CoreRun, Step } from "./step.ts";
import { blockNames, includesRequest } from "./types.ts";
import { readWaysOut } from "./ways-out.ts";

// The promise as a specification. Intents are known to ground-truth.ts, and the order of certificates to the service. A person can know
// only what is in the journal and the state that they use. step.ts defines the words.

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
        isDeepStrictEqual(journal, step.before.journals[index] ?? { attempts: [], damage: [], issued: [] }),
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
      step.truth.isLatestMisstated ||
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
    if (
      step.status !== "succeeded" ||
      step.isBlocked ||
      step.operation.hasChangedSince ||
      step.truth.isLatestMisstated
    )
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
    step.truth.isLatestMisstated ||
    observed(step).some((result) => expected(step).includes(result)),
  "A certificate in a state was issued for the order, or a person imported it.": ({ after, truth }) =>
    Object.values(after.states).every(({ objects }) =>
      Object.values(objects).every(
        ({ attributes: { certificate_id: id } }) =>
          !id || truth.isLatestMisstated || after.issued.includes(String(id)),
      ),
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
  if (step.truth.isLatestMisstated) return true;
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
  const { request, supersede, run } = operation.command;
  if (step.openAttempts.length > 0 || step.isDamaged || step.isOtherService) return ["blocked"];
  const latest = step.latestRecordedAttempt;
  const isSame = latest !== undefined && includesRequest(truth.requestedBy(latest.attemptId), request);
  const isExpired =
    latest !== undefined && truth.isOlderThan(latest.certificateId ?? "", latest.validityDays ?? 0);
  const answer: readonly Result[] = isSame && !isExpired ? ["answered"] : ["blocked"];
  const key = operation.intents.find((intent) => /^(?:key|run) /.test(intent));
  if (key !== undefined && truth.isSpent(key, step.knownAttempts))
    return truth.intentsBehind(latest?.attemptId ?? "").has(key) ? answer : ["blocked"];
  if (latest === undefined || supersede === latest.attemptId) return ["sent"];
  if (supersede !== undefined) return ["blocked"];
  if (run === undefined || operation.atCreation === undefined) return ["sent"];

  // What a workflow run knows: what had succeeded when it was created, and what older runs made.
  const { succeeded, open } = operation.atCreation;
  const [sender = "", ...answered] = truth.intentsBehind(latest.attemptId);
  const askers = [sender, ...answered.filter((intent) => /^(?:key|run) /.test(intent))];
  const numbers = askers.map((intent) => Number(/^run (\d+)$/.exec(intent)?.[1] ?? Number.NaN));
  const had = succeeded.includes(latest.attemptId);
  const isNewerRuns = numbers.some((number) => number > run.number);
  const isOlderRuns = numbers.length > 0 && numbers.every((number) => number < run.number);
  const knows = !isNewerRuns && (had || isOlderRuns);
  const verdict: readonly Result[] =
    knows && had ? ["sent"] : isSame ? answer : knows ? ["sent"] : ["blocked"];
  // Its success may be dated before the run, although it was recorded after that.
  return open.includes(latest.attemptId) ? ["sent", ...answer, "blocked"] : verdict;
}
