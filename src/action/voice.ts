import type { Voice, Words } from "../contract/index.ts";
import { idOf, kebabCase, say } from "../contract/index.ts";

/** The names of inputs. */
export const inInputs: Voice = (mention) => {
  switch (mention.of) {
    case "name":
      return `${kebabCase(mention.name)}${mention.value === undefined ? "" : `: ${mention.value}`}`;
    case "resolve": {
      const word =
        mention.certificateId === null ? "not-happened" : `happened ${idOf(mention.certificateId)}`;
      return `start a new run with the input resolve: ${mention.attemptId} ${word}`;
    }
    case "anew":
      return `start a new run with the input resolve: ${mention.attemptId} anew`;
    case "init":
      return "run: certorder journal init";
  }
};

export function inInputNames(sentence: Words): string {
  return say(sentence, inInputs);
}
