import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { ProviderErrors } from "../../../src/plugin/testing/index.ts";
import { type ExampleWorkspace, openExample } from "../../harness/plugin/example/start.ts";

// A resource that breaks the core's rules. The test client would throw a CoreViolation, so that these tests show that
// the framework says it first.

let example: ExampleWorkspace;
beforeAll(async () => {
  example = await openExample();
});
afterAll(() => example.close());

async function mischief(kind: string, config: Record<string, string> = { note: "hello" }) {
  const resource = example.workspace.resource("example_unruly");
  const error = await resource.apply({ mischief: kind, ...config }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error !== undefined && !(error instanceof ProviderErrors)) throw error;
  const [first] = error?.diagnostics ?? [];
  return { first, diagnostics: error?.diagnostics, state: resource.state, resource };
}

describe("A wrong plan", () => {
  test.each([
    ["plan another value", {}, "note", "neither its configured nor its prior value"],
    ["plan an unconfigured value", { note: "" }, "note", "not computed"],
    ["plan a write-only value", {}, undefined, "write-only"],
    ["plan a wrong type", {}, "result", "must be a string, not a number"],
    ["plan a strange attribute", {}, undefined, '"surprise"'],
  ])("is caught: %s", async (kind, _config, attribute, words) => {
    const config = kind === "plan an unconfigured value" ? {} : { note: "hello" };
    const { first, state } = await mischief(kind, config as Record<string, string>);
    expect(first).toMatchObject({ summary: "Bug in the provider", attribute });
    expect(first?.detail).toContain(words);
    expect(first?.detail).toContain("Planning example_unruly");
    expect(state).toBeNull();
  });
});

describe("A wrong result", () => {
  test.each([
    [
      "apply another value",
      "note",
      "differs from what was planned",
      { note: "something else", result: "made" },
    ],
    ["leave it unknown", "result", "still unknown", { result: null }],
    ["store a write-only value", undefined, "write-only", { secret_wo: null, result: "made" }],
    ["store a wrong type", "result", "must be a string, not an array", { result: null }],
    ["forget an attribute", "note", "must be a string, not undefined", { note: "hello", result: "made" }],
  ])("is caught, and stored all the same: %s", async (kind, attribute, words, stored) => {
    const { diagnostics, state, resource } = await mischief(kind, { note: "hello", secret_wo: "hush" });
    const bug = diagnostics?.find((diagnostic) => diagnostic.attribute === attribute);
    expect(bug?.summary).toBe("Bug in the provider");
    expect(bug?.detail).toContain(words);
    expect(JSON.stringify(diagnostics)).not.toContain("hush");
    expect(state).toMatchObject(stored);
    expect(resource.tainted).toBe(true);
  });
});

describe("An answer that is none", () => {
  test.each(["answer nothing", "answer undefined"])("is caught: %s", async (kind) => {
    const { first, state } = await mischief(kind);
    expect(first?.detail).toContain("neither a state nor an error");
    expect(state).toBeNull();
  });

  test("is caught: throw a string", async () => {
    const { first } = await mischief("throw a string");
    expect(first).toMatchObject({ summary: "Creating example_unruly failed", detail: "just a string" });
  });
});

describe("An error halfway", () => {
  test("stores unfinished values as null, without further complaint", async () => {
    const { diagnostics, state } = await mischief("fail with unknowns");
    expect(diagnostics).toMatchObject([{ summary: "Failed Halfway" }]);
    expect(state).toMatchObject({ note: "hello", result: null });
  });
});

describe("Another mistake of a resource", () => {
  test("is caught: an unknown in a read", async () => {
    const { first } = await mischief("read unknown");
    expect(first?.detail).toContain('Reading example_unruly: "result" is still unknown');
  });

  test("is caught: an object that survives its deletion", async () => {
    const { resource } = await mischief("survive deletion");
    const error = await resource.destroy().catch((thrown: ProviderErrors) => thrown);
    expect(String(error)).toContain("it returned a state, but no error");
    expect(resource.state).toMatchObject({ result: "made" });
  });

  test("is caught: a replacement for an attribute that does not exist", async () => {
    const { first } = await mischief("replace for a strange attribute");
    expect(first?.detail).toContain('"surprise"');
  });

  test("is reported as a crash: an exception outside a call. The call that runs is answered", async () => {
    const own = await openExample();
    try {
      const resource = own.workspace.resource("example_unruly");
      // The calls that follow the apply are refused.
      const later = resource.apply({ mischief: "throw in a timer", note: "hello" });
      await expect(later).rejects.toThrow(
        'Exception in the "example" provider, outside a call: Error: no call',
      );
      expect(resource.state).toMatchObject({ result: "made" });
      await expect(resource.plan({ mischief: "none" })).rejects.toThrow("no call waits for this");
      const { child } = own.workspace.core.process;
      await own.close();
      await vi.waitFor(() => expect(child.exitCode).toBe(1));
      const { stderr } = own.workspace.core.process;
      expect(stderr).toMatch(
        /^panic: no call waits for this\n\nin the "example" provider, outside a call:\n/m,
      );
      expect(stderr).toMatch(/^ {4}at /m);
    } finally {
      await own.close();
    }
  });

  test("does not end the process: a promise that is rejected without a handler", async () => {
    const { state } = await mischief("reject unnoticed");
    expect(state).toMatchObject({ result: "made" });
    expect(example.workspace.core.process.child.exitCode).toBeNull();
  });
});
