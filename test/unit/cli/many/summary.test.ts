import { describe, expect, test } from "vitest";
import { Counts, type RowKind } from "../../../../src/cli/many/row-result.ts";
import type { StopReason } from "../../../../src/cli/many/run-rows.ts";
import { describeEnd, describeProgress } from "../../../../src/cli/many/summary.ts";
import { orderRow } from "../../../harness/cli/order-service.ts";

function counted(kinds: Partial<Record<RowKind, number>>): Counts {
  const counts = new Counts();
  for (const [kind, times] of Object.entries(kinds) as [RowKind, number][])
    for (let time = 0; time < times; time++) counts.add({ row: orderRow("o"), kind });
  return counts;
}

test("The progress of a run has its rows, failures, rate and the time that is left", () => {
  expect(describeProgress(counted({}), 1_200, 0)).toBe(
    "[....................] 0 of 1,200, 0 failed, 0 unknown, 0.0/s",
  );
  const half = counted({ sent: 590, rejected: 7, unknown: 3 });
  expect(describeProgress(half, 1_200, 60_000)).toBe(
    "[##########..........] 600 of 1,200, 7 failed, 3 unknown, 10.0/s, 60 s left",
  );
  expect(describeProgress(half, 12_000, 60_000)).toContain("10.0/s, 19 min left");
});

describe("The end of a run", () => {
  const ending = (counts: Counts, total: number, stopReason?: StopReason) =>
    describeEnd(counts, total, { stopReason, limit: 3, journal: undefined });

  test("says nothing but the counts if all went well, also without a row", () => {
    expect(ending(counted({ sent: 1, "already-done": 2 }), 3)).toEqual(["3 orders: 1 sent, 2 already done."]);
    expect(ending(counted({}), 0)).toEqual(["0 orders: nothing was done."]);
  });

  test("says why it stopped, what to look up, and that the rest needs another run", () => {
    expect(ending(counted({ sent: 1, "in-flight": 1, unknown: 10 }), 20, "unknown")).toEqual([
      "20 orders: 1 sent, 1 in flight, 10 unknown, 8 left.",
      "The run stopped after 10 unknown outcomes. To accept more, give --max-failures.",
      "Look up the 10 orders with an open attempt: certorder status --blocked",
      "Then record what you found: certorder journal resolve --from FILE",
      "Run the same command again for the rest. What was sent is not sent again.",
    ]);
    expect(ending(counted({}), 3, "interrupted")).toContain("The run was cancelled.");
    expect(ending(counted({}), 3, "failures")).toContain("The run stopped at --max-failures.");
    expect(ending(counted({}), 4, "limit")).toContain("The run stopped at --limit 3.");
  });

  test("names the code of the rows that stopped it", () => {
    const inARow = { kind: "rejected", code: "http_401", count: 10 } as const;
    const asked = { stopReason: "in-a-row", inARow, limit: undefined, journal: undefined } as const;
    expect(describeEnd(counted({ rejected: 10 }), 12, asked)).toContain(
      "The run stopped: 10 rows one after another were rejected (http_401). To accept more, give --max-failures.",
    );
  });

  test("speaks of a single order", () => {
    expect(ending(counted({ rejected: 1 }), 1)).toContain(
      "For 1 order, blocked or rejected, do what the message of its code says.",
    );
  });

  test("advises neither where the order has no open attempt and the next run would be blocked too", () => {
    expect(ending(counted({ blocked: 2, rejected: 1 }), 3)).toEqual([
      "3 orders: 2 blocked, 1 rejected.",
      "For 3 orders, blocked or rejected, do what the message of its code says.",
    ]);
  });
});
