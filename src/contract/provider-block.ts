import type { Values } from "./field.ts";
import { type Issue, settingIssue } from "./issue.ts";
import { readResolutions } from "./resolutions.ts";
import { named, words } from "./words.ts";

/** What a provider block takes beside the settings. */
export const providerArguments = ["resolve", "max_reissues", "allow_reissue"] as const;

/** Problems of these. */
export function checkProviderBlock({ max_reissues: most, resolve }: Values): Issue[] {
  return [
    ...(typeof most === "number" && !(Number.isSafeInteger(most) && most >= 0)
      ? [
          settingIssue(
            "max_reissues",
            "range",
            words`${named("max_reissues")} must be a whole number, 0 or more.`,
            "Correct the number.",
          ),
        ]
      : []),
    ...readResolutions(Object.entries((resolve ?? {}) as Record<string, string>)).issues,
  ];
}
