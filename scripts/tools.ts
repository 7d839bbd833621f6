/**
 * Builds the real programs that `npm run test:real` drives, each once, into a folder outside the repository.
 * Needs Go and Python; downloads nothing but modules and packages. What is there already is left alone. With names, only
 * those.
 */
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import type { Tool } from "./tool-folder.ts";
import { allTools, benchTools, proofTools, releaseTools, toolPath, tools } from "./tool-folder.ts";

const args = process.argv.slice(2);
const usual = {
  ...tools,
  ...(args.includes("--bench") && benchTools),
  ...(args.includes("--proof") && proofTools),
  ...(args.includes("--release") && releaseTools),
};
const areNamed = args.some((name) => !name.startsWith("--"));
const named = Object.entries<Tool>(allTools).filter(([name]) => args.includes(name));
for (const [name, tool] of areNamed ? named : Object.entries<Tool>(usual)) {
  const target = toolPath(name as keyof typeof allTools);
  if (existsSync(target)) {
    console.log(`${name} ${tool.version} is there.`);
    continue;
  }
  console.log(`Building ${name} ${tool.version}; the first time this takes some minutes.`);
  if ("python" in tool) installFromPython(target, tool);
  else if ("npm" in tool) installFromNpm(target, tool);
  else if ("binaries" in tool) installBinaries(target, tool);
  else if ("debian" in tool) installFromDebian(target, tool);
  else buildFromGo(target, tool);
}
if (!areNamed || args.includes("site")) installSite();

/** The site has a lock file of its own, so that `npm ci` in the root stays light. */
function installSite(): void {
  const site = join(import.meta.dirname, "..", "site");
  const changed = (file: string) => statSync(join(site, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (changed("node_modules/.package-lock.json") >= changed("package-lock.json")) {
    console.log("What the site needs is there.");
    return;
  }
  console.log("Installing what the site needs.");
  execFileSync("npm", ["ci", "--prefix", site, "--no-audit", "--no-fund", "--loglevel=error"], {
    stdio: "inherit",
  });
}

function buildFromGo(
  target: string,
  { module, version, command, flags = [], without = {} }: Extract<Tool, { module: string }>,
): void {
  const { Dir } = JSON.parse(
    execFileSync("go", ["mod", "download", "-json", `${module}@${version}`], { encoding: "utf8" }),
  ) as { Dir: string };
  // A module in Go's cache cannot be written to, and some want to be the main module to be built.
  const source = join(mkdtempSync(join(tmpdir(), "certorder-tools-")), "source");
  cpSync(Dir, source, { recursive: true });
  execFileSync("chmod", ["-R", "u+w", source]);
  for (const [file, unwanted] of Object.entries(without)) {
    const lines = readFileSync(join(source, file), "utf8").split("\n");
    writeFileSync(join(source, file), lines.filter((line) => !unwanted.test(line)).join("\n"));
  }
  execFileSync("go", ["build", ...flags, "-o", `${target}.new`, command], { cwd: source, stdio: "inherit" });
  // Only a whole program gets the name under which it is looked for.
  renameSync(`${target}.new`, target);
  rmSync(join(source, ".."), { recursive: true, force: true });
}

function installFromPython(
  target: string,
  { python, version, plugins, program = python }: Extract<Tool, { python: string }>,
): void {
  const environment = `${target}-environment`;
  mkdirSync(dirname(target), { recursive: true });
  execFileSync("python3", ["-m", "venv", "--clear", environment], { stdio: "inherit" });
  const pip = join(environment, "bin", "pip");
  // A program brings all that it needs; a library does not.
  const packages = plugins ?? ["--no-deps"];
  execFileSync(pip, ["install", "--quiet", `${python}==${version}`, ...packages], { stdio: "inherit" });
  symlinkSync(join(environment, "bin", program), target);
}

/** What npm does not carry, links between libraries, stands in a list beside them. */
function installBinaries(
  target: string,
  { binaries, version, folder }: Extract<Tool, { binaries: string }>,
): void {
  const environment = `${target}-environment`;
  npmInstall(environment, `${binaries}@${version}`);
  const root = join(environment, "node_modules", binaries);
  const links = JSON.parse(readFileSync(join(root, folder, "pg-symlinks.json"), "utf8")) as {
    source: string;
    target: string;
  }[];
  for (const link of links) symlinkSync(basename(link.source), join(root, link.target));
  symlinkSync(join(root, folder), target);
}

function installFromDebian(
  target: string,
  { debian, program: name = debian }: Extract<Tool, { debian: string }>,
): void {
  const findProgram = () => {
    const folders = ["/usr/sbin", "/usr/bin", ...(process.env.PATH ?? "").split(delimiter)];
    return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  };
  if (!findProgram() && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    // Upgrades in the background hold the lock for a while.
    const aptGet = (...args: readonly string[]) =>
      execFileSync("apt-get", ["-qq", "-o", "DPkg::Lock::Timeout=300", ...args], { stdio: "inherit" });
    aptGet("update");
    aptGet("install", "-y", "--no-install-recommends", debian);
  }
  const program = findProgram();
  if (!program) throw new Error(`There is no ${debian}, and it cannot be installed from here. Install it.`);
  mkdirSync(dirname(target), { recursive: true });
  symlinkSync(program, target);
}

/** In a folder of its own: a framework's command line is heavier than all that this project installs. */
function installFromNpm(
  target: string,
  {
    npm,
    version,
    plugins = [],
    program = basename(target),
    isLibrary,
    overrides = {},
  }: Extract<Tool, { npm: string }>,
): void {
  const environment = `${target}-environment`;
  mkdirSync(environment, { recursive: true });
  writeFileSync(join(environment, "package.json"), JSON.stringify({ overrides }));
  // What a plugin connects the program with is there already: it is this project's own.
  const alone = plugins.length > 0 ? ["--omit=peer"] : [];
  npmInstall(environment, ...alone, `${npm}@${version}`, ...plugins);
  symlinkSync(join(environment, "node_modules", isLibrary ? npm : join(".bin", program)), target);
}

function npmInstall(environment: string, ...args: readonly string[]): void {
  mkdirSync(environment, { recursive: true });
  const quietly = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  execFileSync("npm", ["install", "--prefix", environment, ...quietly, ...args], { stdio: "inherit" });
}
