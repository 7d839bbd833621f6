import type { CellResult } from "./cell.ts";
import { finalOutcome } from "./cell.ts";

/** Faults of one kind that lead to one outcome, and how many of the reissues that met them were carried out. */
export interface Line {
  /** Empty where it is the one above. */
  readonly whatGoesWrong: string;
  readonly faults: number;
  readonly outcome: string;
  readonly carriedOut: readonly string[];
}

export function linesOf(reissues: readonly CellResult[], interfaces: readonly string[]): Line[] {
  const perTable = Map.groupBy(reissues, ({ cell }) => cell.table);
  return [...perTable].flatMap(([table, tried]) =>
    [...Map.groupBy(tried, ({ cell }) => finalOutcome(cell))].map(([outcome, group], index) => ({
      whatGoesWrong: index === 0 ? table : "",
      faults: new Set(group.map(({ cell }) => cell.row)).size,
      outcome,
      carriedOut: interfaces.map((via) => carriedOut(group.filter(({ cell }) => cell.via.name === via))),
    })),
  );
}

function carriedOut(tried: readonly CellResult[]): string {
  return `${tried.filter((one) => one.carriedOut > 0).length} of ${tried.length}`;
}
