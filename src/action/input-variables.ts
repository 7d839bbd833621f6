import type { Environment } from "../contract/index.ts";

/** Reads an input. It is empty if the workflow leaves it out. */
export function readInput(env: Environment, name: string): string {
  return (env[inputVariable(name)] ?? "").trim();
}

function inputVariable(name: string): string {
  return `INPUT_${name.toUpperCase()}`;
}
