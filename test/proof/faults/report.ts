import { atLeast, none, type PartResult } from "../part.ts";
import { markdown } from "../table.ts";
import { type CellResult, finalOutcome } from "./cell.ts";

export function reportCells(
  all: readonly CellResult[],
  interfaces: readonly string[],
  quick: boolean,
): PartResult {
  const reissues = all.filter(({ cell }) => cell.operation === "reissue");
  const count = {
    tests: all.length - reissues.length,
    faults: new Set(all.map(({ cell }) => cell.row)).size,
    wrong: all.filter(({ problems }) => problems.length > 0).length,
    twice: reissues.filter(({ inAll }) => inAll > 1).length,
    repeated: all.filter(({ repeated }) => repeated).length,
    sentAgain: all.filter(({ sentAgain }) => sentAgain).length,
  };
  const [fewest, fewestOfReplies] = quick ? [24, 24] : [260, 540];
  const guide = `## Faults

**${count.twice} of ${number(reissues.length)} reissues were carried out twice.** ${number(count.repeated)} of them had happened, or might have. Each of these was asked for once more in the same way:
${count.sentAgain} were sent again. Counted on ${new Date().toISOString().slice(0, 10)}.

Each reissue met one of ${count.faults} faults over real sockets. All interfaces reported the same outcome, with the documented exit code. ${number(count.tests)} callback tests met the
same faults, with the same result. The library was tried with all of them. The other interfaces were tried with some of the last rows.

"4 of 8" means: eight reissues met such a fault, and the service had carried out four of them, each once.

${tableOf(reissues, interfaces)}`;
  return {
    findings: [
      ...interfaces.map((via, index) =>
        atLeast(
          `faults met: ${via}`,
          all.filter(({ cell }) => cell.via.name === via).length,
          index ? fewest : fewestOfReplies,
        ),
      ),
      none("of these: told otherwise than the table has it", count.wrong),
      none("reissues carried out more than once", count.twice),
      atLeast("reissues that may have happened, asked for again", count.repeated, quick ? 24 : 430),
      none("of these: sent again", count.sentAgain),
    ],
    failures: all.flatMap(failuresOf),
    ...(!quick && { guide }),
  };
}

/** Faults of one kind that lead to one outcome, and how many of the reissues that met them were carried out. */
function tableOf(reissues: readonly CellResult[], interfaces: readonly string[]): string {
  const perTable = Map.groupBy(reissues, ({ cell }) => cell.table);
  const rows = [...perTable].flatMap(([table, tried]) =>
    [...Map.groupBy(tried, ({ cell }) => finalOutcome(cell))].map(([outcome, group], index) => [
      index === 0 ? table : "",
      new Set(group.map(({ cell }) => cell.row)).size,
      `\`${outcome}\``,
      ...interfaces.map((via) => {
        const met = group.filter(({ cell }) => cell.via.name === via);
        return `${met.filter(({ carriedOut }) => carriedOut > 0).length} of ${met.length}`;
      }),
    ]),
  );
  const head = ["what goes wrong", "faults", "outcome", ...interfaces];
  return markdown([head, ...rows], (column) => column === 1 || column > 2);
}

const number = (count: number) => count.toLocaleString("en");

function failuresOf({ cell: { via, operation, table, row }, problems }: CellResult): string[] {
  return problems.map((problem) => {
    const line = problem.replace(/\s+/g, " ");
    const beginning = line.length > 600 ? `${line.slice(0, 600)}…` : line;
    return `${via.name}, ${operation}, “${table}”, when ${row.when}: ${beginning}`;
  });
}
