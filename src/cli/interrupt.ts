/** Signals for a call of the client, until disposed of. */
interface Interrupt extends Disposable {
  readonly signals: { readonly signal: AbortSignal; readonly stopSignal: AbortSignal };
}

/**
 * Ctrl-C, a terminal that is closed, and the signals by which CI systems cancel a job. The first ends everything that has not been sent; an
 * answer that is on its way is still awaited, because it says what happened. The second gives up waiting for it.
 */
export function onInterrupt(note: (text: string) => void): Interrupt {
  const stop = new AbortController();
  const end = new AbortController();
  const interrupted = () => {
    if (stop.signal.aborted) return end.abort();
    stop.abort();
    note("Stopping. A request that was sent already is waited for; press Ctrl-C again to give it up.");
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, interrupted);
  return {
    signals: { signal: end.signal, stopSignal: stop.signal },
    [Symbol.dispose]() {
      for (const signal of signals) process.off(signal, interrupted);
    },
  };
}
