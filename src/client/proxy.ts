import { type Environment, failures, NotSentError, namedProxy } from "../contract/index.ts";

/** The proxy of a request to the service. */
export function chooseProxy(url: URL, env: Environment): URL | undefined {
  const proxy = namedProxy(url, env);
  if (proxy === "invalid")
    throw new NotSentError(
      "The request was not sent: the proxy variable does not hold an http or https address.",
      {
        code: "proxy_failed",
        remedy: failures.proxy_failed.remedy,
      },
    );
  return proxy;
}
