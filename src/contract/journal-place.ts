import type { Values } from "./field.ts";
import { type InputProblem, settingProblem } from "./input-problem.ts";
import { fieldRef, text } from "./text.ts";

/** No journal: nothing is remembered. */
export const noJournal = "none";
/** The deployments of the repository. Only the GitHub action has them. */
export const inRepository = "repository";

/** The problems of the setting `journal`. The rules are those of any machine: a plan may run elsewhere. */
export function checkJournalPlace({ journal: place }: Values): InputProblem[] {
  const wrong = typeof place === "string" && place !== "" && place !== noJournal && placeProblem(place);
  return wrong
    ? [settingProblem("journal", "place", text`${fieldRef("journal")} ${wrong.problem}.`, wrong.remedy)]
    : [];
}

function placeProblem(place: string): PlaceProblem | undefined {
  if (place === inRepository)
    return {
      problem: "is repository, which only the GitHub action has",
      remedy: `Give a folder. ${journalUrls}`,
    };
  return isUrl(place) ? journalUrlProblem(place) : folderProblem(place);
}

/** Whether a place is an address. Anything else is a folder. A single letter before a colon is a drive. */
export function isUrl(place: string): boolean {
  return /^\s*[a-z][a-z0-9+.-]+:/i.test(place);
}

export function folderProblem(folder: string): PlaceProblem | undefined {
  return isAbsoluteSomewhere(folder) ? undefined : relativeFolder;
}

const relativeFolder: PlaceProblem = {
  problem: "is not an absolute path, so every working folder would have its own journal",
  remedy: "Give an absolute path, or an address such as postgres://user@host/database.",
};

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

interface PlaceProblem {
  /** Completes a sentence about the place. The place is not repeated: it may contain a password. */
  readonly problem: string;
  readonly remedy: string;
}

export const severalHosts: PlaceProblem = {
  problem: "names several hosts",
  remedy:
    "Name one host: the primary server, or an address that always leads to it. Two servers can have two histories.",
};

/** What no machine can use. Each store checks its own parts further. */
export function journalUrlProblem(text: string): PlaceProblem | undefined {
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
): PlaceProblem | undefined {
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
export function isAbsoluteSomewhere(path: string): boolean {
  return /^(?:\/|\\\\|[a-z]:[\\/])/i.test(path);
}
