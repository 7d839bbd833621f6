import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import manifest from "../package.json" with { type: "json" };
import { platformPackage } from "../src/cli/provider-names.ts";
import { writeFiles } from "./executables.ts";
import { type Platform, platforms } from "./runtimes.ts";
import type { ZipEntry } from "./zip.ts";

// The package for npm, and beside it one for each platform with the executable in it. The first asks for the others as optional
// dependencies, of which npm installs the one that is for its machine: so nothing runs, and nothing is fetched, by a script.

const root = join(import.meta.dirname, "..");
/** The page of the repository. */
export const repositoryUrl = manifest.repository.url.replace(/^git\+|\.git$/g, "");

export const packageName = (platform: Platform) =>
  platformPackage(platforms[platform].os, platforms[platform].cpu);

/** Writes the package of a platform, with what the archive of that platform holds. */
export function writePlatformPackage(folder: string, platform: Platform, files: readonly ZipEntry[]): void {
  const { os, cpu } = platforms[platform];
  const { version, license, repository } = manifest;
  const own = {
    name: packageName(platform),
    version,
    description: `The executable of certorder for ${os} ${cpu}.`,
    ...{ license, repository, os: [os], cpu: [cpu] },
    // Yarn would leave it in an archive, from which no program can be started.
    preferUnplugged: true,
  };
  const about = `# ${own.name}\n\nThe executable of [certorder](${repositoryUrl}) for ${os} ${cpu}, which npm installs along with \`certorder\`. \`certorder provider install\` takes it from here.\n`;
  writeFiles(folder, [
    ...files,
    { name: "package.json", data: inJson(own), mode: 0o644 },
    { name: "README.md", data: Buffer.from(about), mode: 0o644 },
  ]);
}

/** Writes the main package, as npm packs it, which asks for those of these platforms. It has to be built. */
export function writeMainPackage(folder: string, wanted: readonly Platform[]): void {
  const work = mkdtempSync(join(tmpdir(), "certorder-pack-"));
  try {
    mkdirSync(folder, { recursive: true });
    execFileSync("tar", ["-xzf", join(work, pack(root, work)), "-C", folder, "--strip-components=1"]);
    const file = join(folder, "package.json");
    // Scripts are for a clone; npm would ask people whether they may run.
    const { scripts: _, devDependencies: __, ...packed } = JSON.parse(readFileSync(file, "utf8"));
    // Of the very same version: a program and what installs it belong together.
    const optionalDependencies = Object.fromEntries(
      wanted.map((platform) => [packageName(platform), manifest.version]),
    );
    writeFileSync(file, inJson({ ...packed, optionalDependencies }));
  } finally {
    rmSync(work, { recursive: true });
  }
}

/** Writes the framework for providers as a package of its own. It has to be built. */
export function writePluginPackage(folder: string): void {
  cpSync(join(root, "build", "plugin"), folder, { recursive: true });
  for (const file of ["package.json", "README.md", "tfplugin6.proto"])
    cpSync(join(root, "src", "plugin", file), join(folder, file));
}

/** Packs a folder for npm, and says what the archive is called. */
export function pack(folder: string, target: string): string {
  const args = ["pack", "--silent", "--ignore-scripts", "--pack-destination", target];
  const options = { cwd: folder, encoding: "utf8", shell: process.platform === "win32" } as const;
  return execFileSync("npm", args, options).trim();
}

const inJson = (value: object) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
