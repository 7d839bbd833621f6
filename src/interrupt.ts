/** Signals for a call of the client. */
export interface StopSignals {
  readonly signal: AbortSignal;
  readonly stopSignal: AbortSignal;
}

/**
 * Handles Ctrl-C, a closed terminal, and the signals of CI systems that cancel a job. The first signal ends
 * everything that was not sent; an answer on its way is awaited. The second signal ends that too.
 */
export function listenForInterrupt(onStop: () => void): Disposable & { readonly signals: StopSignals } {
  const stop = new AbortController();
  const end = new AbortController();
  const interrupted = () => {
    if (stop.signal.aborted) return end.abort();
    stop.abort();
    onStop();
  };
  const listening = listen(["SIGINT", "SIGTERM", "SIGHUP"], interrupted);
  return { signals: { signal: end.signal, stopSignal: stop.signal }, ...listening };
}

/**
 * Ends this process at Ctrl-C or when a CI system cancels the job, for example while a journal does not answer. `sayWhy`
 * returns the exit code. If the command itself listens to the signal, the command decides.
 */
export function endAtInterrupt(sayWhy: () => Promise<number>): Disposable {
  const interrupted = async (signal: NodeJS.Signals) => {
    if (process.listenerCount(signal) > 1) return;
    // A second signal ends the process even if the message cannot be written.
    listening[Symbol.dispose]();
    process.exit(await sayWhy());
  };
  const listening = listen(["SIGINT", "SIGTERM"], interrupted);
  return listening;
}

function listen(
  signals: readonly NodeJS.Signals[],
  listener: (signal: NodeJS.Signals) => unknown,
): Disposable {
  for (const signal of signals) process.on(signal, listener);
  return {
    [Symbol.dispose]() {
      for (const signal of signals) process.off(signal, listener);
    },
  };
}
