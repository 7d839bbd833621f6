import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..", "..");

/** The test behind each entry of the comparison in src/plugin/README.md: its file and its name. */
const tests: Readonly<Record<string, readonly [file: string, name: string]>> = {
  "Resources, data sources, functions": ["real/plugin.test.ts", "applies the example of the guide"],
  "Nested attributes and blocks": ["real/plugin.test.ts", "plans and applies nesting of every kind"],
  "Defaults at any depth": [
    "unit/plugin/schema-options.test.ts",
    "have defaults and validators of their own",
  ],
  "Validators at any depth": [
    "unit/plugin/schema-options.test.ts",
    "have defaults and validators of their own",
  ],
  "Rules between arguments": [
    "unit/plugin/schema-options.test.ts",
    "hold inside nested attributes and blocks",
  ],
  "Plan modifiers at any depth": [
    "unit/plugin/schema-options.test.ts",
    "plan values of their own, at any depth",
  ],
  "Collections of collections": ["unit/plugin/schema-options.test.ts", "are collections of collections"],
  "Dynamic attributes": ["unit/plugin/schema-options.test.ts", "are dynamic: a value brings its type"],
  "Semantic equality": [
    "unit/plugin/schema-options.test.ts",
    "keeps what the user wrote in plans and states",
  ],
  "Write-only arguments": ["unit/plugin/schema-options.test.ts", "can be write-only as a whole"],
  "Private state": ["unit/plugin/resource.test.ts", "keeps its private data, also in another process"],
  "State upgrades": [
    "unit/plugin/resource.test.ts",
    "is upgraded from the shape that an older version stored",
  ],
  "Moved state": ["real/plugin.test.ts", "moves from another type"],
  "Import by id": ["unit/plugin/resource.test.ts", "is imported by its id, and then configured"],
  "Import by identity": ["real/plugin.test.ts", "imports by identity"],
  "Ephemeral resources": ["real/plugin.test.ts", "opens, renews and closes what is ephemeral"],
  Actions: ["real/plugin.test.ts", "invokes an action"],
  "List resources": ["real/plugin.test.ts", "lists what can be imported"],
  Timeouts: ["unit/plugin/capabilities.test.ts", "reads how long an operation may take"],
  "Logging by level": ["unit/plugin/log.test.ts", "follows the most specific variable"],
  "Debugging with reattach": ["unit/plugin/starting.test.ts", "serves each client that has the printed line"],
  "Tests in the provider's process": ["unit/plugin/capabilities.test.ts", "inProcess: true"],
  "Documentation by tfplugindocs": ["real/plugin-release.test.ts", "tfplugindocs writes and accepts"],
};

test("Each common feature in the comparison with terraform-plugin-framework has a test", () => {
  const page = readFileSync(join(root, "src", "plugin", "README.md"), "utf8");
  const [, list = ""] = /A test covers each:\n(.*?)\n\n[^-]/s.exec(page) ?? [];
  const common = [...list.matchAll(/^- (.+?)(?: \(.*\))?$/gm)].map(([, feature]) => feature);
  expect(common).toEqual(Object.keys(tests));
  const missing = Object.entries(tests).filter(
    ([, [file, name]]) => !readFileSync(join(root, "test", file), "utf8").includes(name),
  );
  expect(missing).toEqual([]);
});
