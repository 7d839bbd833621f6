import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { Dynamic, defineResource, ExactNumber, error, UNKNOWN } from "../../../src/plugin/index.ts";
import { Core, readDiagnostics, write } from "../../../src/plugin/testing/core.ts";
import type { Workspace } from "../../../src/plugin/testing/index.ts";
import { completeConfig } from "../../../src/plugin/testing/schema.ts";
import { timeoutMs } from "../../../src/plugin/timeouts.ts";
import { example } from "../../harness/plugin/example/provider.ts";
import { openExample } from "../../harness/plugin/example/start.ts";
import { openThing, reported } from "../../harness/plugin/thing.ts";

// Everything that a provider can have beside plain resources.

describe.each([{ inProcess: true }, { inProcess: false }])("A provider (%o)", (options) => {
  let workspace: Workspace;
  let folder: string;
  beforeAll(async () => {
    ({ workspace, folder } = await openExample(options));
  });

  test("has functions and capabilities that fit its schema", async () => {
    const schema = await workspace.core.providerSchema();
    const empty = ["Empty", {}] as const;
    const { functions } = await workspace.core.call("GetFunctions", empty, "GetFunctionsResponse");
    expect(functions).toEqual(schema.functions);
    expect(schema.server_capabilities).toEqual({
      plan_destroy: true,
      get_provider_schema_optional: true,
      move_resource_state: true,
    });
  });

  test("reads a data source, or reports what it cannot read", async () => {
    writeFileSync(join(folder, "data"), "found");
    const read = (name: string) => workspace.readDataSource("example_file", { name });
    expect(await read("data")).toEqual({ name: "data", content: "found" });
    expect(await reported(read("nothing"))).toMatchObject([{ summary: "No Such File", attribute: "name" }]);
  });

  test("calls a function with any number of arguments of any type", async () => {
    expect(await workspace.callFunction("join_words", "-", "a", "b", "c")).toBe("a-b-c");
    expect(await workspace.callFunction("join_words", "-")).toBe("");
    expect(await workspace.callFunction("split", "Ada Lovelace")).toEqual({ first: "Ada", last: "Lovelace" });
    for (const value of [
      new Dynamic("number", ExactNumber.parse("12345678901234567890.5") ?? null),
      new Dynamic(["tuple", ["string", "bool"]], ["a", true]),
      null,
    ])
      expect(await workspace.callFunction("same", value)).toEqual(value);
  });

  test("calls a function as a core words it: null as nothing at all, and an error with its argument", async () => {
    const call = (name: string, ...args: object[]) =>
      workspace.core.call(
        "CallFunction",
        ["CallFunctionRequest", { name, arguments: args }],
        "CallFunctionResponse",
      );
    expect(Buffer.from((await call("same", {})).result?.msgpack ?? []).toString("hex")).toBe("c0");
    const { error } = await call("split", write("Ada", "string"));
    expect(error).toEqual({ text: "There is no last name", function_argument: 0 });
    await expect(workspace.callFunction("split", "Ada")).rejects.toThrow(/^There is no last name\.$/);
    await expect(workspace.callFunction("split", null)).rejects.toThrow("must not be null");
    await expect(workspace.callFunction("wrong")).rejects.toThrow("mistake in the provider");
  });

  test("invokes an action, which reports its progress and how it ends", async () => {
    const invoke = (...words: string[]) => workspace.invokeAction("example_announce", { words });
    expect(await invoke("one", "two")).toEqual(["one", "two"]);
    expect(await reported(invoke("fail"))).toMatchObject([{ summary: "Cannot Announce" }]);
    expect(await reported(invoke("throw"))).toMatchObject([{ summary: "Action example_announce failed" }]);
  });

  test("stores an identity with an object, and imports by it", async () => {
    const record = () => workspace.resource("example_record");
    const created = record();
    await created.apply({ name: "a" });
    expect(created.identity).toEqual({ name: "a" });
    for (const by of [{ identity: { name: "a" } }, "a"]) {
      const imported = record();
      await imported.import(by);
      expect(imported).toMatchObject({ state: { name: "a" }, identity: { name: "a" } });
    }
    await expect(record().import({ identity: { name: "none" } })).rejects.toThrow(
      "non-existent remote object",
    );
    const token = workspace.resource("example_token").import({ identity: { name: "a" } });
    await expect(token).rejects.toThrow("example_token has no identity");
  });

  test("has an identity that is known only after the apply, and another one for a replacement", async () => {
    const file = workspace.resource("example_file");
    for (const [name, content] of [
      ["first", ""],
      ["first", "changed"],
      ["second", ""],
    ] as const) {
      await file.apply({ name, content });
      expect(file.identity).toEqual({ id: name });
    }
  });

  test("lists objects, as many as are asked for, with their states if they are asked for", async () => {
    for (const name of ["l1", "l2", "m1"]) await workspace.resource("example_record").apply({ name });
    expect(await workspace.list("example_record", { prefix: "l" })).toEqual([
      { displayName: "Record l1", identity: { name: "l1" }, state: null },
      { displayName: "Record l2", identity: { name: "l2" }, state: null },
    ]);
    const limited = { limit: 1, includeState: true };
    expect(await workspace.list("example_record", { prefix: "l" }, limited)).toMatchObject([
      { state: { name: "l1", policy: null } },
    ]);
    const unnamed = workspace.list("example_record", { prefix: "unnamed" });
    await expect(unnamed).rejects.toThrow('the identity has "id", which is not an attribute');
    const thrown = workspace.resource("example_record");
    await thrown.apply({ name: "throw" });
    await expect(workspace.list("example_record")).rejects.toThrow(
      "Listing example_record failed: thrown as asked",
    );
    await thrown.destroy();
  });

  test("opens, renews and closes what is ephemeral", async () => {
    const lease = await workspace.openEphemeral("example_lease", { name: "x", seconds: 60 });
    expect(lease.result).toEqual({ name: "x", seconds: 60, token: "token of x" });
    expect(lease.renewAt?.getTime()).toBeGreaterThan(Date.now() + 50_000);
    await lease.renew();
    expect(lease.renewAt).toBeUndefined();
    await lease.close();
    expect(readFileSync(join(folder, "leases.log"), "utf8")).toBe("open x\nrenew x\nclose x\n");
  });

  test("adopts the state of another type that it knows", async () => {
    const record = workspace.resource("example_record");
    await record.move({ type: "terraform_data", stored: { output: { type: "string", value: "moved" } } });
    expect(record).toMatchObject({ state: { name: "moved" }, identity: { name: "moved" } });
    const other = workspace.resource("example_record").move({ type: "other", stored: {} });
    expect(await reported(other)).toMatchObject([{ summary: "Move Not Supported" }]);
  });

  test("reads how long an operation may take", async () => {
    const record = workspace.resource("example_record");
    expect((await record.apply({ name: "t" })).state).toMatchObject({ timeout_ms: 1_200_000 });
    const { state } = await record.apply({ name: "t", timeouts: { create: "1h30m" } });
    expect(state).toMatchObject({ timeout_ms: 5_400_000 });
    const wrong = record.plan({ name: "t", timeouts: { create: "soon" } });
    expect(await reported(wrong)).toMatchObject([{ attribute: "timeouts.create" }]);
  });
});

test("The settings of a provider may be unknown during a plan, and a wrong one is reported at its place", async () => {
  const core = await Core.start({ inProcess: example });
  await core.configure({ folder: UNKNOWN });
  expect(await reported(core.configure({ folder: "" }))).toMatchObject([
    { summary: "Empty Folder", attribute: "folder" },
  ]);
});

test("Before a provider is configured, a state can be upgraded, and nothing is read", async () => {
  const core = await Core.start({ inProcess: example });
  const { type } = await core.resourceSchema("example_file");
  const stored = { type_name: "example_file", version: 2, raw_state: { json: Buffer.from('{"name":"a"}') } };
  const upgraded = await core.call(
    "UpgradeResourceState",
    ["UpgradeResourceStateRequest", stored],
    "UpgradeResourceStateResponse",
  );
  expect(upgraded.diagnostics).toEqual([]);
  const current = { type_name: "example_file", current_state: upgraded.upgraded_state ?? write(null, type) };
  const read = await core.call("ReadResource", ["ReadResourceRequest", current], "ReadResourceResponse");
  expect(readDiagnostics(read.diagnostics)).toMatchObject([
    { detail: "The provider has not been configured yet." },
  ]);
});

test("A write-only value is refused where the core would store it", async () => {
  const core = await Core.start({ inProcess: example });
  const schema = await core.resourceSchema("example_file");
  const config = write(completeConfig(schema, { name: "a", password_wo: "hush" }), schema.type);
  const request = { type_name: "example_file", config };
  const { diagnostics } = await core.call(
    "ValidateResourceConfig",
    ["ValidateConfigRequest", request],
    "ValidateConfigResponse",
  );
  expect(readDiagnostics(diagnostics)).toMatchObject([{ summary: "Write-only Argument Not Supported" }]);
});

describe("An identity that the provider makes", () => {
  const thing = (identify: () => { id: string }) =>
    openThing(
      defineResource()({
        schema: { attributes: { name: { type: "string", required: true } } },
        identity: { attributes: { id: { type: "string", requiredForImport: true } }, identify },
        create: ({ planned }) => ({ state: planned }),
        read: ({ state }) => ({ state }),
        importByIdentity: ({ identity }) =>
          identity.id === "none"
            ? { diagnostics: [error("No Such Thing", "There is none.")] }
            : { state: { name: identity.id } },
      }),
    );

  test("must stay what it was", async () => {
    let calls = 0;
    const applied = (await thing(() => ({ id: String(calls++) }))).apply({ name: "a" });
    await expect(applied).rejects.toThrow('Reading t_thing: "id" of the identity has changed');
  });

  test("is imported by its own method, and not by an id", async () => {
    const imported = await thing(() => ({ id: "i" }));
    await imported.import({ identity: { id: "i" } });
    expect(imported).toMatchObject({ state: { name: "i" }, identity: { id: "i" } });
    expect(await reported(imported.import({ identity: { id: "none" } }))).toHaveLength(1);
    await expect(imported.import("i")).rejects.toThrow("cannot be imported by an id");
  });
});

test("A timeout that the author misspelt throws", () => {
  expect(() => timeoutMs(null, "create", "soon")).toThrow('"soon" is not a duration');
  expect(timeoutMs({ create: null }, "create", "1.5s")).toBe(1500);
  expect(timeoutMs({ create: "250ms" }, "create", "1m")).toBe(250);
});
