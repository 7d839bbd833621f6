import { type InputProblem, settingProblem } from "./input-problem.ts";
import { isLoopback } from "./loopback.ts";
import { fieldRef, type Text, text } from "./text.ts";

interface ConnectionSettings {
  readonly base_url: string;
  readonly auth_key: string;
  readonly key_id: string;
}

/** Every problem of the connection settings. Neither key is ever shown. */
export function checkConnection(settings: ConnectionSettings): InputProblem[] {
  return [
    ...checkBaseUrl(settings.base_url),
    ...checkHeaderValue("auth_key", settings.auth_key),
    ...checkHeaderValue("key_id", settings.key_id),
  ];
}

export const plainAddress =
  "Give a plain address, such as https://service.example or https://service.example/api/v1.";

/** What a URL may have and a base address may not: programs disagree about the host of such an address. */
const oddities: readonly (readonly [RegExp, string])[] = [
  [/@/, "a user name or an @"],
  [
    /[^\x21-\x7e]/,
    "a blank, a line break or a character beyond ASCII (a name with such letters is written as xn--…)",
  ],
  [/[?#]/, "a query or fragment"],
  [/\\/, "a backslash"],
  [/%/, "a percent sign"],
  [/[^\w.~/:[\]-]/, "a character other than letters, digits and - . _ ~ : /"],
  [/^[^:]+:(?!\/\/[^/])/, "more or less than two slashes before its host"],
  [/\/\/.*\/\/[^/]/, "an empty part (//) in its path"],
  [/\/\.{1,2}(?:\/|$)/, "a part . or .. in its path"],
];

function checkBaseUrl(baseUrl: string): InputProblem[] {
  const it = fieldRef("base_url");
  const wrong = (rule: string, message: Text, remedy: string) => [
    settingProblem("base_url", rule, message, remedy),
  ];
  const url = URL.parse(baseUrl);
  if (!url || url.hostname === "") return wrong("url", text`${it} is not a URL.`, plainAddress);
  const oddity = oddities.find(([pattern]) => pattern.test(baseUrl))?.[1];
  if (oddity)
    return wrong(
      "url",
      text`${it} has ${oddity}. Every request carries both keys, so its destination has to be unambiguous.`,
      plainAddress,
    );
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url.hostname)))
    return wrong(
      "https",
      text`${it} uses ${url.protocol.slice(0, -1)}; only https is allowed, because every request carries both keys.`,
      "Use the service's https:// address. Plain http works only for this machine itself, such as http://127.0.0.1:4010.",
    );
  const host = baseUrl.toLowerCase().split("/")[2] ?? "";
  if (host === url.host || host === `${url.hostname}:${url.protocol === "https:" ? 443 : 80}`) return [];
  return wrong(
    "url",
    text`${it} spells its host differently from the host that would be contacted, ${url.host}.`,
    `Write ${url.host} if you mean that host.`,
  );
}

function checkHeaderValue(field: string, value: string): InputProblem[] {
  const it = fieldRef(field);
  if (typeof value !== "string" || value === "")
    return [settingProblem(field, "required", text`${it} is missing.`, text`Give ${it}.`)];
  if (/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value)) return [];
  const message = text`${it} contains characters that an HTTP header cannot carry.`;
  const remedy = "Check it for a line break or blank at either end; copying from a file often adds one.";
  return [settingProblem(field, "header", message, remedy)];
}
