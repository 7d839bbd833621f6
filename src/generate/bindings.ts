import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { schemaJson } from "../plugin/schema-json.ts";
import { createProvider } from "../provider/index.ts";
import { version } from "../version.ts";

/** The frameworks for which there are constructs. */
export const frameworks = ["cdktf", "cdktn"] as const;
export type Framework = (typeof frameworks)[number];

export const bindingsFolder = (framework: Framework) => `src/constructs/generated/${framework}`;

const source = "certorder/certorder";
// The generators need an address of three parts. The host is never contacted, and is removed from their output.
const address = `registry.example/${source}`;
const [major, minor] = version.split(".");
/** Until 1.0, a minor version may break what is promised. */
const compatible = major === "0" ? `~> 0.${minor}.0` : `~> ${major}.${minor}`;

/** The parts of both generators that are used here. Their own declarations do not compile with our options. */
interface Parts {
  readonly generator: {
    TerraformProviderGenerator: new (
      code: object,
      schema: object,
      options: object,
    ) => { generate(target: object): void; save(folder: string): Promise<void> };
  };
  readonly commons: {
    ConstructsMakerProviderTarget: new (constraint: object, language: unknown) => object;
    TerraformProviderConstraint: new (constraint: object) => object;
    LANGUAGES: readonly unknown[];
  };
}

/** Low-level constructs for everything in the provider's schema: path to text, the same each time. */
export async function bindings(): Promise<Map<string, string>> {
  // When they are loaded, both generators look for terraform and report usage. These variables prevent that.
  process.env.CHECKPOINT_DISABLE = "1";
  process.env.TERRAFORM_BINARY_NAME = "none-is-needed";
  const require = createRequire(import.meta.url);
  const load: Record<Framework, () => Parts> = {
    cdktf: () => ({
      // Its main file needs an undeclared package; this file does not.
      generator: require("@cdktf/provider-generator/lib/get/generator/provider-generator.js"),
      commons: require("@cdktf/commons"),
    }),
    cdktn: () => ({ generator: require("@cdktn/provider-generator"), commons: require("@cdktn/commons") }),
  };
  const { CodeMaker } = require("codemaker") as { CodeMaker: new () => object };
  const schema = schemaJson(createProvider({ env: {} }), address);
  const files = new Map<string, string>();
  for (const framework of frameworks) {
    const folder = bindingsFolder(framework);
    const generated = await generate(load[framework](), new CodeMaker(), schema);
    // Each starts its WebAssembly through the same global variable, shortly after it is loaded.
    await setImmediate();
    for (const [name, text] of generated)
      files.set(`${folder}/${name}/index.ts`, `${notice}\n${tidied(text)}`);
    const exported = generated.map(([name]) => `export * from "./${name}/index.js";\n`);
    files.set(`${folder}/index.ts`, `${notice}\n${exported.join("")}`);
  }
  return files;
}

// The project's strict options apply to all files, and the generated code does not meet them. Its declarations are right.
const notice = "// @ts-nocheck\n// Written by npm run generate from the provider's schema. Do not edit.";

async function generate(
  { generator, commons }: Parts,
  code: object,
  schema: object,
): Promise<[name: string, text: string][]> {
  const writer = new generator.TerraformProviderGenerator(code, schema, { importExtension: ".js" });
  const constraint = new commons.TerraformProviderConstraint({
    name: "certorder",
    source: address,
    version: compatible,
  });
  writer.generate(new commons.ConstructsMakerProviderTarget(constraint, commons.LANGUAGES[0]));
  const folder = mkdtempSync(join(tmpdir(), "certorder-bindings-"));
  try {
    await writer.save(folder);
    // Only folders are read: the index files beside them are CommonJS.
    const written = join(folder, "providers", "certorder");
    const names = readdirSync(written, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    return names
      .map(({ name }): [string, string] => [name, readFileSync(join(written, name, "index.ts"), "utf8")])
      .sort(([a], [b]) => (a < b ? -1 : 1));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Replaces links to a registry with the name of the argument: the documentation is in this package. */
function tidied(text: string): string {
  return text
    .replace(/^\/\/ https:.*\n/, "")
    .replace(/^( +)\*\n +\* Docs at Terraform Registry: .*#(\w+)\}\n/gm, "$1* In HCL: `$2`.\n")
    .replace(/\{@link https:\/\/registry\.example\S* ([^}]+)\}/g, "$1")
    .replaceAll(address, source)
    .replace(/[ \t]+$/gm, "");
}
