import { checkArguments } from "./check.ts";
import type { ArgumentTable, Values } from "./field.ts";
import { type InputProblem, invalidSetting } from "./input-problem.ts";
import { readResolutions, readSupersedes } from "./resolutions.ts";

/** The arguments of a provider block beside the settings. */
export const providerArguments = {
  resolve: { kind: "map" },
  supersede: { kind: "map" },
  max_reissues: { kind: "integer", minimum: 0 },
} as const satisfies ArgumentTable;

export function checkProviderBlock(values: Values): InputProblem[] {
  const problems = checkArguments(providerArguments, values, invalidSetting);
  const isWrong = (name: string) => problems.some(({ contractName }) => contractName === name);
  const entries = (name: "resolve" | "supersede") =>
    isWrong(name) ? [] : Object.entries((values[name] ?? {}) as Record<string, string>);
  return [
    ...problems,
    ...readResolutions(entries("resolve")).problems,
    ...readSupersedes(entries("supersede")).problems,
  ];
}
