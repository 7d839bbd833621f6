import type { CertOrderError } from "../contract/index.ts";
import { type JournalEvent, readHistory } from "./attempt.ts";
import { formatEvent } from "./event-format.ts";
import { journalRefusal } from "./resolution.ts";
import type { JournalStore } from "./store.ts";

export interface Copied {
  readonly orders: number;
  /** How many events were new in the target. */
  readonly events: number;
}

/** Copies all logs to another store. It does not write events again that the target has, so it can be repeated. */
export async function copyLogs(from: JournalStore, to: JournalStore): Promise<Copied> {
  const missing: { readonly orderId: string; readonly events: readonly JournalEvent[] }[] = [];
  for (const log of await from.logs()) {
    const events = await log.read();
    const { attempts, damage } = readHistory(log.orderId, events);
    const orderId = attempts[0]?.orderId || log.orderId;
    // The text of an unreadable entry is lost.
    if (damage.length > 0) throw refusal(`The log of order ${orderId} has an entry that cannot be read.`);
    const readable = events.filter(({ event }) => event !== "unreadable" && event !== "set-aside");
    const there = await to.log(orderId).read();
    // The target may have new events since an earlier copy.
    const shared = Math.min(there.length, readable.length);
    if (there.slice(0, shared).some((event, index) => !isSame(event, readable[index])))
      throw refusal(`Order ${orderId} has a different history in the target.`);
    missing.push({ orderId, events: readable.slice(there.length) });
  }
  for (const { orderId, events } of missing) {
    const log = to.log(orderId);
    for (const event of events) await log.append(event);
  }
  return { orders: missing.length, events: missing.reduce((sum, { events }) => sum + events.length, 0) };
}

function refusal(what: string): CertOrderError {
  return journalRefusal(what, "Nothing was copied. Use one of the two journals for this order, everywhere.");
}

function isSame(one: JournalEvent, other: JournalEvent | undefined): boolean {
  return other !== undefined && formatEvent(one) === formatEvent(other);
}
