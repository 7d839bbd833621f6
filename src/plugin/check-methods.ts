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
    const method = requiredMethods[kind];
    if (typeof definition[method] !== "function")
      throw new TypeError(`${kind} "${name}" must have the method ${method}`);
  }
}
