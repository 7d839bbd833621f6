import { isRecord } from "./field.ts";
import { successCode } from "./operation.ts";

/**
 * Whether the body of a 2xx answer says that a callback test passed. The specification does not show this answer. Its
 * code has to be `success`. An answer without a code passes only if it has nothing but data, a message and ids: a page,
 * a list, or a member such as `error` or `success` may report a failure.
 */
export function saysPass(body: string): boolean {
  // Some servers put a byte order mark before the JSON.
  const text = body.replace(/^\ufeff/, "").trim();
  if (text === "") return true;
  const answer = parsed(text);
  if (!isRecord(answer)) return false;
  return "code" in answer ? isSuccess(answer.code) && !reportsFailure(answer) : saysNothing(answer);
}

/** The answer contradicts its own code. */
function reportsFailure({ success, error, errors }: Readonly<Record<string, unknown>>): boolean {
  return success === false || Boolean(error) || (Array.isArray(errors) ? errors.length > 0 : Boolean(errors));
}

export function isSuccess(code: unknown): boolean {
  return typeof code === "string" && code.toLowerCase() === successCode;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const idName = /(?:^|[_-])id$|[a-z]Id$/;

function saysNothing({ data, ...answer }: Readonly<Record<string, unknown>>): boolean {
  return isPlain(answer) && ((data ?? null) === null || (isRecord(data) && isPlain(data)));
}

function isPlain(members: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(members).every(
    ([name, value]) =>
      (name === "message" || idName.test(name)) && /^(?:string|number)$/.test(typeof (value ?? "")),
  );
}
