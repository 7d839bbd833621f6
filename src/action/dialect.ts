import { type Dialect, kebabCase, notHappened, pasteableId, terraformDialect } from "../contract/index.ts";

/** The names of inputs. A line to paste is YAML for `with:`. */
export const actionDialect: Dialect = (part) => {
  switch (part.kind) {
    case "name":
      return `${kebabCase(part.name)}${part.value === undefined ? "" : `: ${part.value}`}`;
    case "resolve": {
      const result = part.certificateId === null ? notHappened : pasteableId(part.certificateId);
      return `resolve: ${yamlString(`${part.attemptId}:${result}`)}`;
    }
    case "supersede":
      return `supersede: ${yamlString(part.attemptId)}`;
    case "service":
      return `service: ${yamlString(part.service)}`;
    default:
      return terraformDialect(part);
  }
};

/** An id such as 123456789e12 is a number in YAML, unless it is quoted. */
function yamlString(text: string): string {
  const isPlain = /^[\w.:/+=-]*[^:]$/.test(text) && !/^[\d.:_e+-]+$/i.test(text) && !/^[:+=-]/.test(text);
  return isPlain ? text : JSON.stringify(text);
}
