import { isPlainId } from "../../contract/index.ts";
import type { Outage } from "./state.ts";
import { kept } from "./state.ts";

/** The end of an issue's body, which people do not see: whose issue it is, and what is remembered. */
export function marker(checkId: string, outage: Outage): string {
  const json = JSON.stringify({ id: checkId, ...outage })
    // Nothing in it may end the comment.
    .replace(/[<>&]|-(?=-)/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return `<!-- certorder-callback:v1 ${json} -->`;
}

/** What the marker in a body says, if it belongs to this check. People may edit a body, so nothing is taken on trust. */
export function readMarker(body: string | null | undefined, checkId: string): Outage | undefined {
  const [, json = ""] = /<!-- certorder-callback:v1 (\{[^\n]*\}) -->\s*$/.exec(body ?? "") ?? [];
  let value: Partial<Record<string, unknown>>;
  try {
    value = JSON.parse(json) as Partial<Record<string, unknown>>;
  } catch {
    return undefined;
  }
  if (value.id !== checkId) return undefined;
  const { fails, oks, since, code, results } = value;
  return {
    fails: count(fails),
    oks: count(oks),
    since: typeof since === "string" && !Number.isNaN(Date.parse(since)) ? since : new Date(0).toISOString(),
    code: typeof code === "string" && isPlainId(code) ? code : "",
    results: typeof results === "string" ? kept(results.replace(/[^PFU]/g, "")) : "",
  };
}

function count(value: unknown): number {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : 0;
}
