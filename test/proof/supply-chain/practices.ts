import type { Check, Tree } from "./check.ts";
import { readText } from "./check.ts";

/**
 * What OpenSSF's Scorecard asks for and files alone can show, where no other check here looks at it. Zizmor looks at triggers
 * and at templates in scripts (test/real/action-lint.test.ts).
 */
const practices: readonly (readonly [what: string, path: string, evidence: RegExp])[] = [
  ["Dependabot proposes actions", ".github/dependabot.yml", /package-ecosystem: github-actions/],
  ["Dependabot proposes packages", ".github/dependabot.yml", /package-ecosystem: npm/],
  ["every change is analysed", ".github/workflows/codeql.yml", /pull_request:[\s\S]*codeql-action\/analyze@/],
  [
    "new dependencies are reviewed",
    ".github/workflows/dependency-review.yml",
    /pull_request:[\s\S]*dependency-review/,
  ],
  ["the licence is a known one", "LICENSE", /^Mozilla Public License Version 2\.0/],
  ["the manifest names the licence", "package.json", /"license": "MPL-2\.0"/],
  [
    "the manifest names the repository, without which npm takes no provenance",
    "package.json",
    /"repository": \{/,
  ],
  ["readers of foreign bytes are fuzzed", "test/unit/csr/fuzz.test.ts", /from "fast-check"/],
  ["they are fuzzed for longer on a schedule", ".github/workflows/fuzz.yml", /schedule:[\s\S]*npm run fuzz/],
  [
    "weaknesses can be reported in private",
    "SECURITY.md",
    /https:\/\/github\.com\/\S+\/security\/advisories\/new/,
  ],
  ["npm gets the provenance", ".github/workflows/release.yml", /npm publish [^\n]*--provenance/],
];

export const practiceChecks: readonly Check[] = [
  {
    what: "good practices that are missing",
    problems: (tree: Tree) =>
      practices.flatMap(([what, path, evidence]) =>
        evidence.test(readText(tree, path)) ? [] : [`${path}: ${what}`],
      ),
    sabotages: [
      [".github/dependabot.yml", "package-ecosystem: npm", "package-ecosystem: pip"],
      [".github/workflows/codeql.yml", "pull_request:", "workflow_dispatch:"],
      ["package.json", '"repository"', '"homepage"'],
      ["LICENSE", "Mozilla Public License", "Some Licence"],
    ],
  },
];
