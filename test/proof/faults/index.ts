import type { Part, PartContext } from "../part.ts";
import { action } from "./action.ts";
import type { Cell, CellResult } from "./cell.ts";
import { tryCell } from "./cell.ts";
import { listCells } from "./cells.ts";
import { commandLine } from "./command-line.ts";
import { library } from "./library.ts";
import { provider } from "./provider.ts";
import { reportCells } from "./report.ts";

export const part: Part = {
  title: "Whatever goes wrong, all interfaces tell the truth and none reissues twice",
  limit: 40,
  async run({ quick, log }) {
    const processes = [commandLine, await provider(), action];
    const tried = await tryAll(listCells(library, processes, quick), log);
    return reportCells(
      tried,
      [library, ...processes].map(({ name }) => name),
      quick,
    );
  },
};

const atOnce = 4;

/** All of them, some at a time, in the order in which they were given. */
async function tryAll(cells: readonly Cell[], say: PartContext["log"]): Promise<CellResult[]> {
  const tried: CellResult[] = [];
  let next = 0;
  let over = 0;
  const lane = async () => {
    while (next < cells.length) {
      const index = next++;
      tried[index] = await tryCell(cells[index] as Cell);
      if (++over % 200 === 0) say(`${over} of ${cells.length}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return tried;
}
