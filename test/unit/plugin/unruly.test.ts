import { afterAll, beforeAll, describe, expect, it } from "vitest";
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

describe("The framework refuses a wrong plan", () => {
  it.each([
    ["plan another value", "note", "neither its configured nor its prior value"],
    ["plan a write-only value", undefined, "write-only"],
  ])("%s", async (kind, attribute, words) => {
    const { first, state } = await mischief(kind);
    expect(first).toMatchObject({ summary: "Bug in the Provider", attribute });
    expect(first?.detail).toContain(words);
    expect(first?.detail).toContain("Planning example_unruly");
    expect(state).toBeNull();
  });
});

describe("The framework reports a wrong result, and stores it", () => {
  it.each([
    [
      "apply another value",
      "note",
      "differs from what was planned",
      { note: "something else", result: "made" },
    ],
    ["store a write-only value", undefined, "write-only", { secret_wo: null, result: "made" }],
  ])("%s", async (kind, attribute, words, stored) => {
    const { diagnostics, state, resource } = await mischief(kind, { note: "hello", secret_wo: "hush" });
    const bug = diagnostics?.find((diagnostic) => diagnostic.attribute === attribute);
    expect(bug?.summary).toBe("Bug in the Provider");
    expect(bug?.detail).toContain(words);
    expect(JSON.stringify(diagnostics)).not.toContain("hush");
    expect(state).toMatchObject(stored);
    expect(resource.tainted).toBe(true);
  });
});

describe("The framework reports an answer without a state", () => {
  it.each(["answer nothing", "answer undefined"])("%s", async (kind) => {
    const { first, state } = await mischief(kind);
    expect(first?.detail).toContain("neither a state nor an error");
    expect(state).toBeNull();
  });

  it("if a string is thrown", async () => {
    const { first } = await mischief("throw a string");
    expect(first).toMatchObject({ summary: "Creating example_unruly failed", detail: "just a string" });
  });
});

describe("After an error", () => {
  it("the framework stores unknown values as null, without another error", async () => {
    const { diagnostics, state } = await mischief("fail with unknowns");
    expect(diagnostics).toMatchObject([{ summary: "Failed Halfway" }]);
    expect(state).toMatchObject({ note: "hello", result: null });
  });
});

describe("The framework", () => {
  it("reports an unknown value in a read", async () => {
    const { first } = await mischief("read unknown");
    expect(first?.detail).toContain('Reading example_unruly: "result" is still unknown');
  });

  it("reports an object that is left after its deletion", async () => {
    const { resource } = await mischief("survive deletion");
    const error = await resource.destroy().catch((thrown: ProviderErrors) => thrown);
    expect(String(error)).toContain("there is a state left, but no error");
    expect(resource.state).toMatchObject({ result: "made" });
  });

  it("reports a replacement for an attribute that does not exist", async () => {
    const { first } = await mischief("replace for a strange attribute");
    expect(first?.detail).toContain('"surprise"');
  });

  it("does not end the process for an unhandled rejection", async () => {
    const { state } = await mischief("reject unnoticed");
    expect(state).toMatchObject({ result: "made" });
    expect(example.workspace.core.process.child.exitCode).toBeNull();
  });
});
