import type { Readable } from "node:stream";
import { readAll } from "../read-all.ts";
import { type FlagsAndEnvironment, givenText } from "./command.ts";
import { UsageError } from "./command-error.ts";
import { openReadable } from "./open-readable.ts";

/** Reads a secret from a file, from standard input or from the environment, in this order. Never from the command line. */
export async function readSecret(
  flag: string,
  input: FlagsAndEnvironment,
  variable: string,
): Promise<string | undefined> {
  const file = givenText(input, `${flag}-file`);
  const fromStdin = input.flags[`${flag}-stdin`] === true;
  if (file !== undefined && fromStdin)
    throw new UsageError(`Both --${flag}-file and --${flag}-stdin are given.`, "Give one of them.");
  if (file !== undefined) return withoutLastLineBreak(await readTextFile(file, `--${flag}-file`));
  if (fromStdin) return withoutLastLineBreak(await readStdin(`--${flag}-stdin`));
  return input.env[variable] || undefined;
}

/** Reads a file that the command line names; `-` is standard input. */
export async function readTextFile(path: string, flag: string): Promise<string> {
  if (path === "-") return readStdin(flag);
  try {
    return await readText((await openReadable(path)).createReadStream(), flag);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    // The message does not repeat the path: people give the secret itself instead of its file.
    throw new UsageError(
      `${flag} names a file that cannot be read (${code}).`,
      "Give the path of a file that can be read.",
    );
  }
}

/** The limit for a file. An endless stream would take all memory. */
const largestFileBytes = 2 ** 20;

async function readText(stream: Readable, flag: string): Promise<string> {
  const bytes = await readAll(stream, largestFileBytes);
  if (bytes) return bytes.toString();
  throw new UsageError(`${flag} names more than 1 MiB.`, "Give the path of the right file.");
}

/** The flag that each standard input was read for. A stream can be read once. */
const readers = new WeakMap<Readable, string>();

function readStdin(flag: string): Promise<string> {
  return readText(takeStdin(flag), flag);
}

/** Standard input, for one flag only. */
export function takeStdin(flag: string): Readable {
  const { stdin } = process;
  const reader = readers.get(stdin);
  if (reader !== undefined)
    throw new UsageError(`${reader} and ${flag} both read standard input.`, "Give one of them as a file.");
  readers.set(stdin, flag);
  return stdin;
}

/** Editors and `echo` add a line break that is not part of the secret. */
function withoutLastLineBreak(secret: string): string {
  return secret.replace(/\r?\n$/, "");
}
