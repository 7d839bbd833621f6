import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  defineListResource,
  defineProvider,
  defineResource,
  error,
  schemaJson,
  timeoutMs,
} from "../../../src/plugin/index.ts";
import { ProviderErrors, Workspace } from "../../../src/plugin/testing/index.ts";
import { example as exampleProvider } from "../../harness/plugin/example/provider.ts";
import { type ExampleWorkspace, openExample } from "../../harness/plugin/example/start.ts";

// What a provider can have beside resources, data sources, functions and actions. In this process and in one of its own.

describe.each([{ inProcess: true }, { inProcess: false }])("A provider (%o)", (options) => {
  let example: ExampleWorkspace;
  beforeAll(async () => {
    example = await openExample(options);
  });
  afterAll(() => example.close());

  test("stores an identity with an object, and imports by it", async () => {
    const record = example.workspace.resource("example_record");
    await record.apply({ name: "a" });
    expect(record.identity).toEqual({ name: "a" });
    const imported = example.workspace.resource("example_record");
    await imported.import({ identity: { name: "a" } });
    expect(imported.state).toMatchObject({ name: "a" });
    expect(imported.identity).toEqual({ name: "a" });
    const byId = example.workspace.resource("example_record");
    await byId.import("a");
    expect(byId.identity).toEqual({ name: "a" });
    const none = example.workspace.resource("example_record").import({ identity: { name: "none" } });
    await expect(none).rejects.toThrow("non-existent remote object");
    const token = example.workspace.resource("example_token").import({ identity: { name: "a" } });
    await expect(token).rejects.toThrow("example_token has no identity");
  });

  test("has an identity that is known only after the apply, and another one for a replacement", async () => {
    const file = example.workspace.resource("example_file");
    await file.apply({ name: "first" });
    expect(file.identity).toEqual({ id: "first" });
    await file.apply({ name: "first", content: "changed" });
    expect(file.identity).toEqual({ id: "first" });
    await file.apply({ name: "second" });
    expect(file.identity).toEqual({ id: "second" });
  });

  test("lists objects, as many as are asked for, with their states if they are asked for", async () => {
    for (const name of ["l1", "l2", "m1"]) await example.workspace.resource("example_record").apply({ name });
    expect(await example.workspace.list("example_record", { prefix: "l" })).toEqual([
      { displayName: "Record l1", identity: { name: "l1" }, state: null },
      { displayName: "Record l2", identity: { name: "l2" }, state: null },
    ]);
    const [first, ...more] = await example.workspace.list(
      "example_record",
      { prefix: "l" },
      { limit: 1, includeState: true },
    );
    expect(first).toMatchObject({ state: { name: "l1", policy: null } });
    expect(more).toEqual([]);
    const unnamed = example.workspace.list("example_record", { prefix: "unnamed" });
    await expect(unnamed).rejects.toThrow("the identity has an attribute");
    const thrown = example.workspace.resource("example_record");
    await thrown.apply({ name: "throw" });
    const listed = example.workspace.list("example_record");
    await expect(listed).rejects.toThrow("Listing example_record failed: thrown as asked");
    await thrown.destroy();
  });

  test("opens, renews and closes what is ephemeral", async () => {
    const lease = await example.workspace.openEphemeral("example_lease", { name: "x", seconds: 60 });
    expect(lease.result).toEqual({ name: "x", seconds: 60, token: "token of x" });
    expect(lease.renewAt?.getTime()).toBeGreaterThan(Date.now() + 50_000);
    await lease.renew();
    expect(lease.renewAt).toBeUndefined();
    await lease.close();
    expect(readFileSync(join(example.folder, "leases.log"), "utf8")).toBe("open x\nrenew x\nclose x\n");
  });

  test("adopts the state of another type", async () => {
    const record = example.workspace.resource("example_record");
    await example.workspace.resource("example_record").apply({ name: "moved" });
    await record.move({ type: "terraform_data", stored: { output: { type: "string", value: "moved" } } });
    expect(record.state).toMatchObject({ name: "moved" });
    expect(record.identity).toEqual({ name: "moved" });
    const other = example.workspace.resource("example_record").move({ type: "other", stored: {} });
    await expect(other).rejects.toThrow("Move Not Supported");
  });

  test("reads how long an operation may take", async () => {
    const record = example.workspace.resource("example_record");
    expect((await record.apply({ name: "t" })).state).toMatchObject({ timeout_ms: 1_200_000 });
    const { state } = await record.apply({ name: "t", timeouts: { create: "1h30m" } });
    expect(state).toMatchObject({ timeout_ms: 5_400_000 });
    const wrong = record.plan({ name: "t", timeouts: { create: "soon" } });
    await expect(wrong).rejects.toMatchObject({ diagnostics: [{ attribute: "timeouts.create" }] });
  });
});

describe("An identity", () => {
  const schema = {
    attributes: { name: { type: "string", required: true }, other: { type: "string", optional: true } },
  } as const;
  const provider = (resource: ReturnType<typeof moody>) =>
    defineProvider({
      name: "t",
      address: "example/t",
      version: "1.0.0",
      schema: { attributes: {} },
      resources: { t_thing: resource },
    });
  const moody = (identify: () => { id: string | null }) =>
    defineResource()({
      schema,
      identity: { attributes: { id: { type: "string", requiredForImport: true } }, identify },
      create: ({ planned }) => ({ state: planned }),
      read: ({ state }) => ({ state }),
      importByIdentity: ({ identity }) =>
        identity.id === "none"
          ? { diagnostics: [error("No Such Thing", "There is none.")] }
          : { state: { name: identity.id } },
    });

  test("must stay what it was", async () => {
    let calls = 0;
    const workspace = await Workspace.open({
      inProcess: provider(moody(() => ({ id: String(calls++) }))),
    });
    const applied = workspace.resource("t_thing").apply({ name: "a" });
    await expect(applied).rejects.toThrow('Reading t_thing: "id" of the identity has changed');
  });

  test("is made by the provider, and imported by its own method", async () => {
    const workspace = await Workspace.open({ inProcess: provider(moody(() => ({ id: "i" }))) });
    const thing = workspace.resource("t_thing");
    await thing.import({ identity: { id: "i" } });
    expect(thing).toMatchObject({ state: { name: "i", other: null }, identity: { id: "i" } });
    const none = workspace.resource("t_thing").import({ identity: { id: "none" } });
    await expect(none).rejects.toThrow(ProviderErrors);
    await expect(workspace.resource("t_thing").import("i")).rejects.toThrow("cannot be imported by an id");
  });

  test("is refused where a core would refuse it, or it cannot be made", () => {
    const make = (attributes: object) =>
      defineProvider({
        name: "t",
        address: "example/t",
        version: "1.0.0",
        schema: { attributes: {} },
        resources: {
          t_thing: defineResource()({ schema, identity: { attributes } as never, create: () => ({}) }),
        },
      });
    expect(() => make({ id: { type: "string", requiredForImport: true } })).toThrow(
      "needs an identify function",
    );
    expect(() => make({ name: { type: "string" } })).toThrow("either requiredForImport");
    expect(() => make({ name: { type: "map(string)", requiredForImport: true } })).toThrow("primitive");
    expect(() => make({})).toThrow("an identity has attributes");
  });

  test("is needed by what is listed", () => {
    const things = defineListResource()({ schema: { attributes: {} }, list: () => [] });
    const make = () =>
      defineProvider({
        name: "t",
        address: "example/t",
        version: "1.0.0",
        schema: { attributes: {} },
        resources: { t_thing: defineResource()({ schema, create: () => ({}) }) },
        listResources: { t_thing: things },
      });
    expect(make).toThrow('needs a resource "t_thing" with an identity');
  });
});

test("A timeout that the author misspelt throws", () => {
  expect(() => timeoutMs(null, "create", "soon")).toThrow('"soon" is not a duration');
  expect(timeoutMs({ create: null }, "create", "1.5s")).toBe(1500);
  expect(timeoutMs({ create: "250ms" }, "create", "1m")).toBe(250);
});

test("The schema as JSON has identities, list resources and ephemeral resources", () => {
  const json = schemaJson(exampleProvider) as { provider_schemas: Record<string, Record<string, object>> };
  expect(json.provider_schemas["example/example"]).toMatchObject({
    resource_identity_schemas: {
      example_record: { version: 0, attributes: { name: { type: "string", required_for_import: true } } },
    },
    list_resource_schemas: { example_record: { block: { attributes: { prefix: { optional: true } } } } },
    ephemeral_resource_schemas: { example_lease: { block: { attributes: { token: { computed: true } } } } },
  });
});

describe("The test kit", () => {
  test("shows in a failure what the provider wrote to stderr", async () => {
    for (const options of [{ inProcess: true }, { inProcess: false }]) {
      const { workspace, close } = await openExample(options);
      const failed = workspace.resource("example_file").apply({ name: "a", content: "throw at me" });
      await expect(failed).rejects.toThrow(
        /thrown as asked.*The provider wrote to stderr:.*(file\.ts|example\.mjs)/s,
      );
      await close();
    }
  });

  test("holds values as a core does: converted, and sets without order and duplicates", async () => {
    const { workspace, close } = await openExample({ inProcess: true });
    const record = workspace.resource("example_record");
    const given = { name: 1.5, tags: ["b", "a", "b"], levels: ["10", 9, 9], ratio: "1e3", enabled: "true" };
    expect((await record.apply(given)).state).toMatchObject({
      name: "1.5",
      tags: ["a", "b"],
      levels: [9, 10],
      ratio: 1000,
      enabled: true,
    });
    await expect(record.plan({ name: "a", ratio: "many" })).rejects.toThrow('"ratio": a number is required');
    await expect(record.plan({ name: ["a"] })).rejects.toThrow('"name": a string is required');
    await expect(record.plan({ name: "a", enabled: 1 })).rejects.toThrow('"enabled": a bool is required');
    await expect(record.plan({ name: "a", tags: "a" })).rejects.toThrow('"tags": a set is required');
    await close();
  });
});
