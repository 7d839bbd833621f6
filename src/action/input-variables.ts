import type { Environment } from "../contract/index.ts";

/** Reads an input. It is empty if the workflow leaves it out. */
export function readInput(env: Environment, name: string): string {
  return (env[inputVariable(name)] ?? "").trim();
}

/** Whether the workflow gives an empty value. Only an input with a default shows this. */
export function isEmptyInput(env: Environment, name: string): boolean {
  return env[inputVariable(name)] !== undefined && readInput(env, name) === "";
}

function inputVariable(name: string): string {
  return `INPUT_${name.toUpperCase()}`;
}
