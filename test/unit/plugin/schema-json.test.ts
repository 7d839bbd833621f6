import { expect, test } from "vitest";
import { defineFunction, defineProvider } from "../../../src/plugin/index.ts";
import { schemaJson } from "../../../src/plugin/schema-json.ts";
import { Core } from "../../../src/plugin/testing/core.ts";
import { example } from "../../harness/plugin/example/provider.ts";
import { bareProvider } from "../../harness/plugin/thing.ts";

// test/real/plugin/conformance.test.ts compares the whole of it with what cores print.

function printed(provider: Parameters<typeof schemaJson>[0]) {
  return JSON.parse(JSON.stringify(schemaJson(provider, "host/a/x"))).provider_schemas["host/a/x"];
}

test("The schema as JSON marks what is deprecated", () => {
  const name = { type: "string", optional: true } as const;
  const part = { type: "list(object)", deprecated: "Use parts.", attributes: { name } } as const;
  const schema = {
    deprecated: "Use another one.",
    attributes: { old: { ...name, deprecated: "Use new." } },
    blocks: { part },
  } as const;
  const { block } = printed(defineProvider({ ...bareProvider, schema })).provider;
  expect(block).toMatchObject({
    deprecated: true,
    attributes: { old: { deprecated: true } },
    block_types: { part: { block: { deprecated: true } } },
  });
  expect(block.block_types.part.block.attributes.name.deprecated).toBeUndefined();
});

test("The schema as JSON is the same as a core gets it, also with nested attributes", async () => {
  const core = await Core.start({ inProcess: example });
  expect(await core.schemaJson("a/b")).toEqual(JSON.parse(JSON.stringify(schemaJson(example, "a/b"))));
});

test("Names in the schema as JSON may be those of its keys", () => {
  const text = { type: "string", optional: true } as const;
  const call = defineFunction({
    summary: "s",
    parameters: [],
    returns: "string",
    call: () => ({ result: "" }),
  });
  const schema = { attributes: { type: text, schema: text, attributes: text, nesting: text } };
  const { provider, functions } = printed(
    defineProvider({ ...bareProvider, schema, functions: { type: call, schema: call, parameters: call } }),
  );
  expect(Object.keys(provider.block.attributes)).toEqual(["attributes", "nesting", "schema", "type"]);
  expect(functions).toEqual({
    parameters: { summary: "s", return_type: "string" },
    schema: { summary: "s", return_type: "string" },
    type: { summary: "s", return_type: "string" },
  });
});
