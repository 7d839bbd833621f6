import { callbackCodes } from "./callback.ts";
import { actionCodes, commandCodes, journalCodes, requestCodes, sandboxCodes } from "./error-codes.ts";
import { failures } from "./failure-codes.ts";

const tables = [callbackCodes, failures, requestCodes, journalCodes, commandCodes, actionCodes, sandboxCodes];

/** The address of the page about a code. The service's own codes for a reissue have none. */
export function errorPage(code: string): string | undefined {
  return tables.some((codes) => Object.hasOwn(codes, code))
    ? `https://certorder.github.io/certorder/errors/${code}/`
    : undefined;
}
