import { isLoopback } from "./loopback.ts";
import type { Environment } from "./settings.ts";

/**
 * The proxy for a URL by the usual variables, lower case first. Requests to this machine use none: for a proxy,
 * `localhost` is another machine. `invalid`: the variable holds no http or https address.
 */
export function namedProxy(url: URL, env: Environment): URL | "invalid" | undefined {
  return proxySetting(url, env)?.proxy;
}

/** The proxy for a URL, and the variable that names it. */
export function proxySetting(
  url: URL,
  env: Environment,
): { readonly variable: string; readonly proxy: URL | "invalid" } | undefined {
  if (isLoopback(url.hostname) || isExempt(url, findVariable(env, "no_proxy")?.value)) return undefined;
  const own = url.protocol === "https:" ? "https_proxy" : "http_proxy";
  const found = findVariable(env, own) ?? findVariable(env, "all_proxy");
  if (found === undefined) return undefined;
  const { variable, value } = found;
  const parsed = URL.parse(value.includes("://") ? value : `http://${value}`);
  const isUsable = parsed && ["http:", "https:"].includes(parsed.protocol);
  return { variable, proxy: isUsable ? parsed : "invalid" };
}

function findVariable(env: Environment, name: string) {
  const variable = [name, name.toUpperCase()].find((one) => env[one]);
  return variable === undefined ? undefined : { variable, value: env[variable] ?? "" };
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
