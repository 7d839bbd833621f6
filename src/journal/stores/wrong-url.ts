import { fieldRef, InvalidInputError, journalUrls, settingProblem, text } from "../../contract/index.ts";

/** An invalid URL of a journal. The message does not repeat it: it may contain a password. */
export function wrongUrl(what: string, remedy = journalUrls): InvalidInputError {
  const message = text`${fieldRef("journal")} ${what}.`;
  return new InvalidInputError("The journal cannot be opened", [
    settingProblem("journal", "place", message, remedy),
  ]);
}
