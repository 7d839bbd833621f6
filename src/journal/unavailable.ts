import { CertOrderError } from "../contract/index.ts";

/** The code of a journal that cannot be read or written, so that it cannot keep its promise. */
export const unavailable = "journal_unavailable";

export function isUnavailable(error: unknown): error is CertOrderError {
  return CertOrderError.is(error) && error.code === unavailable;
}
