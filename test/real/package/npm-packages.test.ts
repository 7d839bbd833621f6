import { execFile, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { packageName, writeMainPackage, writePlatformPackage } from "../../../scripts/npm-packages.ts";
import { isPlatform, platforms, thisPlatform } from "../../../scripts/runtimes.ts";
import { toolPath } from "../../../scripts/tool-folder.ts";
import { platform, providerExecutable } from "../../../src/cli/provider-names.ts";
import { version } from "../../../src/version.ts";
import { newFolder } from "../../harness/new-folder.ts";
import { npmEnvironment, startRegistry } from "../../harness/registry.ts";
import { compiledPackage } from "./executable.ts";

// The packages of a release, as people install them.

const root = join(import.meta.dirname, "..", "..", "..");
const host = "registry.example.com";
let registry: string;
let staged: string;
beforeAll(async () => {
  const { contents } = await compiledPackage();
  staged = newFolder("certorder-npm-");
  const own = thisPlatform();
  writePlatformPackage(join(staged, packageName(own)), own, contents);
  writeMainPackage(join(staged, "certorder"), Object.keys(platforms).filter(isPlatform));
  registry = await startRegistry(staged, join(root, "node_modules"));
});

/** An empty folder into which a package manager installs certorder, and what its command line then does there. */
async function project(manager: string, ...args: string[]) {
  const folder = join(newFolder("certorder-consumer-"), "project");
  const home = dirname(folder);
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), '{ "name": "consumer", "private": true }');
  writeFileSync(join(folder, ".npmrc"), `registry=${registry}\n`);
  // No Node but the one that runs npm: the provider must not need it.
  const env = {
    HOME: home,
    TMPDIR: home,
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
    ...npmEnvironment(registry, home),
  };
  // The registry is in this process.
  await promisify(execFile)(manager, args, { cwd: folder, env });
  const certorder = (...words: string[]) => {
    const program = join(folder, "node_modules", "certorder", "build", "cli", "main.js");
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], {
      cwd: folder,
      env,
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(stderr);
    return JSON.parse(stdout) as Record<string, unknown>;
  };
  const mirror = join(home, "mirror");
  const install = () => certorder("provider", "install", "--dir", mirror, "--host", host, "--json");
  const installed = join(mirror, host, "certorder", "certorder", version, platform());
  return { folder, certorder, install, installed };
}

/** How a provider starts without a cookie, on a machine without Node. */
function started(folder: string) {
  const env = { PATH: "/usr/bin:/bin" };
  return spawnSync(join(folder, providerExecutable), ["--version"], { env, encoding: "utf8" });
}

describe.each([
  ["npm", ["npm", "install", "certorder"]],
  ["pnpm", [toolPath("pnpm"), "add", "certorder"]],
] as const)("Installed by %s", (_, [manager, ...args]) => {
  test("The executable comes along, is what provider install installs, and needs no Node", async () => {
    const { folder, install, installed, certorder } = await project(manager, ...args);
    expect(install()).toMatchObject({ node: null });
    expect(existsSync(join(installed, "lib", "provider.cjs"))).toBe(false);
    const { dev_overrides } = certorder("provider", "install", "--dev", "--json");
    const [overriding] = Object.values(dev_overrides as Record<string, string>);
    const launcher = join(folder, "node_modules", "certorder", "build", "terraform");
    for (const where of [installed, String(overriding), launcher])
      expect(started(where), where).toMatchObject({ status: 0, stdout: `${version}\n` });
  });
});

test("The launcher for Node is used without the package of the platform, or with another version of it", async () => {
  const args = ["install", "certorder", "--omit=optional"];
  const { folder, install, installed, certorder } = await project("npm", ...args);
  const isForNode = () => {
    expect(install()).toMatchObject({ node: process.execPath });
    expect(readdirSync(join(installed, "lib"))).toContain("provider.cjs");
    const { dev_overrides } = certorder("provider", "install", "--dev", "--json");
    expect(String(Object.values(dev_overrides as object))).toContain(join("certorder", "build", "terraform"));
  };
  const own = join(folder, "node_modules", packageName(thisPlatform()));
  expect(existsSync(own)).toBe(false);
  isForNode();
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, "package.json"), JSON.stringify({ version: "0.0.1" }));
  isForNode();
});

test("Each platform has a package, which no other machine installs, and the main one asks for all, of its version", () => {
  const read = (...path: string[]) => JSON.parse(readFileSync(join(staged, ...path, "package.json"), "utf8"));
  const names = Object.keys(platforms).filter(isPlatform).map(packageName);
  expect(read("certorder").optionalDependencies).toEqual(
    Object.fromEntries(names.map((name) => [name, version])),
  );
  const own = read(packageName(thisPlatform()));
  expect(own).toMatchObject({ version, os: [process.platform], cpu: [process.arch] });
  for (const each of [own, read("certorder")]) expect(each.scripts).toBeUndefined();
  // Nothing of it stands in the repository: while nothing is published, npm ci would not find it.
  expect(readFileSync(join(root, "package.json"), "utf8")).not.toContain("optionalDependencies");
});
