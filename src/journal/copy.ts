import { type KnownCode, NotSentError } from "../contract/index.ts";
import { inOrder } from "../in-order.ts";
import { createStore } from "./create-store.ts";
import { describeDamage, isOfNewerVersion } from "./damage.ts";
import { formatEvent } from "./event-format.ts";
import { findOrder, type JournalEvent } from "./events.ts";
import { type OrderHistory, readHistory } from "./history.ts";
import { receiversLog } from "./log-names.ts";
import type { JournalStore } from "./store.ts";

/** What was copied to another journal. */
export interface CopyResult {
  /** How many orders were copied. */
  readonly orders: number;
  /** How many events were new in the target. */
  readonly events: number;
  /** Orders with nothing to copy: all entries of their logs were set aside. */
  readonly skipped: readonly string[];
}

/** How many orders are written at once. */
const writers = 8;

/**
 * Copies all logs to another store. It does not write events again that the target has, so it can be repeated. All
 * orders are checked before the first is written.
 */
export async function copyLogs(
  from: JournalStore,
  to: JournalStore,
  {
    check,
    inTarget,
    onOrder,
  }: {
    check: (history: OrderHistory) => Promise<void>;
    /** Does work in the target, so that an error names the target. */
    inTarget: <T>(work: () => Promise<T>) => Promise<T>;
    onOrder: () => void;
  },
): Promise<CopyResult> {
  const targetLogs = new Map<string, readonly JournalEvent[]>();
  await inTarget(async () => {
    for await (const { orderId, events } of to.readAll()) targetLogs.set(orderId, events);
  });
  let orders = 0;
  const skipped: string[] = [];
  const incomplete: { readonly orderId: string; readonly count: number; readonly copied: number }[] = [];
  for await (const log of from.readAll()) {
    const { orderId } = log;
    const history = readHistory(orderId, log.events);
    // The text of an unreadable entry is lost.
    refuseDamage(history, `In the log of order ${orderId}`);
    const events = readable(log.events).map(formatEvent);
    if (events.length === 0) {
      skipped.push(orderId);
      continue;
    }
    if (log.isPartial)
      throw copyRefused("journal_damaged", `No entry of the log of ${orderId} names its order.`, useOne);
    await check(history);
    const isNamed = findOrder(log.events) !== undefined;
    // In a folder, a log whose entries do not name the order may be listed by a part of its id.
    const targetEvents =
      targetLogs.get(orderId) ?? (isNamed ? [] : await inTarget(() => to.log(orderId).read()));
    // An earlier copy may have broken off in the middle of an entry.
    refuseDamage(readHistory(orderId, targetEvents), `In the log of order ${orderId} in the target`);
    const copied = readable(targetEvents).map(formatEvent);
    // The target may have new events since an earlier copy.
    if (copied.some((event, index) => index < events.length && event !== events[index]))
      throw copyRefused(
        "histories_differ",
        `Order ${orderId} has a different history in the target.`,
        useOne,
      );
    orders++;
    if (events.length > copied.length)
      incomplete.push({ orderId, count: events.length, copied: copied.length });
    onOrder();
  }
  if (orders === 0) throw nothingToCopy(`${from.title} has no attempts.`);
  // A refused copy does not create the target.
  await inTarget(() => createStore(to));
  const write = async ({ orderId, count, copied }: (typeof incomplete)[number]) => {
    const log = to.log(orderId);
    const events = readable(await from.log(orderId).read());
    if (events.length < count)
      throw new NotSentError(`The log of order ${orderId} is not where it belongs.`, {
        code: "journal_damaged",
        remedy: "Its file may have been renamed. Give it its old name, and run this again.",
      });
    const missing = events.slice(copied);
    await inTarget(async () => {
      for (const event of missing) await log.append(event);
    });
    onOrder();
    return missing.length;
  };
  let events = 0;
  for await (const written of inOrder(incomplete, writers, write)) events += written;
  if (from.callbacks && to.callbacks) await copyCallbacks(from.callbacks, to.callbacks, inTarget);
  return { orders, events, skipped };
}

/** What receivers wrote. The target may have some of it, from an earlier copy, and more. */
async function copyCallbacks(
  from: JournalStore,
  to: JournalStore,
  inTarget: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<void> {
  const copy = async (name: string, events: readonly JournalEvent[]) =>
    inTarget(async () => {
      const log = to.log(name);
      const copied = new Set(readable(await log.read()).map(formatEvent));
      for (const event of readable(events)) if (!copied.has(formatEvent(event))) await log.append(event);
    });
  for await (const { orderId, events, isPartial } of from.readAll())
    if (!isPartial) await copy(orderId, events);
  await copy(receiversLog, await from.log(receiversLog).read());
}

function refuseDamage({ damage: [damage] }: OrderHistory, where: string): void {
  if (!damage) return;
  const message = `${where}, ${describeDamage(damage)}.`;
  throw isOfNewerVersion(damage)
    ? copyRefused("journal_newer", message, "Update certorder on this machine.")
    : copyRefused("journal_damaged", message, "Set the entry aside first, with certorder journal repair.");
}

function readable(events: readonly JournalEvent[]): JournalEvent[] {
  return events.filter(({ event }) => event !== "unreadable" && event !== "set-aside");
}

const useOne = "Use one of the two journals for this order, everywhere.";

function copyRefused(code: KnownCode, message: string, remedy: string): NotSentError {
  return new NotSentError(message, { code, remedy: `Nothing was copied. ${remedy}` });
}

/** The journal to copy from does not exist, or is empty. */
export function nothingToCopy(message: string): NotSentError {
  return new NotSentError(message, {
    code: "journal_not_found",
    remedy: "Check that this is the journal to copy from.",
  });
}
