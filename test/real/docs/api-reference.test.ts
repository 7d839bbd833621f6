import { execFileSync, spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { atTheEnd } from "../../harness/at-the-end.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const script = join(root, "scripts", "api-reference.ts");
const folder = join(root, "docs", "reference", "api");

test("The reference of the package is what its types say, and names no type that is not exported", () => {
  expect(execFileSync(process.execPath, [script, "--check"], { encoding: "utf8", stdio: "pipe" })).toBe("");
});

/** What stands around an example, by the name that the example uses. */
const surroundings: Readonly<Record<string, string>> = {
  attemptId: "declare const attemptId: string;",
  client: 'declare const client: import("certorder").CertOrderClient<import("certorder").Journal>;',
  createServer: 'import { createServer } from "node:https";',
  csr: "declare const csr: string;",
  error: "declare const error: unknown;",
  journal: 'declare const journal: import("certorder").Journal;',
  provider: 'declare const provider: import("certorder/plugin").Provider;',
  request: 'declare const request: import("certorder").ReissueRequest;',
  stack: 'declare const stack: import("cdktn").TerraformStack;',
  tls: 'declare const tls: import("node:tls").TlsOptions;',
  www: 'declare const www: import("certorder/cdktn").CertificateReissue;',
};

test("Every example of the reference has the right types, with what its page exports", () => {
  const pages = globSync("**/*.md", { cwd: folder }).filter((page) => page !== "README.md");
  const exported = new Map(
    pages.map((page) => {
      const text = readFileSync(join(folder, page), "utf8");
      return [page.replace(".md", ""), [...text.matchAll(/^### (\w+)$/gm)].map(([, name = ""]) => name)];
    }),
  );
  const samples = pages.flatMap((page) => {
    const text = readFileSync(join(folder, page), "utf8");
    const parts = [...text.matchAll(/^Example:\n\n```ts\n(.*?)^```$/gms)];
    return parts.map(([, code = ""], index) => ({ entry: page.replace(".md", ""), code, index }));
  });
  expect(samples.length).toBeGreaterThan(25);

  // Inside of the package, so that it can be imported by its name.
  const place = mkdtempSync(join(root, "build", "examples-"));
  atTheEnd(() => rmSync(place, { recursive: true, force: true }));
  for (const { entry, code, index } of samples) {
    const words = new Set([...code.matchAll(/(?<![.\w"'])[A-Za-z]\w*/g)].map(([word]) => word));
    for (const [, name = ""] of code.matchAll(/\bconst (\w+)\b|catch \((\w+)\)/g)) words.delete(name);
    if (code.includes("catch (error)")) words.delete("error");
    const entries = [entry, ...[...exported.keys()].filter((other) => other !== entry)];
    const imports = entries.flatMap((from) => {
      // Short names of functions mean something else outside of their page.
      const isMeant = (name: string) => words.has(name) && (from === entry || /^[A-Z]/.test(name));
      const names = (exported.get(from) ?? []).filter(isMeant);
      for (const name of names) words.delete(name);
      return names.length > 0 ? [`import { ${names.join(", ")} } from "${from}";`] : [];
    });
    const around = [...words].flatMap((word) =>
      Object.hasOwn(surroundings, word) ? [surroundings[word]] : [],
    );
    const isReturn = /^return /.test(code);
    const body = isReturn ? `export function example() {\n${code}}` : code;
    const file = `${entry.replaceAll("/", "-")}-${index}.ts`;
    writeFileSync(join(place, file), [...imports, ...around, body, "export {};\n"].join("\n"));
  }
  writeFileSync(
    join(place, "tsconfig.json"),
    JSON.stringify({
      extends: "../../tsconfig.json",
      compilerOptions: { noUnusedLocals: false, skipLibCheck: true },
      include: ["*.ts"],
    }),
  );
  const tsc = join(root, "node_modules", ".bin", "tsc");
  const { stdout } = spawnSync(tsc, ["--noEmit", "--pretty", "false", "-p", place], { encoding: "utf8" });
  expect(stdout).toBe("");
});
