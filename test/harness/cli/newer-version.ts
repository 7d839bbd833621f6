import { execFile } from "node:child_process";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { bareEnvironment, newFolder } from "./cli.ts";

const root = join(import.meta.dirname, "..", "..", "..");

/** A certorder whose journals have the next version: a copy of the source with another number. Returns how it is run. */
export function newerVersion(): (
  words: readonly string[],
  env: Readonly<Record<string, string>>,
) => Promise<string> {
  const folder = newFolder();
  for (const name of ["src", "package.json"])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const format = join(folder, "src", "journal", "event-format.ts");
  const source = readFileSync(format, "utf8");
  const newer = source.replace(
    /^export const eventVersion = (\d+);$/m,
    (_, number) => `export const eventVersion = ${Number(number) + 1};`,
  );
  if (newer === source) throw new Error("The version of the journal's entries is not where it was.");
  writeFileSync(format, newer);
  return async (words, env) => {
    const args = [join(folder, "src", "cli", "main.ts"), ...words];
    return (await promisify(execFile)(process.execPath, args, { env: bareEnvironment(env) })).stdout;
  };
}
