import { dayMs, NotSentError, type WayOut } from "../contract/index.ts";
import type { Attempt } from "./attempt.ts";
import { describeAttempt } from "./blocked.ts";
import { findMaker, isReissuedAfter, wasImported } from "./import.ts";
import { ageStart, latestAttempt } from "./rules.ts";

/** What a person wants to import. */
interface WantedImport {
  readonly orderId: string;
  readonly certificateId: string;
  readonly issuedAt?: string | undefined;
  readonly asLatest: boolean;
  /** The person knows that the order was reissued after this certificate. */
  readonly bringsBack: boolean;
  /** A certificate that was imported before may be imported again. False for what a file may keep for long. */
  readonly mayRepeat: boolean;
}

/**
 * Why a certificate cannot become the latest of this history. What is left over in a file must not bring back an old certificate:
 * only a command that says so may.
 */
export function importProblem(
  attempts: readonly Attempt[],
  { orderId, certificateId, issuedAt, asLatest, bringsBack, mayRepeat }: WantedImport,
): NotSentError | undefined {
  const latest = latestAttempt(attempts);
  if (!latest || latest.certificateId === certificateId || bringsBack) return undefined;
  const latestId = latest.certificateId ?? "(encrypted)";
  const which = `The latest certificate of order ${orderId} in the journal is ${latestId} (${describeAttempt(latest)}).`;
  const bringBack: WayOut[] = [
    {
      when: "Import the latest one",
      paste: { kind: "import", orderId, certificateId: latest.certificateId },
    },
    {
      when: `To use ${certificateId} again all the same`,
      paste: { kind: "import", orderId, certificateId, bringsBack: true, issuedAt },
    },
  ];
  if (!mayRepeat && wasImported(attempts, certificateId))
    return notLatest(
      `${which} Certificate ${certificateId} was imported before it. So this import is left over.`,
      bringBack,
    );
  if (isReissuedAfter(attempts, certificateId))
    return notLatest(`${which} A certificate that a reissue made stands after ${certificateId}.`, bringBack);
  const bought = attempts.findLast(({ status, isImported }) => status === "succeeded" && !isImported);
  if (bought && isIssuedBefore(issuedAt, bought))
    return notLatest(
      `${which} Certificate ${certificateId} was issued at ${issuedAt}, before the reissue of ${bought.certificateId ?? "(encrypted)"}.`,
      bringBack,
    );
  if (asLatest) return undefined;
  const known = findMaker(attempts, certificateId);
  return notLatest(
    `${which} ${known ? `By the journal, ${certificateId} is older` : `It does not know ${certificateId}`}.`,
    [
      {
        when: `If ${certificateId} was made later, for example in the service's portal, import it as the latest`,
        paste: { kind: "import", orderId, certificateId, issuedAt },
      },
    ],
  );
}

/** The stated time contradicts "latest" by more than clocks and time zones may differ. Earlier imports do not count. */
function isIssuedBefore(issuedAt: string | undefined, bought: Attempt): boolean {
  return Date.parse(issuedAt ?? "") + dayMs < Date.parse(ageStart(bought) ?? "");
}

function notLatest(message: string, waysOut: readonly WayOut[]): NotSentError {
  return new NotSentError(message, { code: "import_refused", remedy: "", waysOut });
}
