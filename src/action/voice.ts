import type { Voice } from "../contract/index.ts";
import { byContract, idOf, kebabCase, notHappened } from "../contract/index.ts";

/** The names of inputs. What is to be pasted is a line of YAML for `with:`. */
export const inInputs: Voice = (mention) => {
  switch (mention.of) {
    case "name":
      return `${kebabCase(mention.name)}${mention.value === undefined ? "" : `: ${mention.value}`}`;
    case "resolve": {
      const result = mention.certificateId === null ? notHappened : idOf(mention.certificateId);
      return `resolve: ${inYaml(`${mention.attemptId}:${result}`)}`;
    }
    case "supersede":
      return `supersede: ${inYaml(mention.attemptId)}`;
    case "service":
      return `service: ${inYaml(mention.service)}`;
    default:
      return byContract(mention);
  }
};

/** An id such as 123456789e12 is a number in YAML, unless it is quoted. */
function inYaml(text: string): string {
  const isPlain = /^[\w.:/+=-]*[^:]$/.test(text) && !/^[\d.:_e+-]+$/i.test(text) && !/^[:+=-]/.test(text);
  return isPlain ? text : JSON.stringify(text);
}
