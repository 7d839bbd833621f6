import { isDue, previewReissue } from "../../client/index.ts";
import { CertOrderError } from "../../contract/index.ts";
import { inOrder } from "../../in-order.ts";
import { BlockedError, type Journal, toServiceRef } from "../../journal/index.ts";
import type { OrderRow, OrdersFile } from "../orders/index.ts";
import { showProgress } from "../progress.ts";
import { Counts, kindOfError, type RowResult } from "./row-result.ts";
import type { Task } from "./task.ts";

/** Whether the row has a request, and not its order alone. */
export function isWhole({ values }: OrderRow): boolean {
  return values.sign_hash !== undefined;
}

/** Tells from the journal alone which rows are due. Sends and writes nothing. */
export async function preview(
  orders: OrdersFile,
  journal: Journal,
  { settings, asked, concurrency }: Task,
  report: (result: RowResult) => Promise<void> = async () => {},
): Promise<Counts> {
  const service = toServiceRef(settings.service, settings.base_url);
  const counts = new Counts();
  using progress = showProgress("orders read");
  const previewRow = async (row: OrderRow): Promise<RowResult> => {
    try {
      const decision = await previewReissue(journal, row.values, { ...asked, service });
      if (isDue(decision, journal.now())) return { row, kind: "due", details: { due: true } };
      // A row with its order alone is decided again when it has its request.
      if (decision.kind === "blocked" && isWhole(row)) throw new BlockedError(decision.blocked);
      return { row, kind: "already-done", details: { due: false } };
    } catch (error) {
      if (!CertOrderError.is(error)) throw error;
      return { row, kind: kindOfError(error), details: { due: false }, error };
    }
  };
  for await (const result of inOrder(orders.rows(), concurrency, previewRow)) {
    counts.add(result);
    await report(result);
    progress.tick();
  }
  return counts;
}
