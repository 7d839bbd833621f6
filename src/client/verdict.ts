import type { CallbackVerdict, CertOrderError } from "../contract/index.ts";
import { callbackCodes, InvalidRequestError, isCallbackCode } from "../contract/index.ts";

/**
 * What a failed callback test says about the callback. The checks before sending use the service's codes with the
 * same meaning. An unknown code says nothing.
 */
export function callbackVerdict(error: CertOrderError): Exclude<CallbackVerdict, "pass"> {
  const isJudged = error.outcome === "rejected" || error instanceof InvalidRequestError;
  return isJudged && isCallbackCode(error.code) ? callbackCodes[error.code].verdict : "unknown";
}
