/**
 * Tells Stryker what not to mutate: words for people. A text is one when its fixed part has two words or more with a blank
 * between them; codes, names and keys have none. What is put into such a text belongs to it.
 */
export const strykerPlugins = [
  { kind: "Ignore", name: "prose", value: { shouldIgnore: ({ node }: { node: Node }) => reasonFor(node) } },
];

interface Node {
  readonly type: string;
  readonly value?: unknown;
  readonly quasis?: readonly { readonly value: { readonly raw: string } }[];
}

function reasonFor({ type, value, quasis = [] }: Node): string | undefined {
  const text = type === "StringLiteral" ? String(value) : quasis.map((quasi) => quasi.value.raw).join("");
  return /\p{L}[^ ]* +[^ ]*\p{L}/u.test(text) ? "words for people" : undefined;
}
