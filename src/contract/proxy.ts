import { isLoopback } from "./loopback.ts";
import type { Environment } from "./settings.ts";

/**
 * The proxy for a URL by the usual variables, lower case first. Requests to this machine use none: for a proxy,
 * `localhost` is another machine. `invalid`: the variable holds no http or https address.
 */
export function namedProxy(url: URL, env: Environment): URL | "invalid" | undefined {
  if (isLoopback(url.hostname) || isExempt(url, variable(env, "no_proxy"))) return undefined;
  const proxy = url.protocol === "https:" ? variable(env, "https_proxy") : variable(env, "http_proxy");
  const chosen = proxy ?? variable(env, "all_proxy");
  if (chosen === undefined) return undefined;
  const parsed = URL.parse(chosen.includes("://") ? chosen : `http://${chosen}`);
  return parsed && ["http:", "https:"].includes(parsed.protocol) ? parsed : "invalid";
}

function variable(env: Environment, name: string): string | undefined {
  return env[name] || env[name.toUpperCase()] || undefined;
}

/** NO_PROXY: names and their subdomains, `*`, with an optional port; separated by commas or blanks. */
function isExempt(url: URL, noProxy: string | undefined): boolean {
  const host = url.hostname.toLowerCase();
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return (noProxy ?? "")
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== "")
    .some((entry) => {
      if (entry === "*") return true;
      const [, name = entry, entryPort] = entry.match(/^(\[.*\]|[^:]*):(\d+)$/) ?? [];
      if (entryPort !== undefined && entryPort !== port) return false;
      const bare = name.replace(/^\*?\./, "");
      return host === bare || host === `[${bare}]` || host.endsWith(`.${bare}`);
    });
}
