import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ExampleWorkspace, openExample } from "../../harness/plugin/example/start.ts";

// What the test kit says of mistakes in a test, or in a provider under test.

let example: ExampleWorkspace;
beforeAll(async () => {
  example = await openExample();
});
afterAll(() => example.close());

describe("The test kit", () => {
  test("names the attributes that a second plan would change", async () => {
    const resource = example.workspace.resource("example_unruly");
    await expect(resource.apply({ mischief: "read another value", note: "hello" })).rejects.toThrow(
      /second plan \(refresh: true\) wants to replace, which changes note, result$/,
    );
  });

  test("reports a resource, function or action that does not exist", async () => {
    const { workspace } = example;
    await expect(workspace.resource("example_fil").plan({})).rejects.toThrow(
      /there is no resource "example_fil", only: .*example_file/,
    );
    await expect(workspace.readDataSource("example_fil", {})).rejects.toThrow("no data source");
    await expect(workspace.invokeAction("example_shout", {})).rejects.toThrow("no action");
    await expect(workspace.callFunction("shout")).rejects.toThrow("no function");
  });

  test("counts blocks as a core does", async () => {
    const network = example.workspace.resource("example_network");
    const withMatches = (...paths: string[]) => ({
      zones: [],
      rule: [{ action: "allow", match: paths.map((path) => ({ path })) }],
    });
    await expect(network.plan(withMatches())).rejects.toThrow('at least 1 blocks "match"');
    await expect(network.plan(withMatches("a", "b", "c", "d"))).rejects.toThrow('at most 3 blocks "match"');
    expect(await network.plan(withMatches("a", "b", "c"))).toMatchObject({ action: "create" });
  });

  test("takes objects of one list that have different arguments", async () => {
    const config = { zones: [{ name: "a" }, { name: "b", tags: ["x"] }], peers: undefined };
    const { state } = await example.workspace.resource("example_network").apply(config);
    expect(state).toMatchObject({ zones: [{ tags: null }, { tags: ["x"] }], peers: null });
  });
});
