import type { Environment } from "../contract/index.ts";

/** Reads an input. It is empty if the workflow leaves it out. */
export function readInput(env: Environment, name: string): string {
  return (env[inputVariable(name)] ?? "").trim();
}

/** The names of all inputs that the workflow gives, also of those that the action does not have. */
export function givenInputs(env: Environment): string[] {
  return Object.entries(env)
    .filter(([variable, text = ""]) => variable.startsWith("INPUT_") && text.trim() !== "")
    .map(([variable]) => variable.slice("INPUT_".length).toLowerCase());
}

function inputVariable(name: string): string {
  return `INPUT_${name.toUpperCase()}`;
}
