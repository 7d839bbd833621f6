/** The variables of the process, as the runner set them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** An input as the runner passes it on. One that is left out is empty. */
export function inputOf(env: Environment, name: string): string {
  return (env[variableOf(name)] ?? "").trim();
}

/** Given by the workflow, and empty. An input without a default does not show this. */
export function isGivenEmpty(env: Environment, name: string): boolean {
  return env[variableOf(name)] !== undefined && inputOf(env, name) === "";
}

function variableOf(name: string): string {
  return `INPUT_${name.toUpperCase()}`;
}
