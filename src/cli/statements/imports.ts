import { checkRequest } from "../../client/index.ts";
import {
  type Field,
  type InputProblem,
  readIssueTime,
  reissueFields,
  reissueOperation,
  type Values,
} from "../../contract/index.ts";
import { type Journal, recordRequest, type ServiceRef } from "../../journal/index.ts";
import { checkOrderId, type OrderRow, type OrdersOptions } from "../orders/index.ts";
import { checkBooleans, checkCertificateCell, isTrue } from "./cells.ts";
import type { Statement } from "./record-all.ts";

/** What an import states beside the request. */
export interface ImportFacts {
  readonly orderId: string;
  readonly certificateId: string;
  readonly issuedAt: string | undefined;
  readonly asLatest: boolean | undefined;
  readonly bringsBack: boolean | undefined;
  readonly corrects: boolean | undefined;
}

/** Whether an import states the request. The environment may have secrets of a request, whatever the command is. */
function isRequestStated(values: Values): boolean {
  return Object.entries<Field>(reissueFields).some(
    ([name, { sensitive }]) => name !== "order_id" && name in values && !sensitive,
  );
}

/** Every problem of the request that an import states. It need not state one. */
export function checkStatedRequest(values: Values): InputProblem[] {
  return isRequestStated(values) ? checkRequest(reissueOperation, values) : [];
}

/** Records an import, and resolves to its attempt and whether it is new. */
export function importCertificate(
  journal: Journal,
  service: ServiceRef,
  facts: ImportFacts,
  values: Values,
): ReturnType<Journal["importCertificate"]> {
  const request = isRequestStated(values) ? recordRequest(facts.orderId, values) : {};
  return journal.importCertificate({ ...facts, ...request }, service);
}

/** The columns of a file with imports. */
export function importRows(defaults: Values, now: Date): OrdersOptions {
  return {
    defaults,
    extraColumns: ["certificate_id", "issued_at", "latest", "bring_back"],
    requiredColumns: ["certificate_id"],
    check: (row) => [
      ...(isRequestStated(row.values) ? checkStatedRequest(row.values) : checkOrderId(row)),
      ...checkBooleans(row, ["latest", "bring_back"]),
      ...checkCertificateCell(row),
      ...[readTime(row, now).problem].filter((problem) => problem !== undefined),
    ],
  };
}

function readTime({ extra: { issued_at: date } }: OrderRow, now: Date): ReturnType<typeof readIssueTime> {
  return date === undefined ? {} : readIssueTime(date, now);
}

export function readImportRow(
  row: OrderRow,
  corrects: boolean | undefined,
  journal: Journal,
  service: ServiceRef,
): Statement {
  const orderId = String(row.values.order_id);
  const { certificate_id: certificateId = "" } = row.extra;
  const { issuedAt } = readTime(row, journal.now());
  const [asLatest, bringsBack] = [isTrue(row, "latest"), isTrue(row, "bring_back")];
  const facts = { orderId, certificateId, issuedAt, asLatest, bringsBack, corrects };
  return {
    kind: bringsBack ? "bring back" : asLatest ? "import as the latest" : "import",
    text: `certificate ${certificateId} of order ${orderId}${issuedAt === undefined ? "" : `, issued at ${issuedAt}`}`,
    json: { certificateId },
    record: async () => (await importCertificate(journal, service, facts, row.values)).isNew,
  };
}
