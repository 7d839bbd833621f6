import { CertOrderError, fieldRef, invalidSetting, journalUrls, text } from "../../contract/index.ts";

/** An invalid journal_url. The message does not repeat it: it may contain a password. */
export function wrongUrl(what: string, remedy = journalUrls): CertOrderError {
  return new CertOrderError(text`${fieldRef("journal_url")} ${what}.`, {
    code: invalidSetting,
    outcome: "not-sent",
    remedy,
  });
}
