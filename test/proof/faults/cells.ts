import { operations } from "../../harness/faults/calls.ts";
import { networkFaults } from "../../harness/faults/network.ts";
import { proxyFaults } from "../../harness/faults/proxy.ts";
import { replyFaults } from "../../harness/faults/replies.ts";
import { expectedVerdict, type Row, type Table } from "../../harness/faults/row.ts";
import { sandboxFaults } from "../../harness/faults/sandbox.ts";
import { tlsFaults } from "../../harness/faults/tls.ts";
import type { Cell } from "./cell.ts";
import type { Interface } from "./interface.ts";

const onTheWay: readonly Table[] = [...networkFaults, ...tlsFaults, ...proxyFaults, ...sandboxFaults];

/** One fault from every stretch of the way, for a quick look. */
const representatives: ReadonlySet<string> = new Set([
  "no server listens",
  "the connection is reset after the head of the request",
  "the connection is reset after the whole request",
  "no answer comes",
  "the connection is reset in the body",
  "a refusal comes before the body was read, and the connection is closed",
  "the certificate has expired",
  "the proxy wants credentials",
  "the service behind the tunnel closes after the whole request",
  "the service refuses the first connection, and then does its work",
  "a 100 comes first without being asked for",
  'the answer is 202 {"code":"success","data":{"certificate":{"id":"cert-9"}}}',
  'the answer is 200 {"code":"pending","data":{"certificate":{"id":"c"}}}',
  'the answer is 500 {"code":"not_today","message":"Not today."}',
  "the answer is 429",
]);

/**
 * Every fault with both operations with every interface. What matters about a reply is decided in the client, so of replies
 * that come to the same the other interfaces meet one.
 */
export function listCells(library: Interface, processes: readonly Interface[], quick: boolean): Cell[] {
  const everywhere = [library, ...processes];
  const all = [
    ...onTheWay.flatMap((table) => cells(table, table.rows, everywhere)),
    ...replyFaults.flatMap((table) => [
      ...cells(table, table.rows, [library]),
      ...cells(table, quick ? table.rows : oneOfEach(table.rows), processes),
    ]),
  ];
  return quick ? all.filter(({ row }) => representatives.has(row.when)) : all;
}

function cells({ title }: Table, rows: readonly Row[], interfaces: readonly Interface[]): Cell[] {
  return rows.flatMap((row) =>
    operations
      .filter((operation) => expectedVerdict(row, operation) !== undefined)
      .flatMap((operation) => interfaces.map((via): Cell => ({ table: title, row, operation, via }))),
  );
}

/** One row for each thing that can become of a request, whatever status it came with. */
function oneOfEach(rows: readonly Row[]): Row[] {
  const kinds = rows.map((row): [string, Row] => {
    const expected = operations.map((operation) => expectedVerdict(row, operation));
    return [[...expected, row.happens].join(", ").replace(/http_\d+/g, "http"), row];
  });
  return [...new Map(kinds.toReversed()).values()].toReversed();
}
