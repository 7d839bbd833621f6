import type { Field, KnownValues, Setting } from "../contract/index.ts";
import { callbackTestFields, providerArguments, reissueFields, settings } from "../contract/index.ts";

export type Kind = "provider" | "reissue" | "callback";

/** The arguments that the rules look at, by the contract's names. */
export const checkedNames: Readonly<Record<Kind, readonly string[]>> = {
  provider: [...Object.keys(settings), ...Object.keys(providerArguments)],
  reissue: [...Object.keys(reissueFields), "sign_key_pin_wo", "renew_before_days"],
  callback: Object.keys(callbackTestFields),
};

const tables: Readonly<Record<string, Field | Setting>> = {
  ...settings,
  ...reissueFields,
  ...callbackTestFields,
  sign_key_pin_wo: reissueFields.sign_key_pin,
};

/** Those of them that are, or may hold, secrets. */
export const secretNames: typeof checkedNames = {
  provider: checkedNames.provider.filter(isSensitive),
  reissue: checkedNames.reissue.filter(isSensitive),
  callback: checkedNames.callback.filter(isSensitive),
};

function isSensitive(name: string): boolean {
  return Boolean(tables[name]?.sensitive);
}

/** One of our blocks in a stack. */
export interface Element {
  readonly kind: Kind;
  /** How people find it. */
  readonly title: string;
  readonly known: KnownValues;
  /** The texts among its secrets that stand in the synthesized file as they are, by the names of their arguments. */
  readonly literals: Readonly<Record<string, string>>;
  /** What is thought of those. Where nobody could say that it is meant, it is doubted only. */
  readonly literalSecrets: "refused" | "doubted" | "allowed";
  /** Of a provider: what it is called beside others. */
  readonly alias?: string | undefined;
  /** Of the others: the provider that they name, such as `certorder.eu`. */
  readonly provider?: string | undefined;
  /** How many it stands for, by `count` or `for_each`; nobody knows how many where that is found out later. */
  readonly count?: number | "open" | undefined;
  readonly hasForEach?: boolean | undefined;
  /** An existing certificate is imported at its address, without an index. */
  readonly isImported?: boolean | undefined;
}

/** A block of any kind that waits for others. */
export interface Waiting<E> {
  readonly address: string;
  readonly title: string;
  readonly dependsOn: readonly string[];
  /** If it is one of ours. */
  readonly element?: E | undefined;
}

export interface Stack<E extends Element = Element> {
  readonly elements: readonly E[];
  readonly waiting: readonly Waiting<E>[];
}

/** How many a `for_each` makes, as it is written. */
export function membersOf(forEach: unknown): number | "open" {
  if (typeof forEach === "object" && forEach !== null) return Object.keys(forEach).length;
  const [, list] = /^\$\{toset\((\[.*\])\)\}$/s.exec(String(forEach)) ?? [];
  try {
    return list === undefined ? "open" : new Set(JSON.parse(list) as unknown[]).size;
  } catch {
    // There are expressions among its members.
    return "open";
  }
}
