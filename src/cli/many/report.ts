import { type CertOrderError, errorPage, outcomes } from "../../contract/index.ts";
import type { OrderRow } from "../orders/index.ts";
import type { Output } from "../output.ts";
import type { RowKind, RowResult } from "./row-result.ts";

/** Tells what each row came to: programs as one line of JSON each, people about the rows with a problem. */
export class Report {
  readonly #output: Output;
  readonly #isQuiet: boolean;
  /** Hundreds of rows may fail for one reason. What to do about it is shown once. */
  readonly #explained = new Set<string>();

  constructor(output: Output, { isQuiet }: { readonly isQuiet: boolean }) {
    this.#output = output;
    this.#isQuiet = isQuiet;
  }

  /** Rejects with an `UnwrittenError` if programs do not read it. */
  async row(result: RowResult): Promise<void> {
    const { row, kind, details, error } = result;
    const { json } = this.#output;
    if (!json && error) return this.#showProblem(row, kind, error);
    // People want to know which rows are due, and not which ones went well.
    if (!error && (this.#isQuiet || !(json || kind === "due"))) return;
    const { line, values } = row;
    const orderId = String(values.order_id);
    const failed = error && this.#output.errorData(error);
    const data = { line, orderId, result: kind, ...details, ...failed };
    await this.#output.line(data, `${kind}: order ${orderId} (line ${line})`);
  }

  #showProblem({ line, values }: OrderRow, kind: RowKind, error: CertOrderError): void {
    const { attemptId } = error.toJSON() as { attemptId?: string };
    const attempt = attemptId === undefined ? "" : `, attempt ${attemptId}`;
    this.#output.note(`✗ line ${line}, order ${values.order_id}: ${kind} (${error.code}${attempt})`);
    const { code, outcome } = error;
    if (this.#explained.has(code)) return;
    this.#explained.add(code);
    const { message, remedy } = error.renderIn(this.#output.dialect);
    this.#output.advice([message, `${outcome}: ${outcomes[outcome].meaning}`, remedy].join("\n"));
    if (errorPage(code) !== undefined) this.#output.note(`  More: certorder help ${code}`);
  }
}
