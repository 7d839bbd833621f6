import type { Field } from "./field.ts";

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
  return jsonList(text) ?? text.split(/[\n,]/).map((item) => item.trim());
}

function jsonList(text: string): string[] | undefined {
  if (!text.trimStart().startsWith("[")) return undefined;
  try {
    const list: unknown = JSON.parse(text);
    const isText = (item: unknown) => typeof item === "string";
    return Array.isArray(list) && list.every(isText) ? list : undefined;
  } catch {
    return undefined;
  }
}
