import { InputProblem, invalidSetting } from "../contract/index.ts";
import type { CallOptions, ImportOptions, ReissueOptions } from "./calls.ts";
import type { ClientOptions } from "./options.ts";

// A misspelt option would be ignored: with `requireCallbck`, a reissue is sent without its callback test. The compiler
// finds it only where the options are written as a literal.

/** Every key of the type, and no other. */
const keysOf =
  <Options>() =>
  <const Keys extends readonly (keyof Options & string)[]>(
    ...keys: Exclude<keyof Options, Keys[number]> extends never ? Keys : never
  ): readonly string[] =>
    keys;

export const callOptionNames = keysOf<CallOptions>()("signal", "stopSignal", "onEvent");

export const reissueOptionNames = keysOf<ReissueOptions>()(
  "signal",
  "stopSignal",
  "onEvent",
  "idempotencyKey",
  "maxAgeMs",
  "triggers",
  "supersede",
  "requireCallback",
);

export const importOptionNames = keysOf<ImportOptions>()(
  "request",
  "triggers",
  "issuedAt",
  "asLatest",
  "bringsBack",
  "corrects",
);

export const clientOptionNames = keysOf<ClientOptions>()(
  "baseUrl",
  "authKey",
  "keyId",
  "journal",
  "timeoutMs",
  "service",
  "maxTries",
  "ca",
  "onEvent",
  "env",
);

/** A problem for each option that does not exist. */
export function unknownOptions(given: object, known: readonly string[]): InputProblem[] {
  return Object.keys(given)
    .filter((name) => !known.includes(name))
    .map(
      (name) =>
        new InputProblem(
          name,
          "unknown_option",
          `${JSON.stringify(name)} is not an option.`,
          `Use ${known.join(", ")}.`,
          { code: invalidSetting },
        ),
    );
}
