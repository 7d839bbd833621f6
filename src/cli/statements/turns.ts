/** Calls `work` for items with the same key one after the other. Others need not wait. */
export function takeTurns<T, R>(
  keyOf: (item: T) => string,
  work: (item: T) => Promise<R>,
): (item: T) => Promise<R> {
  const last = new Map<string, Promise<unknown>>();
  return (item) => {
    const key = keyOf(item);
    const result = (last.get(key) ?? Promise.resolve()).then(() => work(item));
    // A failure is that of one item.
    const ended = result.then(
      () => {},
      () => {},
    );
    last.set(key, ended);
    ended.then(() => {
      if (last.get(key) === ended) last.delete(key);
    });
    return result;
  };
}
