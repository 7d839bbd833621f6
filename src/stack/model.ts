import type { Argument, DeclaredValues, InputProblem, Setting } from "../contract/index.ts";
import {
  callbackArguments,
  callbackTestFields,
  declaredReissueFields,
  providerArguments,
  reissueArguments,
  settings,
} from "../contract/index.ts";
import type { Pace } from "./expressions.ts";
import type { ClearSecret } from "./secrets.ts";

export type BlockKind = "provider" | "reissue" | "callback";

/** The arguments that the rules check, by the contract's names. */
export const knownArguments: Readonly<Record<BlockKind, Readonly<Record<string, Argument | Setting>>>> = {
  provider: { ...settings, ...providerArguments },
  reissue: { ...declaredReissueFields(), ...reissueArguments },
  callback: { ...callbackTestFields, ...callbackArguments },
};

/** One of our blocks in a stack. */
export interface Element {
  readonly kind: BlockKind;
  /** Such as `certorder_reissue.www`. */
  readonly address: string;
  /** The path of its construct, if the file has it. */
  readonly constructPath?: string | undefined;
  /** Its name in messages. */
  readonly title: string;
  readonly known: DeclaredValues;
  /** Secrets that are in the synthesized file in clear text, by argument. */
  readonly clearSecrets: Readonly<Record<string, ClearSecret>>;
  /** How to report those. `doubted`: a warning, because this block has no option to allow them. */
  readonly literalSecrets: "refused" | "doubted" | "allowed";
  /** Arguments whose text contains a number token. */
  readonly numberTokens: readonly string[];
  /** Arguments that change by themselves. */
  readonly changing: Readonly<Record<string, Pace>>;
  /** The alias of a provider. */
  readonly alias?: string | undefined;
  /** The provider of another block, such as `certorder.eu`. A block that names none has `certorder`. */
  readonly provider?: string | undefined;
  /** It has `count` or `for_each`. */
  readonly isRepeated?: boolean;
  /** How many there are of it, if its `count` or `for_each` is a literal. */
  readonly instances?: number | undefined;
  /** The order of a reissue, as written. The same expression is the same order. */
  readonly orderId?: string | undefined;
  /** What a reissue waits for: addresses, and some texts that only look like addresses. */
  readonly dependsOn: readonly string[];
  /** The addresses from a test of the callback back to itself, if it waits for itself. */
  readonly cycle?: readonly string[];
}

export interface Finding<E> {
  readonly element: E;
  readonly problem: InputProblem;
}
