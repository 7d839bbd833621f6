import { isRecord } from "../contract/index.ts";
import type { JsonMembers } from "./request-body.ts";

/** JSON from outside is wrong: a control request, or a state file. */
export class Malformed extends Error {
  override readonly name = "Malformed";
}

/** Reads the members of an object one by one, and refuses members that are left. */
export class Members {
  readonly #members: JsonMembers;
  readonly #where: string;
  readonly #taken = new Set<string>();

  constructor(value: unknown, where: string) {
    if (!isRecord(value)) throw new Malformed(`${where} must be an object.`);
    this.#members = value;
    this.#where = where;
  }

  string(name: string): string {
    return this.#required(name, this.optionalString(name));
  }

  optionalString(name: string): string | undefined {
    return this.#take(name, "a string", (value) => typeof value === "string");
  }

  optionalBoolean(name: string): boolean | undefined {
    return this.#take(name, "true or false", (value) => typeof value === "boolean");
  }

  boolean(name: string): boolean {
    return this.#required(name, this.optionalBoolean(name));
  }

  /** A whole number that is not negative. */
  optionalCount(name: string): number | undefined {
    return this.#take(
      name,
      "a whole number, 0 or more",
      (value): value is number => Number.isSafeInteger(value) && (value as number) >= 0,
    );
  }

  count(name: string): number {
    return this.#required(name, this.optionalCount(name));
  }

  optionalStrings(name: string): readonly string[] | undefined {
    return this.#take(
      name,
      "a list of strings",
      (value): value is string[] => Array.isArray(value) && value.every((item) => typeof item === "string"),
    );
  }

  optionalChoice<T extends string>(name: string, choices: readonly T[]): T | undefined {
    return this.#take(name, `one of ${choices.join(", ")}`, (value): value is T =>
      choices.includes(value as T),
    );
  }

  choice<T extends string>(name: string, choices: readonly T[]): T {
    return this.#required(name, this.optionalChoice(name, choices));
  }

  /** A list, each item read by `read`. */
  list<T>(name: string, read: (item: unknown, where: string) => T): T[] {
    const items = this.#required(
      name,
      this.#take(name, "a list", (value): value is unknown[] => Array.isArray(value)),
    );
    return items.map((item, index) => read(item, `${this.#where}.${name}[${index}]`));
  }

  /** An object whose members are all strings. */
  optionalTexts(name: string): Readonly<Record<string, string>> | undefined {
    return this.#take(
      name,
      "an object of strings",
      (value): value is Record<string, string> =>
        isRecord(value) && Object.values(value).every((item) => typeof item === "string"),
    );
  }

  /** Refuses unknown members: a typing mistake in an optional name would go unnoticed. */
  nothingElse(): void {
    const unknown = Object.keys(this.#members).filter((name) => !this.#taken.has(name));
    if (unknown.length > 0)
      throw new Malformed(
        `${this.#where} has no ${unknown.join(", ")}; it has ${[...this.#taken].join(", ")}.`,
      );
  }

  #take<T>(name: string, expected: string, is: (value: unknown) => value is T): T | undefined {
    this.#taken.add(name);
    const value = Object.hasOwn(this.#members, name) ? this.#members[name] : undefined;
    if (value === undefined || value === null) return undefined;
    if (!is(value)) throw new Malformed(`${this.#where}.${name} must be ${expected}.`);
    return value;
  }

  #required<T>(name: string, value: T | undefined): T {
    if (value === undefined) throw new Malformed(`${this.#where}.${name} is missing.`);
    return value;
  }
}
