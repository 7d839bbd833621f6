import { checkArguments } from "./check.ts";
import type { Arguments, Values } from "./field.ts";
import { type Issue, invalidSetting } from "./issue.ts";
import { readResolutions } from "./resolutions.ts";
import { named, words } from "./words.ts";

/** What a provider block takes beside the settings. */
export const providerArguments = {
  resolve: { kind: "map" },
  max_reissues: { kind: "integer", minimum: 0 },
  allow_reissue: { kind: "boolean" },
} as const satisfies Arguments;

/** Problems of these. */
export function checkProviderBlock(values: Values): Issue[] {
  const issues = checkArguments(providerArguments, values, invalidSetting);
  if (issues.some(({ field }) => field === "resolve")) return issues;
  const entries = Object.entries((values.resolve ?? {}) as Record<string, string>);
  return [...issues, ...readResolutions(entries, words`${named("resolve")}`).issues];
}
