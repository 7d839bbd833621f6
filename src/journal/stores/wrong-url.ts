import { CertOrderError, fieldRef, invalidSetting, journalUrls, text } from "../../contract/index.ts";

/** A journal_url that cannot be meant. It is not repeated: it may hold a password. */
export function wrongUrl(what: string, remedy = journalUrls): CertOrderError {
  return new CertOrderError(text`${fieldRef("journal_url")} ${what}.`, {
    code: invalidSetting,
    outcome: "not-sent",
    remedy,
  });
}
