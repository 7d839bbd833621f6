/** The message of an exception and of its causes: `fetch` gives the reason of a failure only in `cause`. */
export function errorMessage(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  return thrown.cause instanceof Error ? `${thrown.message}: ${errorMessage(thrown.cause)}` : thrown.message;
}
