import { isRecord, parseJson } from "../../contract/index.ts";
import { type Columns, checkNames } from "./columns.ts";
import { fileProblem, type Problems } from "./problems.ts";
import type { Row } from "./row.ts";

/** The rows of NDJSON: one JSON object on each line. */
export async function* readJsonLines(
  blocks: AsyncIterable<Buffer>,
  columns: Columns,
  problems: Problems,
): AsyncGenerator<Row> {
  let line = 0;
  for await (const block of blocks)
    for (const text of block.toString().replace(/\n$/, "").split("\n")) {
      line++;
      if (text.trim() === "") continue;
      const members = parseJson(text);
      const wrong = isRecord(members) ? checkNames(columns, Object.keys(members)) : [notAnObject];
      for (const problem of wrong) problems.add(line, problem);
      if (isRecord(members) && wrong.length === 0) yield { line, cells: members };
    }
}

/** The parser's message is not shown: its excerpt may hold a secret. */
const notAnObject = fileProblem(
  "This is no JSON object.",
  "Write each order as one JSON object on one line.",
);
