import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..");

/**
 * An executable (`npm run build:executables -- here`) that tests and proof are to drive, as command line and as provider, in
 * the place of what Node runs.
 */
export const executable = process.env.CERTORDER_TEST_EXECUTABLE;

/** The words that start the command line: the executable, or Node with the command line as it was built, or another file of it. */
export function commandLine(file = join(root, "build", "cli", "main.js")): [string, ...string[]] {
  return executable === undefined ? [process.execPath, file] : [executable];
}

/** The environment in which a program of ours loads a file before everything else, whatever it runs on. */
export function preloading(file: string, how: "require" | "import" = "require") {
  return { NODE_OPTIONS: `--${how}=${JSON.stringify(file)}`, BUN_OPTIONS: `--preload=${file}` };
}
