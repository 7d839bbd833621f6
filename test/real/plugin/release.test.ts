import { execFile, execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { sha256 } from "../../../scripts/release-files.ts";
import { thisPlatform } from "../../../scripts/runtimes.ts";
import { toolPath } from "../../../scripts/tool-folder.ts";
import { newFolder } from "../../harness/new-folder.ts";
import { newCores } from "../../harness/plugin/real-cores.ts";

// What the guide says of a release: the example is built, installed from a mirror, and applied on a machine without Node.

const root = join(import.meta.dirname, "..", "..", "..");
let release: string;
beforeAll(() => {
  release = newFolder("release-");
  const script = join(root, "scripts", "build-provider.ts");
  const entry = join(root, "examples", "plugin", "provider.ts");
  execFileSync(process.execPath, [script, entry, "--out", release, "here"], { stdio: "pipe" });
});

test("A release has an archive, its checksum, and what a registry asks for", () => {
  const archive = `terraform-provider-notes_1.0.0_${thisPlatform()}.zip`;
  const manifest = "terraform-provider-notes_1.0.0_manifest.json";
  const sums = "terraform-provider-notes_1.0.0_SHA256SUMS";
  expect(readdirSync(release).sort()).toEqual(["schema.json", sums, archive, manifest].sort());
  const sum = (name: string) => sha256(readFileSync(join(release, name)));
  expect(readFileSync(join(release, sums), "utf8")).toBe(
    [archive, manifest].map((name) => `${sum(name)}  ${name}\n`).join(""),
  );
  expect(JSON.parse(readFileSync(join(release, manifest), "utf8"))).toEqual({
    version: 1,
    metadata: { protocol_versions: ["6.0"] },
  });
});

test.each([
  ["no file", [], "Name the file that calls serve."],
  ["a missing file", ["nowhere.ts"], /^There is no file .*nowhere\.ts\.\n$/],
  ["an unknown platform", ["provider.ts", "beos"], '"beos" is not a platform.'],
  ["an unknown option", ["provider.ts", "--output"], "Unknown option '--output'"],
  ["a file that does not call serve", ["no-serve.ts", "here"], /^.*no-serve\.ts does not call serve/],
  ["a provider that cannot run", ["broken.ts", "here"], /cannot run:.*Error: no luck/s],
])("A release is refused with a sentence: %s", (_, args, sentence) => {
  const folder = newFolder("no-release-");
  writeFileSync(join(folder, "package.json"), "{}");
  writeFileSync(join(folder, "no-serve.ts"), "export const provider = {};\n");
  writeFileSync(join(folder, "broken.ts"), 'throw new Error("no luck");\n');
  const script = join(root, "scripts", "build-provider.ts");
  const { status, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(status).toBe(1);
  expect(stderr).toMatch(sentence);
  expect(existsSync(join(folder, "release"))).toBe(false);
});

describe.each(newCores)("%s", (name, { program }) => {
  test("installs the example from a mirror, and needs no Node for it", async () => {
    const folder = newFolder("installed-");
    const host = name === "tofu" ? "registry.opentofu.org" : "registry.terraform.io";
    const mirror = join(folder, "mirror", host, "example", "notes");
    mkdirSync(mirror, { recursive: true });
    const archive = `terraform-provider-notes_1.0.0_${thisPlatform()}.zip`;
    cpSync(join(release, archive), join(mirror, archive));
    cpSync(join(root, "examples", "plugin", "main.tf"), join(folder, "main.tf"));
    const rc = join(folder, "rc");
    writeFileSync(
      rc,
      `provider_installation {\n  filesystem_mirror {\n    path = "${join(folder, "mirror")}"\n  }\n}\ndisable_checkpoint = true\n`,
    );
    // Without a PATH there is no Node, and no other program either.
    const env = { HOME: folder, PATH: "/nowhere", TF_CLI_CONFIG_FILE: rc };
    const run = (...args: string[]) => promisify(execFile)(program, args, { cwd: folder, env });
    await run("init", "-no-color");
    await run("apply", "-no-color", "-auto-approve");
    expect(readFileSync(join(folder, "notes", "shopping-list"), "utf8")).toBe("Milk, bread.");
    await run("plan", "-detailed-exitcode");
  });
});

test("HashiCorp's tfplugindocs writes and accepts documentation from the schema of a release", () => {
  const tool = toolPath("tfplugindocs");
  const folder = newFolder("provider-docs-");
  const common = ["-provider-dir", folder, "-provider-name", "notes"];
  const schema = ["-providers-schema", join(release, "schema.json")];
  const generated = spawnSync(tool, ["generate", ...common, ...schema], { encoding: "utf8" });
  expect(generated.status, generated.stdout + generated.stderr).toBe(0);
  const page = readFileSync(join(folder, "docs", "resources", "note.md"), "utf8");
  expect(page).toContain("### Nested Schema for `reminders`");
  expect(page).toContain("How many characters the text has.");
  expect(existsSync(join(folder, "docs", "functions", "title.md"))).toBe(true);
  const checked = spawnSync(tool, ["validate", ...common, ...schema], { encoding: "utf8" });
  expect(checked.status, checked.stdout + checked.stderr).toBe(0);
});
