import { isDeepStrictEqual } from "node:util";
import { isOpen } from "../../../src/journal/index.ts";
import { blockingIn, claimsIn, isTrue } from "./claims.ts";
import {
  type Asker,
  begunBy,
  type CommandDeed,
  certificateOf,
  endsWell,
  isCommand,
  isDamaged,
  isDoubt,
  isElsewhere,
  isFirstRenewal,
  isInTheWay,
  isKilled,
  isNewer,
  isRefused,
  isRun,
  isSent,
  isShown,
  isUntroubled,
  journalOf,
  known,
  knownCertificates,
  knowsLatest,
  latestCertificate,
  latestRecorded,
  objectOf,
  objectsOf,
  outcomesFor,
  type RunDeed,
  read,
  recorded,
  resolvedBy,
  type Step,
  sentBy,
  stillOpen,
  supersedes,
} from "./step.ts";
import { waysOutIn } from "./ways-out.ts";
import { isAmong, type Name } from "./world.ts";

// The promise as a specification. Intents are known to truth.ts, and the order of certificates to the service. A person can know
// only what is in the journal and the state that they use. The words are defined in step.ts.

/** The five laws. */
export const laws = {
  L1: 'no intent is sent twice (a configuration edit, a renewal per certificate, a `supersede`, a key, a run, a typed yes are intents; a false "not happened" excuses one).',
  L2: "nothing is sent while the journal in use has an open attempt.",
  L3: "a state never ends up, silently, with a certificate that state or journal know to be older.",
  L4: "from every blocked situation a documented way out leads to an adoption or a genuine reissue, without paying twice.",
  L5: "the same apply twice changes nothing the second time.",
} as const;

type Law = (step: Step) => boolean;

const ofRuns =
  (law: (step: Step<RunDeed>) => boolean): Law =>
  (step) =>
    !isRun(step) || law(step);
const ofCommands =
  (law: (step: Step<CommandDeed>) => boolean): Law =>
  (step) =>
    !isCommand(step) || law(step);

const kept: Readonly<Record<string, Law>> = {
  [laws.L1]: (step) =>
    !isSent(step) || intentsOf(step).some((intent) => !step.truth.isSpent(intent, known(step))),
  [laws.L2]: (step) =>
    !isSent(step) || (stillOpen(step).length === 0 && !recorded(step).some((attempt) => isOpen(attempt))),
  [laws.L3]: hasNoOlderSilently,
  // The way out itself is walked in person.ts.
  [laws.L4]: (step) => !isRefused(step) || !isUntroubled(step) || waysOutIn(step.ending.text).length > 0,
  [laws.L5]: (step) => !step.ending.left || (isRun(step) && isFirstRenewal(step)),

  // What they rest upon.
  "A plan, a refresh and an import send nothing, and write nothing into a journal.": (step) =>
    step.deed.kind !== "read" ||
    (!isSent(step) &&
      step.after.journals.every((journal, home) =>
        isDeepStrictEqual(journal, step.before.journals[home] ?? { attempts: [], damage: [], issued: [] }),
      )),
  "One step sends at most one reissue, and only where one is asked for.": (step) =>
    sentBy(step).length <= (isRun(step) || isCommand(step) ? 1 : 0),
  "A replacement sends nothing, and is refused.": ofRuns(
    (step) => !isReplacing(step) || (!isSent(step) && (isRefused(step) || isKilled(step))),
  ),
  "Two resources of one order send nothing, and are refused.": ofRuns(
    (step) => step.deed.askers.length < 2 || (!isSent(step) && (isRefused(step) || isKilled(step))),
  ),
  "A reissue is sent only on top of a certificate that the caller knows or supersedes.": ofRuns(
    (step) =>
      !isSent(step) ||
      step.truth.isMisled ||
      supersedes(step) ||
      senders(step).some(({ name }) => knowsLatest(step, name)),
  ),
  "One journal is for one service.": (step) => !isSent(step) || !isElsewhere(step),
  "Nothing is sent while the journal in use has an unreadable entry.": (step) =>
    !isSent(step) || !isDamaged(step),
  "What is sent is recorded, with its outcome.": (step) =>
    sentBy(step).every(({ certificate }) =>
      begunBy(step).some(({ status, certificateId }) => {
        if (isKilled(step)) return status !== "void";
        if (certificate && status !== "open") return status === "succeeded" && certificateId === certificate;
        return status === (outcomesFor(step).some(isDoubt) ? "open" : "void");
      }),
    ),
  "Nothing is open but what was sent in doubt, and what a killed process leaves.": (step) =>
    begunBy(step).every((attempt) => !isOpen(attempt) || isKilled(step) || outcomesFor(step).some(isDoubt)),
  "What is recorded stays, until a person or a state says otherwise.": (step) =>
    step.before.journals.every((journal, home) =>
      journal.attempts.every(({ attemptId, status }) => {
        const now = step.after.journals[home]?.attempts.find((other) => other.attemptId === attemptId);
        const isProved = objectsOf(step).some(({ attempt }) => attempt === attemptId);
        return (
          now !== undefined &&
          (now.status === status || resolvedBy(step.deed).includes(attemptId) || isProved)
        );
      }),
    ),
  "An open attempt that only a state knows is not lost with its object.": ofRuns((step) =>
    objectsOf(step).every(
      ({ openAttempt }) =>
        openAttempt === null ||
        journalOf(step, step.after).some(({ attemptId }) => attemptId === openAttempt) ||
        objectsOf(step, step.after).some((object) => object.openAttempt === openAttempt),
    ),
  ),

  // No intent is swallowed, and nothing is blocked without a reason.
  "An apply is refused only for a reason that is true.": ofRuns((step) => {
    if (!isRefused(step) || !isUntroubled(step) || step.deed.hasChangedSince) return true;
    const claims = claimsIn(step.ending.text);
    return claims.length > 0 && claims.every((claim) => isTrue(claim, step));
  }),
  "An apply that ends well has carried out what was asked for.": ofRuns((step) => {
    if (!endsWell(step) || isInTheWay(step) || step.deed.hasChangedSince || step.truth.isMisled) return true;
    const isAsked = step.deed.askers.some(
      ({ name, isRenewalDue }) => isRenewalDue && knowsLatest(step, name),
    );
    return isSent(step) || !(isAsked || (supersedes(step) && step.deed.askers.length > 0));
  }),
  "An apply that ends well stores a certificate of the configured request.": ofRuns((step) => {
    const isRight = ({ name, block }: Asker) => {
      const object = objectOf(step, name, step.after);
      if (!object || object.tainted) return false;
      const { text } = step.ending;
      const isBlocked =
        object.openAttempt !== null && (isShown(text, object.openAttempt) || blockingIn(step).length > 0);
      return isBlocked || isAmong(step.truth.madeFrom(object.certificate), block.request);
    };
    return !endsWell(step) || step.deed.askers.every(isRight);
  }),
  "What was reissued and ended well is stored.": ofRuns(
    (step) =>
      !endsWell(step) ||
      sentBy(step).every((sent) =>
        objectsOf(step, step.after).some(({ certificate }) => certificate === sent.certificate),
      ),
  ),
  "A refused apply that sends nothing leaves the stored certificate.": ofRuns(
    (step) =>
      !isRefused(step) ||
      isSent(step) ||
      step.deed.askers.every(({ name }) => {
        const object = objectOf(step, name);
        const now = objectOf(step, name, step.after);
        if (!object || object.tainted) return true;
        return [object.certificate, certificateOf(step, object)].includes(now?.certificate ?? null);
      }),
  ),
  "What blocks an order is shown to each person who applies.": ofRuns(
    (step) =>
      !isInTheWay(step) ||
      isKilled(step) ||
      step.deed.isKept === true ||
      step.deed.askers.length === 0 ||
      (isRefused(step) ? claimsIn(step.ending.text) : blockingIn(step)).length > 0,
  ),
  "A command is sent, answered or blocked, as the rules say.": ofCommands(
    (step) =>
      isKilled(step) ||
      step.truth.isMisled ||
      observed(step).some((result) => expected(step).includes(result)),
  ),
  "A certificate in a state was issued for the order, or a person imported it.": ({ after, truth }) =>
    Object.values(after.states).every(({ objects }) =>
      Object.values(objects).every(
        ({ attributes: { certificate_id: id } }) =>
          !id || truth.isMisled || after.issued.includes(String(id)),
      ),
    ),
};

/** The laws that a step breaks. */
export function judge(step: Step): string[] {
  return Object.keys(kept).filter((law) => !kept[law]?.(step));
}

/** The blocks that may have sent what this step sent. */
export function senders(step: Step<RunDeed>): readonly Asker[] {
  const [sent] = sentBy(step);
  const ids = new Set(begunBy(step).map(({ attemptId }) => attemptId));
  const matching = step.deed.askers.filter(
    ({ block: { request } }) =>
      sent === undefined ||
      sent.csr === undefined ||
      (sent.csr === request.csr && sent.days === request.days),
  );
  const storing = matching.filter(({ name }) => {
    const object = objectOf(step, name, step.after);
    return ids.has(object?.attempt ?? "") || ids.has(object?.openAttempt ?? "");
  });
  return storing.length > 0 ? storing : matching;
}

export function intentsOf(step: Step): readonly string[] {
  if (isRun(step)) return senders(step).flatMap(({ intents }) => intents);
  return isCommand(step) ? step.deed.intents : [];
}

/** `-replace` of an object. Cores ignore it for an object that is tainted or not there. */
function isReplacing(step: Step<RunDeed>): boolean {
  const { replace } = step.deed.options;
  const object = replace && step.deed.written.blocks[replace] && objectOf(step, replace);
  return object !== undefined && !object.tainted;
}

function hasNoOlderSilently(step: Step): boolean {
  const { deed, truth, ending, after } = step;
  if (!("place" in deed) || truth.isMisled) return true;
  return Object.entries(after.states[deed.place].objects).every(([name, stored]) => {
    const { certificate } = read(stored);
    const before = step.before.states[deed.place].objects[name as Name];
    const object = isRun(step) ? objectOf(step, name as Name) : before && read(before);
    if (certificate === null) return true;
    const isChanged = object?.certificate !== certificate;
    const isApply =
      isRun(step) && endsWell(step) && !step.deed.isKept && step.deed.written.blocks[name as Name];
    if (!isChanged && (!isApply || isInTheWay(step))) return true;
    const newer = knownCertificates(step).filter((other) => isNewer(step, other, certificate));
    return newer.length === 0 || newer.some((id) => isShown(ending.text, id));
  });
}

type Result = "sent" | "answered" | "blocked";

function observed(step: Step<CommandDeed>): readonly Result[] {
  const outcomes = outcomesFor(step);
  if (isSent(step)) return endsWell(step) === outcomes.includes("done") ? ["sent"] : [];
  if (isRefused(step)) return outcomes.includes("not-sent") ? ["blocked", "sent"] : ["blocked"];
  return isShown(step.ending.text, latestCertificate(step) ?? "") ? ["answered"] : [];
}

/** What the five rules say to a command. */
function expected(step: Step<CommandDeed>): readonly Result[] {
  const { deed, truth } = step;
  const { request, supersede, run } = deed.command;
  if (stillOpen(step).length > 0 || isDamaged(step) || isElsewhere(step)) return ["blocked"];
  const latest = latestRecorded(step);
  const isSame = latest !== undefined && isAmong(truth.requestedBy(latest.attemptId), request);
  const isExpired =
    latest !== undefined && truth.isOlderThan(latest.certificateId ?? "", latest.validityDays ?? 0);
  const answer: readonly Result[] = isSame && !isExpired ? ["answered"] : ["blocked"];
  const key = deed.intents.find((intent) => /^(?:key|run) /.test(intent));
  if (key !== undefined && truth.isSpent(key, known(step)))
    return truth.intentsOf(latest?.attemptId ?? "").has(key) ? answer : ["blocked"];
  if (latest === undefined || supersede === latest.attemptId) return ["sent"];
  if (supersede !== undefined) return ["blocked"];
  if (run === undefined || deed.atCreation === undefined) return ["sent"];

  // What a workflow run knows: what had succeeded when it was created, and what older runs made.
  const { succeeded, open } = deed.atCreation;
  const [sender = "", ...answered] = truth.intentsOf(latest.attemptId);
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
