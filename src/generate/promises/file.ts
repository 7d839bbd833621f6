import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type Change, comparePromises, compareVersions, lowestVersion, type Promises } from "./compare.ts";

// Each version has a file. That of a version that is released stays as it is, and the next version is compared with it.

const folder = "docs/reference/promises";

export const promisesFile = (version: string) => `${folder}/${version}.json`;

/** One line for each name, so that a difference of two files reads as what changes. */
export function formatPromises(promises: Promises): string {
  const object = (table: object, indent: string, format: (value: object) => string): string => {
    const lines = Object.entries(table).map(
      ([name, value]) => `${indent}  ${JSON.stringify(name)}: ${format(value)}`,
    );
    return lines.length === 0 ? "{}" : `{\n${lines.join(",\n")}\n${indent}}`;
  };
  const part = (value: object) => JSON.stringify(value);
  const owner = (value: object) => object(value, "    ", part);
  return `${object(promises, "", (section) => object(section, "  ", owner))}\n`;
}

export interface Recorded {
  readonly version: string;
  readonly promises: Promises;
}

export function readRecorded(root: string): Recorded[] {
  return globSync(`${folder}/*.json`, { cwd: root }).map((file) => ({
    version: basename(file, ".json"),
    promises: JSON.parse(readFileSync(join(root, file), "utf8")),
  }));
}

/** The changelog says which version is not released yet. */
export function isReleased(root: string, version: string): boolean {
  const changelog = join(root, "CHANGELOG.md");
  return (
    existsSync(changelog) && !readFileSync(changelog, "utf8").includes(`\n## ${version} (not released yet)\n`)
  );
}

export interface Finding {
  /** What changes since the release before, or since the file was written. */
  readonly changes: readonly Change[];
  readonly since: string;
  /** Why the version cannot have these promises. */
  readonly problem?: string;
}

/** Compares what a version promises with the release before it, or with itself if it is released. */
export function checkPromises(
  now: Recorded & { readonly isReleased: boolean },
  recorded: readonly Recorded[],
): Finding | undefined {
  const { version, promises } = now;
  const [released] = recorded
    .filter((one) => compareVersions(one.version, version) < (now.isReleased ? 1 : 0))
    .sort((one, other) => compareVersions(other.version, one.version));
  if (!released) return undefined;
  const changes = comparePromises(released.promises, promises);
  const lowest = lowestVersion(released.version, changes);
  const asked = `The changes since ${released.version} ask for version ${lowest}.`;
  const since = released.version;
  if (now.isReleased && changes.length > 0)
    return {
      ...{ changes, since },
      problem: `${version} is released, and its promises stay. ${asked} Set it in package.json, run \`npm install\`, and begin a section "## ${lowest} (not released yet)" in CHANGELOG.md.`,
    };
  if (!now.isReleased && compareVersions(version, lowest) < 0)
    return { changes, since, problem: `${asked} ${version} is too low.` };
  return { changes, since };
}
