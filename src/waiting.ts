import { setTimeout as sleep } from "node:timers/promises";

/** Yields after each wait, until the caller leaves the loop. */
export async function* pollAfter(waitsMs: readonly number[]): AsyncGenerator<void> {
  for (const ms of waitsMs) {
    if (ms > 0) await sleep(ms);
    yield;
  }
}

/**
 * Repeats a call that may be made twice without harm. Waits `waitsMs[n]` before repetition n. `isFinal` says whether an error
 * ends it; its second argument is the next wait.
 */
export async function repeat<T>(
  call: () => Promise<T>,
  waitsMs: readonly number[],
  isFinal: (error: unknown, nextWaitMs: number) => boolean,
): Promise<T> {
  for (const ms of waitsMs)
    try {
      return await call();
    } catch (error) {
      if (isFinal(error, ms)) throw error;
      await sleep(ms);
    }
  return call();
}

/** Node fires a timer at once if its time is longer. */
const longestTimerMs = 2 ** 31 - 1;

/** Starts a timer for a time of any length. Returns the function that stops it. */
export function startTimer(ms: number, onEnd: () => void): () => void {
  let timer: NodeJS.Timeout;
  const start = (restMs: number) => {
    const nextMs = Math.min(restMs, longestTimerMs);
    timer = setTimeout(() => (restMs > nextMs ? start(restMs - nextMs) : onEnd()), nextMs);
  };
  // Node warns of a negative time.
  start(Math.max(0, ms));
  return () => clearTimeout(timer);
}

/** Throws `late()` if the work takes longer. The work itself goes on. */
export async function withTimeout<T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const stopTimer = startTimer(ms, () => reject(late()));
  try {
    return await Promise.race([work, timeout]);
  } finally {
    stopTimer();
  }
}
