import type { Voice } from "../contract/index.ts";
import { byContract, idOf, kebabCase } from "../contract/index.ts";

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
      return byContract(mention);
  }
};
