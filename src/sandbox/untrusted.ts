import { isAbsent, isRecord } from "../contract/index.ts";

/** JSON from outside is wrong: a control request, or a state file. */
export class Malformed extends Error {
  override readonly name = "Malformed";
}

/** Checks a value of parsed JSON. Throws `Malformed`, with `where` as the name of the value. */
export type Reader<T> = (value: unknown, where: string) => T;

/** `expected` completes the sentence "The value must be …". */
export function kind<T>(expected: string, is: (value: unknown) => value is T): Reader<T> {
  return (value, where) => {
    if (isAbsent(value)) throw new Malformed(`${where} is missing.`);
    if (!is(value)) throw new Malformed(`${where} must be ${expected}.`);
    return value;
  };
}

const isString = (value: unknown) => typeof value === "string";

export const string = kind("a string", isString);
export const boolean = kind("true or false", (value) => typeof value === "boolean");
export const count = kind(
  "a whole number, 0 or more",
  (value): value is number => Number.isSafeInteger(value) && Number(value) >= 0,
);
export const strings = kind(
  "a list of strings",
  (value): value is readonly string[] => Array.isArray(value) && value.every(isString),
);
export const stringsByName = kind(
  "an object of strings",
  (value): value is Readonly<Record<string, string>> =>
    isRecord(value) && Object.values(value).every(isString),
);
const anyList = kind("a list", (value): value is unknown[] => Array.isArray(value));

export function choice<T extends string>(choices: readonly T[]): Reader<T> {
  return kind(`one of ${choices.join(", ")}`, (value): value is T => choices.includes(value as T));
}

export function optional<T>(read: Reader<T>): Reader<T | undefined> {
  return (value, where) => (isAbsent(value) ? undefined : read(value, where));
}

export function list<T>(read: Reader<T>): Reader<T[]> {
  return (value, where) => anyList(value, where).map((item, index) => read(item, `${where}[${index}]`));
}

/** Refuses unknown members: a typing mistake in an optional name would go unnoticed. */
export function object<T extends object>(
  members: { readonly [name in keyof T]-?: Reader<T[name]> },
): Reader<T> {
  return (value, where) => {
    if (!isRecord(value)) throw new Malformed(`${where} must be an object.`);
    const unknown = Object.keys(value).filter((name) => !Object.hasOwn(members, name));
    if (unknown.length > 0)
      throw new Malformed(
        `${where} has no ${unknown.join(", ")}; it has ${Object.keys(members).join(", ")}.`,
      );
    const read = Object.entries<Reader<unknown>>(members).map(([name, readMember]) => [
      name,
      readMember(value[name], `${where}.${name}`),
    ]);
    return Object.fromEntries(read) as T;
  };
}
