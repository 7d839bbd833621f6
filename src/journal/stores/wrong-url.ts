import { fieldRef, invalidSetting, journalUrls, NotSentError, text } from "../../contract/index.ts";

/** An invalid journal_url. The message does not repeat it: it may contain a password. */
export function wrongUrl(what: string, remedy = journalUrls): NotSentError {
  return new NotSentError(text`${fieldRef("journal_url")} ${what}.`, {
    code: invalidSetting,
    remedy,
  });
}
