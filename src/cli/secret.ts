import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import type { Input } from "./command.ts";
import { UsageError } from "./command.ts";

/** A secret from a file, from standard input or from the environment, in this order; never from the command line. */
export async function readSecret(flag: string, input: Input, variable: string): Promise<string | undefined> {
  const file = input.given[`${flag}-file`] as string | undefined;
  const fromStdin = input.given[`${flag}-stdin`] === true;
  if (file !== undefined && fromStdin)
    throw new UsageError(`Both --${flag}-file and --${flag}-stdin are given.`, "Give one of them.");
  if (file !== undefined) return withoutLastLineBreak(await readTextFile(file, `--${flag}-file`));
  if (fromStdin) return withoutLastLineBreak(await readStdin(`--${flag}-stdin`));
  return input.env[variable] || undefined;
}

/** A file named on the command line; `-` is standard input. */
export async function readTextFile(path: string, flag: string): Promise<string> {
  if (path === "-") return readStdin(flag);
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // The path is not repeated: people put the secret, or the key itself, where its file belongs.
    throw new UsageError(
      `${flag} names a file that cannot be read (${code}).`,
      "Give the path of a file that can be read.",
    );
  }
}

let stdinTakenBy: string | undefined;

async function readStdin(flag: string): Promise<string> {
  if (stdinTakenBy !== undefined)
    throw new UsageError(
      `${stdinTakenBy} and ${flag} both read standard input.`,
      "Give one of them as a file.",
    );
  stdinTakenBy = flag;
  return text(process.stdin);
}

/** Editors and `echo` end a file with one; it is not part of the secret. */
function withoutLastLineBreak(secret: string): string {
  return secret.replace(/\r?\n$/, "");
}
