import type { Values } from "./field.ts";
import { type InputProblem, settingProblem } from "./input-problem.ts";
import { fieldRef, type Text, text } from "./text.ts";

/** The problems of a journal's folder or URL. The rules are those of any machine: a plan may run elsewhere. */
export function checkJournalPlace({ journal_dir: folder, journal_url: url }: Values): InputProblem[] {
  const problems: InputProblem[] = [];
  if (typeof folder === "string" && folder !== "" && !isAbsoluteSomewhere(folder))
    problems.push(settingProblem("journal_dir", "absolute", relativeFolder, "Give an absolute path."));
  const wrong = typeof url === "string" && url !== "" && journalUrlProblem(url);
  if (wrong)
    problems.push(
      settingProblem("journal_url", "url", text`${fieldRef("journal_url")} ${wrong.problem}.`, wrong.remedy),
    );
  return problems;
}

export const relativeFolder: Text = text`${fieldRef("journal_dir")} is not an absolute path, so every working folder would have its own journal.`;

/** The remedy for a URL that cannot name a journal. */
export const journalUrls =
  "Give an address such as postgres://user@host/database, s3://bucket/prefix?region=REGION or file:///var/lib/certorder.";

const ofPostgres = {
  parameters: ["host", "port", "user", "dbname", "sslmode", "sslrootcert", "connect_timeout", "schema"],
  remedy: "Put a password before the @, in PGPASSWORD or in the password file.",
};

/** The parameters that a journal's URL may have. Others would be ignored, and the journal would not be where it seems. */
const schemes: Readonly<Record<string, { readonly parameters: readonly string[]; readonly remedy: string }>> =
  {
    "file:": { parameters: [], remedy: "Give only the path, such as file:///var/lib/certorder." },
    "postgres:": ofPostgres,
    "postgresql:": ofPostgres,
    "s3:": {
      parameters: ["region", "endpoint", "style"],
      remedy: "Credentials come from AWS_ACCESS_KEY_ID or Amazon's other sources.",
    },
  };

interface UrlProblem {
  /** Completes a sentence about the URL. The URL is not repeated: it may contain a password. */
  readonly problem: string;
  readonly remedy: string;
}

export const severalHosts: UrlProblem = {
  problem: "names several hosts",
  remedy:
    "Name one host: the primary server, or an address that always leads to it. Two servers can have two histories.",
};

/** What no machine can use. Each store checks its own parts further. */
export function journalUrlProblem(text: string): UrlProblem | undefined {
  if (text.includes("#"))
    return {
      problem: "has a fragment (#), which would be ignored",
      remedy: "Remove it. In a password, write %23 for #.",
    };
  // With ports, it is not even a URL.
  if (/^\s*postgres(?:ql)?:\/\/(?:[^/?]*@)?[^/?@]*,/i.test(text)) return severalHosts;
  const url = URL.parse(text);
  if (!url) return { problem: "is not a URL", remedy: journalUrls };
  const scheme = schemes[url.protocol];
  if (!scheme)
    return {
      problem: `has the scheme ${url.protocol}//, which a journal cannot have`,
      remedy: journalUrls,
    };
  if (!/^\s*[a-z0-9]+:\/\//i.test(text))
    return { problem: "has no // after its scheme", remedy: journalUrls };
  return parametersProblem(url, scheme);
}

function parametersProblem(
  { search, searchParams }: URL,
  { parameters, remedy }: { readonly parameters: readonly string[]; readonly remedy: string },
): UrlProblem | undefined {
  const names = [...searchParams.keys()];
  const unknown = names.find((name) => !parameters.includes(name));
  if (unknown !== undefined)
    return {
      // With an @, it may be the end of a password.
      problem: `has an unknown parameter${search.includes("@") ? "" : ` (${unknown})`}`,
      remedy: parameters.length === 0 ? remedy : `Use only ${parameters.join(", ")}. ${remedy}`,
    };
  const double = names.find((name, index) => names.indexOf(name) !== index);
  if (double !== undefined)
    return { problem: `has the parameter ${double} twice`, remedy: "Give it once: only one can be right." };
  const empty = names.find((name) => searchParams.get(name) === "");
  if (empty !== undefined)
    return { problem: `has an empty parameter (${empty})`, remedy: "Give it a value, or leave it out." };
  return undefined;
}

/** By the rules of POSIX or of Windows. */
function isAbsoluteSomewhere(path: string): boolean {
  return /^(?:\/|\\\\|[a-z]:[\\/])/i.test(path);
}
