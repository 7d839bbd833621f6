import {
  type Environment,
  failures,
  fieldRef,
  InvalidInputError,
  NotSentError,
  namedProxy,
  plainAddress,
  settingProblem,
  text,
} from "../contract/index.ts";

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
    throw new InvalidInputError("The request was not sent", [
      settingProblem(
        "base_url",
        "url",
        text`It would not go to the address that ${fieldRef("base_url")} names.`,
        plainAddress,
      ),
    ]);
  return url;
}

/** The proxy of a request to the service. */
export function chooseProxy(url: URL, env: Environment): URL | undefined {
  const proxy = namedProxy(url, env);
  if (proxy === "invalid")
    throw new NotSentError(
      "The request was not sent: the proxy variable does not hold an http or https address.",
      {
        code: "proxy_failed",
        failure: "proxy-failed",
        remedy: failures["proxy-failed"].remedy,
      },
    );
  return proxy;
}
