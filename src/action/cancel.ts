/** Signals for a call of the client. */
export interface CancelSignals {
  readonly signal: AbortSignal;
  readonly stopSignal: AbortSignal;
}

/**
 * A cancelled run gets SIGINT, 7.5 seconds later SIGTERM, and is killed 2.5 seconds after that. SIGINT ends
 * everything that was not sent; an answer on its way is awaited. SIGTERM ends that too, so that there is time to
 * record an unknown outcome.
 */
export function listenForCancel(note: (text: string) => void): CancelSignals {
  const stop = new AbortController();
  const end = new AbortController();
  const interrupted = () => {
    if (stop.signal.aborted) return;
    stop.abort();
    note("Cancelled. If a request was sent, its answer is awaited as long as the runner allows.");
  };
  const terminated = () => {
    stop.abort();
    end.abort();
  };
  process.on("SIGINT", interrupted);
  process.on("SIGTERM", terminated);
  return { signal: end.signal, stopSignal: stop.signal };
}
