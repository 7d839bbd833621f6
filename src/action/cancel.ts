/** For a call of the client. */
export interface CancelSignals {
  readonly signal: AbortSignal;
  readonly stopSignal: AbortSignal;
}

/**
 * A cancelled run gets SIGINT, 7.5 seconds later SIGTERM, and is killed 2.5 seconds after that. The first ends everything
 * that has not been sent; an answer on its way is still awaited, because it says what happened. The second gives it up,
 * so that there is time left to write down that the outcome is not known.
 */
export function onCancel(note: (text: string) => void): CancelSignals {
  const stop = new AbortController();
  const end = new AbortController();
  const interrupted = () => {
    if (stop.signal.aborted) return;
    stop.abort();
    note("Cancelled. A request that was sent already is waited for, as long as the runner allows.");
  };
  const terminated = () => {
    stop.abort();
    end.abort();
  };
  process.on("SIGINT", interrupted);
  process.on("SIGTERM", terminated);
  return { signal: end.signal, stopSignal: stop.signal };
}
