import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atLeast, none, type Part } from "../part.ts";
import { attestationCheck } from "./attestation.ts";
import { checkBills } from "./bills.ts";
import { type Check, noticesSabotage, type Result, readTree } from "./check.ts";
import { forbiddenChecks } from "./forbidden.ts";
import { lockChecks } from "./lock.ts";
import { practiceCheck } from "./practices.ts";
import { checkRelease } from "./release.ts";
import { hasScorecard, scorecard } from "./scorecard.ts";
import { securityPageCheck } from "./security-page.ts";
import { workflowChecks } from "./workflows.ts";

const checks: readonly Check[] = [
  ...lockChecks,
  ...workflowChecks,
  practiceCheck,
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
      ...bills,
      ...checkRelease(tree, folder),
      {
        what: "sabotages of the repository that go unnoticed",
        problems: checks.filter((check) => !noticesSabotage(check, tree)).map(({ what }) => what),
      },
    ];
    if (!quick && !hasScorecard()) log("Scorecard is not asked. To have it asked: npm run tools -- --proof");
    const scores = quick || !hasScorecard() ? [] : scorecard(tree, join(folder, "files"));
    return {
      findings: [
        ...results.map(({ what, problems }) => none(what, problems.length)),
        ...scores,
        atLeast("files searched", tree.size, 500),
      ],
      failures: results.flatMap(({ what, problems }) => problems.map((problem) => `${what}: ${problem}`)),
    };
  },
};
