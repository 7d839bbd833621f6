/**
 * What cannot be a name that people give, or an id that they copy: it completes a sentence. Both are compared, stored on a line
 * and shown, so they are one line without invisible characters.
 */
export function nameProblem(text: string): string | undefined {
  if (text === "") return "is empty";
  if (text.trim() !== text) return "has blanks around it";
  return lineProblem(text);
}

/** The same for any text of one line. It is not to be shown in a message: it may be a key that was pasted into the wrong place. */
export function lineProblem(text: string): string | undefined {
  return /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(text)
    ? "has a line break or another invisible character"
    : undefined;
}

/** The beginning of a sentence, in the middle of another. */
export function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
