import type { Field } from "./field.ts";
import { parseJson } from "./json.ts";

/** Reads a field's value from text. Text that cannot be read stays text, so that the check can report it. */
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

/** Reads a list with one item on each line, or separated by commas, or as JSON: a workflow builds it with toJSON. */
export function listFromText(text: string): string[] {
  const list = parseJson(text);
  const isList = Array.isArray(list) && list.every((item) => typeof item === "string");
  return isList ? list : text.split(/[\n,]/).map((item) => item.trim());
}
