import { keyProblem } from "./known-keys.ts";
import { describeKind } from "./values/conform.ts";

// The compiler finds these mistakes too. An author without one would meet them only when a user applies.

interface Methods {
  /** The method that a definition must have. */
  readonly required: string;
  readonly optional: readonly string[];
  /** Other keys than methods. */
  readonly others?: readonly string[];
}

const methods = {
  resource: {
    required: "create",
    optional: [
      "read",
      "update",
      "delete",
      "modifyPlan",
      "validate",
      "import",
      "importByIdentity",
      "upgrade",
      "move",
    ],
    others: ["identity"],
  },
  "data source": { required: "read", optional: ["validate"] },
  action: { required: "invoke", optional: ["plan", "validate"] },
  "ephemeral resource": { required: "open", optional: ["renew", "close", "validate"] },
  "list resource": { required: "list", optional: ["validate"] },
} as const satisfies Readonly<Record<string, Methods>>;

/** The end of a sentence about a definition that lacks a method, or has a misspelt one. */
export function definitionProblem(kind: keyof typeof methods, definition: object): string | undefined {
  const { required, optional, others = [] }: Methods = methods[kind];
  const all = [required, ...optional];
  const strange = keyProblem(definition, ["schema", ...all, ...others]);
  if (strange !== undefined) return strange;
  const written: Readonly<Record<string, unknown>> = { ...definition };
  const wrong = all.find((name) => typeof written[name] !== "function" && written[name] !== undefined);
  if (wrong !== undefined)
    return `has a ${wrong} that must be a function, not ${describeKind(written[wrong])}`;
  return written[required] === undefined ? `must have the method ${required}` : undefined;
}
