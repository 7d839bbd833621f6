import { spawnSync } from "node:child_process";
import { cpSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { toolPath } from "../../../scripts/tool-folder.ts";
import { schemaJson } from "../../../src/plugin/schema-json.ts";
import { createProvider } from "../../../src/provider/index.ts";
import { newFolder } from "../../harness/new-folder.ts";

test("The Terraform Registry's rules hold for every page, and every resource, data source and function has one", () => {
  const tool = toolPath("tfplugindocs");
  if (!existsSync(tool)) throw new Error("There is no tfplugindocs. Run: npm run tools");
  const folder = newFolder("registry-docs-");
  cpSync(join(import.meta.dirname, "..", "..", "..", "docs"), join(folder, "docs"), { recursive: true });
  // With a schema at hand it needs neither Terraform nor a network; it looks for the provider by its short name.
  const schema = join(folder, "schema.json");
  writeFileSync(schema, JSON.stringify(schemaJson(createProvider(), "certorder")));
  const validate = () => {
    const options = { "-provider-dir": folder, "-provider-name": "certorder", "-providers-schema": schema };
    const { status, stdout, stderr } = spawnSync(tool, ["validate", ...Object.entries(options).flat()], {
      encoding: "utf8",
    });
    return { status, text: stdout + stderr };
  };
  const { status, text } = validate();
  expect(status, text).toBe(0);
  rmSync(join(folder, "docs", "resources", "reissue.md"));
  expect(validate().text).toContain("missing documentation file for resource: certorder_reissue");
});
