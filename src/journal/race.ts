import { randomBytes } from "node:crypto";
import { formatEvent } from "./event-format.ts";
import type { JournalEvent } from "./events.ts";
import { trialLog } from "./log-names.ts";
import type { JournalStore } from "./store.ts";

export interface Race {
  readonly events: number;
  /** Events that were accepted and are missing. */
  readonly lost: number;
  /** Events that are there more than once. */
  readonly doubled: number;
  /** Writers that were shown other earlier events than the log has. */
  readonly misled: number;
  readonly medianMs: number;
}

/** Lets several writers append to one log at the same time, again and again. Counts what was lost. */
export async function race(store: JournalStore, writers: number, rounds: number): Promise<Race> {
  const order = trialLog(randomBytes(6).toString("hex"));
  const accepted: { readonly text: string; readonly before: readonly JournalEvent[] | undefined }[] = [];
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const logs = Array.from({ length: writers }, () => store.log(order));
    // All writers know the same end, so all try the same position.
    await Promise.all(logs.map((log) => log.read()));
    await Promise.all(
      logs.map(async (log, writer) => {
        const event: JournalEvent = {
          event: "not-sent",
          attempt: `${round}-${writer}`,
          at: new Date().toISOString(),
        };
        const began = performance.now();
        accepted.push({ before: (await log.append(event))?.(), text: formatEvent(event) });
        times.push(performance.now() - began);
      }),
    );
  }
  const texts = (await store.log(order).read()).map(formatEvent);
  const count = (text: string) => texts.filter((candidate) => candidate === text).length;
  const isMisled = ({ before }: (typeof accepted)[number]) =>
    before?.some((event, index) => formatEvent(event) !== texts[index]) === true;
  return {
    events: accepted.length,
    lost: accepted.filter(({ text }) => count(text) === 0).length,
    doubled: accepted.filter(({ text }) => count(text) > 1).length,
    misled: accepted.filter(isMisled).length,
    medianMs: times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0,
  };
}
