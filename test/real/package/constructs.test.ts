import { execFile } from "node:child_process";
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { adaptToFramework, frameworks } from "../../../scripts/build-constructs.ts";
import { newFolder } from "../../harness/new-folder.ts";

const root = join(import.meta.dirname, "..", "..", "..");

test.each(frameworks)("The constructs' source holds against the types of %s", async (framework) => {
  const copy = newFolder(`certorder-source-${framework}-`);
  for (const part of ["contract", "csr", "stack", "constructs", "file-text.ts"])
    cpSync(join(root, "src", part), join(copy, "src", part), { recursive: true });
  const constructs = join(copy, "src", "constructs");
  for (const name of readdirSync(constructs).filter((file) => file.endsWith(".ts"))) {
    const text = readFileSync(join(constructs, name), "utf8");
    writeFileSync(join(constructs, name), adaptToFramework(framework, text));
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  writeFileSync(join(copy, "package.json"), JSON.stringify({ type: "module" }));
  const extended = join(root, "tsconfig.json");
  writeFileSync(
    join(copy, "tsconfig.json"),
    JSON.stringify({ extends: extended, include: ["src/constructs/*.ts"] }),
  );
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, "-p", "."], { cwd: copy });
  expect(stdout).toBe("");
});
