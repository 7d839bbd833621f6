import type { Argument, Issue, KnownValues, Setting } from "../contract/index.ts";
import {
  callbackArguments,
  callbackTestFields,
  providerArguments,
  reissueArguments,
  reissueFields,
  settings,
} from "../contract/index.ts";

export type Kind = "provider" | "reissue" | "callback";

/** The arguments that the rules look at, by the contract's names. */
export const knownArguments: Readonly<Record<Kind, Readonly<Record<string, Argument | Setting>>>> = {
  provider: { ...settings, ...providerArguments },
  reissue: { ...reissueFields, ...reissueArguments },
  callback: { ...callbackTestFields, ...callbackArguments },
};

/** One of our blocks in a stack. */
export interface Element {
  readonly kind: Kind;
  /** How people find it. */
  readonly title: string;
  readonly known: KnownValues;
  /** The texts among its secrets that stand in the synthesized file as they are, by the names of their arguments. */
  readonly literals: Readonly<Record<string, string>>;
  /** What to say about those. `doubted`: a warning, because this block has no way to allow them. */
  readonly literalSecrets: "refused" | "doubted" | "allowed";
  /** Arguments in whose text a token for a number was lost. */
  readonly lost: readonly string[];
  /** Of a provider: what it is called beside others. */
  readonly alias?: string | undefined;
  /** Of the others: the provider that they name, such as `certorder.eu`. */
  readonly provider?: string | undefined;
  /** How many objects it makes, by `count` or `for_each`. `open`: that is only known when Terraform runs. */
  readonly count?: number | "open" | undefined;
  readonly hasForEach?: boolean | undefined;
  /** Of a reissue: its order, as it is written. The same expression is the same order. */
  readonly orderId?: string | undefined;
  /** The existing certificates that are imported at its address. */
  readonly imports?: readonly Import[] | undefined;
}

export interface Import {
  /** As it is written. */
  readonly id: string;
  /** It is for one of many. */
  readonly hasIndex: boolean;
}

/** A block of any kind that waits for others. */
export interface Waiting<E> {
  readonly address: string;
  readonly title: string;
  readonly dependsOn: readonly string[];
  /** If it is one of ours. */
  readonly element?: E | undefined;
}

/** A problem of one block. */
export interface Finding<E> {
  readonly element: E;
  readonly issue: Issue;
}

export interface Stack<E extends Element = Element> {
  readonly elements: readonly E[];
  readonly waiting: readonly Waiting<E>[];
}

/** How many a `for_each` makes, as it is written. */
export function countMembers(forEach: unknown): number | "open" {
  if (typeof forEach === "object" && forEach !== null) return Object.keys(forEach).length;
  const list = /^\$\{toset\((\[.*\])\)\}$/s.exec(String(forEach))?.[1];
  try {
    return new Set(JSON.parse(String(list)) as unknown[]).size;
  } catch {
    // It is no list, or there are expressions among its members.
    return "open";
  }
}
