import { describeKind } from "./values/conform.ts";

/** The method that each kind of definition must have. */
const requiredMethods = {
  resource: "create",
  "data source": "read",
  action: "invoke",
  "ephemeral resource": "open",
  "list resource": "list",
  function: "call",
} as const;

/** The compiler finds this too. An author without one would meet it only when a user applies. */
export function checkMethods(kind: keyof typeof requiredMethods, definitions: object = {}): void {
  for (const [name, definition] of Object.entries(definitions)) {
    const method: unknown = definition[requiredMethods[kind]];
    if (typeof method !== "function")
      throw new TypeError(
        `${kind} "${name}" must have the method ${requiredMethods[kind]}, not ${describeKind(method)}`,
      );
  }
}
