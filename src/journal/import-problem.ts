import {
  dayMs,
  dayOrTime,
  importCommand,
  NotSentError,
  type Text,
  text,
  type WayOut,
} from "../contract/index.ts";
import type { Attempt } from "./attempt.ts";
import { describeAttempt } from "./blocked.ts";
import { findMaker, findStatedTime, isOnlyImported, isReissuedAfter, wasImported } from "./import.ts";
import { addsTo, differOnlyInTriggers } from "./request-digest.ts";
import {
  findDifferences,
  hasValues,
  nameParts,
  type RecordedRequest,
  showDifferences,
} from "./request-values.ts";
import { ageStart, latestAttempt } from "./rules.ts";

/** What a person wants to import. */
interface WantedImport extends RecordedRequest {
  readonly orderId: string;
  readonly certificateId: string;
  readonly issuedAt?: string | undefined;
  readonly asLatest: boolean;
  /** The person knows that the order was reissued after this certificate. */
  readonly bringsBack: boolean;
  /** An earlier import stated a wrong request. */
  readonly corrects?: boolean;
  /** A person types it now. False for what a file may keep for long. */
  readonly isTyped: boolean;
  /** Names the journal on a command line. */
  readonly journalFlag: string | undefined;
}

/**
 * Why a certificate cannot become the latest of this history. What is left over in a file must not bring back an old certificate:
 * only a command that says so may.
 */
export function importProblem(attempts: readonly Attempt[], wanted: WantedImport): NotSentError | undefined {
  const { orderId, certificateId, issuedAt, asLatest, bringsBack, isTyped, requestDigest, corrects } = wanted;
  const { journalFlag } = wanted;
  const request = requestDigest === undefined ? undefined : corrects ? "corrected" : "stated";
  const reissues = attempts.filter(({ status, isImported }) => status === "succeeded" && !isImported);
  const maker = reissues.findLast((reissue) => reissue.certificateId === certificateId);
  if (maker && isIssuedBefore(issuedAt, maker))
    return refused(
      `Certificate ${certificateId} of order ${orderId} cannot have been issued at ${issuedAt}: the reissue that made it was sent later (${describeAttempt(maker)}).`,
      [{ when: "This journal recorded when it was sent. So leave the time of issue out" }],
    );
  const latest = latestAttempt(attempts);
  if (!latest || latest.certificateId === certificateId || bringsBack)
    return requestProblem(attempts, wanted);
  const latestId = latest.certificateId ?? "(encrypted)";
  const which = `The latest certificate of order ${orderId} in the journal is ${latestId} (${describeAttempt(latest)}).`;
  const bringBack: WayOut[] = [
    {
      when: "Import the latest one",
      paste: { kind: "import", orderId, certificateId: latest.certificateId },
    },
    {
      when: `To use ${certificateId} again all the same`,
      paste: { kind: "import", orderId, certificateId, bringsBack: true, issuedAt, request, journalFlag },
    },
  ];
  if (!isTyped && wasImported(attempts, certificateId))
    return refused(
      `${which} Certificate ${certificateId} was imported before it. So this import is left over.`,
      bringBack,
    );
  if (isReissuedAfter(attempts, certificateId))
    return refused(`${which} A certificate that a reissue made stands after ${certificateId}.`, bringBack);
  const bought = reissues.at(-1);
  if (bought && isIssuedBefore(issuedAt, bought))
    return refused(
      `${which} Certificate ${certificateId} was issued at ${issuedAt}, before the reissue of ${bought.certificateId ?? "(encrypted)"}.`,
      bringBack,
    );
  if (asLatest) return requestProblem(attempts, wanted);
  const known = findMaker(attempts, certificateId);
  return refused(
    `${which} ${known ? `By the journal, ${certificateId} is older` : `It does not know ${certificateId}`}.`,
    [
      {
        when: `If ${certificateId} was made later, for example in the service's portal, import it as the latest`,
        paste: { kind: "import", orderId, certificateId, issuedAt, request, asLatest: true },
      },
    ],
  );
}

/**
 * Why the date of what a file or a state keeps cannot be recorded: a person may have corrected it since. A date without a time, and the
 * time of a reissue in its place, differ by less than a day.
 */
export function dateProblem(
  attempts: readonly Attempt[],
  {
    orderId,
    certificateId,
    issuedAt = "",
    journalFlag,
  }: Pick<WantedImport, "orderId" | "certificateId" | "issuedAt" | "journalFlag">,
): NotSentError | undefined {
  const stated = findStatedTime(attempts, certificateId) ?? "";
  const differsBy = Math.abs(Date.parse(issuedAt) - Date.parse(stated));
  if (Number.isNaN(differsBy) || differsBy < dayMs) return undefined;
  const correct = importCommand({
    kind: "import",
    orderId,
    certificateId,
    isDated: true,
    issuedAt,
    journalFlag,
  });
  return refused(
    `By the journal, certificate ${certificateId} of order ${orderId} was issued at ${dayOrTime(stated)}, not at ${dayOrTime(issuedAt)}.`,
    [],
    `If that is so, leave the date out. If not, correct it:\n\n    ${correct}`,
  );
}

/**
 * Why the stated request cannot be recorded. The sender knows what it sent. A person who corrects an import says so, because a line that
 * is run each night must not pair a new CSR with an old certificate.
 */
function requestProblem(
  attempts: readonly Attempt[],
  { orderId, certificateId, issuedAt, asLatest, bringsBack, corrects, isTyped, ...stated }: WantedImport,
): NotSentError | undefined {
  const known = findMaker(attempts, certificateId);
  const [before, after] = [known?.requestDigest, stated.requestDigest];
  if (!isTyped || !known || before === undefined || after === undefined) return undefined;
  const isImported = isOnlyImported(attempts, certificateId);
  const isRecorded = isImported && (corrects || addsTo(before, after));
  if (isRecorded || differOnlyInTriggers(before, after)) return undefined;
  const differs = findDifferences(known, stated).filter(({ part }) => part !== "triggers");
  const which = hasValues(differs) ? "" : text`: ${nameParts(differs.map(({ part }) => part))}`;
  return refused(
    text`The journal knows another request for certificate ${certificateId} of order ${orderId}${which}.`,
    isImported
      ? [
          {
            when: "If that was a mistake of the earlier import, correct it",
            paste: {
              kind: "import",
              orderId,
              certificateId,
              issuedAt,
              bringsBack,
              asLatest,
              request: "corrected",
            },
          },
        ]
      : [{ when: "This journal recorded what was sent. So leave the request out" }],
    showDifferences(differs),
  );
}

/** The stated time contradicts "latest" by more than clocks and time zones may differ. Earlier imports do not count. */
function isIssuedBefore(issuedAt: string | undefined, bought: Attempt): boolean {
  return Date.parse(issuedAt ?? "") + dayMs < Date.parse(ageStart(bought) ?? "");
}

function refused(message: Text, waysOut: readonly WayOut[], remedy: Text = ""): NotSentError {
  return new NotSentError(message, { code: "import_refused", remedy, waysOut });
}
