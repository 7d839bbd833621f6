import { NotSentError, type WayOut } from "../contract/index.ts";
import type { Attempt } from "./attempt.ts";
import { describeAttempt } from "./blocked.ts";
import { findMaker, isReissuedAfter } from "./import.ts";
import { latestAttempt } from "./rules.ts";

/** What a person wants to import. */
interface WantedImport {
  readonly orderId: string;
  readonly certificateId: string;
  readonly asLatest: boolean;
  /** The person knows that the order was reissued after this certificate. */
  readonly bringsBack?: boolean | undefined;
}

/**
 * Why a certificate cannot become the latest of this history. A leftover import must not bring back an old certificate: if the order
 * was reissued after it, only a command that says so may.
 */
export function importProblem(
  attempts: readonly Attempt[],
  { orderId, certificateId, asLatest, bringsBack = false }: WantedImport,
): NotSentError | undefined {
  const latest = latestAttempt(attempts);
  if (!latest || latest.certificateId === certificateId || bringsBack) return undefined;
  const which = `The latest certificate of order ${orderId} in the journal is ${latest.certificateId ?? "(encrypted)"} (${describeAttempt(latest)}).`;
  if (isReissuedAfter(attempts, certificateId))
    return notLatest(`${which} The order was reissued after certificate ${certificateId}.`, [
      {
        when: "Import the latest one",
        paste: { kind: "import", orderId, certificateId: latest.certificateId },
      },
      {
        when: `To use ${certificateId} again all the same`,
        paste: { kind: "import", orderId, certificateId, bringsBack: true },
      },
    ]);
  if (asLatest) return undefined;
  const known = findMaker(attempts, certificateId);
  return notLatest(
    `${which} ${known ? `By the journal, ${certificateId} is older` : `It does not know ${certificateId}`}.`,
    [
      {
        when: `If ${certificateId} was made later, for example in the service's portal, import it as the latest`,
        paste: { kind: "import", orderId, certificateId },
      },
    ],
  );
}

function notLatest(message: string, waysOut: readonly WayOut[]): NotSentError {
  return new NotSentError(message, { code: "import_not_latest", remedy: "", waysOut });
}
