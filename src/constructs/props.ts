import type {
  ITerraformDependable,
  ITerraformIterator,
  TerraformCount,
  TerraformProvider,
  TerraformResourceLifecycle,
} from "cdktn";
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

/** What every block takes. */
export interface BlockOptions {
  /**
   * The provider, and with it the account.
   * @default the provider of the stack without an alias
   */
  readonly provider?: TerraformProvider | undefined;
  /**
   * What the block waits for.
   * @default only what its other props refer to
   */
  readonly dependsOn?: ITerraformDependable[] | undefined;
}

/** What every resource and data source takes. */
export interface LifecycleOptions extends BlockOptions {
  /**
   * How Terraform replaces and destroys it, what changes Terraform ignores, and its conditions.
   * @default the lifecycle of every resource
   */
  readonly lifecycle?: TerraformResourceLifecycle | undefined;
}

/** How many there are of a resource or data source: by `count` or by `forEach`, never by both. */
export type Repetition =
  | {
      /**
       * How many there are.
       * @default one
       */
      readonly count?: number | TerraformCount | undefined;
      readonly forEach?: undefined;
    }
  | {
      readonly count?: undefined;
      /**
       * One for each member of the iterator.
       * @default one
       */
      readonly forEach?: ITerraformIterator | undefined;
    };

/** Drops absent members, for constructors that take `undefined` as a value. In JavaScript, `null` is absent too. */
export function withoutUndefined(props: object): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  // A loop, because lists of entries are slower, and stacks may be large.
  for (const name of Object.keys(props)) {
    const value = props[name as keyof typeof props];
    if (!isAbsent(value)) result[name] = value;
  }
  return result;
}

/** The props of a construct without absent members. In JavaScript, all of them may be missing. */
export function givenProps<P extends object>(props: P | null | undefined): P {
  const isObject = typeof props === "object" && !Array.isArray(props);
  if (!isObject && props !== undefined)
    throw new Error(`The props of a construct must be an object, not ${JSON.stringify(props)}.`);
  return withoutUndefined(props ?? {}) as P;
}
