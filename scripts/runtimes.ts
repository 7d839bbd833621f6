import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import manifest from "../executables/package.json" with { type: "json" };
import { platform } from "../src/cli/provider-names.ts";
import { cacheFolder } from "./tool-folder.ts";

/** The platforms that there are executables for, as Terraform names them, and what npm and the runtime call them. */
export const platforms = {
  linux_amd64: { os: "linux", cpu: "x64", runtime: "linux-x64" },
  linux_arm64: { os: "linux", cpu: "arm64", runtime: "linux-aarch64" },
  darwin_amd64: { os: "darwin", cpu: "x64", runtime: "darwin-x64" },
  darwin_arm64: { os: "darwin", cpu: "arm64", runtime: "darwin-aarch64" },
  windows_amd64: { os: "win32", cpu: "x64", runtime: "windows-x64" },
} as const;
export type Platform = keyof typeof platforms;

export const isPlatform = (name: string): name is Platform => Object.hasOwn(platforms, name);
export const runtimeVersion = manifest.optionalDependencies["@oven/bun-linux-x64"];

/** The platform of this machine. */
export function thisPlatform(): Platform {
  const name = platform();
  if (!isPlatform(name)) throw new Error(`There is no executable for ${name}.`);
  return name;
}

/** The runtime for a platform: from its package, which npm holds to the hash in executables/package-lock.json. */
export function runtimePath(platform: Platform): string {
  const { os, cpu, runtime } = platforms[platform];
  const folder = join(cacheFolder(), "runtimes", `${runtimeVersion}-${platform}`);
  const program = join("node_modules", "@oven", `bun-${runtime}`, "bin", os === "win32" ? "bun.exe" : "bun");
  if (!existsSync(folder)) {
    mkdirSync(dirname(folder), { recursive: true });
    const fresh = mkdtempSync(`${folder}.`);
    for (const file of ["package.json", "package-lock.json", ".npmrc"])
      cpSync(join(import.meta.dirname, "..", "executables", file), join(fresh, file));
    // One by one, because npm installs for one platform at a time.
    const target = [`--os=${os}`, `--cpu=${cpu}`, ...(os === "linux" ? ["--libc=glibc"] : [])];
    execFileSync("npm", ["ci", "--ignore-scripts", "--loglevel=error", ...target], {
      cwd: fresh,
      stdio: ["ignore", "ignore", "inherit"],
      shell: process.platform === "win32",
    });
    // Only a whole one gets the name under which it is looked for.
    renameSync(fresh, folder);
  }
  return join(folder, program);
}
