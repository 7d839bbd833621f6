import type { TerraformMetaArguments } from "cdktn";
import { isAbsent } from "../contract/index.ts";
import type { KnownValues } from "./known-values.ts";

/**
 * Arguments as people give them: `undefined` is as good as leaving one out, a list may be read-only, and an editor completes
 * the values that are known.
 */
export type PropsFrom<T> = {
  readonly [K in keyof T]:
    | Completed<K, ReadonlyLists<T[K]>>
    | (object extends Pick<T, K> ? undefined : never);
};

type ReadonlyLists<V> = V extends string[] ? readonly string[] : V;

// Any other text stays possible: a token is one.
type Completed<K, V> = K extends keyof KnownValues
  ? V extends string
    ? KnownValues[K] | (string & {})
    : V
  : V;

/** What every block can be given. In a `check` block there is only room for the first two. */
export type MetaArguments = Pick<
  TerraformMetaArguments,
  "provider" | "dependsOn" | "lifecycle" | "count" | "forEach"
>;

/** What was given, for a constructor that takes `undefined` for a value. In JavaScript, `null` is given as well. */
export function withoutUndefined(given: object): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  // Stacks are large, and lists of entries take longer to make than this.
  for (const name of Object.keys(given)) {
    const value = given[name as keyof typeof given];
    if (!isAbsent(value)) result[name] = value;
  }
  return result;
}

/** The same for all props of a construct, which may themselves be missing where no compiler has looked. */
export function givenProps<P extends object>(props: P | null | undefined): P {
  const isObject = typeof props === "object" && !Array.isArray(props);
  if (!isObject && props !== undefined)
    throw new Error(`The props of a construct are an object, and this is ${JSON.stringify(props)}.`);
  return withoutUndefined(props ?? {}) as P;
}
