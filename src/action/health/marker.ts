import type { CheckState, FailureKind } from "./state.ts";

// The check's part of an issue's body, between two invisible comments. The first comment names the check and has its state.
// People may write everywhere else.

const end = "<!-- certorder-callback:end -->";

const beginningOf = (id: string) => `<!--\\s*certorder-callback\\s+id=${id}\\s([^<>]*)-->`;

/** The part of this check. Other checks may have parts of their own in the same body. */
function partOf(id: string): RegExp {
  const any = beginningOf("\\S+");
  return new RegExp(`${beginningOf(id)}(?:(?!${any})[\\s\\S])*?${end.replaceAll(" ", "\\s*")}`);
}

/**
 * The values have no quotes and blanks, so an editor may break the line anywhere. Foreign text cannot begin a
 * comment, which would look like the end of our part.
 */
export function ourPart(checkId: string, { kinds, ...state }: CheckState, text: string): string {
  const words = Object.entries({ id: checkId, ...state, kinds: kinds.join(",") });
  const marker = words.map(([name, value]) => `${name}=${value}`).join(" ");
  return `<!-- certorder-callback ${marker} -->\n${text.replaceAll("<!--", "< !--")}\n${end}`;
}

/** Replaces our part and leaves the rest as it is. */
export function withOurPart(body: string, checkId: string, ours: string): string {
  // If its end is missing, only its beginning is replaced, and no text is lost.
  const old = partOf(checkId).exec(body) ?? new RegExp(beginningOf(checkId)).exec(body);
  if (!old) return body.trim() === "" ? ours : `${body.trimEnd()}\n\n${ours}`;
  return body.slice(0, old.index) + ours + body.slice(old.index + old[0].length);
}

/** Reads the state in a body, if it belongs to this check. People may edit the body, so every value is checked. */
export function readCheckState(body: string | null | undefined, checkId: string): CheckState | undefined {
  const found = new RegExp(beginningOf(checkId)).exec(body ?? "");
  if (!found) return undefined;
  const values = new Map(
    (found[1] ?? "").split(/\s+/).map((word) => [word.split("=", 1)[0], word.replace(/^\w*=/, "")]),
  );
  const text = (name: keyof CheckState) => values.get(name) ?? "";
  const kinds = text("kinds").split(",");
  return {
    // If it cannot be read, the next pass closes the issue.
    phase: text("phase") === "works" ? "works" : "failing",
    opened: time(text("opened")),
    since: time(text("since")),
    kinds: allKinds.filter((kind) => kinds.includes(kind)),
    at: time(text("at")),
    run: /^\d{1,15}\.\d{1,6}$/.test(text("run")) ? text("run") : "",
    title: /^[0-9a-f]{16}$/.test(text("title")) ? text("title") : "",
  };
}

const allKinds: readonly FailureKind[] = ["fails", "untested", "misconfigured"];

/** Accepts only our own form: Date.parse accepts almost anything. */
function time(text: string): string {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : "";
}
