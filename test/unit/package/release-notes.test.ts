import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { releaseNotes } from "../../../scripts/release-notes.ts";
import { version } from "../../../src/version.ts";

const changelog = readFileSync(join(import.meta.dirname, "..", "..", "..", "CHANGELOG.md"), "utf8");
/** As the changelog reads when this version is released. */
const dated = changelog.replace(/^(## \S+) \(.*\)$/m, "$1 (2026-12-01)");

describe("The notes of a release", () => {
  test("are the section of its version, with links to the files of its tag", () => {
    const older = "\n## 0.0.1 (2026-01-31)\n\nOlder.\n";
    const notes = releaseNotes(dated + older, version);
    expect(notes).not.toMatch(/^## |Older/m);
    const links = [...notes.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link);
    expect(links.length).toBeGreaterThan(10);
    for (const link of links)
      expect(link).toMatch(new RegExp(`^https://github\\.com/certorder/certorder/blob/v${version}/[A-Za-z]`));
  });

  test("are refused until the section has a date", () => {
    const open = dated.replace(/\(2026-12-01\)/, "(not released yet)");
    expect(() => releaseNotes(open, version)).toThrow(
      `Give the section of ${version} in CHANGELOG.md its date`,
    );
  });

  test("are refused for a version without a section", () => {
    expect(() => releaseNotes(dated, "9.9.9")).toThrow("CHANGELOG.md has no section of 9.9.9.");
  });
});
