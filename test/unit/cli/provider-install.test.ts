import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { userMirror } from "../../../src/cli/commands/provider-install.ts";
import { providerPackage } from "../../../src/cli/provider-files.ts";
import { startProblem } from "../../../src/cli/provider-start.ts";
import { bareEnvironment, certorder, mainFile, newFolder } from "../../harness/cli/cli.ts";
import { commandLine } from "../../harness/program.ts";

test("The provider goes where the cores look by themselves, on Windows below APPDATA", () => {
  expect(userMirror("win32", { APPDATA: "/roaming" })).toBe(join("/roaming", "terraform.d", "plugins"));
  expect(userMirror("linux", { APPDATA: "/roaming" })).toBe(join(homedir(), ".terraform.d", "plugins"));
});

test.each([["../../evil"], ["a/b"], [""], ["b a d"]])(
  "certorder provider refuses a host that is not one, and creates no folder: %j",
  async (host) => {
    const mirror = join(newFolder(), "mirror");
    for (const args of [
      ["provider", "install", "--dir", mirror, "--host", host],
      ["provider", "schema", "--host", host],
    ])
      expect(await certorder(args)).toMatchObject({
        code: 2,
        stdout: "",
        stderr: expect.stringContaining("--host"),
      });
    expect(existsSync(mirror)).toBe(false);
  },
);

test("certorder provider install names a folder that cannot be written to, with a remedy", async () => {
  const file = join(newFolder(), "file");
  writeFileSync(file, "");
  const args = ["provider", "install", "--dir", join(file, "x"), "--host", "registry.example.com"];
  const { code, stderr } = await certorder(args);
  expect(code).toBe(2);
  expect(stderr).toContain("cannot be put into");
  expect(stderr).not.toContain("    at ");
});

test("certorder provider install replaces an earlier installation where a core looks for it", async () => {
  const mirror = newFolder();
  const args = ["provider", "install", "--dir", mirror, "--host", "registry.example.com"];
  for (let time = 0; time < 2; time++) expect(await certorder(args)).toMatchObject({ code: 0 });
  const folder = join(mirror, "registry.example.com", "certorder", "certorder");
  const [version = ""] = readdirSync(folder);
  expect(readdirSync(join(folder, version))).toHaveLength(1);
});

test("The files of a killed installation lie where no core reads, and a later installation removes them", async () => {
  const mirror = newFolder();
  const [left, fresh] = [".certorder-left", ".certorder-fresh"].map((name) => join(mirror, name));
  for (const folder of [left, fresh]) mkdirSync(join(String(folder), "new", "lib"), { recursive: true });
  const yesterday = Date.now() / 1000 - 86_400;
  utimesSync(String(left), yesterday, yesterday);
  const args = ["provider", "install", "--dir", mirror, "--host", "registry.example.com"];
  expect(await certorder(args)).toMatchObject({ code: 0 });
  // An installation that may still run is left alone.
  expect(readdirSync(mirror).sort()).toEqual([".certorder-fresh", "registry.example.com"]);
});

test("certorder provider install reports a working folder that no longer exists", () => {
  const cwd = newFolder();
  const args = ["provider", "install", "--dir", "mirror", "--host", "registry.example.com"];
  const started = [`rmdir ${cwd}; exec "$@"`, "sh", ...commandLine(mainFile), ...args];
  const { status, stderr } = spawnSync("sh", ["-c", ...started], {
    cwd,
    env: bareEnvironment(),
    encoding: "utf8",
  });
  expect(stderr).toMatch(/current folder does not exist|working directory was deleted/);
  expect(stderr).not.toContain("    at ");
  expect(status).not.toBe(0);
});

test("certorder provider install fails if the provider that it installed does not start, and says why", async () => {
  const folder = newFolder();
  const program = join(folder, "provider");
  expect(await startProblem(program)).toContain("ENOENT");
  const write = (script: string) => writeFileSync(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  write("echo it needs something that is not here; exit 3");
  expect(await startProblem(program)).toBe("it needs something that is not here");
  write("exit 3");
  expect(await startProblem(program)).toBe("it ended with 3.");
  write("echo '1|6|unix|/socket|grpc|'; exec sleep 60");
  expect(await startProblem(program)).toBeUndefined();
});

test("certorder provider install tells which program runs the provider", async () => {
  const mirror = newFolder();
  const args = ["provider", "install", "--dir", mirror, "--host", "registry.example.com"];
  const [text, json] = [await certorder(args), await certorder([...args, "--json"])];
  const { node } = JSON.parse(json.stdout) as { node: string | null };
  expect(node === null || existsSync(node)).toBe(true);
  expect(text.stdout).toContain(node === null ? "(an executable)" : `(run by ${node})`);
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
