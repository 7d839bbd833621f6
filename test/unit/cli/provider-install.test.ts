import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { userMirror } from "../../../src/cli/commands/provider-install.ts";
import { providerPackage } from "../../../src/cli/provider-files.ts";
import { tryToStart } from "../../../src/cli/provider-start.ts";
import { registryHosts } from "../../../src/cli/registry-hosts.ts";
import { bareEnvironment, certorder, newFolder } from "../../harness/cli/cli.ts";
import { commandLine, executable } from "../../harness/program.ts";

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
  const started = [`rmdir ${cwd}; exec "$@"`, "sh", ...commandLine(), ...args];
  const gone = spawnSync("sh", ["-c", ...started], { cwd, env: bareEnvironment(), encoding: "utf8" });
  expect(gone.stderr).toMatch(/current folder does not exist|working directory was deleted/);
  expect(gone.status).not.toBe(0);
  for (const { stderr } of [unwritable, gone]) expect(stderr).not.toContain("    at ");
});

describe.runIf(process.platform !== "win32")("What certorder provider install writes", () => {
  const isRoot = process.getuid?.() === 0;
  const host = "registry.example.com";

  /** Installs in a process with this umask. The path of Node is recorded in the folder `data` beside the mirror. */
  function installWith(umask: string, top: string) {
    const args = ["provider", "install", "--dir", join(top, "new", "mirror"), "--host", host, "--json"];
    const line = [`umask ${umask}; exec "$@"`, "sh", ...commandLine(), ...args];
    const env = bareEnvironment({ XDG_DATA_HOME: join(top, "data") });
    return spawnSync("sh", ["-c", ...line], { env, encoding: "utf8" });
  }

  /** All paths below a folder with another mode than 755 for folders and programs, and 644 for files. */
  function oddModes(top: string): string[] {
    return readdirSync(top, { recursive: true, encoding: "utf8" }).flatMap((name) => {
      const found = statSync(join(top, name));
      const mode = (found.mode & 0o7777).toString(8);
      const isRun =
        found.isDirectory() || /(?:terraform-provider-certorder_v[^/]*|lib\/certorder)$/.test(name);
      return mode === (isRun || /lib\/ld-/.test(name) ? "755" : "644") ? [] : [`${name} ${mode}`];
    });
  }

  test.each(["000", "077"])("has the same modes, whatever the umask is: %s", (umask) => {
    const top = newFolder();
    expect(installWith(umask, top)).toMatchObject({ status: 0 });
    expect(oddModes(top)).toEqual([]);
  });

  test("has these modes also if an earlier installation was writable for every user", () => {
    const top = newFolder();
    expect(installWith("022", top)).toMatchObject({ status: 0 });
    const mirror = join(top, "new", "mirror");
    for (const folder of [join(mirror, host), join(top, "data", "certorder")])
      if (existsSync(folder)) {
        chmodSync(folder, 0o777);
        for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }))
          chmodSync(join(folder, name), 0o777);
      }
    expect(installWith("022", top)).toMatchObject({ status: 0 });
    expect(oddModes(top)).toEqual([]);
  });

  test("is not put into a folder that others may write to, and the command that is shown helps", async () => {
    const above = join(newFolder(), "with a blank");
    const mirror = join(above, "mirror");
    for (const open of [above, mirror]) {
      mkdirSync(open);
      chmodSync(open, 0o777);
      const refused = await install(mirror);
      expect(refused).toMatchObject({ code: 2, stdout: "" });
      expect(refused.stderr).toContain(
        `The provider is not put into ${mirror}: others may write to ${open}, and could replace what is installed there.`,
      );
      expect(refused.stderr).toContain("--dir");
      expect(refused.stderr).toContain(`\n      chmod go-w '${open}'\n`);
      expect(readdirSync(open)).toEqual([]);
      spawnSync("sh", ["-c", /chmod go-w .*/.exec(refused.stderr)?.[0] ?? ""]);
    }
    expect(await install(mirror)).toMatchObject({ code: 0 });
    // As in /tmp: others may add to it, and cannot replace what is there.
    chmodSync(above, 0o1777);
    expect(await install(mirror)).toMatchObject({ code: 0 });
  });

  test.runIf(isRoot)("is not put behind a folder or a link of another user", async () => {
    const [daemon, mirror] = [1, newFolder()];
    const elsewhere = newFolder();
    symlinkSync(elsewhere, join(mirror, host));
    lchownSync(join(mirror, host), daemon, daemon);
    const foreign = join(newFolder(), "foreign");
    mkdirSync(foreign);
    chownSync(foreign, daemon, daemon);
    for (const [refused, path] of [
      [await install(mirror), join(mirror, host)],
      [await install(join(foreign, "mirror")), foreign],
    ] as const) {
      expect(refused).toMatchObject({ code: 2, stdout: "" });
      expect(refused.stderr).toContain(`${path} is owned by another user, who could replace`);
      expect(refused.stderr).toContain(`\n      chown -h USER ${path}\n`);
    }
    expect(readdirSync(foreign)).toEqual([]);
    expect(readdirSync(mirror)).toEqual([host]);
  });

  test.skipIf(executable)(
    "is nothing if the path of Node would be in a folder that others may write to",
    () => {
      const top = newFolder();
      const data = join(top, "data");
      mkdirSync(data);
      chmodSync(data, 0o777);
      const refused = installWith("022", top);
      expect(refused.status).toBe(2);
      expect(JSON.parse(refused.stdout)).toMatchObject({
        message: expect.stringContaining(`others may write to ${data}`),
        remedy: expect.stringContaining("XDG_DATA_HOME"),
      });
      expect(readdirSync(top, { recursive: true })).toEqual(["data"]);
      chmodSync(data, 0o755);
      // A file in the place of the folder.
      writeFileSync(join(data, "certorder"), "");
      expect(installWith("022", top).stdout).toContain(
        "The path of the Node that runs the provider cannot be put into",
      );
    },
  );
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
