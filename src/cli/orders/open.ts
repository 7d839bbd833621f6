import {
  checkReissue,
  type Fields,
  fieldRef,
  InputProblem,
  join,
  reissueFields,
  text,
  type Values,
} from "../../contract/index.ts";
import type { Columns } from "./columns.ts";
import { readCsv } from "./csv.ts";
import { readJsonLines } from "./json-lines.ts";
import { readLines } from "./lines.ts";
import { fileProblem, Problems } from "./problems.ts";
import { type OrderRow, type Row, readRow } from "./row.ts";
import { openSource } from "./source.ts";
import { Spool } from "./spool.ts";

export interface OrdersOptions {
  /** The fields of a request that may be columns. Default: those of a reissue. */
  readonly fields?: Fields;
  /** Further columns, such as `certificate_id`. */
  readonly extraColumns?: readonly string[];
  /** The further columns that every row needs. */
  readonly requiredColumns?: readonly string[];
  /** Values for the rows that have none of their own. */
  readonly defaults?: Values;
  /** Every problem of a row. Warnings are left out. Default: `checkOrderId`. */
  readonly check?: (row: OrderRow) => readonly InputProblem[];
  /** The columns in which no two rows may be equal. Default: `order_id`. */
  readonly uniqueBy?: readonly string[];
}

/** The problems of a row's order id alone. */
export function checkOrderId({ values }: OrderRow): InputProblem[] {
  return checkReissue(values, new Date()).filter(({ contractName }) => contractName === "order_id");
}

/** A file with orders that has been checked. */
export interface OrdersFile extends AsyncDisposable {
  /** How many rows it has. */
  readonly count: number;
  /** The rows, in their order. Each call reads them once more. */
  rows(): AsyncIterable<OrderRow>;
}

/** Reads and checks a whole file; `-` is standard input. Throws one error with the problems of all its lines. */
export async function openOrders(path: string, options: OrdersOptions = {}): Promise<OrdersFile> {
  const spool = await Spool.create();
  try {
    const count = await readAll(path, options, spool);
    const { defaults = {} } = options;
    return {
      count,
      async *rows() {
        for await (const row of spool.rows()) yield withDefaults(row, defaults);
      },
      [Symbol.asyncDispose]: () => spool[Symbol.asyncDispose](),
    };
  } catch (error) {
    await spool[Symbol.asyncDispose]();
    throw error;
  }
}

async function readAll(
  path: string,
  {
    fields = reissueFields,
    extraColumns = [],
    requiredColumns = [],
    defaults = {},
    check = checkOrderId,
    uniqueBy = ["order_id"],
  }: OrdersOptions,
  spool: Spool,
): Promise<number> {
  const columns: Columns = { fields, extra: extraColumns, required: ["order_id", ...requiredColumns] };
  const problems = new Problems();
  const { bytes, folder } = await openSource(path);
  const lineOf = new Map<string, number>();
  for await (const read of readRows(readLines(bytes, problems), columns, problems, path === "-")) {
    const { row, problems: wrong } = await readRow(read, { columns, defaults, folder });
    const key = JSON.stringify(uniqueBy.map((name) => row.values[name] ?? row.extra[name]));
    const earlier = lineOf.get(key);
    if (earlier === undefined) lineOf.set(key, row.line);
    else wrong.push(repeatedRow(uniqueBy, earlier));
    wrong.push(...check(withDefaults(row, defaults)));
    for (const problem of wrong) if (problem.severity === "error") problems.add(row.line, problem);
    if (problems.isEmpty) await spool.add(row);
  }
  problems.throwIfAny();
  await spool.flush();
  return lineOf.size;
}

/** An object begins with a brace. No column does. */
async function* readRows(
  blocks: AsyncGenerator<Buffer>,
  columns: Columns,
  problems: Problems,
  isInput: boolean,
): AsyncGenerator<Row> {
  try {
    const { value: first } = await blocks.next();
    // A program that found nothing to do writes nothing. An empty file is a mistake.
    if (first === undefined && (problems.isStopped || isInput)) return;
    const all = (async function* () {
      if (first) yield first as Buffer;
      yield* blocks;
    })();
    const begin = first?.toString("latin1").trimStart().charAt(0);
    if (begin === "[") problems.stop(1, jsonList());
    else yield* (begin === "{" ? readJsonLines : readCsv)(all, columns, problems);
  } finally {
    // The source is closed, also if its first bytes are refused.
    await blocks.return(undefined);
  }
}

function withDefaults(row: OrderRow, defaults: Values): OrderRow {
  return { ...row, values: { ...defaults, ...row.values } };
}

function repeatedRow(uniqueBy: readonly string[], line: number): InputProblem {
  const names = uniqueBy.map((name) => fieldRef(name));
  const [first = ""] = uniqueBy;
  return new InputProblem(
    first,
    "duplicate",
    text`Line ${line} has the same ${join(names, " and ")}.`,
    "Keep one of the two lines.",
  );
}

function jsonList(): InputProblem {
  return fileProblem(
    "The file is a JSON list; expected one JSON object on each line.",
    "Convert it: jq -c '.[]' FILE.",
  );
}
