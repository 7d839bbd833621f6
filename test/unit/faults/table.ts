import { describe, type ExpectStatic, test } from "vitest";
import type { Outcome } from "../../../src/contract/index.ts";
import { Journal, knowingNothing } from "../../../src/journal/index.ts";
import type { CallResult, OperationName } from "../../harness/faults/calls.ts";
import { call, clientFor, ofTypes, operations } from "../../harness/faults/calls.ts";
import { everythingPrintable, findCanaries } from "../../harness/faults/canaries.ts";
import { type FaultyService, orderId } from "../../harness/faults/faulty-service.ts";
import { eventually } from "../../harness/faults/raw-server.ts";
import { type Expected, expectedVerdict, type Row, type Table } from "../../harness/faults/row.ts";
import { newJournal } from "../../harness/journal/new-journal.ts";

const finalCodes: ReadonlySet<string> = new Set(["tls_untrusted", "aborted", "deadline_exceeded"]);

export function faultTables(tables: readonly Table[]): void {
  describe.concurrent.each(tables)("$title", ({ rows }) => {
    for (const row of rows)
      for (const operation of operations) {
        const expected = expectedVerdict(row, operation);
        if (expected)
          test(`A ${operation} is ${expected.replace(" ", ", ")}, when ${row.when}`, ({ expect }) =>
            verify(row, operation, expected, expect));
      }
  });
}

async function verify(
  row: Row,
  operation: OperationName,
  expected: Expected,
  expect: ExpectStatic,
): Promise<void> {
  const service = await row.service();
  try {
    const journal = row.journal === false ? "none" : new Journal(newJournal());
    const { client, events } = clientFor(service, { maxTries: 2, journal, ...row.options });
    const ending = await call(operation, client, service);

    const [outcome, code] = expected.split(" ") as [Outcome, string | undefined];
    expect({ outcome: ending.outcome, code: ending.error?.code }).toEqual({ outcome, code });
    if (row.reason) expect(ending.error?.failure).toBe(row.reason);
    const tries = row.tries ?? (outcome === "not-sent" && !finalCodes.has(code ?? "") ? 2 : 1);
    expect(ending.tries).toBe(tries);
    expect(ofTypes(events, "retry")).toHaveLength(tries - 1);
    const ends = ofTypes(events, "answered", "unanswered");
    expect(ends).toHaveLength(tries);
    expect(ends.at(-1)).toMatchObject({ outcome });
    const sent = ends.filter((end) => "outcome" in end && end.outcome !== "not-sent");
    expect(ofTypes(events, "sent")).toHaveLength(sent.length);

    expect(service.carriedOut()).toBe(row.happens ? 1 : 0);
    expect(await eventually(() => service.open() === 0)).toBe(true);
    if (outcome === "not-sent") expect(service.requests()).toBe(0);
    else expect(service.requests()).toBeLessThanOrEqual(tries);

    expect(findCanaries([ending.error, client, ...events].map(everythingPrintable).join("\n"))).toEqual([]);
    if (operation === "reissue" && journal !== "none")
      await verifyJournal(journal, ending, service, client, expect);
  } finally {
    await service.close();
  }
}

/** A reissue that may have happened blocks its order; one that did not leaves it free. */
async function verifyJournal(
  journal: Journal,
  { outcome, error }: CallResult,
  service: FaultyService,
  client: ReturnType<typeof clientFor>["client"],
  expect: ExpectStatic,
): Promise<void> {
  const attempts = await journal.attempts();
  const last = attempts.at(-1);
  const isFree = outcome === "not-sent" || outcome === "rejected";
  const status = outcome === "done" ? "succeeded" : isFree ? "void" : "open";
  if (last || !isFree) expect(last).toMatchObject({ lastEvent: outcome, status, orderId });
  // Tries before the last one had no effect.
  for (const earlier of attempts.slice(0, -1)) expect(earlier.status).toBe("void");
  if (error && "attemptId" in error) expect(error.attemptId).toBe(last?.attemptId);

  if (isFree) {
    const other = { requestDigest: "other", knownLatest: knowingNothing, force: false };
    const snapshot = await journal.snapshot(orderId, client.service);
    const verdict = await journal.decide({ orderId, service: client.service, ...other }, snapshot);
    expect(verdict.kind).toBe("send");
    return;
  }
  const before = service.requests();
  const again = await call("reissue", client, service);
  if (outcome === "done")
    expect(again).toMatchObject({ outcome, earlierAttempt: { attemptId: last?.attemptId } });
  else expect(again).toMatchObject({ outcome: "not-sent", error: { code: "unresolved_attempt" } });
  expect(service.requests()).toBe(before);
}
