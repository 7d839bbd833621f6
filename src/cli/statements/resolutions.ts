import { fieldRef, type InputProblem, isAttemptId, reissueFields, text } from "../../contract/index.ts";
import type { Journal } from "../../journal/index.ts";
import { checkOrderId, type OrderRow, type OrdersOptions } from "../orders/index.ts";
import { cellProblem, checkBooleans, checkCertificateCell, isTrue } from "./cells.ts";
import type { Statement } from "./record-all.ts";

/** The columns of a file with resolutions. One order may have several attempts. */
export const resolutionRows: OrdersOptions = {
  fields: { order_id: reissueFields.order_id },
  extraColumns: ["attempt_id", "certificate_id", "not_happened", "same_id"],
  requiredColumns: ["attempt_id"],
  uniqueBy: ["order_id", "attempt_id"],
  check: (row) => [
    ...checkOrderId(row),
    ...checkAttempt(row),
    ...checkBooleans(row, ["not_happened", "same_id"]),
    ...checkCertificateCell(row),
    ...checkOutcome(row),
  ],
};

function checkAttempt({ extra: { attempt_id: id = "" } }: OrderRow): InputProblem[] {
  if (id === "" || isAttemptId(id)) return [];
  return [
    cellProblem(
      "attempt_id",
      text`${fieldRef("attempt_id")} cannot be the id of an attempt.`,
      "Use the id that certorder journal show has.",
    ),
  ];
}

function checkOutcome(row: OrderRow): InputProblem[] {
  const hasCertificate = row.extra.certificate_id !== undefined;
  const isVoid = isTrue(row, "not_happened");
  if (hasCertificate !== isVoid && !(isVoid && isTrue(row, "same_id"))) return [];
  return [
    cellProblem(
      "certificate_id",
      "The row needs exactly one outcome.",
      "Give either not_happened, or certificate_id with or without same_id.",
    ),
  ];
}

export function readResolutionRow(row: OrderRow, journal: Journal): Statement {
  const { certificate_id: certificateId = null, attempt_id: attemptId = "" } = row.extra;
  const orderId = String(row.values.order_id);
  const isSameId = isTrue(row, "same_id");
  return {
    kind: certificateId === null ? "resolve as not reissued" : "resolve with a certificate",
    text: describeResolution({ orderId, attemptId, certificateId }),
    json: { attemptId, certificateId },
    record: async () =>
      (await journal.recordStatement({ orderId, attemptId, certificateId, isSameId })).isNew,
  };
}

export function describeResolution({
  orderId,
  attemptId,
  certificateId,
}: {
  readonly orderId: string;
  readonly attemptId: string;
  readonly certificateId: string | null;
}): string {
  const result = certificateId === null ? "not reissued" : `certificate ${certificateId}`;
  return `attempt ${attemptId} of order ${orderId}: ${result}`;
}
