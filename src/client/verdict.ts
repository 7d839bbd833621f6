import type { CertOrderError, Verdict } from "../contract/index.ts";
import { callbackCodes, isCallbackCode } from "../contract/index.ts";

/** What a failed callback test says about the callback. A code that nobody has seen before says nothing. */
export function verdictOf(error: CertOrderError): Verdict {
  return error.outcome === "rejected" && isCallbackCode(error.code)
    ? callbackCodes[error.code].verdict
    : "unknown";
}
