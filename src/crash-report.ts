/** A crash report of Node would otherwise list the environment, and what is secret in it. */
export function keepEnvironmentToItself(): void {
  (process.report as { excludeEnv?: boolean }).excludeEnv = true;
}
