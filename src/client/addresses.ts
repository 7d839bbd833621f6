import { type Redact, redactor, undoEscapes } from "./redact.ts";

/**
 * For an answer of the service: replaces secrets, and shows no more of an address than its origin. The path of a callback address may
 * be its password. An answer may quote the address under test, or the one that is saved in the account.
 */
export function answerRedactor(secrets: readonly string[], testedUrl = ""): Redact {
  const hideSecrets = redactor(secrets);
  const hidePath = redactor(findPaths(testedUrl), shortestPathTrace);
  return (text) => hidePath(cutAddresses(hideSecrets(text)));
}

/** A path such as `/callback` has words that stand in harmless texts too. */
const shortestPath = 4;
const shortestPathTrace = 16;

/** Path and query of an address, together and alone: an answer may quote each of them. */
function findPaths(address: string): string[] {
  const [whole = ""] = /(?<=^https?:\/\/[^/?#]*)[/?].*/i.exec(address) ?? [];
  const [path = "", query = ""] = whole.split(/\?(.*)/s);
  return [whole, path, query].filter((part) => part.length >= shortestPath);
}

/** How an address goes on. A line break may stand inside of it. */
const onwards = '[^\\s"<>`]*(?:[\\r\\n\\u2028\\u2029]+[ \\t]*[^\\s"<>`]+)*';
const withScheme = new RegExp(`https?(?=[:%\\\\&])${onwards}`, "gi");
const host = "(?:(?:[\\w-]+\\.)+[a-z][\\w-]+|\\d{1,3}(?:\\.\\d{1,3}){3})(?::\\d+)?";
const withoutScheme = new RegExp(`(?<![\\w.-])${host}(?=\\\\*/|\\?|\\\\+u002f|%(?:25)*2f)${onwards}`, "gi");

function cutAddresses(text: string): string {
  return text.replace(withScheme, cutAddress).replace(withoutScheme, cutAddress);
}

/** The origin of an address, and the end of the sentence or the list that it stands in. */
function cutAddress(address: string): string {
  const [line = ""] = address.split(/[\r\n\u2028\u2029]/, 1);
  const readable = undoEscapes(line).replaceAll("\\", "");
  const [, scheme = "", authority, rest = ""] =
    /^(https?:\/\/|(?!https?\b))([^/?#\s]*)(.*)$/is.exec(readable) ?? [];
  if (authority === undefined) return address;
  const [, user, name = ""] = /^(.*@)?([\p{L}\p{N}.:[\]_-]*)/su.exec(authority) ?? [];
  const [end = ""] = /(?<![)\]}'.,;:!?])[)\]}'.,;:!?]+$|^$/.exec(rest) ?? [];
  const path = rest.slice(0, rest.length - end.length).trim();
  return user === undefined && (path === "" || path === "/") ? address : `${scheme}${name}/…${end}`;
}
