import { isDeepStrictEqual } from "node:util";
import { isObjectLike } from "../../values/value.ts";
import { jsonPathText, type StateAttributes } from "./attribute-path.ts";

type Path = readonly (string | number)[];

/** The paths at which an imported object differs from the one in the state. An ignored path includes everything inside. */
export function importDifferences(
  stored: StateAttributes,
  imported: StateAttributes,
  ignore: readonly string[] = [],
): Path[] {
  return differences(stored, imported, []).filter((path) => {
    const prefixes = path.map((_, at) => jsonPathText(path.slice(0, at + 1)));
    return !prefixes.some((prefix) => ignore.includes(prefix));
  });
}

function differences(stored: unknown, imported: unknown, path: Path): Path[] {
  if (isObjectLike(stored) && isObjectLike(imported)) {
    const names = new Set([...Object.keys(stored), ...Object.keys(imported)]);
    return [...names].flatMap((name) => differences(stored[name], imported[name], [...path, name]));
  }
  if (Array.isArray(stored) && Array.isArray(imported) && stored.length === imported.length)
    return stored.flatMap((part, at) => differences(part, imported[at], [...path, at]));
  return isDeepStrictEqual(stored, imported) ? [] : [path];
}

/** A line for a message. `sensitive` has `true` where a value must not be shown. */
export function describeDifference(
  path: Path,
  stored: StateAttributes,
  imported: StateAttributes,
  sensitive: unknown,
): string {
  const shown = (attributes: StateAttributes) => {
    const value = valueAt(attributes, path);
    return value === undefined ? "nothing" : JSON.stringify(value);
  };
  const values = isSensitive(sensitive, path)
    ? "the values differ; they are sensitive"
    : `the state has ${shown(stored)}, the import ${shown(imported)}`;
  return `${jsonPathText(path)}: ${values}`;
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((part, step) => (part as StateAttributes | undefined)?.[step], value);
}

/** Whether the value, something around it or something inside it is sensitive. */
function isSensitive(marks: unknown, path: Path): boolean {
  if (marks === true) return true;
  if (typeof marks !== "object" || marks === null) return false;
  const [step, ...rest] = path;
  if (step === undefined) return Object.values(marks).some((part) => isSensitive(part, []));
  return isSensitive((marks as StateAttributes)[step], rest);
}
