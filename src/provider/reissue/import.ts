import { readImportId, terraformDialect } from "../../contract/index.ts";
import {
  dateProblem,
  findMaker,
  importedAttemptId,
  importProblem,
  serviceName,
} from "../../journal/index.ts";
import type { ImportAnswer } from "../../plugin/index.ts";
import { codedError, fromError } from "../diagnostics.ts";
import type { ProviderData } from "../provider-data.ts";
import { blockedDiagnostic } from "./messages.ts";
import type { Reissue } from "./schema.ts";
import { certificateHistory, listCertificates } from "./stored.ts";

/** Stores a certificate that a person imports. The next apply writes it into the journal, as their statement. */
export async function importReissue(provider: ProviderData, id: string): Promise<ImportAnswer<Reissue>> {
  const { orderId, certificateId, issuedAt, asLatest, problems } = readImportId(id, provider.journal.now());
  if (problems.length > 0)
    return {
      diagnostics: [
        codedError(
          "import_refused",
          "Invalid import id",
          `${problems[0]?.renderIn(terraformDialect).message ?? ""} Write ORDER_ID/CERTIFICATE_ID. Append @ and the date of issue (@2026-01-31) if renewals are to be counted from it, @latest, or both (@latest,2026-01-31).`,
        ),
      ],
    };
  const { journal, service } = provider;
  // Includes the entries of `resolve`, which the next apply writes.
  const resolutions = provider.resolutions.get(orderId);
  const snapshot = await journal.snapshot(orderId, service, { resolutions });
  const { merged } = snapshot;
  const blocked = await journal.importBlocked(snapshot, service);
  if (blocked) return { diagnostics: [blockedDiagnostic(blocked)] };
  const wanted = {
    orderId,
    certificateId,
    issuedAt: issuedAt ?? undefined,
    asLatest,
    journalFlag: journal.flag,
  };
  // An import block stays in a configuration, so it must not bring an old certificate back.
  const problem =
    importProblem(merged, { ...wanted, bringsBack: false, isTyped: false }) ?? dateProblem(merged, wanted);
  if (problem)
    return {
      diagnostics: [{ ...fromError(problem), summary: "The certificate cannot be imported" }],
    };
  const maker = findMaker(merged, certificateId);
  return {
    state: {
      order_id: orderId,
      certificate_id: certificateId,
      certificate_source: "person",
      certificate_history: certificateHistory(listCertificates(merged), certificateId),
      issued_at: issuedAt ?? maker?.issuedAt ?? null,
      issued_event_at: null,
      renewal_due: false,
      last_outcome: "imported",
      attempt_id: importedAttemptId(orderId, certificateId),
      open_attempt_id: null,
      // Null: the request that made it is not known, and the configuration is trusted.
      request_digest: maker?.requestDigest ?? null,
      service: maker?.service ?? (serviceName(service) || null),
    },
  };
}
