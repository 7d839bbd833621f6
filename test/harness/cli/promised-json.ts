import { jsonExamples, jsonFields, shape } from "../../../src/generate/json-examples.ts";

const promised = new Map(Object.keys(jsonExamples).map((name) => [name, Object.entries(jsonFields(name))]));

/** Throws if a command has printed a field with `--json` that the reference, and so the promises, do not have. */
export function checkPromised(args: readonly string[], stdout: string): void {
  const name = commandOf(args);
  const own = promised.get(name);
  if (!own || !args.includes("--json")) return;
  for (const object of objectsIn(stdout)) {
    const paths = Object.keys(shape(object));
    const known = paths.includes("code") ? [...own, ...(promised.get("error") ?? [])] : own;
    for (const path of paths)
      if (!isIn(known, path))
        throw new Error(
          `certorder ${name} prints ${path}, which src/generate/json-examples.ts does not have.`,
        );
  }
}

/** A null may stand in the place of an object, and anything below what can be anything. */
function isIn(known: readonly (readonly [path: string, type: string])[], path: string): boolean {
  return known.some(
    ([one, type]) =>
      one === path ||
      one === path.replace(/[^.]*$/, "*") ||
      one.startsWith(`${path}.`) ||
      (type === "any" && path.startsWith(`${one}.`)),
  );
}

function commandOf(args: readonly string[]): string {
  const names = [args.slice(0, 2).join(" "), args[0] ?? ""];
  const name = names.find((one) => promised.has(one)) ?? "";
  return args.includes("--from") ? `${name} --from` : name;
}

/** One object on several lines, or one on each line. What a killed process printed may be cut off. */
function objectsIn(stdout: string): unknown[] {
  const whole = parsed(stdout);
  return whole.length > 0 ? whole : stdout.split("\n").flatMap(parsed);
}

function parsed(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}
