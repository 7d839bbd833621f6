import { type CheckState, type FailureKind, lastResults } from "./state.ts";

// Our part of an issue's body, between two invisible comments. The first comment names the check and has its state.
// People may write everywhere else.

const end = "<!-- certorder-callback:end -->";
const beginning = /<!--\s*certorder-callback:v2\s([^<>]*)-->/;
const part = new RegExp(
  `${beginning.source}(?:(?!${beginning.source})[\\s\\S])*?${end.replaceAll(" ", "\\s*")}`,
);

/**
 * The values have no quotes and blanks, so an editor may break the line anywhere. Foreign text cannot begin a
 * comment, which would look like the end of our part.
 */
export function ourPart(checkId: string, state: CheckState, text: string): string {
  const words = Object.entries({ id: checkId, ...state }).map(([name, value]) => `${name}=${value}`);
  return `<!-- certorder-callback:v2 ${words.join(" ")} -->\n${text.replaceAll("<!--", "< !--")}\n${end}`;
}

/** Replaces our part and leaves the rest as it is. */
export function withOurPart(body: string, ours: string): string {
  // If its end is missing, only its beginning is replaced, and no text is lost.
  const old = part.exec(body) ?? beginning.exec(body);
  if (!old) return body.trim() === "" ? ours : `${body.trimEnd()}\n\n${ours}`;
  return body.slice(0, old.index) + ours + body.slice(old.index + old[0].length);
}

/** Reads the state in a body, if it belongs to this check. People may edit the body, so every value is checked. */
export function readCheckState(body: string | null | undefined, checkId: string): CheckState | undefined {
  const [, words = ""] = beginning.exec(body ?? "") ?? [];
  const values = new Map(
    words.split(/\s+/).map((word) => [word.split("=", 1)[0], word.replace(/^\w*=/, "")]),
  );
  const text = (name: keyof CheckState | "id") => values.get(name) ?? "";
  if (text("id") !== checkId) return undefined;
  const [fails, notPassed] = [count(text("fails")), count(text("notPassed"))];
  return {
    phase: oneOf(["outage", "muted", "recovered"], text("phase")) ?? "waiting",
    fails,
    notPassed: Math.max(fails, notPassed),
    passes: count(text("passes")),
    since: time(text("since")),
    kind: oneOf<FailureKind>(["fails", "untested", "misconfigured"], text("kind")) ?? "",
    results: lastResults(text("results").replace(/[^PFU]/g, "")),
    run: /^\d{1,15}\.\d{1,6}$/.test(text("run")) ? text("run") : "",
    ended: time(text("ended")),
    mutedUntil: time(text("mutedUntil")),
    muteAction: /^[a-z-]{1,40}$/.test(text("muteAction")) ? text("muteAction") : "",
    previous: count(text("previous")),
  };
}

function oneOf<Word extends string>(words: readonly Word[], text: string): Word | undefined {
  return words.find((word) => word === text);
}

function count(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

/** Accepts only our own form: Date.parse accepts almost anything. */
function time(text: string): string {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/.test(text) && !Number.isNaN(Date.parse(text))
    ? text
    : "";
}
