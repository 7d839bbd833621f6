import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OperationName } from "../../harness/faults/calls.ts";
import type { FaultyService } from "../../harness/faults/faulty-service.ts";
import { eventually } from "../../harness/faults/raw-server.ts";
import type { Row } from "../../harness/faults/row.ts";
import { expectedVerdict } from "../../harness/faults/row.ts";
import type { Interface, Report, User } from "./interface.ts";

/** One fault that one operation meets with one interface. */
export interface Cell {
  readonly table: string;
  readonly row: Row;
  readonly operation: OperationName;
  readonly via: Interface;
}

/** A cell, and its outcome. */
export interface CellResult {
  readonly cell: Cell;
  /** How often the service carried out the first command, and all commands together. */
  readonly carriedOut: number;
  readonly inAll: number;
  /** Whether the user asked a second time where that must not lead to a second reissue. */
  readonly repeated: boolean;
  /** A second command sent a reissue although the first may have happened. */
  readonly sentAgain: boolean;
  readonly unclassified: boolean;
  /** Everything that is not as the table has it. */
  readonly problems: readonly string[];
}

/** Asks once, and for a reissue once more, as people do who do not believe what they read. */
export async function tryCell(cell: Cell): Promise<CellResult> {
  const { row, operation, via } = cell;
  const stage = await row.stage();
  try {
    const folder = mkdtempSync(join(tmpdir(), "user-"));
    await using user = await via.userOf({ operation, row, stage, folder });
    const first = await user.ask();
    const problems = await problemsOf(first, cell, stage);
    const carriedOut = stage.carriedOut();
    const again = isRepeated(cell) ? await repeat(user, cell, stage) : undefined;
    return {
      cell,
      carriedOut,
      inAll: stage.carriedOut(),
      repeated: again !== undefined && mayHaveHappened(cell),
      sentAgain: again?.sent === true && mayHaveHappened(cell),
      unclassified: first.outcome === undefined,
      problems: [...problems, ...(again?.problems ?? [])],
    };
  } catch (error) {
    const problems = [error instanceof Error ? (error.stack ?? error.message) : String(error)];
    const carriedOut = stage.carriedOut();
    return {
      cell,
      carriedOut,
      inAll: carriedOut,
      repeated: false,
      sentAgain: false,
      unclassified: true,
      problems,
    };
  } finally {
    await stage.close();
  }
}

/** A row that goes without the journal has nothing that could remember. */
function isRepeated({ row, operation }: Cell): boolean {
  return operation === "reissue" && row.journal !== false;
}

function mayHaveHappened(cell: Cell): boolean {
  return !["not-sent", "rejected"].includes(finalOutcome(cell));
}

/** What has to become of the request. */
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

async function repeat(
  user: User,
  cell: Cell,
  stage: FaultyService,
): Promise<{ readonly sent: boolean; readonly problems: string[] }> {
  const before = stage.requests();
  const told = await user.ask();
  const sent = stage.requests() > before;
  const problem = (what: string) => [`asked again, ${what}: ${told.shown}`];
  if (!mayHaveHappened(cell))
    return { sent, problems: told.isBlocked ? problem("it was blocked for nothing") : [] };
  // What is done may be shown once more; what is open has to be refused.
  const isRight = told.isBlocked || (finalOutcome(cell) === "done" && told.outcome === "done");
  return {
    sent,
    problems: [
      ...(sent ? problem("it sent again") : []),
      ...(isRight ? [] : problem(`it said ${told.outcome} ${told.code}`)),
      ...told.contradictions.flatMap(problem),
    ],
  };
}
