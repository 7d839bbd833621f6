import { expect, test } from "vitest";
import { schemaJson } from "../../src/plugin/index.ts";
import { createProvider } from "../../src/provider/index.ts";
import { Stage } from "../harness/terraform/stage.ts";
import { hasActions, terraform } from "../harness/terraform/terraform.ts";

interface Schemas {
  readonly provider_schemas: Readonly<Record<string, Record<string, unknown>>>;
}

/** Without what is empty or says nothing, which one core writes and another leaves out. */
function filled(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value)
    .map(([name, part]) => [name, filled(part)] as const)
    .filter(([name, part]) => name !== "description_kind" && JSON.stringify(part) !== "{}");
  return Object.fromEntries(entries);
}

for (const [name, program] of [
  ["OpenTofu", undefined] as const,
  ...(terraform ? [["Terraform", terraform] as const] : []),
])
  test.concurrent(`${name} prints the schema that we print without it`, async () => {
    await using stage = await Stage.begun(`provider "certorder" {}\n`, { program });
    const { stdout } = await stage.workspace.start(["providers", "schema", "-json"]).ended;
    const printed = JSON.parse(stdout) as Schemas;
    const [address = "", schemas] = Object.entries(printed.provider_schemas)[0] ?? [];
    const ours = (schemaJson(createProvider({ env: {} }), address) as Schemas).provider_schemas[address];
    const { action_schemas, ...others } = ours ?? {};
    expect(filled(schemas)).toEqual(filled(program && hasActions ? { ...others, action_schemas } : others));
  });
