import { within } from "../diagnostics.ts";
import type { Validator } from "../schema.ts";
import { partType } from "../values/type.ts";
import { canonicalText, type Value } from "../values/value.ts";
import { refuse } from "./refuse.ts";

// Validators of the elements and the keys of a collection.

type CollectionOf<T> = readonly (T | null)[] | Readonly<Record<string, T | null>>;

/**
 * Checks each element of a list, set or map. An error names the element, such as `hosts[2]` or `ports["web"]`. An
 * element of a set has neither index nor key, so all of them are `tags[*]`.
 *
 *     tags: { type: "set(string)", optional: true, validators: [eachElement(length({ max: 20 }))] },
 */
export function eachElement<T>(...validators: readonly Validator<T>[]): Validator<CollectionOf<T>> {
  return (collection, path, name, type) => {
    const isSet = type[0] === "set";
    const elements: (readonly [string | number, T | null])[] = Array.isArray(collection)
      ? [...collection.entries()]
      : Object.entries(collection);
    return elements.flatMap(([key, element]) => {
      if (element === null) return [];
      const at = isSet ? path : within(path, key);
      const elementName = `${name}[${isSet ? "*" : JSON.stringify(key)}]`;
      return validators.flatMap((validator) => validator(element, at, elementName, partType(type, key)));
    });
  };
}

/**
 * Checks each key of a map.
 *
 *     labels: { type: "map(string)", optional: true, validators: [eachKey(length({ max: 63 }))] },
 */
export function eachKey(
  ...validators: readonly Validator<string>[]
): Validator<Readonly<Record<string, unknown>>> {
  return (map, path, name) =>
    Object.keys(map)
      .flatMap((key) => validators.flatMap((validator) => validator(key, within(path, key), key, "string")))
      .map((problem) => ({ ...problem, detail: `Keys of "${name}": ${problem.detail ?? ""}` }));
}

/**
 * No two elements of a list are equal.
 *
 *     hosts: { type: "list(string)", optional: true, validators: [uniqueValues()] },
 */
export function uniqueValues(): Validator<readonly Value[]> {
  return (list, path, name, type) => {
    const first = new Map<string, number>();
    return list.flatMap((element, index) => {
      const text = canonicalText(element, partType(type, index));
      const earlier = first.get(text);
      if (earlier === undefined) first.set(text, index);
      return earlier === undefined
        ? []
        : refuse(`must differ from "${name}[${earlier}]"`, within(path, index), `${name}[${index}]`);
    });
  };
}
