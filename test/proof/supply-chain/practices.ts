import { type Check, readText } from "./check.ts";

/** What OpenSSF's Scorecard asks for and files alone can show, also where Scorecard is not installed (scorecard.ts). */
const practices: readonly (readonly [what: string, path: string, evidence: RegExp])[] = [
  ["Dependabot proposes actions", ".github/dependabot.yml", /package-ecosystem: github-actions/],
  ["Dependabot proposes packages", ".github/dependabot.yml", /package-ecosystem: npm/],
  ["every change is analysed", ".github/workflows/codeql.yml", /pull_request:.*codeql-action\/analyze@/s],
  ["the licence is a known one", "LICENSE", /^Mozilla Public License Version 2\.0/],
  ["weaknesses are reported in private", "SECURITY.md", /github\.com\/\S+\/security\/advisories\/new/],
  [
    "dependencies are reviewed",
    ".github/workflows/dependency-review.yml",
    /pull_request:.*dependency-review/s,
  ],
  ["npm gets the provenance", ".github/workflows/release.yml", /npm publish [^\n]*--provenance/],
  ["npm takes it, because the manifest names the repository", "package.json", /"repository": \{/],
  ["the manifest names the licence", "package.json", /"license": "MPL-2\.0"/],
  ["readers of foreign bytes are fuzzed", "test/proof/hostile/targets/index.ts", /csrs/],
  [
    "every night, packages are compared with known weaknesses",
    ".github/workflows/audit.yml",
    /schedule:.*run: npm audit\n/s,
  ],
  ["their signatures are checked as well", ".github/workflows/audit.yml", /run: npm audit signatures\n/],
  [
    "so are those of the executables and the site",
    ".github/workflows/audit.yml",
    /\[\., executables, site\]/,
  ],
  ["the policy says when a report is answered", "SECURITY.md", /answer within \w+ working days/],
  ["the policy says when it is disclosed", "SECURITY.md", /at the latest \d+ days after/],
  ["they are fuzzed for longer on a schedule", ".github/workflows/fuzz.yml", /schedule:.*npm run fuzz/s],
];

export const practiceCheck: Check = {
  what: "good practices that are missing",
  problems: (tree) =>
    practices
      .filter(([, path, evidence]) => !evidence.test(readText(tree, path)))
      .map(([what, path]) => `${path}: ${what}`),
  sabotage: ["package.json", '"repository"', '"homepage"'],
};
