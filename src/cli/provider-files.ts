import { readFileSync } from "node:fs";
import { access, readdir, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { isExecutable, version } from "../version.ts";
import { UsageError } from "./command-error.ts";
import { linuxLauncher, linuxLoaders, nodeLauncher } from "./launchers.ts";
import { platform, platformPackage, providerExecutable } from "./provider-names.ts";

/** The files of the provider's package that need Node. */
const providerScripts = [
  "lib/provider.cjs",
  "lib/undici.cjs",
  "lib/postgres.cjs",
  "lib/s3.cjs",
  "lib/aws-credentials.cjs",
];

/** A file of the provider's package: its name, and its source or text. */
export type ProviderFile = { readonly name: string } & (
  | { readonly from: string }
  | { readonly text: string }
);

/** The folder of that package for this machine, if it is installed in the same version. */
function platformFolder(): string | undefined {
  try {
    const { resolve } = createRequire(join(import.meta.dirname, "provider-files.js"));
    const file = resolve(`${platformPackage(process.platform, process.arch)}/package.json`);
    const manifest = JSON.parse(readFileSync(file, "utf8")) as { version: string };
    return manifest.version === version ? dirname(file) : undefined;
  } catch {
    // This platform has none, or it was not installed.
    return undefined;
  }
}

export interface ProviderPackage {
  readonly files: readonly ProviderFile[];
  /** The Node that runs it. Undefined: it is an executable. */
  readonly node?: string;
  /** What was built before the sources were changed. */
  readonly outdated?: "executable" | "scripts" | undefined;
}

/**
 * The executable that runs now, was installed, or was built in this clone. Else the scripts, and the Node that runs
 * this command: so the PATH of a core needs no Node.
 */
export async function providerPackage(): Promise<ProviderPackage> {
  if (isExecutable) return { files: await executablePackage(process.execPath) };
  const installed = platformFolder();
  if (installed !== undefined) return { files: await executablePackage(join(installed, programIn)) };
  const built = inClone("release", "unpacked", platform());
  const isBuilt = await isThere(join(built, providerExecutable));
  const isCurrent = isBuilt && !(await isOutdated(join(built, providerExecutable)));
  if (isCurrent) return { files: await executablePackage(join(built, programIn)) };
  if (process.platform === "win32")
    throw new UsageError(
      "On Windows, Terraform and OpenTofu start only an executable as a provider, and none is installed.",
      `Install the npm package ${platformPackage(process.platform, process.arch)} ${version}. In a clone, run: npm run build:executables -- here`,
    );
  const folder = await builtFolder();
  const isOld = await isOutdated(join(folder, providerExecutable));
  return {
    files: [
      { name: providerExecutable, text: nodeLauncher() },
      ...providerScripts.map((name) => ({ name, from: join(folder, name) })),
    ],
    node: process.execPath,
    outdated: isOld ? "scripts" : isBuilt ? "executable" : undefined,
  };
}

const programIn = process.platform === "linux" ? join("lib", "certorder") : providerExecutable;

/** A path in a clone. An installed package has no folder `src` there, and an executable no such path. */
const inClone = (...path: string[]) => join(import.meta.dirname, "..", "..", ...path);

/** Whether a file was built before a source of this clone was changed. */
async function isOutdated(file: string): Promise<boolean> {
  const sources = inClone("src");
  if (!(await isThere(sources))) return false;
  const { mtimeMs } = await stat(file);
  const entries = await readdir(sources, { recursive: true });
  const changed = await Promise.all(entries.map(async (name) => (await stat(join(sources, name))).mtimeMs));
  return changed.some((changedMs) => changedMs > mtimeMs);
}

/** The files of an executable. On Linux, `program` may be its loader: both are in one folder. */
async function executablePackage(program: string): Promise<ProviderFile[]> {
  if (process.platform !== "linux") return [{ name: providerExecutable, from: program }];
  const lib = dirname(program);
  const files = (await readdir(lib)).map((file) => ({ name: `lib/${file}`, from: join(lib, file) }));
  return [{ name: providerExecutable, text: linuxLauncher(linuxLoaders[process.arch] ?? "") }, ...files];
}

/** A folder in which a core finds the provider: that of the executable, or of the build. */
export async function providerFolder(): Promise<string> {
  if (!isExecutable) return platformFolder() ?? builtFolder();
  const lib = dirname(process.execPath);
  const folder = process.platform === "linux" ? dirname(lib) : lib;
  if (await isThere(join(folder, providerExecutable))) return folder;
  throw new UsageError(
    `There is no ${providerExecutable} beside this program, and a core needs that file.`,
    "Install it without --dev, or unpack a release and run it from there.",
  );
}

/** The folder of the built provider: beside the command line in the package, below it in a checkout. */
async function builtFolder(): Promise<string> {
  const candidates = ["../terraform", "../../build/terraform"].map((path) => join(import.meta.dirname, path));
  for (const folder of candidates) if (await isThere(join(folder, providerExecutable))) return folder;
  throw new UsageError("The provider has not been built.", "Run: npm run build");
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
