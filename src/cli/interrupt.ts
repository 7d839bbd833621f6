/** Signals for a call of the client, until it is disposed. */
interface Interrupt extends Disposable {
  readonly signals: { readonly signal: AbortSignal; readonly stopSignal: AbortSignal };
}

/**
 * Handles Ctrl-C, a closed terminal, and the signals of CI systems that cancel a job. The first signal ends
 * everything that was not sent; an answer on its way is awaited. The second signal ends that too.
 */
export function listenForInterrupt(note: (text: string) => void): Interrupt {
  const stop = new AbortController();
  const end = new AbortController();
  const interrupted = () => {
    if (stop.signal.aborted) return end.abort();
    stop.abort();
    note("Stopping. If a request was sent, its answer is awaited. Press Ctrl-C again to stop at once.");
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
