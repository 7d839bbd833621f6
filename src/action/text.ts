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

/** The same for names in Markdown: a code span, in which neither markup nor mentions, references and links mean anything. */
export function quoted(text: string, maxLength?: number): string {
  const shown = plain(text, maxLength).replaceAll("`", "'");
  return shown === "" ? "" : `\`${shown}\``;
}

const plainWord = /^\p{L}+(?:['’-]\p{L}+)*$/u;
const number = /^\d+$/;

/** The same for sentences: words stay words, and whatever could mean more in Markdown stands in a code span. */
export function prose(text: string): string {
  const parts = plain(text).replaceAll("`", "'").split(" ");
  const shown = parts.map((part, index) =>
    part.replace(/([("']*)(.*?)([)"'.,;:?!]*)$/s, (_, before: string, word: string, after: string) => {
      // At the beginning, a number may be that of a list.
      const isPlain = word === "" || plainWord.test(word) || (index > 0 && number.test(word));
      return isPlain ? part : `${before}\`${word}\`${after}`;
    }),
  );
  return shown.join(" ").replaceAll("` `", " ");
}
