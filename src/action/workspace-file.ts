import { readFile, realpath } from "node:fs/promises";
import { isAbsolute, relative, resolve, sep } from "node:path";
import type { InputProblem } from "../contract/index.ts";
import { inputProblem } from "./input-problem.ts";

/** Reads a file of the workspace, or says what is wrong with it. Refuses links and `..` that lead out of the workspace. */
export async function readWorkspaceFile(
  input: string,
  path: string,
  workspace: string | undefined,
): Promise<string | InputProblem> {
  const wrong = (problem: string, remedy: string) => inputProblem(input, `${input} ${problem}.`, remedy);
  if (!workspace)
    return wrong("cannot be read: there is no workspace", "Check out the repository before this step.");
  try {
    const root = await realpath(workspace);
    const file = await realpath(resolve(root, path));
    const within = relative(root, file);
    if (within === ".." || within.startsWith(`..${sep}`) || isAbsolute(within))
      return wrong("names a file outside the workspace", "Name a file inside the workspace.");
    return await readFile(file, "utf8");
  } catch (error) {
    return wrong(
      `names a file that cannot be read (${(error as NodeJS.ErrnoException).code})`,
      "Check out the repository before this step, and give the file's path from the root of the workspace.",
    );
  }
}
