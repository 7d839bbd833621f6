import { ExactNumber } from "../values/number.ts";

/** `rawJSON` is newer than the type definitions. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): object };

/** Writes a value as JSON without rounding its numbers. */
export function toJsonText(value: unknown): string {
  return JSON.stringify(value, function (this: Record<string, unknown>, name, part: unknown) {
    // `part` is already converted by `toJSON`.
    const own = this[name];
    return typeof own === "bigint" || own instanceof ExactNumber ? rawJSON(String(own)) : part;
  });
}
