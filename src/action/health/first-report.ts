import { writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Whether no step before this one has reported the check in this attempt of the run, as far as this machine knows. A pass without an
 * issue leaves no trace at GitHub, so it leaves a file. `folder`: the runner's temporary folder, which it empties for each job.
 */
export function isFirstReport(folder: string | undefined, checkId: string, run: string): boolean {
  if (!folder) return true;
  try {
    writeFileSync(join(folder, `certorder-callback-${checkId}-${run}`), "", { flag: "wx" });
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "EEXIST";
  }
}
