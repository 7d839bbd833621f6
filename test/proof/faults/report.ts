import type { Finding } from "../../harness/finding.ts";
import type { PartResult } from "../part.ts";
import { atLeast, none } from "../part.ts";
import { aligned } from "../table.ts";
import type { CellResult } from "./cell.ts";
import { guideOf } from "./guide.ts";
import { linesOf } from "./table.ts";

/** What was tried, for everybody who wants to know. */
export function reportCells(
  all: readonly CellResult[],
  interfaces: readonly string[],
  quick: boolean,
): PartResult {
  const lines = linesOf(
    all.filter(({ cell }) => cell.operation === "reissue"),
    interfaces,
  );
  return {
    findings: findingsOf(all, interfaces, quick),
    failures: all.flatMap(failuresOf),
    table: aligned([
      ["what goes wrong", "faults", "outcome", ...interfaces],
      ...lines.map((line) => [line.whatGoesWrong, String(line.faults), line.outcome, ...line.carriedOut]),
    ]),
    ...(!quick && { guide: guideOf(all, lines, interfaces) }),
  };
}

function findingsOf(all: readonly CellResult[], interfaces: readonly string[], quick: boolean): Finding[] {
  const count = (holds: (tried: CellResult) => boolean) => all.filter(holds).length;
  const on = (via: string) => count(({ cell }) => cell.via.name === via);
  const isTwice = ({ cell, inAll }: CellResult) => cell.operation === "reissue" && inAll > 1;
  const [fewest, fewestOfReplies] = quick ? [24, 24] : [260, 540];
  return [
    ...interfaces.map((via, index) =>
      atLeast(`faults met: ${via}`, on(via), index ? fewest : fewestOfReplies),
    ),
    none("of these: told otherwise than the table has it", count(hasProblems)),
    none("of these: without an outcome", count(isUnclassified)),
    none("reissues carried out more than once", count(isTwice)),
    atLeast("reissues that may have happened, asked for again", count(isRepeated), quick ? 24 : 430),
    none("of these: sent again", count(isSentAgain)),
  ];
}

const hasProblems = ({ problems }: CellResult) => problems.length > 0;
const isUnclassified = ({ unclassified }: CellResult) => unclassified;
const isRepeated = ({ repeated }: CellResult) => repeated;
const isSentAgain = ({ sentAgain }: CellResult) => sentAgain;

function failuresOf({ cell: { via, operation, table, row }, problems }: CellResult): string[] {
  return problems.map(
    (problem) => `${via.name}, ${operation}, “${table}”, when ${row.when}: ${beginning(problem)}`,
  );
}

function beginning(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > 600 ? `${line.slice(0, 600)}…` : line;
}
