import type { CsvError, Parser } from "csv-parse";
import { fieldRef, InputProblem, text, valueFromText } from "../../contract/index.ts";
import { type Columns, checkNames } from "./columns.ts";
import { largestRow } from "./lines.ts";
import { fileProblem, type Problems } from "./problems.ts";
import type { Row } from "./row.ts";

interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

/** The rows of a CSV file (RFC 4180). Its first row names the columns. */
export async function* readCsv(
  blocks: AsyncIterable<Buffer>,
  columns: Columns,
  problems: Problems,
): AsyncGenerator<Row> {
  let header: readonly string[] | undefined;
  for await (const { line, cells } of readRecords(blocks, problems)) {
    if (!header) {
      header = cells;
      for (const problem of checkHeader(columns, header)) problems.stop(line, problem);
      if (problems.isStopped) return;
      continue;
    }
    if (cells.length === header.length) yield { line, cells: typedCells(columns, header, cells) };
    else problems.add(line, wrongLength(cells.length, header.length));
  }
  // A header alone is a list without orders. Nothing at all is what a program that failed writes.
  if (!header && !problems.isStopped)
    problems.stop(
      1,
      fileProblem(
        "The file is empty.",
        "Give a header, and one order on each line below it, if there are any.",
      ),
    );
}

/** The parser counts a line break inside of quotes twice if it has two characters. So lines are counted here. */
async function* readRecords(blocks: AsyncIterable<Buffer>, problems: Problems): AsyncGenerator<CsvRecord> {
  // Other commands do not wait for it.
  const { Parser } = await import("csv-parse");
  const records: CsvRecord[] = [];
  let line = 1;
  const parser = new Parser({
    record_delimiter: ["\n", "\r\n"],
    relax_column_count: true,
    max_record_size: largestRow.bytes,
    on_record: (cells: readonly string[]) => {
      const isBlank = cells.length === 1 && cells[0] === "";
      if (!isBlank) records.push({ line, cells });
      line += 1 + cells.reduce((breaks, cell) => breaks + cell.split("\n").length - 1, 0);
      return null;
    },
  });
  // The call that fails gets the error too.
  parser.on("error", () => {});
  for await (const block of blocks) {
    const error = await write(parser, block);
    yield* records.splice(0);
    if (error) return problems.stop(line, recordProblem(error));
  }
  const error = problems.isStopped ? undefined : await end(parser);
  yield* records;
  if (error) problems.stop(line, recordProblem(error));
}

function write(parser: Parser, block: Buffer): Promise<CsvError | undefined> {
  return new Promise((resolve) => {
    parser.write(block, (error) => resolve((error as CsvError | null) ?? undefined));
  });
}

function end(parser: Parser): Promise<CsvError | undefined> {
  return new Promise((resolve) => {
    parser
      .once("error", resolve)
      .once("finish", () => resolve(undefined))
      .end();
  });
}

function checkHeader(columns: Columns, header: readonly string[]): InputProblem[] {
  const [first = ""] = header;
  if (header.length === 1 && /[;\t]/.test(first))
    return [
      fileProblem(
        "The cells are separated by semicolons or tabs; expected commas.",
        "Save the file as CSV with commas.",
      ),
    ];
  const missing = columns.required.filter((name) => !header.includes(name));
  return [
    ...checkNames(columns, header),
    ...missing.map(
      (name) =>
        new InputProblem(
          name,
          "required",
          text`The column ${fieldRef(name)} is missing.`,
          "Name the columns in the first line of the file.",
        ),
    ),
  ];
}

/** An empty cell is not given. */
function typedCells({ fields }: Columns, header: readonly string[], cells: readonly string[]) {
  return Object.fromEntries(
    header.flatMap((name, index) => {
      const cell = cells[index] ?? "";
      const field = fields[name];
      return cell === "" ? [] : [[name, field ? valueFromText(field, cell) : cell] as const];
    }),
  );
}

function wrongLength(count: number, expected: number): InputProblem {
  return fileProblem(
    `The row has ${count} ${count === 1 ? "cell" : "cells"}, but the header has ${expected}.`,
    "Give each row as many cells as the header. A cell with a comma in it has to be in quotes.",
  );
}

const quoteRemedy = "Put the whole cell into quotes, and write each quote inside of it twice.";

/** The parser's own messages repeat the cell. */
function recordProblem({ code }: CsvError): InputProblem {
  switch (code) {
    case "CSV_QUOTE_NOT_CLOSED":
      return fileProblem("A cell of this row has no closing quote.", "End the cell with a quote.");
    case "INVALID_OPENING_QUOTE":
      return fileProblem("A cell of this row has a quote that is not at its beginning.", quoteRemedy);
    case "CSV_INVALID_CLOSING_QUOTE":
      return fileProblem("A cell of this row goes on after its closing quote.", quoteRemedy);
    default:
      return fileProblem(
        `The row is longer than ${largestRow.inWords}.`,
        "A closing quote may be missing in it.",
      );
  }
}
