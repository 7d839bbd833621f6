import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import {
  buildProgram,
  compile,
  type Program,
  packageFiles,
  writeFiles,
} from "../../../scripts/executables.ts";
import { thisPlatform } from "../../../scripts/runtimes.ts";
import type { ZipEntry } from "../../../scripts/zip.ts";
import { providerExecutable } from "../../../src/cli/provider-names.ts";
import { newFolder } from "../../harness/new-folder.ts";

/** The package of this machine's platform, as a release has it, and what it is called in there. */
export interface Package {
  readonly program: Program;
  readonly compiled: Buffer;
  readonly contents: readonly ZipEntry[];
  readonly folder: string;
  readonly executable: string;
}

/** Compiles it. The libraries beside it are this machine's: those of a release come from Debian, at one version. */
export async function compiledPackage(): Promise<Package> {
  const program = await buildProgram("of-a-test");
  const compiled = compile(program, thisPlatform());
  const folder = newFolder("certorder-executable-");
  const contents = packageFiles(compiled, thisPlatform(), sharedLibraries(compiled));
  writeFiles(folder, contents);
  return { program, compiled, contents, folder, executable: join(folder, providerExecutable) };
}

function sharedLibraries(compiled: Buffer) {
  if (process.platform !== "linux") return [];
  const file = join(newFolder("certorder-libraries-"), "program");
  writeFileSync(file, compiled, { mode: 0o755 });
  const paths = execFileSync("ldd", [file], { encoding: "utf8" }).match(/\/\S+/g) ?? [];
  return paths
    .filter((path) => path !== `${file}:`)
    .map((path) => ({ name: `lib/${basename(path)}`, data: readFileSync(path), mode: 0o755 }));
}
