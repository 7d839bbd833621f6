import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import {
  buildConstructs,
  type Framework,
  frameworks,
  writtenFor,
} from "../../../scripts/build-constructs.ts";
import { newFolder } from "../../harness/new-folder.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
const folder = newFolder("certorder-packed-");

/** Output and errors of a program that has to succeed. */
function run(cwd: string, file: string, ...args: string[]): string {
  try {
    return execFileSync(file, args, { cwd, encoding: "utf8", stdio: "pipe" });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${file} ${args.join(" ")}\n${stdout}${stderr}`);
  }
}

// The package as npm packs it, from a build of its own.
beforeAll(async () => {
  const source = join(folder, "source");
  mkdirSync(source);
  run(root, process.execPath, tsc, "-p", "tsconfig.build.json", "--outDir", join(source, "build"));
  await buildConstructs(join(source, "build"));
  cpSync(join(root, "package.json"), join(source, "package.json"));
  run(source, "npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", folder);
}, 120_000);

/** A project in which the package and one of the frameworks are installed. */
function consumer(framework: Framework): string {
  const project = join(folder, framework);
  const modules = join(project, "node_modules");
  mkdirSync(join(modules, "certorder"), { recursive: true });
  const archive = readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "";
  run(folder, "tar", "-xzf", archive, "-C", join(modules, "certorder"), "--strip-components=1");
  for (const name of [framework, "constructs", "@types"])
    symlinkSync(join(root, "node_modules", name), join(modules, name));
  writeFileSync(join(project, "package.json"), JSON.stringify({ type: "module" }));
  return project;
}

const stack = (framework: Framework) => `
  const app = new App({ outdir: "./out" });
  const stack = new TerraformStack(app, "site");
  const provider = new CertOrderProvider(stack, "certorder", { credentials: "variables", alias: undefined });
  const gate = new CallbackCheck(stack, "gate", { mode: "gate", provider });
  const names: readonly string[] = ["www.example.com"];
  const props: CertificateReissueProps = {
    orderId: "order-1",
    signHash: "sha256",
    commonName: undefined,
    dnsNames: names,
    triggers: { a: "b" },
    acknowledge: { droppedNames: names },
    provider,
  };
  const reissue = new CertificateReissue(stack, "www", props);
  gate.runsBefore(reissue);
  const id: string = reissue.certificateId;
  new TerraformOutput(stack, "id", { value: id });
  reissue.resource.addOverride("lifecycle.prevent_destroy", true);
  new bindings.Reissue(stack, "bare", { orderId: "order-2", signHash: "sha256" });
  app.synth();
  console.log("synthesized with ${framework}");
`;

const types = `
  // @ts-expect-error orderId is required
  export const incomplete: CertificateReissueProps = { signHash: "sha256" };
  // @ts-expect-error there are only three modes
  new CallbackCheck(stack, "wrong", { mode: "sometimes" });
  // @ts-expect-error a misspelled prop
  new CertificateReissue(stack, "typo", { orderId: "o", signhash: "sha256" });
`;

const options = [
  ...["--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--noImplicitOverride"],
  ...["--erasableSyntaxOnly", "--skipLibCheck", "false"],
  ...["--module", "nodenext", "--target", "es2024", "--types", "node"],
];

describe.each(frameworks)("A project with %s", { timeout: 120_000 }, (framework) => {
  const imports = `
    import { App, TerraformOutput, TerraformStack } from "${framework}";
    import { bindings, CallbackCheck, CertificateReissue, CertOrderProvider } from "certorder/${framework}";
    import type { CertificateReissueProps } from "certorder/${framework}";`;

  test("compiles under the strictest options and synthesizes, as an ES module and as CommonJS", () => {
    const project = consumer(framework);
    const program = imports + stack(framework);
    writeFileSync(join(project, "modern.ts"), program);
    writeFileSync(join(project, "classic.cts"), program);
    writeFileSync(join(project, "wrong.ts"), program + types);
    expect(run(project, process.execPath, tsc, ...options, "modern.ts", "classic.cts", "wrong.ts")).toBe("");

    expect(run(project, process.execPath, "modern.js")).toContain(`synthesized with ${framework}`);
    const written = JSON.parse(readFileSync(join(project, "out", "stacks", "site", "cdk.tf.json"), "utf8"));
    expect(written.resource.certorder_reissue.www.depends_on).toEqual(["certorder_callback_check.gate"]);
    expect(Object.keys(written.variable)).toHaveLength(3);

    expect(readFileSync(join(project, "classic.cjs"), "utf8")).toContain(`require("certorder/${framework}")`);
    // As in jest: a loader that knows no ES modules.
    expect(run(project, process.execPath, "--no-experimental-require-module", "classic.cjs")).toContain(
      "synthesized",
    );
  });

  test("has the constructs' source hold against its own types", () => {
    const copy = join(folder, `source-${framework}`);
    for (const part of ["contract", "csr", "stack", "constructs", "file-text.ts"])
      cpSync(join(root, "src", part), join(copy, "src", part), { recursive: true });
    const constructs = join(copy, "src", "constructs");
    for (const name of readdirSync(constructs).filter((file) => file.endsWith(".ts"))) {
      const text = readFileSync(join(constructs, name), "utf8");
      writeFileSync(join(constructs, name), writtenFor(framework, text));
    }
    symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
    writeFileSync(join(copy, "package.json"), JSON.stringify({ type: "module" }));
    const extended = join(root, "tsconfig.json");
    writeFileSync(
      join(copy, "tsconfig.json"),
      JSON.stringify({ extends: extended, include: ["src/constructs/*.ts"] }),
    );
    expect(run(copy, process.execPath, tsc, "-p", ".")).toBe("");
  });
});
