/**
 * `npm run build:executables [-- PLATFORM…]`: all that a release consists of, in the folder `release`, for every platform or
 * for those that are named (`here` is this machine's).
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { pack, packageName, writeMainPackage, writePlatformPackage } from "./npm-packages.ts";
import { buildRelease } from "./release.ts";
import { isPlatform, type Platform, platforms, thisPlatform } from "./runtimes.ts";

const root = join(import.meta.dirname, "..");
const names = process.argv.slice(2).map((name) => (name === "here" ? thisPlatform() : name));
const unknown = names.filter((name) => !isPlatform(name));
if (unknown.length > 0)
  throw new Error(
    `There is no executable for ${unknown.join(", ")}, but for ${Object.keys(platforms).join(", ")}.`,
  );

const out = join(root, "release");
const wanted = (names.length > 0 ? names : Object.keys(platforms)) as Platform[];
const { archives, contents } = await buildRelease({ out, platforms: wanted, commit: readCommit(root) });
for (const { name, data } of archives) console.log(`release/${name}: ${(data.length / 1e6).toFixed(1)} MB`);

execFileSync(process.execPath, [join(import.meta.dirname, "build.ts")], { stdio: "inherit" });
const packages = join(out, "npm");
for (const [platform, files] of contents)
  writePlatformPackage(join(packages, packageName(platform)), platform, files);
writeMainPackage(join(packages, "certorder"), wanted);
for (const name of ["certorder", ...wanted.map(packageName)])
  console.log(`release/npm/${pack(join(packages, name), packages)}`);

/** What is not committed has no name. */
function readCommit(folder: string): string {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, encoding: "utf8" }).trim();
  return git("status", "--porcelain") === "" ? git("rev-parse", "HEAD") : "uncommitted";
}
