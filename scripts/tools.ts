/**
 * Builds the real programs that `npm run test:real` drives, each once, into a folder outside the repository.
 * Needs Go; downloads nothing but Go modules. What is there already is left alone.
 */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toolPath, tools } from "./tool-folder.ts";

for (const [name, { module, version, command }] of Object.entries(tools)) {
  const target = toolPath(name);
  if (existsSync(target)) {
    console.log(`${name} ${version} is there.`);
    continue;
  }
  console.log(`Building ${name} ${version}; the first time this takes some minutes.`);
  const { Dir } = JSON.parse(
    execFileSync("go", ["mod", "download", "-json", `${module}@${version}`], { encoding: "utf8" }),
  ) as { Dir: string };
  // A module in Go's cache cannot be written to, and some want to be the main module to be built.
  const source = join(mkdtempSync(join(tmpdir(), "certorder-tools-")), "source");
  cpSync(Dir, source, { recursive: true });
  execFileSync("chmod", ["-R", "u+w", source]);
  execFileSync("go", ["build", "-o", `${target}.new`, command], { cwd: source, stdio: "inherit" });
  // Only a whole program gets the name under which it is looked for.
  renameSync(`${target}.new`, target);
  rmSync(join(source, ".."), { recursive: true, force: true });
}
