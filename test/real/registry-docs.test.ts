import { spawnSync } from "node:child_process";
import { cpSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { toolPath } from "../../scripts/tool-folder.ts";
import { schemaJson } from "../../src/plugin/index.ts";
import { createProvider } from "../../src/provider/index.ts";
import { newFolder } from "../harness/new-folder.ts";

/** What HashiCorp's own program says of our pages, after a change to them. */
function validate(change: (docs: string) => void = () => {}) {
  const tool = toolPath("tfplugindocs");
  if (!existsSync(tool)) throw new Error("There is no tfplugindocs. Run: npm run tools");
  const folder = newFolder("registry-docs-");
  const docs = join(folder, "docs");
  cpSync(join(import.meta.dirname, "..", "..", "docs"), docs, { recursive: true });
  change(docs);
  // With a schema at hand it needs neither Terraform nor a network; it looks for the provider by its short name.
  const schema = join(folder, "schema.json");
  writeFileSync(schema, JSON.stringify(schemaJson(createProvider(), "certorder")));
  const args = [
    "validate",
    "-provider-dir",
    folder,
    "-provider-name",
    "certorder",
    "-providers-schema",
    schema,
  ];
  const { status, stdout, stderr } = spawnSync(tool, args, { encoding: "utf8" });
  return { status, text: stdout + stderr };
}

test("The Terraform Registry's rules hold for every page, and every resource, data source and function has one", () => {
  const { status, text } = validate();
  expect(status, text).toBe(0);
});

test.each<[string, (docs: string) => void, RegExp]>([
  [
    "a guide without a title",
    (docs) => writeFileSync(join(docs, "guides", "untitled.md"), "# Untitled\n"),
    /untitled\.md: error checking file frontmatter/,
  ],
  [
    "a resource without a page",
    (docs) => rmSync(join(docs, "resources", "reissue.md")),
    /missing documentation file for resource: certorder_reissue/,
  ],
  [
    "a page about nothing",
    (docs) => cpSync(join(docs, "functions", "parse_csr.md"), join(docs, "functions", "gone.md")),
    /matching function for documentation file \(gone\.md\)/,
  ],
])("%s would be noticed", (_, change, objection) => {
  const { status, text } = validate(change);
  expect(status).toBe(1);
  expect(text).toMatch(objection);
});
