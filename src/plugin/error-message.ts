/** The message of an exception and of its causes: `fetch` gives the reason of a failure only in `cause`. */
export function errorMessage(thrown: unknown): string {
  if (!(thrown instanceof Error)) return textOf(thrown);
  const parts = [
    withoutInput(String(thrown.message)),
    ...(thrown instanceof AggregateError ? [thrown.errors.map(errorMessage).join("; ")] : []),
    ...(thrown.cause instanceof Error ? [errorMessage(thrown.cause)] : []),
  ];
  return parts.filter((part) => part !== "").join(": ") || thrown.name;
}

/** JavaScript and Node quote a text or a value that they cannot use. It may be a secret. */
function withoutInput(message: string): string {
  return message
    .replace(/^.*(is not valid JSON|is an invalid header \w+)/s, "A text $1")
    .replace(/\/\/[^/\s]*@/g, "//…@")
    .replace(/^Cannot convert .* to a BigInt$/s, "The text is not an integer")
    .replace(/^(Invalid regular expression: )\/.*\/\w*: /s, "$1")
    .replace(/\. Received .*$/s, ".");
}

function textOf(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    return "an exception that cannot be shown";
  }
}
