import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { UsageError } from "./command.ts";

export interface Synthesized {
  readonly name: string;
  readonly json: unknown;
}

/** The stacks in the folder that an app was synthesized to, or in the folder of one of them. */
export async function readStacks(folder: string): Promise<Synthesized[]> {
  const files = await stackFiles(folder);
  if (files.length === 0)
    throw new UsageError(
      "No synthesized stack was found there.",
      "Synthesize first, as JSON, and name the folder it is written to, such as cdktf.out.",
    );
  return Promise.all(
    files.map(async (file) => ({ name: basename(dirname(resolve(file))), json: await readJson(file) })),
  );
}

const stackFile = "cdk.tf.json";

async function stackFiles(folder: string): Promise<string[]> {
  const names = await namesIn(folder);
  if (names.includes(stackFile)) return [join(folder, stackFile)];
  const stacks = (await namesIn(join(folder, "stacks"))).sort();
  const found = await Promise.all(
    stacks.map(async (stack) => {
      const inStack = await namesIn(join(folder, "stacks", stack));
      if (inStack.includes("cdk.tf"))
        throw new UsageError(
          `The stack ${stack} is synthesized as HCL, which cannot be checked.`,
          "Synthesize it as JSON.",
        );
      return inStack.includes(stackFile) ? [join(folder, "stacks", stack, stackFile)] : [];
    }),
  );
  return found.flat();
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return [];
    throw unreadable(folder, code);
  }
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    // The parser's excerpt may hold a secret.
    throw unreadable(file, (error as NodeJS.ErrnoException).code ?? "no JSON");
  }
}

function unreadable(path: string, why: string | undefined): UsageError {
  return new UsageError(`${path} cannot be read (${why}).`, "Synthesize again, and name that folder.");
}
