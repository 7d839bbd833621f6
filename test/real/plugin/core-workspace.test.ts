import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { CoreWorkspace, type CoreWorkspaceOptions, StepError } from "../../../src/plugin/testing/index.ts";
import { newFolder } from "../../harness/new-folder.ts";
import { folderService, type Note, notesProvider } from "../../harness/plugin/notes/provider.ts";
import { installedCores } from "../../harness/plugin/real-cores.ts";

// The workspace for acceptance tests, with every core of this machine.

const root = join(import.meta.dirname, "..", "..", "..");
const main = join(root, "test", "harness", "plugin", "notes", "main.ts");

/** The message of a step that has to fail. */
async function failure(step: Promise<unknown>): Promise<string> {
  const thrown = await step.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(StepError);
  return (thrown as StepError).message;
}

function note(name: string, text = "", more = ""): string {
  return `resource "notes_note" "a" {\n  name = "${name}"\n  text = "${text}"\n${more}}\n`;
}

describe.each(installedCores)("%s", (_, core) => {
  function inProcess(more: Partial<CoreWorkspaceOptions> = {}) {
    const notes = new Map<string, Note>();
    const provider = notesProvider(notes);
    const open = () => CoreWorkspace.open({ core, inProcess: provider, ...more } as CoreWorkspaceOptions);
    return { notes, open };
  }

  async function asCommand(more: Partial<CoreWorkspaceOptions> = {}) {
    const folder = newFolder("notes-");
    const workspace = await CoreWorkspace.open({
      core,
      command: [process.execPath, main],
      address: "example/notes",
      environment: { NOTES_FOLDER: folder },
      ...more,
    } as CoreWorkspaceOptions);
    return { folder, workspace };
  }

  test("applies, changes, replaces and destroys with a provider in this process", async () => {
    const { notes, open } = inProcess();
    const lost = vi.fn();
    await using workspace = await CoreWorkspace.open({
      core,
      inProcess: notesProvider(notes),
      destroyed: lost,
    });
    const output = 'output "name" {\n  value = notes_note.a.id\n}\n';
    await workspace.apply(note("a", "one") + output);
    expect(workspace.attributes("notes_note.a")).toEqual({
      name: "a",
      text: "one",
      secret: null,
      id: "a",
      revision: 1,
    });
    expect(workspace.outputs).toEqual({ name: "a" });

    const update = await workspace.plan(note("a", "two") + output);
    expect(update.actions).toEqual({ "notes_note.a": "update" });
    expect(update.change("notes_note.a")).toMatchObject({
      before: { text: "one" },
      after: { text: "two", id: "a" },
      unknown: ["revision"],
      replacePaths: [],
    });
    const replace = await workspace.plan(note("b", "one") + output);
    expect(replace.actions).toEqual({ "notes_note.a": "replace" });
    expect(replace.change("notes_note.a")).toMatchObject({
      replacePaths: ["name"],
      unknown: ["id", "revision"],
    });
    expect(replace.outputs.name).toMatchObject({ action: "update", before: "a", isUnknown: true });
    expect(replace.isEmpty).toBe(false);

    // The current configuration, which is the one of the last plan.
    await workspace.apply();
    expect([...notes.keys()]).toEqual(["b"]);
    expect((await workspace.plan()).isEmpty).toBe(true);
    expect((await workspace.plan()).change("notes_note.a").action).toBe("no-op");
    const forced = await workspace.plan(undefined, { arguments: ["-replace=notes_note.a"] });
    expect(forced.actions).toEqual({ "notes_note.a": "replace" });
    await workspace.destroy();
    expect(workspace.resource("notes_note.a")).toBeUndefined();
    expect(notes.size).toBe(0);
    await workspace.close();
    expect(lost.mock.calls).toMatchObject([[[{ address: "notes_note.a", attributes: { id: "b" } }]]]);
    expect(existsSync(workspace.folder)).toBe(false);
    await (await open()).close();
  });

  test("shows what a mock of the service changes between two steps", async () => {
    const { notes, open } = inProcess();
    await using workspace = await open();
    await workspace.apply(note("a", "one"));
    notes.set("a", { text: "changed elsewhere", secret: null, revision: 7 });
    const plan = await workspace.plan();
    expect(plan.drift).toMatchObject([
      { address: "notes_note.a", action: "update", after: { text: "changed elsewhere" } },
    ]);
    expect(plan.actions).toEqual({ "notes_note.a": "update" });
    await workspace.refresh();
    expect(workspace.attributes("notes_note.a")).toMatchObject({ text: "changed elsewhere", revision: 7 });
    notes.delete("a");
    expect((await workspace.plan()).actions).toEqual({ "notes_note.a": "create" });
  });

  test("works while the test has a fake clock", async () => {
    const { open } = inProcess();
    vi.useFakeTimers({ now: new Date("2030-01-01") });
    try {
      const workspace = await open();
      await workspace.apply(note("a", "one"));
      await workspace.close();
      expect(new Date().getUTCFullYear()).toBe(2030);
    } finally {
      vi.useRealTimers();
    }
  });

  test("moves, imports blocks, and reads files and modules of a configuration", async () => {
    const { notes, open } = inProcess();
    await using workspace = await open();
    await workspace.apply(note("a", "one"));
    const moved = 'moved {\n  from = notes_note.a\n  to   = notes_note.b["k"]\n}\n';
    const each =
      'resource "notes_note" "b" {\n  for_each = { k = "a" }\n  name = each.value\n  text = "one"\n}\n';
    const plan = await workspace.plan(moved + each);
    expect(plan.change('notes_note.b["k"]')).toMatchObject({
      action: "no-op",
      previousAddress: "notes_note.a",
    });
    await workspace.apply();
    expect(workspace.attributes('notes_note.b["k"]')).toMatchObject({ revision: 1 });

    notes.set("c", { text: "", secret: null, revision: 3 });
    const required =
      'terraform {\n  required_providers {\n    notes = { source = "example/notes" }\n  }\n}\n';
    await workspace.apply({
      "main.tf": `${each}module "m" {\n  source = "./inner"\n}\nimport {\n  to = module.m.notes_note.c\n  id = "c"\n}\n`,
      "inner/main.tf": `${required}variable "text" {\n  default = ""\n}\nresource "notes_note" "c" {\n  name = "c"\n}\n`,
    });
    expect(workspace.attributes("module.m.notes_note.c")).toMatchObject({ revision: 3 });
    await workspace.import("module.m.notes_note.c");
  });

  test("expects errors, whose lines the core has wrapped", async () => {
    const { notes, open } = inProcess();
    await using workspace = await open();
    await workspace.apply(note("a"));
    const sentence = "The service does not accept this text. ".repeat(5).trim();
    await workspace.expectError(note("b", "refused").replace('"a"', '"b"') + note("a"), sentence);
    await workspace.expectError("resource {", /Invalid block|Missing (type|name) for resource/);
    await workspace.expectError(note("a", "x", "  nme = 1\n"), /Unsupported argument.*nme/, {
      command: ["validate"],
    });
    await workspace.expectError(undefined, /Cannot import non-existent remote object/, {
      command: ["import", "-state=other.tfstate", "notes_note.a", "nowhere"],
    });
    // The configuration from before is back.
    expect((await workspace.plan()).isEmpty).toBe(true);

    expect(await failure(workspace.expectError(note("a", "two"), /x/))).toMatch(
      /^Step 7, expect an error of apply: The command succeeded, and has to fail\./,
    );
    expect(await failure(workspace.expectError(note("b", "refused"), /Something else/))).toContain(
      "The command failed, but its output does not match /Something else/.",
    );
    expect(await failure(workspace.expectError(note("c", "half"), /Half done/))).toContain(
      "The command failed, but it changed the state.",
    );
    await workspace.expectError(note("d", "half"), /Half done/, { changesState: true });
    expect(workspace.resource("notes_note.a")).toMatchObject({ isTainted: true, attributes: { id: "d" } });
    await workspace.close();
    expect(notes.size).toBe(0);
  });

  test("imports once more and compares, or imports to keep it", async () => {
    const { notes, open } = inProcess();
    await using workspace = await open();
    const configuration = note("a", "one", '  secret = "hush"\n');
    await workspace.apply(configuration);
    await workspace.import("notes_note.a", "a");
    await workspace.import("notes_note.a");

    notes.set("a", { text: "two", secret: "loud", revision: 2 });
    const message = await failure(workspace.import("notes_note.a", "a", { ignore: ["revision"] }));
    expect(message).toMatch(/^Step 4, import notes_note\.a: The imported object differs from the state\.\n/);
    expect(message).toContain('text: the state has "one", the import "two"');
    expect(message).toContain("secret: the values differ; they are sensitive");
    expect(message).not.toContain("loud");
    expect(message).not.toContain("revision:");
    await workspace.import("notes_note.a", "a", { ignore: ["revision", "secret", "text"] });
    expect(workspace.attributes("notes_note.a")).toMatchObject({ text: "one" });
    expect(await failure(workspace.import("notes_note.b", "b"))).toContain(
      "The state does not have notes_note.b. Apply it first.",
    );

    await workspace.run("state", "rm", "notes_note.a");
    await workspace.importPersist("notes_note.a", "a");
    expect(workspace.attributes("notes_note.a")).toMatchObject({ text: "two", secret: "loud" });
    await workspace.apply(configuration.replace("one", "two").replace("hush", "loud"));
  });

  test("says everything about a step that fails", async () => {
    const { open } = inProcess();
    await using workspace = await open();
    await workspace.apply(note("a"));
    const message = await failure(workspace.apply(note("b", "refused")));
    expect(message).toMatch(/^Step 2, apply: "apply" failed with exit code 1\.\n/);
    expect(message).toContain(`Command: ${core.program} apply -auto-approve`);
    expect(message).toMatch(/Error: Refused by the service/);
    expect(message).toContain('2 |   name = "b"');
    expect(message).toContain("creates b");
    expect(message).not.toContain("creates a");
    expect(() => workspace.attributes("notes_note.x")).toThrow("The state does not have notes_note.x.");
  });

  test("refuses an apply that does not leave an empty plan, unless that is expected", async () => {
    const { notes, open } = inProcess();
    await using workspace = await open();
    const stored = notes.set.bind(notes);
    notes.set = (name, value) => stored(name, { ...value, text: `${value.text}, says the service` });
    // The state has the planned text. Only a refresh shows that of the service.
    const message = await failure(workspace.apply(note("a", "one")));
    expect(message).toContain("After the apply, the plan with -refresh=true has to be empty.");
    expect(message).toContain("says the service");
    await workspace.apply(note("a", "two"), { expectEmptyPlan: false });
  });

  test("destroys at the end what is left, also after a configuration that is refused", async () => {
    const { notes, open } = inProcess();
    const workspace = await open();
    await workspace.apply(note("a"));
    await workspace.expectError(note("b", "refused"), /Refused/, { changesState: true });
    await failure(workspace.plan("resource {"));
    notes.set("b", { text: "", secret: null, revision: 1 });
    await workspace.close();
    expect([...notes.keys()]).toEqual(["b"]);
  });

  test("says what is left if it cannot be destroyed, or if the service still has it", async () => {
    const { open } = inProcess();
    const workspace = await open();
    await workspace.apply(note("a", "locked"));
    const message = await failure(workspace.close());
    expect(message).toMatch(/^The end of the workspace: "destroy" failed.*may still exist: notes_note\.a\./);
    expect(message).toContain("Unlock the note.");
    expect(readdirSync(workspace.folder)).toContain("terraform.tfstate");
    rmSync(join(workspace.folder, ".."), { recursive: true });

    const destroyed = () => {
      throw new Error("The service still has it.");
    };
    const other = await inProcess({ destroyed }).open();
    await other.apply(note("a"));
    await expect(other.close()).rejects.toThrow("The service still has it.");
    expect(existsSync(other.folder)).toBe(false);
  });

  test("runs a provider as a command, each time as a new process", async () => {
    const { folder, workspace } = await asCommand();
    await using _ = workspace;
    const text = await workspace.apply(note("a", "one"));
    // Unlike a development override, it is installed.
    expect(text.text).not.toContain("Warning");
    expect(folderService(folder).get("a")).toMatchObject({ text: "one" });
    await workspace.import("notes_note.a");
    const message = await failure(workspace.apply(note("b", "refused")));
    expect(message).toMatch(/Refused by the service.*Log of the provider:.*creates b/s);
    const required = 'terraform {\n  required_providers {\n    notes = {\n      source = "example/notes"\n';
    const versioned = (version: string) => `${required}      version = "${version}"\n    }\n  }\n}\n`;
    await workspace.apply(versioned("~> 1.0") + note("a", "two"));
    await workspace.expectError(
      versioned("~> 2.0") + note("a"),
      /example\/notes.*~> 2\.0|no available releases/,
    );
    await workspace.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  test("shows an exception that a command throws outside a call", async () => {
    const { workspace } = await asCommand();
    await using _ = workspace;
    const later = 'resource "notes_note" "b" {\n  name = "b"\n  depends_on = [notes_note.a]\n}\n';
    const message = await failure(workspace.apply(note("a", "throw outside") + later));
    expect(message).toContain("outside a call");
    expect(message).toContain("notes/provider.ts");
  });

  test("interrupts a command that takes too long, and its provider", async () => {
    const pids = join(newFolder("pids-"), "pids");
    const environment = { NOTES_PIDS: pids };
    const { workspace } = await asCommand({ timeoutMs: 4000, environment });
    await using _ = workspace;
    const message = await failure(workspace.apply(note("a", "hang")));
    expect(message).toContain('The workspace interrupted "apply": it did not end within 4 seconds.');
    expect(message).toContain("Interrupt received");
    const started = readFileSync(pids, "utf8").trim().split("\n").map(Number);
    expect(started.length).toBeGreaterThan(1);
    for (const pid of started) expect(() => process.kill(pid, 0)).toThrow("ESRCH");
    const own = await inProcess({ timeoutMs: 4000 }).open();
    expect(await failure(own.apply(note("a", "hang")))).toContain("did not end within 4 seconds");
    await own.close();
  });

  test("has workspaces that do not disturb each other", async () => {
    const work = async (at: number) => {
      const { notes, open } = inProcess();
      await using workspace = await open();
      await workspace.apply(note("a", `text ${at}`));
      expect([...notes.values()]).toMatchObject([{ text: `text ${at}` }]);
      expect(workspace.attributes("notes_note.a")).toMatchObject({ text: `text ${at}` });
    };
    await Promise.all([1, 2, 3].map(work));
  });

  test("needs nothing from the shell, and no network", async () => {
    vi.stubEnv("TF_CLI_ARGS", "-nonsense");
    vi.stubEnv("TF_WORKSPACE", "other");
    vi.stubEnv("TF_DATA_DIR", "/nowhere/data");
    vi.stubEnv("TF_CLI_CONFIG_FILE", "/nowhere/rc");
    vi.stubEnv("TF_REATTACH_PROVIDERS", "nonsense");
    vi.stubEnv("TF_VAR_text", "from the shell");
    for (const name of ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY"]) vi.stubEnv(name, "http://127.0.0.1:9");
    try {
      const variable = 'variable "text" {\n  default = "own"\n}\n';
      const configuration = `${variable}resource "notes_note" "a" {\n  name = "a"\n  text = var.text\n}\n`;
      await using workspace = await inProcess().open();
      await workspace.apply(configuration);
      expect(workspace.attributes("notes_note.a")).toMatchObject({ text: "own" });
      const { workspace: command } = await asCommand();
      await using _ = command;
      await command.apply(configuration);
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

test("A provider in the test's process installs no handler of the process", () => {
  const [, core] = installedCores[0] ?? [];
  const folder = newFolder("own-process-");
  mkdirSync(folder, { recursive: true });
  const script = join(folder, "test.ts");
  writeFileSync(
    script,
    `import { CoreWorkspace } from ${JSON.stringify(join(root, "src/plugin/testing/index.ts"))};
     import { notesProvider } from ${JSON.stringify(join(root, "test/harness/plugin/notes/provider.ts"))};
     const count = () => process.eventNames().map((name) => [name, process.listenerCount(name)]);
     const before = JSON.stringify(count());
     await using workspace = await CoreWorkspace.open({ core: ${JSON.stringify(core)}, inProcess: notesProvider(new Map()) });
     await workspace.apply('resource "notes_note" "a" {\\n  name = "a"\\n}\\n');
     console.log(before === JSON.stringify(count()) ? "no handler" : JSON.stringify(count()));
     process.on("uncaughtException", (error) => console.log("the runner sees:", error.message));
     await workspace.apply('resource "notes_note" "b" {\\n  name = "b"\\n  text = "throw outside"\\n}\\n');
     await workspace.close();
     console.log("closed");`,
  );
  const said = execFileSync(process.execPath, [script], { encoding: "utf8" });
  expect(said).toBe("no handler\nthe runner sees: outside a call\nclosed\n");
});
