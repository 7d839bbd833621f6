import { readdir, readFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";

/** A stack, or why it cannot be checked. */
interface Synthesized {
  readonly name?: string;
  readonly json?: unknown;
  readonly problem?: { readonly message: string; readonly remedy: string };
}

/** Reads the stacks in the output folder of an app, or in the folder of one stack. A problem of one does not hide the others. */
export async function readStacks(folder: string): Promise<Synthesized[]> {
  const single = await readStack(folder);
  if (single) return [single];
  const stacks = join(folder, "stacks");
  try {
    const names = (await listFolder(stacks)).sort();
    const read = await Promise.all(names.map((name) => readStack(join(stacks, name))));
    const found = read.filter((stack) => stack !== undefined);
    if (found.length > 0) return found;
  } catch (error) {
    return [{ problem: unreadableStack(stacks, error) }];
  }
  const message = `No synthesized stack was found in ${folder}.`;
  const remedy = "Synthesize first, as JSON, and name the folder it is written to, such as cdktf.out.";
  return [{ problem: { message, remedy } }];
}

const stackFile = "cdk.tf.json";

/** Undefined: the folder has no stack. */
async function readStack(folder: string): Promise<Synthesized | undefined> {
  const name = basename(resolve(folder));
  const file = join(folder, stackFile);
  try {
    const names = await listFolder(folder);
    // Beside it, a JSON file is left over from an earlier synthesis.
    if (names.includes("cdk.tf")) {
      const message = `The stack ${name} is synthesized as HCL, which cannot be checked.`;
      return { name, problem: { message, remedy: "Synthesize it as JSON." } };
    }
    if (!names.includes(stackFile)) return undefined;
    return { name, json: JSON.parse(await readFile(file, "utf8")) };
  } catch (error) {
    return { name, problem: unreadableStack(file, error) };
  }
}

async function listFolder(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return [];
    throw error;
  });
}

function unreadableStack(path: string, error: unknown) {
  // The parser's excerpt may hold a secret.
  const { code = "no JSON" } = error as NodeJS.ErrnoException;
  return { message: `${path} cannot be read (${code}).`, remedy: "Synthesize again, and name that folder." };
}
