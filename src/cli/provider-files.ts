import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { access, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { homedir, tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { oldestNode } from "../needs-node.ts";
import { isExecutable, version } from "../version.ts";
import { UsageError } from "./command-error.ts";

/** The provider's source in a configuration. */
export const providerSource = "certorder/certorder";

/** A provider that executables are built of. */
export interface ExecutableProduct {
  readonly name: string;
  readonly version: string;
}

export const ownProduct: ExecutableProduct = { name: "certorder", version };

export function executableName(os: NodeJS.Platform, product = ownProduct): string {
  return `terraform-provider-${product.name}_v${product.version}${os === "win32" ? ".exe" : ""}`;
}

/** The file that a core starts. */
export const providerExecutable = executableName(process.platform);

/** The files of the provider's package that need Node. */
const providerScripts = [
  "lib/provider.cjs",
  "lib/undici.cjs",
  "lib/postgres.cjs",
  "lib/s3.cjs",
  "lib/aws-credentials.cjs",
];

/** The first lines of a launcher: they find `lib` beside it, also if it is started by a link, or as `sh NAME` in its folder. */
const findsLib = `case $0 in */*) me=$0 ;; *) me=./$0 ;; esac
[ -L "$me" ] && me=$(readlink -f "$me")
lib=\${me%/*}/lib
`;

/**
 * The launcher of the executable on Linux. The program needs glibc. Without it, or on Alpine, the loader in `lib`
 * starts the program. If standard output is closed, the runtime would open /dev/null in its place, and the program
 * could not notice.
 */
export function linuxLauncher(loader: string, { name } = ownProduct): string {
  return `#!/bin/sh
${findsLib}fail() {
  echo "✗ $1" >&2
  exit 1
}
[ -e /proc/self ] || fail "${name} needs /proc, which is not mounted here."
[ -e /proc/self/fd/1 ] || fail "Standard output is closed. Redirect it, for example to /dev/null."
[ -e "$lib/${name}" ] || fail "There is no $lib/${name}. Keep the files of the archive together, and start them by a link or by their whole path."
[ -e ${loader} ] && [ ! -e /etc/alpine-release ] && exec "$lib/${name}" "$@"
exec "$lib/${basename(loader)}" --library-path "$lib" "$lib/${name}" "$@"
`;
}

/** The file with the path of the Node that installed the provider. */
export function nodeRecord({ XDG_DATA_HOME, HOME = homedir() }: NodeJS.ProcessEnv): string {
  return join(XDG_DATA_HOME || join(HOME, ".local", "share"), "certorder", "node");
}

/**
 * The launcher of the scripts. It starts the executable if npm has installed it beside our package. Else it takes the
 * Node of the clone, then the recorded one that installed the provider, then the one on the PATH. It does not contain
 * that path: the core's lock file has a checksum of the package, which has to be the same on every machine. The core
 * shows what is printed before the provider is up. The script has another name than the launcher: with an --import in
 * NODE_OPTIONS, Node takes the version at the end of the launcher's name for an extension.
 */
export function nodeLauncher(): string {
  return `#!/bin/sh
${findsLib}packages=$lib/../../../..
if [ -d "$packages/${platformScope}" ]; then
  case "$(uname -sm)" in
    "Linux x86_64") here=${platformPackage("linux", "x64")} ;;
    "Linux aarch64") here=${platformPackage("linux", "arm64")} ;;
    "Darwin x86_64") here=${platformPackage("darwin", "x64")} ;;
    "Darwin arm64") here=${platformPackage("darwin", "arm64")} ;;
  esac
  program=$packages/$here/${executableName("linux")}
  [ -x "$program" ] && exec "$program" "$@"
fi
node=$lib/../../../node_modules/.bin/node
[ -x "$node" ] && exec "$node" "$lib/provider.cjs" "$@"
record=\${XDG_DATA_HOME:-$HOME/.local/share}/certorder/node
[ -r "$record" ] && read -r node <"$record"
[ -x "$node" ] && exec "$node" "$lib/provider.cjs" "$@"
if [ -r "$record" ]; then
  echo "The certorder provider was installed with $node, which is gone. Run certorder provider install again."
  exit 1
fi
if ! command -v node >/dev/null; then
  echo "${providerNeedsNode}; there is no node on the PATH. Run certorder provider install again."
  exit 1
fi
exec node "$lib/provider.cjs" "$@"
`;
}

export const providerNeedsNode = `The certorder provider needs Node ${oldestNode} or later`;

/** The paths of glibc's loader. */
export const linuxLoaders: Readonly<Record<string, string>> = {
  x64: "/lib64/ld-linux-x86-64.so.2",
  arm64: "/lib/ld-linux-aarch64.so.1",
};

/** A file of the provider's package: its name, and its source or text. */
export type ProviderFile = { readonly name: string } & (
  | { readonly from: string }
  | { readonly text: string }
);

const platformScope = "@certorder";

/** The npm package with the executable for a platform, in npm's names. */
export function platformPackage(os: string, cpu: string): string {
  return `${platformScope}/${os}-${cpu}`;
}

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

/** Checks the host of a registry. It becomes a folder of the mirror, so it must not lead out of it. */
export function checkedHost(host: string): string {
  if (/^[a-z\d](?:[a-z\d.-]*[a-z\d])?(?::\d+)?$/i.test(host)) return host;
  throw new UsageError(
    "--host does not name a registry.",
    "Give the name of a host, such as registry.example.com.",
  );
}

/** This machine as Terraform names it. */
export function platform(): string {
  const os = process.platform === "win32" ? "windows" : process.platform;
  const arch = process.arch === "x64" ? "amd64" : process.arch;
  return `${os}_${arch}`;
}

/** The environment for another program, without our keys, which a debugger would show. */
export function environmentForOthers(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("CERTORDER_")));
}

/** The default registries of the programs on this machine. Only the program itself knows its default. */
export async function registryHosts(programs = ["tofu", "terraform"]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "certorder-"));
  const source = `terraform {\n  required_providers {\n    certorder = { source = "${providerSource}" }\n  }\n}\n`;
  await writeFile(join(folder, "main.tf"), source);
  const hosts = new Set<string>();
  for (const program of programs)
    try {
      const { stdout } = await promisify(execFile)(program, ["providers", "-no-color"], {
        cwd: folder,
        env: environmentForOthers(),
      });
      const [, host] = new RegExp(`provider\\[([^/\\]]+)/${providerSource}\\]`).exec(stdout) ?? [];
      if (host !== undefined) hosts.add(host);
    } catch {
      // Not installed, or not working: nothing has to be installed for it.
    }
  await rm(folder, { recursive: true });
  return [...hosts];
}
