import { execFile, execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { version } from "../../src/version.ts";
import { newFolder } from "../new-folder.ts";

const root = join(import.meta.dirname, "..", "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const manifest = JSON.parse(read("package.json")) as {
  version: string;
  scripts: Record<string, string>;
  allowScripts: Record<string, boolean>;
};
const pages = [
  ...["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"],
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
];

describe("what the documents say", () => {
  test("the version is the same everywhere, and has an entry in the changelog", () => {
    expect(version).toBe(manifest.version);
    expect(JSON.parse(read("package-lock.json"))).toMatchObject({ version });
    expect(read("CHANGELOG.md")).toContain(`## ${version}`);
  });

  test.each(pages)("every link in %s leads somewhere", (page) => {
    const links = [...read(page).matchAll(/\]\((?!https?:)([^)#]+)?(#[^)]+)?\)/g)];
    for (const [, path] of links)
      if (path) expect(existsSync(join(root, dirname(page), path)), path).toBe(true);
  });

  test("every npm script that a document names exists", () => {
    const named = pages.flatMap((page) =>
      [...read(page).matchAll(/npm run (?:--silent )?([a-z]+(?::[a-z]+)*)/g)].map(([, name]) => name),
    );
    for (const name of named) expect(Object.keys(manifest.scripts)).toContain(name);
  });

  test("generated files are up to date", () => {
    const output = execFileSync(process.execPath, ["src/generate/main.ts", "--check"], {
      cwd: root,
      encoding: "utf8",
    });
    expect(output).toBe("");
  });

  test("the lock names no registry host, and no package may run a script when it is installed", () => {
    const lock = JSON.parse(read("package-lock.json")) as {
      packages: Record<string, { resolved?: string; hasInstallScript?: boolean; dev?: boolean }>;
    };
    const packages = Object.entries(lock.packages);
    const resolved = packages.filter(([, { resolved }]) => resolved !== undefined);
    expect(resolved.map(([name, { resolved }]) => [name, resolved])).toEqual([
      ["node_modules/certorder-node", "scripts/node"],
    ]);
    const scripted = packages.filter(([, { hasInstallScript }]) => hasInstallScript);
    expect(scripted.map(([name]) => name)).toEqual(["node_modules/esbuild"]);
    for (const [name, { dev }] of scripted) expect(dev, name).toBe(true);
    expect(manifest.allowScripts).toEqual({ esbuild: false });
  });

  test("npm refuses to install a package with a script that nobody has spoken of", async () => {
    const folder = newFolder("certorder-scripts-");
    const note = join(folder, "was-run");
    const write = (name: string, content: object) => {
      mkdirSync(join(folder, name));
      writeFileSync(
        join(folder, name, "package.json"),
        JSON.stringify({ name, version: "1.0.0", ...content }),
      );
    };
    write("scripted", { scripts: { postinstall: `touch ${note}` } });
    write("project", { dependencies: { scripted: "file:../scripted/scripted-1.0.0.tgz" } });
    const npm = (cwd: string, ...args: string[]) =>
      promisify(execFile)("npm", args, { cwd: join(folder, cwd), shell: process.platform === "win32" });
    await npm("scripted", "pack");
    const install = () => npm("project", "install", "--offline");
    copyFileSync(join(root, ".npmrc"), join(folder, "project", ".npmrc"));
    await expect(install()).rejects.toThrow("ESTRICTALLOWSCRIPTS");
    expect(existsSync(note)).toBe(false);
  });
});
