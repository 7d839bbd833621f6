/** The attributes of an object by name, as JSON has them. */
export type StateAttributes = Readonly<Record<string, unknown>>;

/** A path such as `zones[0].name` or `tags["a b"]`. */
export function jsonPathText(path: readonly (string | number)[]): string {
  return path
    .map((step, at) => {
      if (typeof step === "number") return `[${step}]`;
      if (!/^[\w-]+$/.test(step)) return `[${JSON.stringify(step)}]`;
      return at === 0 ? step : `.${step}`;
    })
    .join("");
}
