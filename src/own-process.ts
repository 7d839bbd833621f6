/** For the programs among us, which have a process to themselves. What is imported into others' leaves theirs alone. */
export function settleIn(): void {
  // A crash report of Node would otherwise list the environment, and the auth key with it.
  (process.report as { excludeEnv?: boolean }).excludeEnv = true;
  // Certificates are verified whatever it says, and runtimes would warn of the opposite.
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
}
