import type { Field } from "./field.ts";
import type { Setting } from "./settings.ts";
import { type Dialect, fieldRef, render, type Text, text } from "./text.ts";

/** The whole description of a field, in the names of an interface. `more`: sentences of that interface. */
export function describeField(
  field: Field,
  dialect: Dialect,
  { saysNeeded = true, more = [] as readonly string[] } = {},
): string {
  const { doc, required, requiredWhen, onlyWith, minimum, maxLength } = field;
  const whenOmitted = field.default === undefined ? field.whenOmitted : `\`${field.default}\``;
  const sentences: readonly (Text | false | undefined)[] = [
    doc,
    saysNeeded && required && "Required.",
    saysNeeded && requiredWhen && text`Needed when ${requiredWhen}.`,
    onlyWith && text`Only with ${fieldRef(onlyWith.field, onlyWith.value)}.`,
    ...more,
    minimum !== undefined && `At least ${minimum}.`,
    maxLength !== undefined && `At most ${maxLength} characters.`,
    whenOmitted && `If left out: ${whenOmitted}.`,
  ];
  return sentences.flatMap((sentence) => (sentence ? [render(sentence, dialect)] : [])).join(" ");
}

/** The whole description of a setting. `code` marks text that a user types. */
export function describeSetting(
  { doc, env, default: standard }: Setting,
  code = (text: string) => text,
): string {
  return `${doc} Or the variable ${code(env)}.${standard === undefined ? "" : ` Default: ${code(String(standard))}.`}`;
}
