import { partType, type Type } from "./values/type.ts";

/** Something to tell the user. Data, never thrown: a call can report any number of them. */
export interface Diagnostic {
  readonly severity: "error" | "warning";
  /** A short title. */
  readonly summary: string;
  /** What happened, why, and what to do, in full sentences. Never a secret. */
  readonly detail?: string;
  /** The argument at fault, if there is one. */
  readonly path?: AttributePath;
}

/**
 * Where a value is: the name of an attribute, then perhaps an index of a list or a key of a map within it, then the
 * name of a nested attribute, and so on. The elements of a set have no place of their own; a path stops at the set.
 */
export type AttributePath = readonly [string, ...(string | number)[]];

/** The path of a part of what is at `place`; of an attribute itself where there is no place. */
export function within(place: AttributePath | undefined, step: string | number): AttributePath {
  return place === undefined ? [String(step)] : [...place, step];
}

/** A path into a value of `type` in words, such as `rules[0].port` or `people["ann"].age`. */
export function pathText([attribute, ...steps]: AttributePath, type: Type): string {
  let text = attribute;
  let here = partType(type, attribute);
  for (const step of steps) {
    // Of what is in a set only the names are told.
    if (here[0] === "set") here = partType(here, 0);
    text += here[0] === "object" ? `.${step}` : `[${JSON.stringify(step)}]`;
    here = partType(here, step);
  }
  return text;
}

export function error(summary: string, detail?: string, path?: AttributePath | string): Diagnostic {
  return diagnostic("error", summary, detail, path);
}

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

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}

/** A mistake in the provider, found by the framework before the core could trip over it. */
export function providerBug(where: string, problem: string, path?: AttributePath | string): Diagnostic {
  return error(
    "Bug in the Provider",
    `${where}: ${problem} This is a mistake in the provider and not in your configuration. Please report it.`,
    path,
  );
}
