import type { Environment } from "../contract/index.ts";

/** An input as the runner passes it on. One that is left out is empty. */
export function readInput(env: Environment, name: string): string {
  return (env[inputVariable(name)] ?? "").trim();
}

/** Given by the workflow, and empty. An input without a default does not show this. */
export function isGivenEmpty(env: Environment, name: string): boolean {
  return env[inputVariable(name)] !== undefined && readInput(env, name) === "";
}

function inputVariable(name: string): string {
  return `INPUT_${name.toUpperCase()}`;
}
