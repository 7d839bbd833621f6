import { expect, test } from "vitest";
import { schemaJson } from "../../../src/plugin/schema-json.ts";
import { createProvider } from "../../../src/provider/index.ts";
import { filled, type Schemas } from "../../harness/plugin/filled.ts";
import { cores, hasActions } from "../../harness/terraform/terraform.ts";
import { TerraformWithSandbox } from "../../harness/terraform/terraform-with-sandbox.ts";

test.concurrent.for(cores)("%s prints the schema that we print without it", async ([, program]) => {
  await using stage = await TerraformWithSandbox.begun(`provider "certorder" {}\n`, { program });
  const { stdout } = await stage.workspace.start(["providers", "schema", "-json"]).ended;
  const printed = JSON.parse(stdout) as Schemas;
  const [address = "", schemas] = Object.entries(printed.provider_schemas)[0] ?? [];
  const ours = (schemaJson(createProvider({ env: {} }), address) as Schemas).provider_schemas[address];
  const { action_schemas, ...others } = ours ?? {};
  expect(filled(schemas)).toEqual(filled(program && hasActions ? { ...others, action_schemas } : others));
});
