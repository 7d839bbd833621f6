import { execFileSync } from "node:child_process";
import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { toolPath } from "../../../scripts/tool-folder.ts";
import type { Finding } from "../../harness/finding.ts";
import { root, type Tree } from "./check.ts";

/** The checks for which files are enough, with the most that they can score: where there is no GitHub to ask, a licence never gets 10. */
const best: Readonly<Record<string, number>> = {
  "Binary-Artifacts": 10,
  "Dangerous-Workflow": 10,
  "Dependency-Update-Tool": 10,
  License: 9,
  "Pinned-Dependencies": 10,
  SAST: 10,
  "Security-Policy": 10,
  "Token-Permissions": 10,
};

export const hasScorecard = () => existsSync(toolPath("scorecard"));

/** What OpenSSF's own program says of the repository's files, and of nothing else that lies beside them. */
export function scorecard(tree: Tree, folder: string): Finding[] {
  for (const path of tree.keys()) cpSync(join(root, path), join(folder, path));
  const options = ["--local", folder, "--checks", Object.keys(best).join(","), "--format", "json"];
  const { checks } = JSON.parse(execFileSync(toolPath("scorecard"), options, { encoding: "utf8" })) as {
    checks: readonly { name: string; score: number }[];
  };
  return Object.entries(best).map(([name, aim]) => {
    const score = checks.find((check) => check.name === name)?.score ?? -1;
    return { what: `Scorecard: ${name}`, value: String(score), aim: String(aim), met: score >= aim };
  });
}
