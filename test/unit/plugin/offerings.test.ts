import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Dynamic, ExactNumber, UNKNOWN } from "../../../src/plugin/index.ts";
import { codec } from "../../../src/plugin/protobuf/messages.ts";
import { Core, type ProviderErrors, read, readDiagnostics, write } from "../../../src/plugin/testing/core.ts";
import { checkDataSource } from "../../../src/plugin/testing/core-rules.ts";
import { completeConfig, readCoreSchema } from "../../../src/plugin/testing/schema.ts";
import { decodeValue } from "../../../src/plugin/values/encoding.ts";
import type { Type } from "../../../src/plugin/values/type.ts";
import type { Value } from "../../../src/plugin/values/value.ts";
import { type ExampleWorkspace, exampleCommand, openExample } from "../../harness/plugin/example/start.ts";

let example: ExampleWorkspace;
let core: Core;
beforeAll(async () => {
  example = await openExample();
  core = example.workspace.core;
});
afterAll(() => example.close());

describe("The schema of a provider", () => {
  test("passes the checks of a core", async () => {
    const schema = await core.providerSchema();
    readCoreSchema("provider", schema.provider);
    for (const [name, resource] of Object.entries(schema.resource_schemas)) readCoreSchema(name, resource);
    for (const [name, dataSource] of Object.entries(schema.data_source_schemas))
      readCoreSchema(name, dataSource);
    for (const [name, action] of Object.entries(schema.action_schemas)) readCoreSchema(name, action.schema);
    expect(schema.server_capabilities).toEqual({
      plan_destroy: true,
      get_provider_schema_optional: true,
      move_resource_state: true,
    });
    const file = readCoreSchema("example_file", schema.resource_schemas.example_file);
    expect(file.version).toBe(2);
    expect(file.attributes.get("content")).toMatchObject({ optional: true, computed: true });
    expect(file.attributes.get("password_wo")).toMatchObject({ writeOnly: true, sensitive: true });
    expect(Object.keys(schema.functions)).toEqual(["join_words", "same", "split", "wrong"]);
  });

  test("is the same in the metadata", async () => {
    const metadata = await core.call("GetMetadata", ["Empty", {}], "GetMetadataResponse");
    expect(metadata.resources.map(({ name }) => name)).toContain("example_file");
    expect(metadata.actions).toEqual([{ name: "example_announce" }]);
    const functions = await core.call("GetFunctions", ["Empty", {}], "GetFunctionsResponse");
    expect(functions.functions).toEqual((await core.providerSchema()).functions);
    await core.call("GetResourceIdentitySchemas", ["Empty", {}], "Empty");
  });
});

describe("Configuring the provider", () => {
  test("takes values that are not known yet, and refuses wrong ones with their place", async () => {
    const other = await Core.start({ command: exampleCommand() });
    await other.configure({ folder: UNKNOWN });
    const error = await other.configure({ folder: "" }).catch((thrown: unknown) => thrown);
    expect((error as ProviderErrors).diagnostics).toMatchObject([
      { summary: "Empty Folder", attribute: "folder" },
    ]);
    await other.shutDown();
  });

  test("comes before anything that needs it", async () => {
    const other = await Core.start({ command: exampleCommand() });
    const schema = await other.resourceSchema("example_file");
    const state = completeConfig({ ...schema, attributes: new Map() }, {});
    const response = await other.call(
      "ReadResource",
      ["ReadResourceRequest", { type_name: "example_file", current_state: write(state, schema.type) }],
      "ReadResourceResponse",
    );
    expect(readDiagnostics(response.diagnostics)).toMatchObject([
      { detail: "The provider has not been configured yet." },
    ]);
    await other.shutDown();
  });
});

describe("A data source", () => {
  const readFile = async (name: string) => {
    const schema = readCoreSchema(
      "example_file",
      (await core.providerSchema()).data_source_schemas.example_file,
    );
    const config = completeConfig(schema, { name });
    const response = await core.call(
      "ReadDataSource",
      ["ReadDataSourceRequest", { type_name: "example_file", config: write(config, schema.type) }],
      "ReadDataSourceResponse",
    );
    const state = read(response.state, schema.type);
    if (state !== null) checkDataSource(schema, config, state);
    return { state, diagnostics: readDiagnostics(response.diagnostics) };
  };

  test("is read", async () => {
    writeFileSync(join(example.folder, "data"), "found");
    expect(await readFile("data")).toEqual({ state: { name: "data", content: "found" }, diagnostics: [] });
  });

  test("reports what it cannot read", async () => {
    expect((await readFile("nothing")).diagnostics).toMatchObject([
      { summary: "No Such File", attribute: "name" },
    ]);
  });
});

describe("A function", () => {
  const call = async (name: string, types: Type[], args: Value[], returns: Type) => {
    const response = await core.call(
      "CallFunction",
      [
        "CallFunctionRequest",
        { name, arguments: args.map((value, index) => write(value, types[index] ?? "string")) },
      ],
      "CallFunctionResponse",
    );
    if (response.error !== undefined) return { error: response.error };
    return { result: decodeValue(response.result?.msgpack ?? new Uint8Array(), returns) };
  };

  test("is called with any number of arguments", async () => {
    expect(await call("join_words", [], ["-", "a", "b", "c"], "string")).toEqual({ result: "a-b-c" });
    expect(await call("join_words", [], ["-"], "string")).toEqual({ result: "" });
  });

  test("keeps types and digits of dynamic values", async () => {
    const number = new Dynamic("number", ExactNumber.parse("12345678901234567890.5") ?? null);
    expect(await call("same", ["dynamic"], [number], "dynamic")).toEqual({ result: number });
    const list = new Dynamic(["tuple", ["string", "bool"]], ["a", true]);
    expect(await call("same", ["dynamic"], [list], "dynamic")).toEqual({ result: list });
  });

  test("takes null in both forms that cores send", async () => {
    expect(await call("same", ["dynamic"], [null], "dynamic")).toEqual({ result: null });
    const request = { name: "same", arguments: [{}] };
    const response = await core.call(
      "CallFunction",
      ["CallFunctionRequest", request],
      "CallFunctionResponse",
    );
    expect(Buffer.from(response.result?.msgpack ?? []).toString("hex")).toBe("c0");
  });

  test("returns an object, or an error that names the argument", async () => {
    const person: Type = ["object", { first: "string", last: "string" }];
    expect(await call("split", [], ["Ada Lovelace"], person)).toEqual({
      result: { first: "Ada", last: "Lovelace" },
    });
    expect(await call("split", [], ["Ada"], person)).toEqual({
      error: { text: "There is no last name", function_argument: 0 },
    });
  });

  test("is called by the test kit as by a core", async () => {
    const { workspace } = example;
    expect(await workspace.callFunction("join_words", "-", "a", "b")).toBe("a-b");
    await expect(workspace.callFunction("split", "Ada")).rejects.toThrow(/^There is no last name\.$/);
    await expect(workspace.callFunction("split", null)).rejects.toThrow("must not be null");
  });

  test("fails if it returns another type than it declares", async () => {
    expect(await call("wrong", [], [], "string")).toMatchObject({
      error: { text: expect.stringContaining("mistake") },
    });
  });
});

describe("An action", () => {
  const invoke = async (words: string[]) => {
    const schema = readCoreSchema(
      "announce",
      (await core.providerSchema()).action_schemas.example_announce?.schema,
    );
    const message = codec.encode("ActionRequest", {
      action_type: "example_announce",
      config: write({ words }, schema.type),
    });
    const events = await core.channel.stream("/tfplugin6.Provider/InvokeAction", message);
    return events.map((event) => codec.decode("InvokeActionEvent", event));
  };

  test("is planned", async () => {
    const request = { action_type: "example_announce", config: { json: Buffer.from('{"words":["a"]}') } };
    expect(await core.call("PlanAction", ["ActionRequest", request], "PlanActionResponse")).toEqual({
      diagnostics: [],
    });
    const validate = { type_name: "example_announce", config: request.config };
    expect(
      await core.call("ValidateActionConfig", ["ValidateConfigRequest", validate], "ValidateConfigResponse"),
    ).toEqual({ diagnostics: [] });
  });

  test("reports its progress, and that it is complete", async () => {
    expect(await invoke(["one", "two"])).toEqual([
      { progress: { message: "one" }, completed: undefined },
      { progress: { message: "two" }, completed: undefined },
      { progress: undefined, completed: { diagnostics: [] } },
    ]);
  });

  test("is invoked by the test kit as by a core", async () => {
    const { workspace } = example;
    expect(await workspace.invokeAction("example_announce", { words: ["one", "two"] })).toEqual([
      "one",
      "two",
    ]);
    await expect(workspace.invokeAction("example_announce", { words: ["fail"] })).rejects.toThrow(
      "Cannot Announce",
    );
  });

  test("is complete also when it fails", async () => {
    for (const [word, summary] of [
      ["fail", "Cannot Announce"],
      ["throw", "Action example_announce failed"],
    ] as const) {
      const [event, ...more] = await invoke([word]);
      expect(more).toEqual([]);
      expect(event?.completed?.diagnostics).toMatchObject([{ severity: 1, summary }]);
    }
  });
});
