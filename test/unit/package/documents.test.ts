import { execFile, execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { errorPage } from "../../../src/contract/index.ts";
import { version } from "../../../src/version.ts";
import { newFolder } from "../../harness/new-folder.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const manifest = JSON.parse(read("package.json")) as {
  version: string;
  homepage: string;
  scripts: Record<string, string>;
  allowScripts: Record<string, boolean>;
};
const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "CHANGELOG.md",
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
];

/** The sandbox answers with the service's codes, and examples quote them. */
const serviceCodes = /^src.(?:sandbox(?!.state-file)|generate)\b/;
const sourcesWithErrors = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
  .map((name) => join("src", name))
  .filter((path) => path.endsWith(".ts") && !serviceCodes.test(path));

/** The anchors that GitHub gives to headings. */
function anchorsIn(markdown: string): string[] {
  const seen = new Map<string, number>();
  return [...markdown.replace(/^```.*?^```$/gms, "").matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => {
    const text = heading.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "");
    const anchor = text.replaceAll(" ", "-");
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
}

describe("The documents", () => {
  test("The version is the same everywhere, and has an entry in the changelog", () => {
    expect(version).toBe(manifest.version);
    expect(JSON.parse(read("package-lock.json"))).toMatchObject({ version });
    expect(read("CHANGELOG.md")).toContain(`## ${version}`);
  });

  test("explain every code of an error", () => {
    const documented = new Set(
      readdirSync(join(root, "docs", "errors")).map((name) => name.replace(".md", "")),
    );
    const used = sourcesWithErrors.flatMap((path) =>
      [...read(path).matchAll(/\bcode: "([a-z]+(?:_[a-z]+)+)"/g)].map(([, code = ""]) => code),
    );
    expect(used).toEqual(expect.arrayContaining(["journal_unavailable", "invalid_setting"]));
    expect(used.filter((code) => !documented.has(code))).toEqual([]);
    for (const code of documented)
      if (code !== "README") expect(errorPage(code)).toBe(`${manifest.homepage}errors/${code}/`);
  });

  test.each(pages)("Every link in %s names a file, and a heading in it", (page) => {
    const links = [...read(page).matchAll(/\]\((?!https?:)([^)#]+)?(?:#([^)]+))?\)/g)];
    for (const [link, path, anchor] of links) {
      const target = path ? join(dirname(page), path) : page;
      expect(existsSync(join(root, target)), link).toBe(true);
      // The API reference has anchors of its own.
      if (anchor && target.endsWith(".md") && !target.includes(join("reference", "api")))
        expect(anchorsIn(read(target)), link).toContain(anchor);
    }
  });

  test("Every function that CONTRIBUTING.md names is in its file", () => {
    const places = [...read("CONTRIBUTING.md").matchAll(/`(src\/\S+\.ts)`: ([^|]+?)(?=`src\/| \|)/g)];
    expect(places.length).toBeGreaterThan(15);
    for (const [, path = "", text = ""] of places) {
      // Names of functions; in brackets stand the cases that they decide.
      const names = [...text.replace(/\([^)]*\)/g, "").matchAll(/`(#?\w+)`/g)].map(([, name]) => name);
      for (const name of names) expect(read(path), path).toMatch(new RegExp(`${name}\\b`));
    }
  });

  test("Every npm script that a document names exists", () => {
    const named = pages.flatMap((page) =>
      [...read(page).matchAll(/npm run (?:--silent )?([a-z]+(?::[a-z]+)*)/g)].map(([, name]) => name),
    );
    for (const name of named) expect(Object.keys(manifest.scripts)).toContain(name);
  });

  test("Generated files are up to date", () => {
    const output = execFileSync(process.execPath, ["src/generate/main.ts", "--check"], {
      cwd: root,
      encoding: "utf8",
    });
    expect(output).toBe("");
  });

  test("The lock file names no registry, and no package may run an install script", () => {
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

  test("npm refuses to install a package with an install script that is not allowed", async () => {
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
