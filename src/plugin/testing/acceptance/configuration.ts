import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { typeName } from "./source-address.ts";

/**
 * The text of `main.tf`, or the text of each file by its name, such as `main.tf.json`, `terraform.tfvars` or
 * `module/main.tf`.
 */
export type Configuration = string | Readonly<Record<string, string>>;

/** In a file of its own, so that the lines of the configuration keep their numbers in messages. */
const providersFile = "required_providers.tf";

/** The files of a configuration. Names the source of the provider under test, unless the configuration does so. */
export function configurationFiles(
  configuration: Configuration,
  address: string,
): Readonly<Record<string, string>> {
  const files = typeof configuration === "string" ? { "main.tf": configuration } : configuration;
  const inRoot = Object.entries(files).filter(([name]) => !name.includes("/"));
  if (inRoot.some(([, text]) => /\brequired_providers"?\s*[:{]/.test(withoutComments(text)))) return files;
  const source = `    ${typeName(address)} = { source = ${JSON.stringify(address)} }\n`;
  return { ...files, [providersFile]: `terraform {\n  required_providers {\n${source}  }\n}\n` };
}

function withoutComments(text: string): string {
  return text.replace(/(#|\/\/).*|\/\*[\s\S]*?\*\//g, "");
}

/** Writes these files, and removes those of the configuration before. */
export function writeConfiguration(
  folder: string,
  before: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>>,
): void {
  for (const name of Object.keys(before)) rmSync(join(folder, name), { force: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** The files with line numbers, as a message shows them. */
export function numberedLines(files: Readonly<Record<string, string>>): string {
  return Object.entries(files)
    .filter(([name]) => name !== providersFile)
    .map(([name, text]) => {
      const lines = text.replace(/\n$/, "").split("\n");
      const width = String(lines.length).length;
      return [name, ...lines.map((line, at) => `  ${String(at + 1).padStart(width)} | ${line}`)].join("\n");
    })
    .join("\n");
}
