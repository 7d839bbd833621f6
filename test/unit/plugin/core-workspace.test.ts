import { chmodSync, existsSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ExactNumber } from "../../../src/plugin/index.ts";
import {
  describeDifference,
  importDifferences,
} from "../../../src/plugin/testing/acceptance/compare-import.ts";
import { configurationFiles } from "../../../src/plugin/testing/acceptance/configuration.ts";
import { coreEnvironment } from "../../../src/plugin/testing/acceptance/core-environment.ts";
import { CorePlan, type ShownPlan } from "../../../src/plugin/testing/acceptance/core-plan.ts";
import { readState, sensitiveValues } from "../../../src/plugin/testing/acceptance/core-state.ts";
import { readVersion } from "../../../src/plugin/testing/acceptance/find-core.ts";
import { startCore, unwrap } from "../../../src/plugin/testing/acceptance/run-core.ts";
import { fullAddresses } from "../../../src/plugin/testing/acceptance/source-address.ts";
import { describeStep } from "../../../src/plugin/testing/acceptance/step-error.ts";
import { CoreWorkspace, findCore, isAtLeast } from "../../../src/plugin/testing/index.ts";
import { newFolder } from "../../harness/new-folder.ts";

// What a workspace with a real core does without one. The rest: test/real/plugin/core-workspace.test.ts.

/** A program that stands in for a core. */
function script(lines: string): string {
  const file = join(newFolder("fake-core-"), "core");
  writeFileSync(file, `#!/bin/sh\n${lines}\n`);
  chmodSync(file, 0o755);
  return file;
}

const answersVersion = 'if [ "$1" = version ]; then printf "OpenTofu v1.12.0\\non linux_amd64\\n"; exit; fi';

describe("findCore", () => {
  afterEach(() => vi.unstubAllEnvs());

  test("finds a program by its name in the PATH, or by its path, and reads its version", () => {
    const program = script(answersVersion);
    vi.stubEnv("PATH", `${join(program, "..")}:/bin`);
    for (const given of ["core", program, relative(process.cwd(), program)])
      expect(findCore(given)).toEqual({
        name: "tofu",
        program,
        version: "1.12.0",
        platform: "linux_amd64",
        missing: undefined,
      });
  });

  test("says why there is none", () => {
    vi.stubEnv("PATH", "/nowhere");
    expect(findCore("tofu").missing).toBe(
      'There is no "tofu" in the PATH. Install it, or pass the path of the program to findCore.',
    );
    expect(findCore("/nowhere/tofu").missing).toMatch(/^"\/nowhere\/tofu version" failed: .*ENOENT/);
    expect(findCore("/bin/true").missing).toMatch(/^"\/bin\/true" is neither Terraform nor OpenTofu/);
  });

  test("reads a version with a warning before it, and that of a development build", () => {
    expect(readVersion("t", "Warning: old\n\nTerraform v1.16.4\non darwin_arm64\n")).toMatchObject({
      name: "terraform",
      version: "1.16.4",
      platform: "darwin_arm64",
    });
    expect(readVersion("t", "OpenTofu v1.12.6-dev\non linux_amd64\n")?.version).toBe("1.12.6-dev");
  });

  test("tells which core has a feature", () => {
    const terraform = readVersion("t", "Terraform v1.14.0\non linux_amd64\n") ?? { missing: "" };
    expect(isAtLeast(terraform, { terraform: "1.14" })).toBe(true);
    expect(isAtLeast(terraform, { terraform: "1.9.9" })).toBe(true);
    expect(isAtLeast(terraform, { terraform: "1.14.1" })).toBe(false);
    expect(isAtLeast(terraform, { tofu: "1.6" })).toBe(false);
    expect(isAtLeast({ missing: "none" }, { terraform: "1.0" })).toBe(false);
  });

  test("A workspace cannot be opened with a missing core, and says the reason", async () => {
    const options = { core: { missing: "There is no tofu." }, command: ["x"], address: "a/b" } as const;
    await expect(CoreWorkspace.open(options)).rejects.toThrow("There is no tofu.");
  });
});

describe("The environment of a core", () => {
  afterEach(() => vi.unstubAllEnvs());

  test("has nothing from the shell that changes what a core does", () => {
    for (const name of ["TF_LOG", "TF_VAR_a", "TF_CLI_ARGS_plan", "TF_DATA_DIR", "TF_WORKSPACE"])
      vi.stubEnv(name, "from the shell");
    vi.stubEnv("TF_PLUGIN_CACHE_DIR", "/cache");
    vi.stubEnv("OTHER", "stays");
    const environment = coreEnvironment({
      cliConfig: "/rc",
      provider: { TF_REATTACH_PROVIDERS: "{}" },
      environment: { TF_VAR_b: "from the test", HOME: undefined },
    });
    expect(
      Object.keys(environment)
        .filter((name) => name.startsWith("TF_"))
        .sort(),
    ).toEqual(["TF_CLI_CONFIG_FILE", "TF_INPUT", "TF_IN_AUTOMATION", "TF_REATTACH_PROVIDERS", "TF_VAR_b"]);
    expect(environment).toMatchObject({ OTHER: "stays", CHECKPOINT_DISABLE: "1", HOME: undefined });
  });
});

describe("The configuration of a workspace", () => {
  const added = "required_providers.tf";

  test("gets the source of the provider in a file of its own", () => {
    const files = configurationFiles('resource "notes_note" "a" {}', "example/notes");
    expect(files["main.tf"]).toBe('resource "notes_note" "a" {}');
    expect(files[added]).toContain('notes = { source = "example/notes" }');
  });

  test.each([
    ["main.tf", "terraform {\n  required_providers {\n  }\n}"],
    ["main.tf", "terraform { required_providers { a = {} } }"],
    ["main.tf.json", '{"terraform":{"required_providers":{}}}'],
    ["main.tf.json", '{\n  "terraform": {\n    "required_providers": {}\n  }\n}'],
  ])("keeps its own sources (%s: %s)", (name, text) => {
    expect(configurationFiles({ [name]: text }, "example/notes")).toEqual({ [name]: text });
  });

  test.each([
    ["main.tf", "# no required_providers {\n"],
    ["module/main.tf", "terraform {\n  required_providers {\n  }\n}"],
  ])("is not taken to have sources by %s: %s", (name, text) => {
    expect(Object.keys(configurationFiles({ [name]: text }, "example/notes"))).toContain(added);
  });

  test("has the address that each core makes of a short one", () => {
    const both = ["registry.terraform.io/example/notes", "registry.opentofu.org/example/notes"];
    expect(fullAddresses("example/notes")).toEqual(both);
    expect(fullAddresses("registry.terraform.io/example/notes")).toEqual(both);
    expect(fullAddresses("private.test/example/notes")).toEqual(["private.test/example/notes"]);
  });
});

const run = {
  command: ["tofu", "plan"],
  exitCode: 2,
  stdout: "",
  stderr: "",
  text: "",
  interrupted: undefined,
};

describe("A plan of a core", () => {
  const change = (actions: string[], more: object = {}) => ({
    address: `t.${actions.join("_")}`,
    change: { actions, before: null, after: null, after_unknown: {}, ...more },
  });
  const shown: ShownPlan = {
    resource_changes: [
      change(["no-op"]),
      change(["create"], {
        after: { name: "a" },
        after_unknown: { id: true, tags: [false, { x: true }], n: {} },
      }),
      change(["delete", "create"], { replace_paths: [["name"], ["zones", 0, "a b"], ["zones", 1, "id"]] }),
      change(["create", "delete"]),
      change(["forget"]),
      { ...change(["update"]), previous_address: "t.old" },
    ],
    resource_drift: [change(["delete"])],
    output_changes: {
      a: { actions: ["create"], before: null, after_unknown: true },
      b: { actions: ["no-op"], before: 1, after: 1, after_unknown: false },
    },
  };
  const plan = new CorePlan(run, shown);

  test("has the action of each object", () => {
    expect(plan.isEmpty).toBe(false);
    expect(plan.actions).toEqual({
      "t.create": "create",
      "t.delete_create": "replace",
      "t.create_delete": "replace",
      "t.forget": "forget",
      "t.update": "update",
    });
    expect(plan.change("t.no-op").action).toBe("no-op");
    expect(plan.drift).toMatchObject([{ address: "t.delete", action: "delete" }]);
  });

  test("names what is unknown, what forces a replacement, and where an object was", () => {
    expect(plan.change("t.create")).toMatchObject({ unknown: ["id", "tags"], after: { name: "a" } });
    expect(plan.change("t.delete_create").replacePaths).toEqual(["name", 'zones[0]["a b"]', "zones[1].id"]);
    expect(plan.change("t.update").previousAddress).toBe("t.old");
    expect(plan.outputs).toMatchObject({ a: { isUnknown: true }, b: { isUnknown: false, after: 1 } });
  });

  test("says what it has, if it is asked for another object", () => {
    expect(() => plan.change("t.x")).toThrow(/^The plan does not have t\.x\. It has: t\.no-op, /);
    const empty = new CorePlan({ ...run, exitCode: 0 }, {});
    expect(empty.isEmpty).toBe(true);
    expect(() => empty.change("t.x")).toThrow("It has: no object.");
  });
});

test("A state has an address for each object", () => {
  const base = { mode: "managed", type: "t", name: "a" };
  const text = JSON.stringify({
    outputs: { o: { value: [1], type: "x", sensitive: true } },
    resources: [
      { ...base, instances: [{ attributes: { id: "1" }, identity: { id: "1" } }] },
      {
        ...base,
        name: "b",
        instances: [
          { index_key: 0, attributes: {} },
          { index_key: "k", attributes: {} },
        ],
      },
      { ...base, mode: "data", module: "module.m[0]", instances: [{ attributes: {}, status: "tainted" }] },
      { ...base, name: "c", instances: [{ attributes: {}, deposed: "x" }] },
    ],
  });
  const { resources, outputs } = readState(text);
  const addresses = ["t.a", "t.b[0]", 't.b["k"]', "module.m[0].data.t.a", "t.c"];
  expect(resources.map(({ address }) => address)).toEqual(addresses);
  expect(resources[0]).toMatchObject({ attributes: { id: "1" }, identity: { id: "1" }, isTainted: false });
  expect(resources[3]?.isTainted).toBe(true);
  expect(resources[4]?.isDeposed).toBe(true);
  expect(outputs).toEqual({ o: [1] });
  expect(readState("")).toEqual({ resources: [], outputs: {} });
});

describe("An imported object", () => {
  const stored = { id: "1", text: "a", tags: ["x", "y"], zones: [{ name: "a", key: 1 }], only: null };
  const imported = { id: "1", text: "b", tags: ["x"], zones: [{ name: "a", key: 2 }], only: null };

  test("differs in the smallest part that differs", () => {
    expect(importDifferences(stored, imported)).toEqual([["text"], ["tags"], ["zones", 0, "key"]]);
    expect(importDifferences(stored, stored)).toEqual([]);
    expect(importDifferences({ a: null }, {})).toEqual([["a"]]);
    const [one, other] = ["9007199254740993", "9007199254740994"].map((text) => ({
      size: ExactNumber.parse(text),
    }));
    expect(importDifferences(one ?? {}, other ?? {})).toEqual([["size"]]);
  });

  test("may differ in what is ignored, and inside it", () => {
    expect(importDifferences(stored, imported, ["text", "tags", "zones"])).toEqual([]);
    expect(importDifferences(stored, imported, ["zones[0].key", "te"])).toEqual([["text"], ["tags"]]);
  });

  test("A difference is shown, but not a sensitive value", () => {
    const line = (path: (string | number)[], sensitive: unknown) =>
      describeDifference(path, stored, imported, sensitive);
    expect(line(["text"], {})).toBe('text: the state has "a", the import "b"');
    expect(line(["more"], {})).toBe("more: the state has nothing, the import nothing");
    for (const [path, marks] of [
      [["text"], { text: true }],
      [["zones", 0, "key"], { zones: true }],
      [["zones", 0, "key"], { zones: [{ key: true }] }],
      [["tags"], { tags: [false, true] }],
    ] as const)
      expect(line([...path], marks)).toMatch(/: the values differ; they are sensitive$/);
  });

  test("The core says what is sensitive, also in a module", () => {
    const child = { resources: [{ address: "module.m.t.a", sensitive_values: { key: true } }] };
    const shown = { values: { root_module: { child_modules: [{}, child] } } };
    expect(sensitiveValues(shown, "module.m.t.a")).toEqual({ key: true });
    expect(sensitiveValues({}, "t.a")).toBeUndefined();
  });
});

test("The text of a message has neither frames nor line breaks", () => {
  expect(unwrap("╷\n│ Error: Null value\n│ \n│   with t.a,\n│ A very long\n│ sentence.\n╵\n")).toBe(
    "Error: Null value with t.a, A very long sentence.",
  );
});

test("A message about a step has the configuration with line numbers, the command, its output and the log", () => {
  const log = Array.from({ length: 102 }, (_, at) => `line ${at}`).join("\n");
  const message = describeStep({
    step: "Step 2, apply",
    problem: '"apply" failed with exit code 1.',
    files: { "main.tf": "a {\n  b = 1\n}\n", "required_providers.tf": "hidden" },
    folder: "/tmp/x",
    run: { ...run, stdout: "started\n", stderr: "Error: no\n" },
    log,
  });
  expect(message).toMatch(
    `Step 2, apply: "apply" failed with exit code 1.

Command: tofu plan
Folder: /tmp/x
Output:
  started
  Error: no

Configuration:
  main.tf
    1 | a {
    2 |   b = 1
    3 | }

Log of the provider:
  (2 lines before)
  line 2
`,
  );
  expect(message).not.toContain("hidden");
});

describe("A command of a core", () => {
  const start = (lines: string, more: object = {}) =>
    startCore({
      program: script(lines),
      arguments: ["apply"],
      folder: tmpdir(),
      environment: process.env,
      ...more,
    });

  test("has plain text, also if the core uses colours", async () => {
    const { stdout, text, exitCode } = await start('printf "\\033[31mError\\033[0m: a\\nb"; exit 3').run;
    expect({ stdout, text, exitCode }).toEqual({ stdout: "Error: a\nb", text: "Error: a b", exitCode: 3 });
  });

  test("is interrupted after its time, and may still say something", async () => {
    const lines = 'trap "echo stored; exit 1" INT; while :; do sleep 0.05; done';
    const ended = await start(lines, { timeoutMs: 300 }).run;
    expect(ended).toMatchObject({
      exitCode: 1,
      stdout: "stored\n",
      interrupted: "it did not end within 0.3 seconds",
    });
  });

  test("is killed with its children if it does not care about the interrupt", async () => {
    const running = start('trap "" INT; sleep 600 & echo started; wait', { graceMs: 200 });
    await new Promise((resolve) => running.child.stdout?.once("data", resolve));
    running.end("the test wants it");
    // The child has the same stdout, so this waits for its end too.
    expect(await running.run).toMatchObject({ exitCode: null, interrupted: "the test wants it" });
  });
});

describe("A workspace", () => {
  const open = (lines: string, more: { signal?: AbortSignal } = {}) => {
    const core = findCore(script(`${answersVersion}\n${lines}`));
    return CoreWorkspace.open({ core, command: ["never"], address: "example/notes", ...more });
  };

  test("refuses a step while another one runs, and every step after its end", async () => {
    const workspace = await open("sleep 0.2");
    const first = workspace.run("validate");
    await expect(workspace.run("graph")).rejects.toThrow("Step 1, validate, is still running. Await it");
    await first;
    await workspace.close();
    await expect(workspace.run("graph")).rejects.toThrow("The workspace is closed.");
    expect(existsSync(workspace.folder)).toBe(false);
  });

  test.each(["it is closed", "its signal aborts"])("ends a step that still runs when %s", async (when) => {
    const started = join(newFolder("started-"), "started");
    const aborter = new AbortController();
    const loop = `touch ${started}; trap "exit 1" INT; while :; do sleep 0.05; done`;
    const workspace = await open(`if [ "$1" = graph ]; then ${loop}; fi`, { signal: aborter.signal });
    const step = expect(workspace.run("graph")).rejects.toThrow("the workspace was closed");
    await vi.waitFor(() => expect(existsSync(started)).toBe(true), 10_000);
    if (when === "its signal aborts") aborter.abort();
    else await workspace.close();
    await step;
    await workspace.close();
    expect(existsSync(workspace.folder)).toBe(false);
  });

  test("says that init failed, with its output", async () => {
    await using workspace = await open('echo "no registry" >&2; exit 1');
    await expect(workspace.apply("a {}")).rejects.toThrow(
      /^Step 1, apply: "init" failed with exit code 1\..*no registry.*1 \| a \{\}/s,
    );
  });

  test("keeps the folder with the state if the objects cannot be destroyed", async () => {
    const state = JSON.stringify({
      resources: [{ mode: "managed", type: "t", name: "a", instances: [{ attributes: {} }] }],
    });
    const workspace = await open(
      `if [ "$1" = apply ]; then echo '${state}' > terraform.tfstate; fi\n[ "$1" != destroy ]`,
    );
    await workspace.apply("");
    await expect(workspace.close()).rejects.toThrow(
      /^The end of the workspace: "destroy" failed with exit code 1\. These objects may still exist: t\.a\./,
    );
    expect(readdirSync(workspace.folder)).toContain("terraform.tfstate");
  });
});
