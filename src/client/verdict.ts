import type { CertOrderError, Verdict } from "../contract/index.ts";
import { callbackCodes, isCallbackCode } from "../contract/index.ts";
import { InvalidRequestError } from "./errors.ts";

/**
 * What a failed callback test says about the callback. The checks before sending use the service's own words, and mean
 * the same by them. An unknown code says nothing.
 */
export function callbackVerdict(error: CertOrderError): Exclude<Verdict, "pass"> {
  const isJudged = error.outcome === "rejected" || error instanceof InvalidRequestError;
  return isJudged && isCallbackCode(error.code) ? callbackCodes[error.code].verdict : "unknown";
}
