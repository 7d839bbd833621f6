/**
 * The value of a JSON text, or of its bytes in UTF-8. Undefined for anything else. Some programs put a byte order mark
 * before the text. The parser's message is dropped: its excerpt may contain a secret.
 */
export function parseJson(json: string | Uint8Array): unknown {
  try {
    const text = typeof json === "string" ? json : new TextDecoder("utf-8", { fatal: true }).decode(json);
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return undefined;
  }
}
