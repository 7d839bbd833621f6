import { randomBytes } from "node:crypto";
import type { Line } from "./attempt.ts";
import { formatLine } from "./line.ts";
import type { Shelf } from "./shelf.ts";
import { trialOrder } from "./shelves/numbered.ts";

export interface Race {
  readonly lines: number;
  /** Lines that were taken and are not there. */
  readonly lost: number;
  /** Lines that stand there more than once. */
  readonly doubled: number;
  /** Writers that were told something else about those before them than what stands there. */
  readonly misled: number;
  readonly medianMs: number;
}

/** Has several writers add to one history at the same moment, again and again, and looks at what became of their lines. */
export async function race(shelf: Shelf, writers: number, rounds: number): Promise<Race> {
  const order = trialOrder(randomBytes(6).toString("hex"));
  const taken: { readonly text: string; readonly before: readonly Line[] | undefined }[] = [];
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const histories = Array.from({ length: writers }, () => shelf.history(order));
    // All know the same end, so that all want the same place.
    await Promise.all(histories.map((history) => history.read()));
    await Promise.all(
      histories.map(async (history, writer) => {
        const line: Line = { event: "not-sent", attempt: `${round}-${writer}`, at: new Date().toISOString() };
        const began = performance.now();
        taken.push({ before: await history.append(line), text: formatLine(line) });
        times.push(performance.now() - began);
      }),
    );
  }
  const texts = (await shelf.history(order).read()).map(formatLine);
  const count = (text: string) => texts.filter((candidate) => candidate === text).length;
  const isMisled = ({ before }: (typeof taken)[number]) =>
    before?.some((line, index) => formatLine(line) !== texts[index]) === true;
  return {
    lines: taken.length,
    lost: taken.filter(({ text }) => count(text) === 0).length,
    doubled: taken.filter(({ text }) => count(text) > 1).length,
    misled: taken.filter(isMisled).length,
    medianMs: times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0,
  };
}
