import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type OrderRow, type OrdersOptions, openOrders } from "../../../src/cli/orders/index.ts";
import type { InvalidInputError } from "../../../src/contract/index.ts";
import { collect } from "../collect.ts";
import { newFolder } from "../new-folder.ts";

/** A file with this content. */
export function fileWith(content: string | Uint8Array): string {
  const path = join(newFolder("certorder-orders-"), "orders");
  writeFileSync(path, content);
  return path;
}

/** The rows of a file, read twice. Throws if the two differ. */
export async function rowsOf(path: string, options?: OrdersOptions): Promise<OrderRow[]> {
  await using orders = await openOrders(path, options);
  const rows = await collect(orders.rows());
  const again = await collect(orders.rows());
  if (JSON.stringify(rows) !== JSON.stringify(again) || orders.count !== rows.length)
    throw new Error("The second reading differs from the first one.");
  return rows;
}

/** The messages about the lines of a file that is refused. */
export async function messagesAbout(path: string, options?: OrdersOptions): Promise<string[]> {
  const error = await openOrders(path, options).then(
    () => undefined,
    (error: InvalidInputError) => error,
  );
  if (error?.problems) return error.problems.map(({ message }) => message);
  throw error ?? new Error("The file was not refused.");
}
