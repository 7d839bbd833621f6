import { presentable } from "../client/index.ts";
import { errorPage } from "../contract/index.ts";

/**
 * Cleans text of the service, of GitHub or of an input for the log, annotations, summaries and issues: one line, no
 * control characters, not long, and no workflow command.
 */
export function cleanText(text: string, maxLength = 700): string {
  return presentable(text, (whole) => whole, maxLength)
    .replace(/:(?=:)/g, ": ")
    .replace(/#(?=[#[])/g, "# ");
}

/** Cleans a name for Markdown. In a code span, markup, mentions, references and links have no effect. */
export function codeSpan(text: string, maxLength?: number): string {
  const shown = cleanText(text, maxLength).replaceAll("`", "'");
  return shown === "" ? "" : `\`${shown}\``;
}

const plainWord = /^\p{L}+(?:['’-]\p{L}+)*$/u;
const number = /^\d+$/;

/** Whether this is the address of one of our own pages. GitHub makes a link of it, if it is not in a code span. */
function isErrorPage(word: string): boolean {
  return errorPage(/\/(\w+)\/$/.exec(word)?.[1] ?? "") === word;
}

/** Cleans sentences for Markdown: plain words and links to our own pages stay as they are, and all else is in code spans. */
export function cleanMarkdown(text: string): string {
  const parts = cleanText(text).replaceAll("`", "'").split(" ");
  const shown = parts.map((part, index) =>
    part.replace(/([("']*)(.*?)([)"'.,;:?!]*)$/s, (_, before: string, word: string, after: string) => {
      // A number at the beginning could start a list.
      const isNumber = index > 0 && number.test(word);
      const isPlain = word === "" || plainWord.test(word) || isNumber || isErrorPage(word);
      return isPlain ? part : `${before}\`${word}\`${after}`;
    }),
  );
  return shown.join(" ").replaceAll("` `", " ");
}
