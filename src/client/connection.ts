import type { Issue, Settings } from "../contract/index.ts";
import { isLoopback } from "./proxy.ts";

/** The base address in one spelling, so that the same service always has the same name. */
export function serviceUrl(baseUrl: string): URL {
  const url = new URL(baseUrl);
  url.pathname = url.pathname.replace(/\/+$/, "");
  return url;
}

/** Every problem of the way to the service. Neither key is ever shown. */
export function checkConnection(settings: Pick<Settings, "base_url" | "auth_key" | "key_id">): Issue[] {
  return [
    ...checkBaseUrl(settings.base_url),
    ...checkHeaderValue("auth_key", settings.auth_key),
    ...checkHeaderValue("key_id", settings.key_id),
  ];
}

function checkBaseUrl(baseUrl: string): Issue[] {
  const url = URL.parse(baseUrl);
  const example = "Give an address such as https://service.example.";
  if (!url || url.hostname === "") return [issue("base_url", "url", "base_url is not a URL.", example)];
  if (url.username || url.password || url.search || url.hash)
    return [issue("base_url", "url", "base_url has a user name, query or fragment.", example)];
  if (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname))) return [];
  return [
    issue(
      "base_url",
      "https",
      `base_url uses ${url.protocol.slice(0, -1)}; only https is allowed, because both keys travel with every request.`,
      "Use the service's https:// address. Plain http works only for this machine itself, such as http://127.0.0.1:4010.",
    ),
  ];
}

function checkHeaderValue(field: string, value: string): Issue[] {
  if (typeof value !== "string" || value === "")
    return [issue(field, "required", `${field} is missing.`, `Give ${field}.`)];
  if (/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value)) return [];
  return [
    issue(
      field,
      "header",
      `${field} contains characters that an HTTP header cannot carry.`,
      "Check it for a line break or blank at either end; copying from a file often adds one.",
    ),
  ];
}

function issue(field: string, rule: string, message: string, remedy: string): Issue {
  return { severity: "error", field, rule, code: "invalid_setting", message, remedy };
}
