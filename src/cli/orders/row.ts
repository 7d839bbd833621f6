import { fieldRef, InputProblem, isAbsent, pickValues, text, type Values } from "../../contract/index.ts";
import { namesFromCsr } from "../names-from-csr.ts";
import type { Columns } from "./columns.ts";
import { readCsrFile } from "./csr-file.ts";

/** A row as it stands in the file. */
export interface Row {
  /** 1-based line where the row begins. */
  readonly line: number;
  /** By column, with the kinds of the contract. */
  readonly cells: Values;
}

export interface OrderRow {
  /** 1-based line where the row begins. */
  readonly line: number;
  /** Values under contract names, typed by the contract. */
  readonly values: Values;
  /** The cells of the caller's own columns. */
  readonly extra: Readonly<Record<string, string>>;
}

/** The row with the CSR of its file, and with the names of its CSR where neither row nor defaults have names. */
export async function readRow(
  { line, cells }: Row,
  { columns, defaults, folder }: { columns: Columns; defaults: Values; folder: string },
): Promise<{ readonly row: OrderRow; readonly problems: InputProblem[] }> {
  const { csr, problem } = await readCsrFile(cells, folder);
  const own = { ...pickValues(columns.fields, cells), ...(csr !== undefined && { csr }) };
  const { extra, problems } = readExtra(columns, cells);
  return {
    row: { line, values: { ...own, ...namesFromCsr({ ...defaults, ...own }) }, extra },
    problems: [...(problem ? [problem] : []), ...problems],
  };
}

/** The cells of the caller's own columns. JSON may have true and false in them. */
function readExtra({ extra: names, required }: Columns, cells: Values) {
  const extra: Record<string, string> = {};
  const problems: InputProblem[] = [];
  for (const name of names) {
    const cell = cells[name];
    if (isAbsent(cell)) {
      if (required.includes(name))
        problems.push(new InputProblem(name, "required", text`${fieldRef(name)} is missing.`, "Give it."));
    } else if (typeof cell === "string" || typeof cell === "boolean") extra[name] = String(cell);
    else
      problems.push(
        new InputProblem(name, "kind", text`${fieldRef(name)} must be a string.`, "Put it into quotes."),
      );
  }
  return { extra, problems };
}
