/** All that tests, and the programs that they start or kill, leave in the temporary folder goes when they are over. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

export default function temporaryFolder(project?: TestProject): () => void {
  const folder = mkdtempSync(
    join(project?.name === "unit" ? placeForUnitTests() : tmpdir(), "certorder-test-"),
  );
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** Memory if Linux has some to give: unit tests flush thousands of small files, for which some disks take 5 ms each. */
function placeForUnitTests(): string {
  const memory = "/dev/shm";
  const mounts = "/proc/self/mounts";
  if (!existsSync(mounts)) return tmpdir();
  const mount = readFileSync(mounts, "utf8")
    .split("\n")
    .find((line) => line.split(" ")[1] === memory);
  // Some tests start programs from there.
  if (mount === undefined || mount.includes("noexec")) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > 2 ** 30 ? memory : tmpdir();
}
