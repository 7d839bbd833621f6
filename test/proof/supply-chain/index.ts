import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Part } from "../part.ts";
import { atLeast, none } from "../part.ts";
import { attestationCheck } from "./attestation.ts";
import { checkBills } from "./bills.ts";
import { applySabotage, type Check, type Result, readTree, type Tree } from "./check.ts";
import { forbiddenChecks } from "./forbidden.ts";
import { lockChecks } from "./lock.ts";
import { practiceChecks } from "./practices.ts";
import { checkRelease } from "./release.ts";
import { hasScorecard, scorecard } from "./scorecard.ts";
import { securityPageCheck } from "./security-page.ts";
import { workflowChecks } from "./workflows.ts";

const checks: readonly Check[] = [
  ...lockChecks,
  ...workflowChecks,
  ...practiceChecks,
  ...forbiddenChecks,
  securityPageCheck,
  attestationCheck,
];

export const part: Part = {
  title: "What a release is made of is known, locked and signed",
  limit: 5,
  async run({ quick, log }) {
    const tree = readTree();
    const folder = mkdtempSync(join(tmpdir(), "certorder-supply-"));
    const bills = await checkBills(tree, folder);
    const results: Result[] = [
      ...checks.map((check) => ({ what: check.what, problems: check.problems(tree) })),
      ...bills.results,
      ...checkRelease(tree, folder),
      { what: "sabotages of the repository that go unnoticed", problems: unnoticed(tree) },
    ];
    if (!quick && !hasScorecard()) log("Scorecard is not asked. To have it asked: npm run tools -- --proof");
    const scores = quick || !hasScorecard() ? [] : scorecard(tree, join(folder, "files"));
    const sabotages = checks.flatMap((check) => check.sabotages).length;
    return {
      findings: [
        bills.finding,
        ...results.map(({ what, problems }) => none(what, problems.length)),
        ...scores,
        atLeast("files searched", tree.size, 500),
        atLeast("sabotages tried", sabotages, 30),
      ],
      failures: results.flatMap(({ what, problems }) => problems.map((problem) => `${what}: ${problem}`)),
    };
  },
};

/** A check that never fails proves nothing: each is shown a repository with what it looks for. */
function unnoticed(tree: Tree): string[] {
  return checks.flatMap((check) => {
    const usual = check.problems(tree).length;
    return check.sabotages
      .filter((sabotage) => check.problems(applySabotage(tree, sabotage)).length <= usual)
      .map(([path, from, to]) => `${check.what}: ${from} → ${to} in ${path}`);
  });
}
