import { CertOrderError, count } from "../../contract/index.ts";
import { inOrder } from "../../in-order.ts";
import { UsageError } from "../command-error.ts";
import { canAsk, confirm } from "../confirm.ts";
import { exitCodes } from "../exit-code.ts";
import { type OrderRow, type OrdersFile, type OrdersOptions, openOrders } from "../orders/index.ts";
import type { Output } from "../output.ts";
import { takeTurns } from "./turns.ts";

/** What one row states. */
export interface Statement {
  /** What it does to the journal, such as `resolve as not happened`. */
  readonly kind: string;
  /** Such as `attempt a of order b: certificate c`. */
  readonly text: string;
  readonly json: object;
  /** Resolves to whether it is new. */
  record(): Promise<boolean>;
}

/** How the results of a command are called. */
interface Words {
  readonly done: string;
  readonly stood: string;
}

interface Task {
  readonly path: string;
  readonly yes: boolean;
  readonly options: OrdersOptions;
  readonly words: Words;
  readonly output: Output;
  read(row: OrderRow): Statement;
}

/** So many orders at once. One statement waits for the store most of the time. */
const atOnce = 8;
const mostPreviewed = 5;

/** Records the statements of a file, and returns the exit code. A row that is refused does not stop the others. */
export async function recordAll({ path, yes, options, words, output, read }: Task): Promise<number> {
  if (!yes && !canAsk())
    throw new UsageError("There is no terminal to confirm the statements at.", "Add --yes to record them.");
  await using orders = await openOrders(path, options);
  if (!yes && orders.count > 0) await confirm(await question(orders, read), "The journal was not changed.");
  const counts = { done: 0, stood: 0, refused: 0 };
  // A later statement about an order may correct an earlier one.
  const record = takeTurns(
    ({ values }: OrderRow) => String(values.order_id),
    async (row) => {
      const statement = read(row);
      return { row, statement, ...(await recordOne(statement)) };
    },
  );
  for await (const { row, statement, result, error } of inOrder(orders.rows(), atOnce, record)) {
    counts[result]++;
    const { line, values } = row;
    if (error && !output.json) {
      const { message, remedy } = error.renderIn(output.dialect);
      output.note(`✗ line ${line}, order ${values.order_id}: ${message}`);
      if (remedy !== "") output.advice(remedy);
      continue;
    }
    const failed = error && output.errorData(error);
    const data = { line, orderId: values.order_id, ...statement.json, result: names[result], ...failed };
    const done = result === "done" ? words.done : words.stood;
    await output.line(data, `${output.style("green", `✓ ${done}`)} ${statement.text}`);
  }
  output.note(
    `${count(orders.count, "row")}: ${counts.done} recorded, ${counts.stood} recorded before, ${counts.refused} refused.`,
  );
  return counts.refused > 0 ? exitCodes.failed : exitCodes.ok;
}

/** The result of a row in JSON. */
const names = { done: "recorded", stood: "recorded-before", refused: "refused" } as const;

async function recordOne(
  statement: Statement,
): Promise<{ readonly result: keyof typeof names; readonly error?: CertOrderError }> {
  try {
    return { result: (await statement.record()) ? "done" : "stood" };
  } catch (error) {
    // Without a journal, every other row would fail too.
    if (!CertOrderError.is(error) || error.code === "journal_unavailable") throw error;
    return { result: "refused", error };
  }
}

async function question(orders: OrdersFile, read: Task["read"]): Promise<string[]> {
  const kinds = new Map<string, number>();
  const first: string[] = [];
  for await (const row of orders.rows()) {
    const { kind, text } = read(row);
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    if (first.length < mostPreviewed) first.push(`  line ${row.line}: ${text}`);
  }
  const more = orders.count - first.length;
  return [
    `Record ${count(orders.count, "statement")} in the journal?`,
    ...[...kinds].map(([kind, times]) => `  ${times} × ${kind}`),
    "The first ones:",
    ...first,
    ...(more > 0 ? [`  and ${more} more`] : []),
    "Type yes to go on:",
  ];
}
