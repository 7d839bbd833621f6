/** Arguments as people give them: `undefined` is as good as leaving one out, and a list may be read-only. */
export type Given<T> = {
  readonly [K in keyof T]: ReadonlyLists<T[K]> | (object extends Pick<T, K> ? undefined : never);
};

type ReadonlyLists<V> = V extends string[] ? readonly string[] : V;

/** What was given, for a constructor that takes `undefined` for a value. */
export function withoutUndefined(given: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
