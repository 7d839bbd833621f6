import type { TerraformResourceLifecycle } from "cdktn";
import { findNearest, InputProblem, isRecord } from "../contract/index.ts";

const lifecycleNames: readonly (keyof TerraformResourceLifecycle)[] = [
  ...(["createBeforeDestroy", "preventDestroy", "ignoreChanges", "replaceTriggeredBy"] as const),
  ...(["precondition", "postcondition"] as const),
];

export const blockNames = ["provider", "dependsOn"];
export const resourceNames = [...blockNames, "lifecycle", "count", "forEach"];

/** The arguments that a low-level construct takes: it has a getter for the input of each. */
export function argumentNames({ prototype }: { readonly prototype: object }): string[] {
  return Object.getOwnPropertyNames(prototype).flatMap((name) => /^(.*)Input$/.exec(name)?.[1] ?? []);
}

/** Props that the construct does not have would be lost. The types cannot find all of them: a spread may bring some. */
export function checkPropNames(props: object, known: readonly string[], prefix = ""): InputProblem[] {
  return Object.entries(props).flatMap(([name, value]) => {
    if (known.includes(name))
      return name === "lifecycle" && isRecord(value)
        ? checkPropNames(value, lifecycleNames, "lifecycle.")
        : [];
    const nearest = findNearest(name, known);
    const remedy =
      nearest === undefined
        ? `Leave it out, or use one of these: ${known.join(", ")}.`
        : `Did you mean ${prefix}${nearest}?`;
    return [new InputProblem(`${prefix}${name}`, "unknown", `${prefix}${name} is not a prop here.`, remedy)];
  });
}

/** A value that is not in the list would be taken for another one. */
export function checkChoice(name: string, value: unknown, choices: readonly string[]): InputProblem[] {
  if (choices.includes(value as string)) return [];
  const all = choices.map((choice) => JSON.stringify(choice)).join(", ");
  return [
    new InputProblem(name, "one_of", `${name} is ${JSON.stringify(value)}.`, `Use one of these: ${all}.`),
  ];
}
