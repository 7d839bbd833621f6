import { presentable } from "../client/index.ts";

/**
 * The one way in which text of the service, of GitHub or of an input gets into the log, an annotation, the summary or an
 * issue: one line, no control characters, not long, and nothing that a runner would take for a command.
 */
export function plain(text: string, maxLength = 700): string {
  return presentable(text, (whole) => whole, maxLength)
    .replace(/:(?=:)/g, ": ")
    .replace(/#(?=[#[])/g, "# ");
}

/** The same for Markdown: a code span, in which neither markup nor mentions, references and links mean anything. */
export function quoted(text: string, maxLength?: number): string {
  const shown = plain(text, maxLength).replaceAll("`", "'");
  return shown === "" ? "" : `\`${shown}\``;
}
