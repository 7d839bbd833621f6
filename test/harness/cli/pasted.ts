/** The commands in a message that a person may paste into a shell, as words behind `certorder`. Their words have no quotes. */
export function commandsToPaste({ stderr }: { readonly stderr: string }): string[][] {
  const lines = stderr.matchAll(/^ {6,}certorder (.+)$/gm);
  return [...lines].map(([, words = ""]) => words.split(" "));
}

/** The one of them that has this text in it, with its placeholders filled in. */
export function commandToPaste(
  ended: { readonly stderr: string },
  text: string,
  placeholders: Readonly<Record<string, string>> = {},
): string[] {
  const found = commandsToPaste(ended).find((words) => words.join(" ").includes(text));
  if (!found) throw new Error(`There is no command with ${text} to paste in:\n${ended.stderr}`);
  return found.map((word) => placeholders[word] ?? word);
}
