import type { Validator } from "../schema.ts";
import { refuse } from "./refuse.ts";

/**
 * The string matches a regular expression. `rule` says in words what the expression means. It follows the name of the
 * attribute: `"name" must have only lower case letters.`
 *
 *     name: { type: "string", required: true, validators: [matches(/^[a-z]+$/, "must have only lower case letters")] },
 */
export function matches(pattern: RegExp, rule: string): Validator<string> {
  // Such an expression remembers where its last match ended, so the result would depend on earlier calls.
  if (pattern.global || pattern.sticky)
    throw new TypeError("matches cannot have an expression with the flag g or y");
  const words = rule.replace(/\.$/, "");
  if (words === "") throw new TypeError("matches needs a rule in words");
  return (text, path, name) => (pattern.test(text) ? [] : refuse(words, path, name));
}
