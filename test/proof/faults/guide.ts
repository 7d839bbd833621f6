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
  return `**What goes wrong on the way.** ${faults} faults and oddities over real sockets, met by reissues and by callback tests.
“6 of 8” says: of eight reissues that met such a fault with this interface, the service had carried out six, each of them once.
All interfaces told the same outcome for the same reason, the exit codes are the documented ones, and what OpenTofu stored agrees.
The library met every reply that the tests of the client know, the other interfaces one of each kind.

${markdown([["what goes wrong", "faults", "outcome", ...interfaces], ...rows], (column) => column === 1 || column > 2)}

Of ${number(reissues.length)} reissues, ${twice} were carried out twice.
${number(repeated)} of them had happened, or might have, and were asked for once more in the same way: ${sentAgain} were sent again.
${number(all.length - reissues.length)} callback tests met the same faults, and all interfaces told the same of them, too.`;
}

const number = (count: number) => count.toLocaleString("en");
