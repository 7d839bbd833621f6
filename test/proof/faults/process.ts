import { execFile } from "node:child_process";

export interface Ended {
  /** Null for one that was ended, because it took longer than anything can take. */
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export const longestMs = 5 * 60_000;

/** Runs a program to its end. */
export function run(
  program: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(
      program,
      args,
      { ...options, timeout: longestMs, killSignal: "SIGKILL", maxBuffer: 2 ** 26 },
      (_error, stdout, stderr) => resolve({ exit: child.exitCode, stdout, stderr }),
    );
  });
}
