import { dayMs, printable, shellWord } from "../../contract/index.ts";
import type { OrderStatus } from "../../journal/index.ts";

const columns: readonly (readonly [title: string, cell: (status: OrderStatus) => string])[] = [
  // A word of the shell: ready for `journal show`, and a blank in it does not look like the next column.
  ["ORDER", ({ orderId }) => shellWord(orderId)],
  ["CERTIFICATE", ({ latest }) => (latest ? (latest.certificateId ?? "?") : "–")],
  ["AGE", ({ ageMs }) => days(ageMs)],
  ["LEFT", ({ leftMs }) => (leftMs !== undefined && leftMs < 0 ? "expired" : days(leftMs))],
  ["STATE", ({ state }) => state],
  [
    "DEPLOYED",
    ({ receivers, latest }) =>
      receivers.map((receiver) => describeReceiver(receiver, latest?.certificateId)).join(", ") || "–",
  ],
  [
    "LAST EVENT",
    ({ lastEvent }) => (lastEvent ? `${lastEvent.event} ${toMinute(lastEvent.at)}`.trim() : "–"),
  ],
  ["WHY", ({ why }) => why],
];

/** Only the row of a longer cell is wider: one long name must not move the columns of all rows. */
const widestColumn = 40;

/** The title, then a line for each order. */
export function statusTable(statuses: readonly OrderStatus[]): string[] {
  const rows = statuses.map((status) => columns.map(([, cell]) => printable(cell(status))));
  const all = [columns.map(([title]) => title), ...rows];
  const widths = columns.map((_, column) =>
    all.reduce((widest, row) => Math.max(widest, Math.min(row[column]?.length ?? 0, widestColumn)), 0),
  );
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** The newest certificate that was issued may stand before the latest one. */
function describeReceiver(
  { receiver, status, certificateId }: OrderStatus["receivers"][number],
  latest: string | undefined,
): string {
  const isBeforeLatest = status === "newest" && certificateId !== latest;
  return `${receiver} (${isBeforeLatest ? `${certificateId}, the newest issued` : status})`;
}

/** Whole days. */
function days(ms: number | undefined): string {
  return ms === undefined ? "?" : `${Math.floor(ms / dayMs)}d`;
}

/** `2026-11-17 15:36Z`. */
function toMinute(time: string): string {
  return time.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*Z$/, "$1 $2Z");
}
