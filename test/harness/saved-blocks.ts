interface SavedBlock {
  readonly name: string;
  readonly text: string;
  /** Whether the text belongs at the end of a file that is there. */
  readonly adds: boolean;
}

/** The blocks after "Save this as" and "add this to" of a guide. */
export function savedBlocks(markdown: string): SavedBlock[] {
  return [
    ...markdown.matchAll(
      /\b(Save this as|[Aa]dd this to) `(.+?)`[^`]*(?:`[^`]+`[^`]*)*?^```\w+\n(.*?)^```$/gms,
    ),
  ].map(([, verb, name = "", text = ""]) => ({ name, text, adds: verb !== "Save this as" }));
}
