/** All that tests, and the programs that they start or kill, leave in the temporary folder goes when they are over. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export default function temporaryFolder(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "certorder-test-"));
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
