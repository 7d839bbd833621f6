/**
 * Finds an unknown key in an object that an author wrote. Returns the end of a sentence. Without this check, a misspelt
 * key would be ignored.
 */
export function keyProblem(written: object, known: readonly string[]): string | undefined {
  const strange = Object.keys(written).find((key) => !known.includes(key));
  return strange === undefined ? undefined : `has "${strange}", but can only have ${known.join(", ")}`;
}
