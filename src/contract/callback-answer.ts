import { isRecord } from "./field.ts";
import { parseJson } from "./json.ts";
import { successCode } from "./operation.ts";

/**
 * Whether the body of a 2xx answer says that a callback test passed. The specification does not show this answer. Its
 * code has to be `success`. An answer without a code passes only if it has nothing but data, a message and ids: a page,
 * a list, or a member such as `error` or `success` may report a failure.
 */
export function saysPass(body: string): boolean {
  // A byte order mark alone is empty too: trim removes it.
  if (body.trim() === "") return true;
  const answer = parseJson(body);
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
