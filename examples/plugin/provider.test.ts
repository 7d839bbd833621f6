import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ProviderErrors, Workspace } from "certorder/plugin/testing";
import { afterAll, beforeAll, expect, test } from "vitest";

// How the author of a provider tests it: against the real process, by a stand-in for the core that insists on its rules.

let workspace: Workspace;
const folder = mkdtempSync(join(tmpdir(), "notes-"));
beforeAll(async () => {
  workspace = await Workspace.open({
    command: [process.execPath, join(import.meta.dirname, "provider.ts")],
    provider: { folder },
  });
});
afterAll(async () => {
  // It is not there if the provider did not start.
  await workspace?.close();
  rmSync(folder, { recursive: true });
});

test("A note is written, changed, and removed", async () => {
  const note = workspace.resource("notes_note");
  const config = {
    name: "a",
    text: "one",
    reminders: [{ at: "2030-01-31" }],
    link: [{ url: "https://a.example" }],
  };
  const created = await note.apply(config);
  expect(created.state).toMatchObject({
    id: "a",
    length: 3,
    reminders: [{ at: "2030-01-31", channel: "mail", number: 1 }],
    link: [{ url: "https://a.example", title: null }],
  });
  expect(readFileSync(join(folder, "a"), "utf8")).toBe("one");
  expect(await note.plan({ ...config, text: "two" })).toMatchObject({ action: "update" });
  expect(await note.plan({ ...config, name: "b" })).toMatchObject({
    action: "replace",
    requiresReplace: ["name"],
  });
  await note.destroy();
});

test("A name that is no file name is refused where it stands", async () => {
  const refused = workspace.resource("notes_note").plan({ name: "a/b" });
  await expect(refused).rejects.toThrow(ProviderErrors);
  await expect(refused).rejects.toMatchObject({ diagnostics: [{ summary: "Bad Name", attribute: "name" }] });
});

test("A note is imported, and read as data", async () => {
  await workspace.resource("notes_note").apply({ name: "c", text: "see" });
  const note = workspace.resource("notes_note");
  await note.import("c");
  expect(note.state).toMatchObject({ name: "c", text: "see", link: [] });
  expect(await workspace.readDataSource("notes_note", { name: "c" })).toEqual({ name: "c", text: "see" });
  await expect(workspace.readDataSource("notes_note", { name: "none" })).rejects.toThrow("No Such Note");
});

test("The function makes names", async () => {
  expect(await workspace.callFunction("title", " Shopping List ")).toBe("shopping-list");
});
