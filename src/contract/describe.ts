import type { Field } from "./field.ts";
import type { Setting } from "./settings.ts";
import { named, say, type Voice, type Words, words } from "./words.ts";

/** All that there is to say about a field, in the names of an interface. `more`: what it adds for this one. */
export function describeField(
  field: Field,
  voice: Voice,
  { saysNeeded = true, more = [] as readonly string[] } = {},
): string {
  const { doc, required, requiredWhen, onlyWith, minimum, maxLength, whenOmitted } = field;
  const sentences: readonly (Words | false | undefined)[] = [
    doc,
    saysNeeded && required && "Required.",
    saysNeeded && requiredWhen && words`Needed when ${requiredWhen}.`,
    onlyWith && words`Only with ${named(onlyWith.field, onlyWith.value)}.`,
    ...more,
    minimum !== undefined && `At least ${minimum}.`,
    maxLength !== undefined && `At most ${maxLength} characters.`,
    whenOmitted && `If left out: ${whenOmitted}.`,
  ];
  return sentences.flatMap((sentence) => (sentence ? [say(sentence, voice)] : [])).join(" ");
}

/** The same about a setting. `code`: how an interface marks what is to be typed. */
export function describeSetting(
  { doc, env, default: standard }: Setting,
  code = (text: string) => text,
): string {
  return `${doc} Or the variable ${code(env)}.${standard === undefined ? "" : ` Default: ${code(String(standard))}.`}`;
}
