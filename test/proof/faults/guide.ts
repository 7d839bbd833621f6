import { markdown } from "../table.ts";
import type { CellResult } from "./cell.ts";
import type { Line } from "./table.ts";

/** The section of the guide. */
export function guideOf(
  all: readonly CellResult[],
  lines: readonly Line[],
  interfaces: readonly string[],
): string {
  const reissues = all.filter(({ cell }) => cell.operation === "reissue");
  const faults = new Set(all.map(({ cell }) => cell.row)).size;
  const twice = reissues.filter(({ inAll }) => inAll > 1).length;
  const repeated = all.filter((tried) => tried.repeated).length;
  const sentAgain = all.filter((tried) => tried.sentAgain).length;
  const rows = lines.map((line) => [
    line.whatGoesWrong,
    line.faults,
    `\`${line.outcome}\``,
    ...line.carriedOut,
  ]);
  return `## Faults

**${twice} of ${number(reissues.length)} reissues were carried out twice.** ${number(repeated)} of them had happened, or might have. Each of these was asked for once more in the same way:
${sentAgain} were sent again. Counted on ${new Date().toISOString().slice(0, 10)}.

Each reissue met one of ${faults} faults over real sockets. All interfaces reported the same outcome, with the documented exit code. ${number(all.length - reissues.length)} callback tests met the
same faults, with the same result. The library was tried with all of them. The other interfaces were tried with some of the last rows.

"4 of 8" means: eight reissues met such a fault, and the service had carried out four of them, each once.

${markdown([["what goes wrong", "faults", "outcome", ...interfaces], ...rows], (column) => column === 1 || column > 2)}`;
}

const number = (count: number) => count.toLocaleString("en");
