import { expect, test } from "vitest";
import { openExample } from "../../harness/plugin/example/start.ts";

// What the test kit says of mistakes in a test, or in a provider under test.

const { workspace } = await openExample({ inProcess: true });

test("The kit names the attributes that a second plan would change", async () => {
  const unruly = workspace.resource("example_unruly");
  await expect(unruly.apply({ mischief: "read another value", note: "hello" })).rejects.toThrow(
    /second plan \(refresh: true\) wants to replace, which changes note, result$/,
  );
});

test("The kit reports what does not exist, and what does", async () => {
  await expect(workspace.resource("example_fil").plan({})).rejects.toThrow(
    /there is no resource "example_fil", only: .*example_file/,
  );
  await expect(workspace.readDataSource("example_fil", {})).rejects.toThrow("no data source");
  await expect(workspace.invokeAction("example_shout", {})).rejects.toThrow("no action");
  await expect(workspace.callFunction("shout")).rejects.toThrow("no function");
});

test("The kit counts blocks as a core does", async () => {
  const network = workspace.resource("example_network");
  const withMatches = (...paths: string[]) => ({
    zones: [],
    rule: [{ action: "allow", match: paths.map((path) => ({ path })) }],
  });
  await expect(network.plan(withMatches())).rejects.toThrow('at least 1 blocks "match"');
  await expect(network.plan(withMatches("a", "b", "c", "d"))).rejects.toThrow('at most 3 blocks "match"');
  expect(await network.plan(withMatches("a", "b", "c"))).toMatchObject({ action: "create" });
});

test("The kit holds values as a core does: converted, and sets without order and duplicates", async () => {
  const record = workspace.resource("example_record");
  const given = { name: 1.5, tags: ["b", "a", "b"], levels: ["10", 9, 9], ratio: "1e3", enabled: "true" };
  const held = { name: "1.5", tags: ["a", "b"], levels: [9, 10], ratio: 1000, enabled: true };
  expect((await record.apply(given)).state).toMatchObject(held);
  for (const [config, problem] of [
    [{ name: "a", ratio: "many" }, '"ratio": a number is required'],
    [{ name: ["a"] }, '"name": a string is required'],
    [{ name: "a", enabled: 1 }, '"enabled": a bool is required'],
    [{ name: "a", tags: "a" }, '"tags": a set is required'],
  ] as const)
    await expect(record.plan(config)).rejects.toThrow(problem);
});

test.each([true, false])(
  "The kit shows in a failure what the provider wrote to stderr (in process: %s)",
  async (inProcess) => {
    const { workspace } = await openExample({ inProcess });
    const failed = workspace.resource("example_file").apply({ name: "a", content: "throw at me" });
    await expect(failed).rejects.toThrow(
      /thrown as asked.*The provider wrote to stderr:.*(file\.ts|example\.mjs)/s,
    );
  },
);
