/** Calls `work` for each item, for at most `atOnce` of them at a time. Yields the results in the order of the items. */
export async function* inOrder<T, R>(
  items: Iterable<T> | AsyncIterable<T>,
  atOnce: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const begun: Promise<R>[] = [];
  try {
    for await (const item of items) {
      const result = work(item);
      // A failure counts when its turn comes.
      result.catch(() => {});
      begun.push(result);
      if (begun.length === atOnce) yield (await begun.shift()) as R;
    }
    while (begun.length > 0) yield (await begun.shift()) as R;
  } finally {
    // The caller has left, or one has failed. The others end by themselves.
    await Promise.allSettled(begun);
  }
}
