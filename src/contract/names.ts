/**
 * Why a text cannot be a name or an id. Completes a sentence. Names and ids are compared, stored on a line and shown,
 * so they have one line without invisible characters.
 */
export function nameProblem(text: string): string | undefined {
  if (text === "") return "is empty";
  if (text.trim() !== text) return "has blanks around it";
  return lineProblem(text);
}

/**
 * Why a text is not one line without invisible characters. Completes a sentence. Do not show such a text: it may be a
 * key that was pasted into the wrong place.
 */
export function lineProblem(text: string): string | undefined {
  return /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(text)
    ? "has a line break or another invisible character"
    : undefined;
}

/** Changes the first letter, to use a sentence inside another one. */
export function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** The name that was probably meant, if one is near enough. */
export function findNearest(name: string, known: readonly string[]): string | undefined {
  const [nearest] = known
    .map((one) => ({ one, distance: distance(plain(name), plain(one)) }))
    .filter(({ one, distance }) => distance <= Math.max(2, one.length / 4))
    .sort((a, b) => a.distance - b.distance);
  return nearest?.one;
}

function plain(name: string): string {
  return name.replaceAll(/[_-]/g, "").toLowerCase();
}

/** How many letters have to be added, removed or replaced (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries())
      next.push(
        Math.min((row[j] ?? 0) + (letter === other ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1),
      );
    row = next;
  }
  return row[b.length] ?? 0;
}
