/**
 * Why a text cannot be a name or an id. Completes a sentence. Names and ids are compared, stored on a line and shown,
 * so they have one line without invisible characters.
 */
export function nameProblem(text: string): string | undefined {
  if (text === "") return "is empty";
  if (text.trim() !== text) return "has blanks around it";
  return lineProblem(text);
}

/** The same for any text of one line. Do not show such a text: it may be a key that was pasted into the wrong place. */
export function lineProblem(text: string): string | undefined {
  return /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(text)
    ? "has a line break or another invisible character"
    : undefined;
}

/** Changes the first letter, to use a sentence inside another one. */
export function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
