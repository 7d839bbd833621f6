import { createHash } from "node:crypto";
import { join } from "node:path";

/** Where a journal keeps an order of a plain name. */
export function fileOfOrder(folder: string, orderId: string): string {
  return join(folder, `${orderId}-${createHash("sha256").update(orderId).digest("hex").slice(0, 16)}.jsonl`);
}
