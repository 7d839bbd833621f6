import type { FailureReason } from "../contract/index.ts";

interface CallerSignals {
  readonly signal?: AbortSignal | undefined;
  readonly stopSignal?: AbortSignal | undefined;
}

export interface Deadline {
  readonly signals: { readonly signal: AbortSignal; readonly stopSignal: AbortSignal };
  clear(): void;
}

/**
 * Two signals with a `FailureReason` as reason: one fires at the deadline or when the caller's `signal` does, the other
 * also when the caller's `stopSignal` does.
 */
export function startDeadline(timeoutMs: number, caller: CallerSignals): Deadline {
  const end = new AbortController();
  const stop = new AbortController();
  const endWith = (reason: FailureReason) => {
    end.abort(reason);
    stop.abort(reason);
  };
  // Node warns of a negative time.
  const timer = setTimeout(endWith, Math.max(0, timeoutMs), "deadline-exceeded");
  const unsubscribe = [
    onAbort(caller.signal, () => endWith("aborted")),
    onAbort(caller.stopSignal, () => stop.abort("aborted" satisfies FailureReason)),
  ];
  return {
    signals: { signal: end.signal, stopSignal: stop.signal },
    clear() {
      clearTimeout(timer);
      for (const forget of unsubscribe) forget();
    },
  };
}

/** Throws `late()` if the signal comes first. The work itself goes on. */
export async function unlessAborted<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  late: () => Error,
): Promise<T> {
  let forget = () => {};
  const aborted = new Promise<never>((_, reject) => {
    forget = onAbort(signal, () => reject(late()));
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    forget();
  }
}

function onAbort(signal: AbortSignal | undefined, listener: () => void): () => void {
  if (signal?.aborted) listener();
  signal?.addEventListener("abort", listener, { once: true });
  return () => signal?.removeEventListener("abort", listener);
}
