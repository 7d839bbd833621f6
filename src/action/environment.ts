/** The variables of the process, as the runner set them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** An input as the runner passes it on. One that is left out is empty. */
export function inputOf(env: Environment, name: string): string {
  return (env[`INPUT_${name.toUpperCase()}`] ?? "").trim();
}
