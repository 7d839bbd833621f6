import { callbackCodes } from "./callback.ts";
import { isRecord } from "./field.ts";
import { parseJson } from "./json.ts";
import { successCode } from "./operation.ts";

/**
 * What the body of a 2xx answer says if the callback test passed, and undefined if it does not say that. The specification
 * does not show this answer. Its code has to be `success`, and nothing in it may contradict that. An answer without a code
 * passes only if it has nothing but data, a message and ids: a page, a list, or a member such as `error` may report a failure.
 */
export function describePass(body: string, contentType: string | undefined): string | undefined {
  // A byte order mark alone is empty too: trim removes it.
  if (body.trim() === "")
    return /^(?:application\/(?:.*\+)?json\b.*)?$/i.test(contentType?.trim() ?? "")
      ? "The service's answer is empty, which counts as a pass."
      : undefined;
  const answer = parseJson(body);
  if (!isRecord(answer)) return undefined;
  const passes = "code" in answer ? isSuccess(answer.code) && !contradicts(answer) : saysNothing(answer);
  return passes ? "The callback answered." : undefined;
}

/** The names of members that say how something went. */
const resultName = /^(?:code|status|state|result|outcome|verdict|.*[_-](?:code|status|result))$/i;
/** A value, of one word, that reports a failure. */
const failureWord =
  /^[\w-]*(?:err(?:or)?|fail(?:ed|ure)?|false|time-?out|timed[_-]?out|refused|rejected|denied|unreachable)[\w-]*$/i;
/** `true` reports a failure in a member of such a name, and `false` does not. */
const failureName = /^(?:(?:is|has)[_-]?)?(?:errors?|fail(?:ed|ures?)?|time-?out|timed[_-]?out)$/i;

/** Deeper than any answer of the service. */
const deepest = 32;

/** A part of the answer contradicts its code, or is too deep to be read. */
function contradicts(value: unknown, name = "", depth = 0): boolean {
  if (depth > deepest) return true;
  if (failureName.test(name))
    return isRecord(value) || (Array.isArray(value) ? value.length > 0 : Boolean(value));
  switch (typeof value) {
    // `disabled` is a saved setting: the test is sent all the same.
    case "boolean":
      return !value && name !== "disabled";
    case "number":
      return resultName.test(name) && value !== 0 && (value < 200 || value > 299);
    case "string":
      return Object.hasOwn(callbackCodes, value) || (resultName.test(name) && failureWord.test(value));
    case "object":
      return Array.isArray(value)
        ? value.some((element) => contradicts(element, name, depth + 1))
        : Object.entries(value ?? {}).some(([member, inner]) => contradicts(inner, member, depth + 1));
    default:
      return false;
  }
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
