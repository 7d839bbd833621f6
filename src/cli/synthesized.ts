import { readdir, readFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";

/** A stack, or why it cannot be checked. */
export interface Synthesized {
  readonly name?: string;
  readonly json?: unknown;
  readonly problem?: Problem;
}

interface Problem {
  readonly message: string;
  readonly remedy: string;
}

/** Reads the stacks in the output folder of an app, or in the folder of one stack. A problem of one does not hide the others. */
export async function readStacks(folder: string): Promise<Synthesized[]> {
  const [names, stacks] = await Promise.all([listFolder(folder), listFolder(join(folder, "stacks"))]);
  if (!Array.isArray(names)) return [{ problem: names }];
  if (names.includes(stackFile)) return [await readStack(folder)];
  if (!Array.isArray(stacks)) return [{ problem: stacks }];
  const read = await Promise.all(stacks.sort().map((stack) => readStack(join(folder, "stacks", stack))));
  const readable = read.filter(({ json, problem }) => json !== undefined || problem);
  if (readable.length > 0) return readable;
  return [
    {
      problem: {
        message: `No synthesized stack was found in ${folder}.`,
        remedy: "Synthesize first, as JSON, and name the folder it is written to, such as cdktf.out.",
      },
    },
  ];
}

const stackFile = "cdk.tf.json";

async function readStack(folder: string): Promise<Synthesized> {
  const name = basename(resolve(folder));
  const names = await listFolder(folder);
  if (!Array.isArray(names)) return { name, problem: names };
  if (names.includes("cdk.tf"))
    return {
      name,
      problem: {
        message: `The stack ${name} is synthesized as HCL, which cannot be checked.`,
        remedy: "Synthesize it as JSON.",
      },
    };
  return names.includes(stackFile) ? { name, ...(await readJson(join(folder, stackFile))) } : {};
}

async function listFolder(folder: string): Promise<string[] | Problem> {
  try {
    return await readdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT" || code === "ENOTDIR" ? [] : unreadable(folder, code);
  }
}

async function readJson(file: string): Promise<Synthesized> {
  try {
    return { json: JSON.parse(await readFile(file, "utf8")) };
  } catch (error) {
    // The parser's excerpt may hold a secret.
    return { problem: unreadable(file, (error as NodeJS.ErrnoException).code ?? "no JSON") };
  }
}

function unreadable(path: string, why: string | undefined): Problem {
  return {
    message: `${path} cannot be read (${why}).`,
    remedy: "Synthesize again, and name that folder.",
  };
}
