import { CertOrderError, invalidSetting, named, words } from "../../contract/index.ts";

/** A journal_url that cannot be meant. It is not repeated: it may hold a password. */
export function wrongUrl(
  what: string,
  remedy = "Give an address such as postgres://user@host/database, s3://bucket/prefix?region=REGION or file:///var/lib/certorder.",
): CertOrderError {
  return new CertOrderError(words`${named("journal_url")} ${what}.`, {
    code: invalidSetting,
    outcome: "not-sent",
    remedy,
  });
}
