import { fieldRef, InvalidRequestError, plainAddress, settingIssue, text } from "../contract/index.ts";

/** The base address in one spelling, so that the same service always has the same name. */
export function serviceUrl(baseUrl: string): URL {
  const url = new URL(baseUrl);
  url.pathname = url.pathname.replace(/\/+$/, "");
  return url;
}

/** The URL of an operation: `path` below the base address, always on its host. */
export function endpoint(base: URL, path: string): URL {
  const pathname = base.pathname.replace(/\/+$/, "") + path;
  // Joined, not resolved: a path that begins with `//` would resolve to another host.
  const url = new URL(base.origin + pathname);
  if (url.origin !== base.origin || url.pathname !== pathname)
    throw new InvalidRequestError("The request was not sent", [
      settingIssue(
        "base_url",
        "url",
        text`It would not go to the address that ${fieldRef("base_url")} names.`,
        plainAddress,
      ),
    ]);
  return url;
}
