import { urlPassword } from "../contract/index.ts";
import { type NamedTexts, readClearText } from "./expressions.ts";

/** How much of a secret is in the file in clear text. `part`: some text beside an expression. */
export type ClearSecret = "whole" | "part";

/** Shorter words beside an expression are taken for a prefix or a separator. */
export const shortestSecret = 6;

const longWord = new RegExp(`[^-_.:/\\s]{${shortestSecret}}`);

export function findClearSecret(name: string, text: string, named: NamedTexts): ClearSecret | undefined {
  // The place of a journal is no secret without a password.
  const secret = (shown: string) => (name === "journal" ? urlPassword(shown) : shown);
  const all = readClearText(text, named);
  if (all?.isWhole) return secret(all.text) ? "whole" : undefined;
  // Beside an expression, a variable with a default is a prefix, such as the name of an environment.
  const part = readClearText(text, {});
  return longWord.test(secret(part?.text ?? "") ?? "") ? "part" : undefined;
}
