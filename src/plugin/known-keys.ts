/**
 * What is wrong with the keys of something that an author wrote, as the end of a sentence. A key that is misspelt would
 * otherwise be ignored without a word.
 */
export function keyProblem(written: object, known: readonly string[]): string | undefined {
  const strange = Object.keys(written).find((key) => !known.includes(key));
  return strange === undefined ? undefined : `has "${strange}", but can only have ${known.join(", ")}`;
}
