/** Characters that move the cursor, start a terminal's commands, break lines or turn the direction of text. */
const unruly = /[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** One line of text as a terminal may have it. Names come from anywhere: order ids, CSRs, settings, damaged files. */
export function printable(text: string): string {
  return text.replace(unruly, "\ufffd");
}

/** JSON says the same with them escaped. What is below a blank it escapes by itself, but for its own line breaks. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .split("\n")
    .map((line) => line.replace(unruly, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`))
    .join("\n");
}
