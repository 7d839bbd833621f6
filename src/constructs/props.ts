import type { TerraformMetaArguments } from "cdktn";
import { isAbsent } from "../contract/index.ts";
import type { KnownValues } from "./known-values.ts";

/** Props for arguments: `undefined` means left out, a list may be read-only, and an editor completes known values. */
export type PropsFrom<T> = {
  readonly [K in keyof T]:
    | Completed<K, ReadonlyLists<T[K]>>
    | (object extends Pick<T, K> ? undefined : never);
};

type ReadonlyLists<V> = V extends string[] ? readonly string[] : V;

// Any other text is allowed: a token is text.
type Completed<K, V> = K extends keyof KnownValues
  ? V extends string
    ? KnownValues[K] | (string & {})
    : V
  : V;

/** The meta-arguments of every block. A `check` block has only the first two. */
export type MetaArguments = Pick<
  TerraformMetaArguments,
  "provider" | "dependsOn" | "lifecycle" | "count" | "forEach"
>;

/** Drops absent members, for constructors that take `undefined` as a value. In JavaScript, `null` is absent too. */
export function withoutUndefined(given: object): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  // A loop, because lists of entries are slower, and stacks may be large.
  for (const name of Object.keys(given)) {
    const value = given[name as keyof typeof given];
    if (!isAbsent(value)) result[name] = value;
  }
  return result;
}

/** The same for the props of a construct, which may be missing in JavaScript. */
export function givenProps<P extends object>(props: P | null | undefined): P {
  const isObject = typeof props === "object" && !Array.isArray(props);
  if (!isObject && props !== undefined)
    throw new Error(`The props of a construct must be an object, not ${JSON.stringify(props)}.`);
  return withoutUndefined(props ?? {}) as P;
}
