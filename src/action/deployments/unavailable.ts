import { CertOrderError, NotSentError } from "../../contract/index.ts";
import { explainApiError, readFailure } from "../github.ts";
import { permissions } from "./api.ts";

/** Explains an error of GitHub. `wayOut`: what to do if the call may have been carried out. */
export async function callGitHub<T>(
  subject: string,
  verb: "read" | "written",
  work: () => Promise<T>,
  wayOut: readonly string[] = [],
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (CertOrderError.is(error)) throw error;
    const isRefused = verb === "written" && (readFailure(error).status ?? 500) < 500;
    const lines = explainApiError(error, `the journal could not be ${verb}`, permissions);
    if (lines.includes("permissions:"))
      lines.push("Or keep the journal elsewhere: name it with journal. To keep none: journal: none.");
    throw unavailableError(subject, [...lines, ...(isRefused ? [] : wayOut)]);
  }
}

export function unavailableError(subject: string, [what, ...lines]: readonly string[]): NotSentError {
  return new NotSentError(`${subject}: ${what}`, { code: "journal_unavailable", remedy: lines.join("\n") });
}
