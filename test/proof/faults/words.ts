import { failures } from "../../../src/client/index.ts";

/** The reason in a message for people: in words where it is one of our own, else in the service's word. */
export function codeInWords(message: string): string | undefined {
  const [, because = ""] = /(?:not sent|refused|failed|unknown|lost): (.*)/.exec(message) ?? [];
  const ours = Object.entries(failures).find(([, { what }]) => because.startsWith(what));
  return ours?.[0] ?? /^[\x21-\x7e]+?(?=\.? |\.$)/.exec(because)?.[0];
}
