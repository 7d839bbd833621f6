/** Characters that move the cursor, start a terminal's commands, break lines, turn the direction of text or do not show. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Text from elsewhere on one line of a terminal or a log, such as an order id, a name in a CSR or a damaged file. */
export function printable(text: string): string {
  return text.replace(unprintable, "\ufffd");
}

/** Text on one line, with escapes for what does not show in it. JSON means the same afterwards. */
export function escapeUnprintable(text: string): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return text.replace(unprintable, (character) => character.split("").map(escaped).join(""));
}
