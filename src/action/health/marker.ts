import { isPlainWord } from "../../contract/index.ts";
import type { Memory } from "./state.ts";
import { lastResults } from "./state.ts";

// Our part of an issue's body. It stands between two comments, which people do not see; the first says whose issue it is and
// what is remembered. Everything outside of them is people's own.

const end = "<!-- certorder-callback:end -->";
const beginning = /<!--\s*certorder-callback:v2\s([^<>]*)-->/;
const part = new RegExp(
  `${beginning.source}(?:(?!${beginning.source})[\\s\\S])*?${end.replaceAll(" ", "\\s*")}`,
);

/**
 * Text without quotes and blanks, so that an editor may break the line wherever it likes. What others say in the text
 * begins no comment: it would be taken for our end.
 */
export function ourPart(checkId: string, memory: Memory, text: string): string {
  const words = Object.entries({ id: checkId, ...memory }).map(([name, value]) => `${name}=${value}`);
  return `<!-- certorder-callback:v2 ${words.join(" ")} -->\n${text.replaceAll("<!--", "< !--")}\n${end}`;
}

/** Puts our part in the place of the one that was there, and leaves the rest as it is. */
export function withOurPart(body: string, ours: string): string {
  // Without its end, its length is not known: then only its beginning is replaced, and nothing is lost.
  const old = part.exec(body) ?? beginning.exec(body);
  if (!old) return body.trim() === "" ? ours : `${body.trimEnd()}\n\n${ours}`;
  return body.slice(0, old.index) + ours + body.slice(old.index + old[0].length);
}

/** What is remembered in a body, if it belongs to this check. People may edit it, so nothing is taken on trust. */
export function readMemory(body: string | null | undefined, checkId: string): Memory | undefined {
  const [, words = ""] = beginning.exec(body ?? "") ?? [];
  const said = new Map(words.split(/\s+/).map((word) => [word.split("=", 1)[0], word.replace(/^\w*=/, "")]));
  const text = (name: keyof Memory | "id") => said.get(name) ?? "";
  if (text("id") !== checkId) return undefined;
  const phase = text("phase");
  const [fails, misses] = [count(text("fails")), count(text("misses"))];
  return {
    phase: phase === "outage" || phase === "recovered" ? phase : "waiting",
    fails,
    misses: Math.max(fails, misses),
    oks: count(text("oks")),
    since: time(text("since")),
    code: isPlainWord(text("code")) ? text("code") : "",
    results: lastResults(text("results").replace(/[^PFU]/g, "")),
    mutedUntil: time(text("mutedUntil")),
    previous: count(text("previous")),
  };
}

function count(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

/** In our own form only: Date.parse takes much for a date that is shown to people later. */
function time(text: string): string {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/.test(text) && !Number.isNaN(Date.parse(text))
    ? text
    : "";
}
