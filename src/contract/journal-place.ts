import type { Values } from "./field.ts";
import { type Issue, settingIssue } from "./issue.ts";
import { fieldRef, type Text, text } from "./text.ts";

/** The problems of a journal's folder or URL. The rules are those of any machine: a plan may run elsewhere. */
export function checkJournalPlace({ journal_dir: folder, journal_url: url }: Values): Issue[] {
  const issues: Issue[] = [];
  if (typeof folder === "string" && folder !== "" && !isAbsoluteSomewhere(folder))
    issues.push(settingIssue("journal_dir", "absolute", relativeFolder, "Give an absolute path."));
  const problem = typeof url === "string" && url !== "" && journalUrlProblem(url);
  if (problem)
    issues.push(
      settingIssue("journal_url", "url", text`${fieldRef("journal_url")} ${problem}.`, journalUrls),
    );
  return issues;
}

export const relativeFolder: Text = text`${fieldRef("journal_dir")} is not an absolute path, so every working folder would have its own journal.`;

/** What journal URLs look like. */
export const journalUrls =
  "Give an address such as postgres://user@host/database, s3://bucket/prefix?region=REGION or file:///var/lib/certorder.";

const schemes: readonly string[] = ["file:", "postgres:", "postgresql:", "s3:"];

/** Completes a sentence about the URL. The URL is not repeated: it may contain a password. */
export function journalUrlProblem(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url) return "is not a URL";
  return schemes.includes(url.protocol)
    ? undefined
    : `has the scheme ${url.protocol}//, which a journal cannot have`;
}

/** By the rules of POSIX or of Windows. */
function isAbsoluteSomewhere(path: string): boolean {
  return /^(?:\/|\\\\|[a-z]:[\\/])/i.test(path);
}
