import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { newFolder } from "../../harness/new-folder.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const project = newFolder("certorder-start-up-");
mkdirSync(join(project, "node_modules"));
symlinkSync(root, join(project, "node_modules", "certorder"));
const listing = join(project, "list.cjs");
writeFileSync(
  listing,
  'process.on("exit", () => process.stderr.write(JSON.stringify([Object.keys(require.cache), process.moduleLoadList])));',
);

/** The files that a command line of the package loads, and the modules of Node. */
function loadedBy(...args: string[]) {
  const cli = join(project, "node_modules", "certorder", "build", "cli", "main.js");
  const { stderr, status } = spawnSync(process.execPath, ["--require", listing, cli, ...args], {
    encoding: "utf8",
  });
  expect(status).toBe(0);
  const [files, modules] = JSON.parse(stderr) as [string[], string[]];
  return { files: files.filter((file) => file !== listing).map((file) => basename(file)), modules };
}

test.each(["--help", "--version"])("%s loads one file of the package, and no cryptography", (flag) => {
  const { files, modules } = loadedBy(flag);
  expect(files).toEqual(["main.js"]);
  expect(modules).not.toContain("NativeModule crypto");
});

test("A command loads neither the HTTP library nor the provider before it needs them", () => {
  const { files } = loadedBy("csr", "inspect", join(root, "examples", "site.csr"));
  expect(files).toContain("run.js");
  expect(files.filter((file) => /undici|provider|sandbox|doctor/.test(file))).toEqual([]);
  expect(files.length).toBeLessThan(30);
});
