import type { Check } from "./check.ts";
import { readText } from "./check.ts";

/**
 * Good practices that files alone can show, and that neither Scorecard (scorecard.ts) nor zizmor (test/real/action-lint.test.ts)
 * looks at.
 */
const practices: readonly (readonly [what: string, path: string, evidence: RegExp])[] = [
  [
    "dependencies are reviewed",
    ".github/workflows/dependency-review.yml",
    /pull_request:[^]*dependency-review/,
  ],
  ["npm gets the provenance", ".github/workflows/release.yml", /npm publish [^\n]*--provenance/],
  ["npm takes it, because the manifest names the repository", "package.json", /"repository": \{/],
  ["the manifest names the licence", "package.json", /"license": "MPL-2\.0"/],
  ["readers of foreign bytes are fuzzed", "test/unit/csr/fuzz.test.ts", /from "fast-check"/],
  ["they are fuzzed for longer on a schedule", ".github/workflows/fuzz.yml", /schedule:[^]*npm run fuzz/],
];

export const practiceCheck: Check = {
  what: "good practices that are missing",
  problems: (tree) =>
    practices
      .filter(([, path, evidence]) => !evidence.test(readText(tree, path)))
      .map(([what, path]) => `${path}: ${what}`),
  sabotage: ["package.json", '"repository"', '"homepage"'],
};
