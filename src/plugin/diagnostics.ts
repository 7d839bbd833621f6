import { partType, type Type } from "./values/type.ts";

/** A message to the user. It is data and never thrown: a call can report any number of them. */
export interface Diagnostic {
  readonly severity: "error" | "warning";
  /** A short title. */
  readonly summary: string;
  /** What happened, why, and what to do, in full sentences. Never put a secret here. */
  readonly detail?: string;
  /** The wrong argument, if the message is about one. */
  readonly path?: AttributePath;
}

/**
 * The path of a value: the name of an attribute, then list indexes, map keys and names of nested attributes. The
 * elements of a set have neither index nor key, so a path ends at the set.
 */
export type AttributePath = readonly [string, ...(string | number)[]];

/** The path of a part of the value at `place`. Without `place`, the path of an attribute. */
export function within(place: AttributePath | undefined, step: string | number): AttributePath {
  return place === undefined ? [String(step)] : [...place, step];
}

/**
 * A path as text, such as `rules[0].port`. With the type of the whole object, keys of a map are told from names:
 * `people["ann"].age`, `groups[*].size` in a set.
 */
export function pathText([attribute, ...steps]: AttributePath, type: Type = "dynamic"): string {
  let text = attribute;
  let here = partType(type, attribute);
  for (const step of steps) {
    // An element of a set has neither index nor key.
    if (here[0] === "set") {
      text += "[*]";
      here = partType(here, 0);
    }
    const isName = here[0] === "object" || (here === "dynamic" && /^[a-z_]\w*$/i.test(`${step}`));
    text += isName ? `.${step}` : `[${JSON.stringify(step)}]`;
    here = partType(here, step);
  }
  return text;
}

/**
 * An error for the user.
 *
 * @param summary - What is wrong, in a few words.
 * @param detail - Why, and what to do.
 * @param path - The attribute that is wrong, or a path to a part of its value.
 *
 * @example
 * ```ts
 * return [error("Bad name", "A name has no blanks.", "name")];
 * ```
 */
export function error(summary: string, detail?: string, path?: AttributePath | string): Diagnostic {
  return diagnostic("error", summary, detail, path);
}

/** A warning for the user. Its parameters are those of `error`. */
export function warning(summary: string, detail?: string, path?: AttributePath | string): Diagnostic {
  return diagnostic("warning", summary, detail, path);
}

function diagnostic(
  severity: Diagnostic["severity"],
  summary: string,
  detail: string | undefined,
  path: AttributePath | string | undefined,
): Diagnostic {
  return {
    severity,
    summary,
    ...(detail === undefined ? {} : { detail }),
    ...(path === undefined ? {} : { path: typeof path === "string" ? [path] : path }),
  };
}

/** Whether one of them is an error. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}

/** What the provider does in a call, for messages. */
export interface CallDescription {
  /** Such as "Creating crew_member". */
  readonly text: string;
  /** Name and version of the provider, such as "crew 1.0.0". */
  readonly provider: string;
}

/** A mistake of the provider. The framework finds it before the core does. */
export function providerBug(
  { text, provider }: CallDescription,
  problem: string,
  path?: AttributePath | string,
): Diagnostic {
  return error(
    "Bug in the provider",
    `${text}: ${problem} This is a mistake in the provider (${provider}) and not in your configuration. Please report it.`,
    path,
  );
}
