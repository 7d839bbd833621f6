import { inParallel } from "../../harness/in-parallel.ts";
import type { Part } from "../part.ts";
import { action } from "./action.ts";
import { type Cell, type CellResult, tryCell } from "./cell.ts";
import { listCells } from "./cells.ts";
import { commandLine } from "./command-line.ts";
import { library } from "./library.ts";
import { provider } from "./provider.ts";
import { reportCells } from "./report.ts";

const atOnce = 4;

export const part: Part = {
  title: "Whatever goes wrong, all interfaces tell the truth and none reissues twice",
  limit: 40,
  async run({ quick, log }) {
    const processes = [commandLine, await provider(), action];
    const cells = listCells(library, processes, quick);
    const tried: CellResult[] = [];
    await inParallel(atOnce, cells.length, async (index) => {
      tried[index] = await tryCell(cells[index] as Cell);
      if (index % 200 === 199) log(`${index + 1} of ${cells.length}`);
    });
    const names = [library, ...processes].map(({ name }) => name);
    return reportCells(tried, names, quick);
  },
};
