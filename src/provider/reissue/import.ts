import { readImportId, terraformDialect } from "../../contract/index.ts";
import type { Attempt } from "../../journal/index.ts";
import { describeAttempt, latestAttempt, serviceName } from "../../journal/index.ts";
import type { Diagnostic, ImportAnswer } from "../../plugin/index.ts";
import { codedError } from "../diagnostics.ts";
import type { ProviderData } from "../provider-data.ts";
import type { Reissue } from "./schema.ts";
import { certificateHistory } from "./stored.ts";

/** An import never outranks what the journal knows, unless a person says `@latest`. */
export async function importReissue(provider: ProviderData, id: string): Promise<ImportAnswer<Reissue>> {
  const { orderId, certificateId, issuedAt, asLatest, problems } = readImportId(id, provider.now());
  if (problems.length > 0)
    return {
      diagnostics: [
        codedError(
          "invalid_import_id",
          "Invalid import id",
          `${problems[0]?.renderIn(terraformDialect).message ?? ""} Write ORDER_ID/CERTIFICATE_ID. Append @ and the date of issue (@2026-01-31) if renewals are to be counted from it, or @latest.`,
        ),
      ],
    };
  // Includes the entries of `resolve`, which the next apply writes.
  const resolutions = provider.resolutions.get(orderId);
  const { attempts } = await provider.journal.snapshot(orderId, provider.service, { resolutions });
  const latest = latestAttempt(attempts);
  const known = attempts.findLast(
    (attempt) => attempt.status === "succeeded" && attempt.certificateId === certificateId,
  );
  const newer = latest === known ? undefined : latest;
  const refusal = newer && refuse(attempts, newer, known, { orderId, certificateId, asLatest });
  if (refusal) return { diagnostics: [refusal] };
  const previous = (newer ? newer.certificateId : known?.replaced) ?? null;
  return {
    state: {
      id: orderId,
      order_id: orderId,
      certificate_id: certificateId,
      previous_certificate_id: previous,
      certificate_history: certificateHistory([previous], certificateId),
      issued_at: issuedAt ?? known?.issuedAt ?? null,
      issued_event_at: null,
      renewal_due: false,
      last_outcome: "imported",
      attempt_id: known?.attemptId ?? null,
      open_attempt_id: null,
      open_attempt_ended_at: null,
      // Null: the request that made it is not known, and the configuration is trusted.
      request_digest: known?.isImported ? null : (known?.requestDigest ?? null),
      service: known?.service ?? (serviceName(provider.service) || null),
    },
  };
}

/** Refuses an import if a certificate that the journal has may be newer. */
function refuse(
  attempts: readonly Attempt[],
  latest: Attempt,
  known: Attempt | undefined,
  { orderId, certificateId, asLatest }: { orderId: string; certificateId: string; asLatest: boolean },
): Diagnostic | undefined {
  const which = `The latest certificate of order ${orderId} in the journal is ${latest.certificateId ?? "(encrypted)"} (${describeAttempt(latest)}).`;
  if (isOlder(attempts, certificateId))
    return codedError(
      "import_not_latest",
      "The certificate is not the latest",
      `${which} Certificate ${certificateId} is older. Import the latest one:\n\n    ${terraformDialect({ kind: "import", orderId, certificateId: latest.certificateId })}`,
    );
  if (asLatest) return undefined;
  return codedError(
    "import_not_latest",
    known ? "The certificate is not the latest" : "The journal does not know this certificate",
    `${which} ${known ? `By the journal, ${certificateId} is older` : `It does not know ${certificateId}`}. If ${certificateId} was made later, for example in the service's portal, import it as the latest:\n\n    ${terraformDialect({ kind: "import", orderId, certificateId })}`,
  );
}

/** A later attempt made another certificate. A later import does not count: another import can correct it. */
function isOlder(attempts: readonly Attempt[], certificateId: string): boolean {
  const made = attempts.findLastIndex(
    (attempt) => attempt.status === "succeeded" && attempt.certificateId === certificateId,
  );
  return attempts.some(
    ({ status, isImported, replaced }, index) =>
      status === "succeeded" && !isImported && ((made >= 0 && index > made) || replaced === certificateId),
  );
}
