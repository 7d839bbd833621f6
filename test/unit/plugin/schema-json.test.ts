import { expect, test } from "vitest";
import { defineProvider, defineSchema, schemaJson } from "../../../src/plugin/index.ts";

test("A deprecated attribute, block and provider are marked as such", () => {
  const schema = defineSchema({
    description: "A provider",
    deprecated: "Use another one.",
    attributes: { old: { type: "string", optional: true, deprecated: "Use new." } },
    blocks: {
      part: {
        type: "list(object)",
        deprecated: "Use parts.",
        attributes: { name: { type: "string", optional: true } },
      },
    },
  });
  const provider = defineProvider({
    name: "x",
    address: "a/x",
    version: "1.0.0",
    schema,
    configure: () => ({ data: {} }),
  });
  const json = JSON.parse(JSON.stringify(schemaJson(provider, "registry.example/a/x")));
  const { block } = json.provider_schemas["registry.example/a/x"].provider;
  expect(block.deprecated).toBe(true);
  expect(block.attributes.old.deprecated).toBe(true);
  expect(block.block_types.part.block.deprecated).toBe(true);
  expect(block.block_types.part.block.attributes.name.deprecated).toBeUndefined();
});
