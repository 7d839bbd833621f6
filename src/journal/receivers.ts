import { dayMs } from "../contract/index.ts";
import type { JournalEvent } from "./events.ts";
import { isRunning } from "./process.ts";

/** What the log of the receivers says about one of them. */
export interface ReceiverRecord {
  readonly name: string;
  readonly seenAt: string;
  /** It has recorded which certificates it leaves to others. */
  readonly deploys: boolean;
  /** The process that wrote the last entry. */
  readonly process: string;
}

export function readReceivers(events: readonly JournalEvent[]): ReceiverRecord[] {
  const receivers = new Map<string, ReceiverRecord>();
  for (const event of events)
    if (event.event === "receiving") {
      const { receiver: name, at: seenAt, process } = event;
      const deploys = event.deploys || receivers.get(name)?.deploys === true;
      receivers.set(name, { name, seenAt, process, deploys });
    }
  return [...receivers.values()];
}

/**
 * A receiver that was not seen for a day does not record the callback that a wait needs. The clock of a sandbox may have moved since:
 * a process that runs here counts all the same.
 */
export function isAtWork(receiver: ReceiverRecord, now: Date): boolean {
  return isRunning(receiver.process) === true || isRecentlySeen(receiver, now);
}

/** Whether the process that wrote the last entry may still run. */
export function mayRun(receiver: ReceiverRecord): boolean {
  return isRunning(receiver.process) ?? isRecentlySeen(receiver, new Date());
}

function isRecentlySeen({ seenAt }: ReceiverRecord, now: Date): boolean {
  return now.getTime() - Date.parse(seenAt) < dayMs;
}
