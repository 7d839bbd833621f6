import { expect, test } from "vitest";
import { openExample } from "../../harness/plugin/example/start.ts";

// What the test kit says of mistakes in a test, or in a provider under test. test/real/plugin/conformance.test.ts compares the values
// that it plans, stores and refuses with those of cores.

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
