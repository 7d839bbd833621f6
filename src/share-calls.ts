/**
 * Lets callers that wait at the same time share one call. A call that runs already may not see what changed since it began. So later
 * callers share the next call.
 */
export function shareCalls<T>(call: () => Promise<T>): () => Promise<T> {
  let begun: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  return () => {
    const shared =
      next ??
      begun
        .catch(() => {})
        .then(() => {
          begun = shared;
          next = undefined;
          return call();
        });
    next = shared;
    return shared;
  };
}
