import { execFile } from "node:child_process";
import { delimiter, join, sep } from "node:path";
import { promisify } from "node:util";
import { isTooOld, oldestNode } from "../needs-node.ts";

/** What is wrong with the Node that will run the provider. Skips the folders of npm: Terraform is not started by npm. */
export async function checkNodeOnPath(path = process.env.PATH ?? ""): Promise<string | undefined> {
  const folders = path.split(delimiter).filter((folder) => !folder.includes(join("node_modules", ".bin")));
  const needs = `The provider needs Node ${oldestNode} or later`;
  for (const folder of folders) {
    const version = await readVersion(`${folder}${sep}node`);
    if (version !== undefined)
      return isTooOld(version) ? `${needs}; node on the PATH is ${version}.` : undefined;
  }
  return `${needs}; there is no node on the PATH.`;
}

async function readVersion(program: string): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)(program, ["--version"], { env: {} });
    return stdout.trim();
  } catch {
    // Not there, or not a program: the next folder of the PATH follows.
    return undefined;
  }
}
