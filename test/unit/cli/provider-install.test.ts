import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { userMirror } from "../../../src/cli/commands/provider-install.ts";
import { providerPackage } from "../../../src/cli/provider-files.ts";
import { tryToStart } from "../../../src/cli/provider-start.ts";
import { registryHosts } from "../../../src/cli/registry-hosts.ts";
import { bareEnvironment, certorder, mainFile, newFolder } from "../../harness/cli/cli.ts";
import { commandLine } from "../../harness/program.ts";

const install = (mirror: string, ...more: string[]) =>
  certorder(["provider", "install", "--dir", mirror, "--host", "registry.example.com", ...more]);

test("The provider goes where the cores look by themselves, on Windows below APPDATA", () => {
  expect(userMirror("win32", { APPDATA: "/roaming" })).toBe(join("/roaming", "terraform.d", "plugins"));
  expect(userMirror("linux", { APPDATA: "/roaming" })).toBe(join(homedir(), ".terraform.d", "plugins"));
});

test("certorder provider install replaces an earlier installation, and tells which program runs the provider", async () => {
  const mirror = newFolder();
  // The files of a killed installation lie where no core reads. One that may still run is left alone.
  const [left, fresh] = [".certorder-left", ".certorder-fresh"].map((name) => join(mirror, name));
  for (const folder of [left, fresh]) mkdirSync(join(String(folder), "new", "lib"), { recursive: true });
  const yesterday = Date.now() / 1000 - 86_400;
  utimesSync(String(left), yesterday, yesterday);
  const [text, json] = [await install(mirror), await install(mirror, "--json")];
  expect([text, json]).toMatchObject([{ code: 0 }, { code: 0 }]);
  const { node, folders } = JSON.parse(json.stdout) as { node: string | null; folders: [string] };
  expect(node === null || existsSync(node)).toBe(true);
  expect(text.stdout).toContain(node === null ? "(an executable)" : `(run by ${node})`);
  expect(readdirSync(mirror).sort()).toEqual([".certorder-fresh", "registry.example.com"]);
  expect(readdirSync(join(folders[0], ".."))).toHaveLength(1);
});

test("certorder provider install and schema refuse a host that is not one, and create no folder", async () => {
  const mirror = join(newFolder(), "mirror");
  for (const host of ["../../evil", "a/b", "", "b a d"])
    for (const ended of [
      await install(mirror, "--host", host),
      await certorder(["provider", "schema", "--host", host]),
    ])
      expect(ended).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("--host") });
  expect(existsSync(mirror)).toBe(false);
});

test("certorder provider install names a folder that cannot be written to, or that is gone", async () => {
  const file = join(newFolder(), "file");
  writeFileSync(file, "");
  const unwritable = await install(join(file, "x"));
  expect(unwritable).toMatchObject({ code: 2, stderr: expect.stringContaining("cannot be put into") });
  const cwd = newFolder();
  const args = ["provider", "install", "--dir", "mirror", "--host", "registry.example.com"];
  const started = [`rmdir ${cwd}; exec "$@"`, "sh", ...commandLine(mainFile), ...args];
  const gone = spawnSync("sh", ["-c", ...started], { cwd, env: bareEnvironment(), encoding: "utf8" });
  expect(gone.stderr).toMatch(/current folder does not exist|working directory was deleted/);
  expect(gone.status).not.toBe(0);
  for (const { stderr } of [unwritable, gone]) expect(stderr).not.toContain("    at ");
});

test("certorder provider install fails if the provider that it installed does not start, and says why", async () => {
  const program = join(newFolder(), "provider");
  expect(await tryToStart(program)).toContain("ENOENT");
  for (const [script, problem] of [
    ["echo it needs something that is not here; exit 3", "it needs something that is not here"],
    ["exit 3", "it ended with 3."],
    ["echo '1|6|unix|/socket|grpc|'; exec sleep 60", undefined],
  ] as const) {
    writeFileSync(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    expect(await tryToStart(program)).toBe(problem);
  }
});

test("On Windows, where no script can be a provider, provider install says what to install", async () => {
  const { platform } = process;
  try {
    Object.defineProperty(process, "platform", { value: "win32" });
    await expect(providerPackage()).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining("On Windows, Terraform and OpenTofu start only an executable"),
      remedy: expect.stringContaining("npm run build:executables -- here"),
    });
  } finally {
    Object.defineProperty(process, "platform", { value: platform });
  }
});

test("The programs that are asked for their registry do not get the keys", async () => {
  const program = join(newFolder(), "tofu");
  const says = `provider[\${CERTORDER_AUTH_KEY:-registry.example}/certorder/certorder]`;
  writeFileSync(program, `#!/bin/sh\necho "${says}"\n`, { mode: 0o755 });
  vi.stubEnv("CERTORDER_AUTH_KEY", "a-secret");
  expect(await registryHosts([program])).toEqual(["registry.example"]);
});
