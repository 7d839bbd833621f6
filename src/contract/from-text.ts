import type { Field } from "./field.ts";

/** A field's value, as people write it. What cannot be read stays text, so that the check can say what is wrong with it. */
export function valueFromText({ kind }: Pick<Field, "kind">, text: string): unknown {
  switch (kind) {
    case "strings":
      return listFromText(text);
    case "integer":
      return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
    case "boolean":
      if (/^(?:true|True|TRUE)$/.test(text)) return true;
      return /^(?:false|False|FALSE)$/.test(text) ? false : text;
    case "string":
      return text;
  }
}

/** One on each line; commas do as well. */
export function listFromText(text: string): string[] {
  return text.split(/[\n,]/).map((item) => item.trim());
}
