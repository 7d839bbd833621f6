import {
  type Dialect,
  dayOrTime,
  importCommand,
  kebabCase,
  pasteableId,
  resolveEntry,
  terraformDialect,
} from "../contract/index.ts";
import { rareFields } from "./request-fields.ts";

/** The names of inputs, or of fields in `request-file`. A line to paste is YAML for `with:`. */
export const actionDialect: Dialect = (part) => {
  switch (part.kind) {
    case "name": {
      const { name, value } = part;
      // A workflow mostly has an expression as its key, which is not known here.
      if (name === "idempotency_key" && value !== undefined)
        return `idempotency-key: ${value} (if an expression makes the key, keep it, and let it end with ${/-\d+$/.exec(value)})`;
      // The CSR is in a file of its own, or in request-file.
      const isInFile = rareFields.includes(name) && name !== "csr";
      if (!isInFile) return `${kebabCase(name)}${value === undefined ? "" : `: ${value}`}`;
      return `${value === undefined ? name : `"${name}": ${JSON.stringify(value)}`} in request-file`;
    }
    case "resolve":
      return `resolve: ${yamlString(resolveEntry(part))}`;
    case "supersede":
      return `supersede: ${yamlString(part.attemptId)}`;
    case "service":
      return `service: ${yamlString(part.service)}`;
    case "import": {
      // A workflow may keep its inputs for long, so only a command corrects a request or brings an old certificate back.
      if (part.request === "corrected") return importCommand(part, "--request-file REQUEST_FILE");
      if (part.bringsBack) return importCommand(part);
      return `import: ${yamlString(`${pasteableId(part.certificateId)}@${part.isDated ? "YYYY-MM-DD" : `latest${part.issuedAt ? `,${dayOrTime(part.issuedAt)}` : ""}`}`)}`;
    }
    case "repair":
    case "csr":
    case "init":
      return terraformDialect(part);
  }
};

/** An id such as 123456789e12 is a number in YAML, unless it is quoted. */
function yamlString(text: string): string {
  const isPlain = /^[\w.:/+=@-]*[^:]$/.test(text) && !/^[\d.:_e+-]+$/i.test(text) && !/^[:+=@-]/.test(text);
  return isPlain ? text : JSON.stringify(text);
}
