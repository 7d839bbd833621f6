import type { OperationName } from "../../harness/faults/calls.ts";
import type { FaultyService } from "../../harness/faults/faulty-service.ts";
import { eventually } from "../../harness/faults/raw-server.ts";
import { expectedVerdict, type Row } from "../../harness/faults/row.ts";
import { newFolder } from "../../harness/new-folder.ts";
import { blockedCode, type Interface, type Report } from "./interface.ts";

export interface Cell {
  readonly table: string;
  readonly row: Row;
  readonly operation: OperationName;
  readonly via: Interface;
}

export interface CellResult {
  readonly cell: Cell;
  /** How often the service carried out the first command, and all commands together. */
  carriedOut: number;
  inAll: number;
  /** Whether the user asked a second time where that must not lead to a second reissue. */
  repeated: boolean;
  /** A second command sent a reissue although the first may have happened. */
  sentAgain: boolean;
  readonly problems: string[];
}

/** Asks once, and for a reissue once more, as people do who do not believe what they read. */
export async function tryCell(cell: Cell): Promise<CellResult> {
  const { row, operation, via } = cell;
  const counts = { carriedOut: 0, inAll: 0, repeated: false, sentAgain: false };
  const result: CellResult = { cell, ...counts, problems: [] };
  const stage = await row.service();
  try {
    const folder = newFolder("user-");
    const user = await via.userOf({ operation, row, stage, folder });
    result.problems.push(...(await problemsOf(await user.ask(), cell, stage)));
    result.carriedOut = stage.carriedOut();
    // A row that goes without the journal has nothing that could remember.
    if (operation === "reissue" && row.journal !== false) {
      const before = stage.requests();
      const told = await user.ask();
      const isSent = stage.requests() > before;
      result.problems.push(...problemsWithRepetition(told, cell, isSent));
      result.repeated = mayHaveHappened(cell);
      result.sentAgain = isSent && mayHaveHappened(cell);
    }
    await user.leave?.();
  } catch (error) {
    result.problems.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  result.inAll = stage.carriedOut();
  await stage.close();
  return result;
}

function mayHaveHappened(cell: Cell): boolean {
  return !["not-sent", "rejected"].includes(finalOutcome(cell));
}

export function finalOutcome({ row, operation }: Cell): string {
  return expectedVerdict(row, operation)?.split(" ")[0] ?? "";
}

async function problemsOf(told: Report, { row, operation }: Cell, stage: FaultyService): Promise<string[]> {
  const expected = expectedVerdict(row, operation);
  const said = [told.outcome ?? "unclassified", told.code].filter(Boolean).join(" ");
  const happened = row.happens ? 1 : 0;
  // A process may be gone before the service has read all that it sent.
  await eventually(() => stage.carriedOut() === happened && stage.open() === 0);
  const requests = stage.requests();
  const isSent = told.outcome !== "not-sent";
  return [
    ...(said === expected ? [] : [`said ${said} instead of ${expected}: ${told.shown}`]),
    ...told.contradictions.map((contradiction) => `${contradiction} beside ${said}: ${told.shown}`),
    ...(stage.carriedOut() === happened ? [] : [`carried out ${stage.carriedOut()} times, not ${happened}`]),
    ...(requests <= (isSent ? 1 : 0) ? [] : [`sent ${requests} requests`]),
  ];
}

function problemsWithRepetition(told: Report, cell: Cell, isSent: boolean): string[] {
  const isBlocked = told.code === blockedCode;
  // What is done may be shown once more; what is open has to be refused.
  const isRight = isBlocked || (finalOutcome(cell) === "done" && told.outcome === "done");
  const problems = mayHaveHappened(cell)
    ? [
        ...(isSent ? ["it sent again"] : []),
        ...(isRight ? [] : [`it said ${told.outcome} ${told.code}`]),
        ...told.contradictions,
      ]
    : isBlocked
      ? ["it was blocked for nothing"]
      : [];
  return problems.map((problem) => `asked again, ${problem}: ${told.shown}`);
}
