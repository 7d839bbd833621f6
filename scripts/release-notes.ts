/** Prints the notes of a release: the section of this version in the changelog, with links to the files of its tag. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../src/version.ts";
import { repositoryUrl } from "./npm-packages.ts";

/** Refuses a section without a date: the promises of a version stay from then on. */
export function releaseNotes(changelog: string, released: string): string {
  const section = changelog.split(/^## /m).find((one) => one.startsWith(`${released} `));
  if (section === undefined) throw new Error(`CHANGELOG.md has no section of ${released}.`);
  const [heading = "", ...lines] = section.split("\n");
  if (!/^\S+ \(\d{4}-\d\d-\d\d\)$/.test(heading))
    throw new Error(`Give the section of ${released} in CHANGELOG.md its date: ## ${released} (2026-01-31).`);
  const files = `${repositoryUrl}/blob/v${released}/`;
  return `${lines.join("\n").trim()}\n`.replaceAll(/\]\((?!https?:)/g, `](${files}`);
}

if (import.meta.main) {
  const changelog = readFileSync(join(import.meta.dirname, "..", "CHANGELOG.md"), "utf8");
  process.stdout.write(releaseNotes(changelog, version));
}
