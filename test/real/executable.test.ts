import { execFile, execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { compile } from "../../scripts/executables.ts";
import { archiveName } from "../../scripts/release-files.ts";
import { thisPlatform } from "../../scripts/runtimes.ts";
import { toolPath } from "../../scripts/tool-folder.ts";
import { zip } from "../../scripts/zip.ts";
import { linuxLoaders } from "../../src/cli/provider-files.ts";
import { Workspace } from "../../src/plugin/testing/index.ts";
import { magicCookie } from "../../src/plugin/testing/provider-process.ts";
import { startSandbox } from "../../src/sandbox/index.ts";
import { version } from "../../src/version.ts";
import { atTheEnd } from "../harness/at-the-end.ts";
import { goodRequest, listener, service } from "../harness/cli/service.ts";
import { newFolder } from "../harness/new-folder.ts";
import { compiledPackage, type Package } from "./executable.ts";
import { install, ReleaseServer } from "./release-server.ts";

// The executable of this machine's platform, on a machine that has nothing else of ours, and no Node.

let built: Package;
beforeAll(async () => {
  built = await compiledPackage();
});

/** An environment in which there is no Node, and nothing of this machine's own. */
function bare(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  return { PATH: "/usr/bin:/bin", HOME: newFolder("certorder-cli-"), ...more };
}

function run(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cwd = newFolder("certorder-"),
) {
  const { status, stdout, stderr } = spawnSync(built.executable, args, {
    env: bare(env),
    cwd,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

test("The executable says what it is", () => {
  expect(run(["--version"])).toEqual({ status: 0, stdout: `${version}\n`, stderr: "" });
  expect(JSON.parse(run(["version", "--json"]).stdout)).toMatchObject({
    version,
    build: "executable",
    commit: "of-a-test",
    runtime: expect.stringMatching(/^bun\/1\./),
    platform: thisPlatform(),
  });
});

test("The executable has the same bytes, wherever it is compiled", () => {
  const sum = (data: Buffer) => createHash("sha256").update(data).digest("hex");
  expect(sum(compile(built.program, thisPlatform()))).toBe(sum(built.compiled));
});

test.runIf(process.platform === "linux")(
  "The executable starts wherever it is called from, or says what to do",
  () => {
    const elsewhere = newFolder("certorder-elsewhere-");
    const name = basename(built.executable);
    symlinkSync(built.executable, join(elsewhere, "certorder"));
    copyFileSync(built.executable, join(elsewhere, "copied"));
    const started = (script: string, cwd: string) => {
      const { status, stdout, stderr } = spawnSync("sh", ["-c", script], {
        cwd,
        env: bare(),
        encoding: "utf8",
      });
      return { status, stdout, stderr };
    };
    const works = { status: 0, stdout: `${version}\n`, stderr: "" };
    expect(started(`sh ${name} --version`, built.folder)).toEqual(works);
    expect(started("sh certorder --version", elsewhere)).toEqual(works);
    expect(started("PATH=$PATH:. certorder --version", elsewhere)).toEqual(works);
    expect(started("./copied --version", elsewhere)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("Keep the files of the archive together"),
    });
    // The runtime would write to /dev/null, and say that all is well.
    for (const command of ["--version", "journal list"])
      expect(started(`./certorder ${command} >&-`, elsewhere)).toMatchObject({
        status: 1,
        stderr: expect.stringContaining("Standard output is closed."),
      });
  },
);

test("What a provisioner runs is the command line, although the core's cookie is there", () => {
  const env = { TF_PLUGIN_MAGIC_COOKIE: magicCookie };
  expect(run(["--version"], env).stdout).toBe(`${version}\n`);
  expect(run([]).stdout).toContain("Usage: certorder COMMAND");
});

test("No file in the working folder changes what the executable does", async () => {
  const cwd = newFolder("certorder-module-");
  const note = join(cwd, "loaded");
  const preload = join(cwd, "preload.js");
  const write = (name: string, content: string) => writeFileSync(join(cwd, name), content);
  write("preload.js", `require("node:fs").writeFileSync(${JSON.stringify(note)}, "")`);
  for (const name of [".env", ".env.local", ".env.production", ".env.development"])
    write(
      name,
      "CERTORDER_KEY_ID=theirs\nCERTORDER_AUTH_KEY=theirs\nCERTORDER_BASE_URL=http://127.0.0.1:9\n",
    );
  write("bunfig.toml", `preload = ["./preload.js"]\n[run]\npreload = ["./preload.js"]\n`);
  write("tsconfig.json", '{ "compilerOptions": { "paths": { "*": ["./preload.js"] } } }');
  write("package.json", '{ "imports": { "#x": "./preload.js" }, "main": "./preload.js" }');
  const sandbox = await service();
  const started = spawn(built.executable, ["callback-test", "--json"], { cwd, env: bare(sandbox.env) });
  const [stdout] = await Promise.all([text(started.stdout), once(started, "close")]);
  expect(JSON.parse(stdout)).toMatchObject({ code: "callback_not_configured" });
  expect(run(["callback-test"], {}, cwd).stderr).toContain("CERTORDER_KEY_ID");
  expect(existsSync(note)).toBe(false);
  // The control: what the environment names is loaded, as NODE_OPTIONS has it elsewhere.
  run(["--version"], { BUN_OPTIONS: `--preload=${preload}` }, cwd);
  expect(existsSync(note)).toBe(true);
});

test("The executable trusts the authorities that Node trusts: NODE_EXTRA_CA_CERTS and --ca-file add to them, SSL_CERT_FILE does not", async () => {
  const sandbox = await startSandbox({});
  atTheEnd(() => sandbox.close());
  const ca = join(newFolder("certorder-ca-"), "ca.pem");
  writeFileSync(ca, sandbox.caPem);
  const { keyId, authKey } = sandbox.credentials;
  const keys = { CERTORDER_BASE_URL: sandbox.httpsUrl, CERTORDER_KEY_ID: keyId, CERTORDER_AUTH_KEY: authKey };
  const heard = async (env: Record<string, string>) => {
    const child = spawn(built.executable, ["callback-test", "--json"], { env: bare({ ...keys, ...env }) });
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    // A runtime warns that nothing is verified where NODE_TLS_REJECT_UNAUTHORIZED says so, which is not true here.
    expect(stderr).not.toContain("NODE_TLS_REJECT_UNAUTHORIZED");
    return (JSON.parse(stdout) as { code: string }).code;
  };
  for (const untrusted of [
    {},
    { SSL_CERT_FILE: ca },
    { SSL_CERT_DIR: dirname(ca) },
    { NODE_TLS_REJECT_UNAUTHORIZED: "0" },
  ])
    expect(await heard(untrusted), JSON.stringify(untrusted)).toBe("tls_untrusted");
  for (const trusted of [
    { NODE_EXTRA_CA_CERTS: ca },
    { CERTORDER_CA_FILE: ca },
    { SSL_CERT_FILE: "/dev/null", NODE_EXTRA_CA_CERTS: ca },
  ])
    expect(await heard(trusted), JSON.stringify(trusted)).toBe("callback_not_configured");
  // The provider reads authorities at another moment than the command line.
  const provider = { base_url: sandbox.httpsUrl, key_id: keyId, auth_key: authKey };
  const test = async (more: Record<string, string>) => {
    // A home of its own: the last verdict is kept there.
    const environment = { HOME: newFolder("certorder-home-"), XDG_STATE_HOME: undefined, ...more };
    const workspace = await Workspace.open({ command: [built.executable], environment, provider });
    try {
      return (await workspace.readDataSource("certorder_callback_test", {})).code;
    } finally {
      await workspace.close();
    }
  };
  expect(await test({ SSL_CERT_FILE: ca })).toBe("tls_untrusted");
  expect(await test({ SSL_CERT_FILE: "/dev/null", NODE_EXTRA_CA_CERTS: ca })).toBe("callback_not_configured");
});

test("The executable syncs the journal to the disk before the first byte of a request leaves", async () => {
  const sandbox = await service(["order-1"]);
  const trace = join(newFolder("certorder-trace-"), "trace");
  const watched = "trace=openat,write,pwrite64,writev,fsync,fdatasync,sendto,sendmsg,close";
  const args = ["-f", "-y", "-s", "40", "-e", watched, "-o", trace, join(built.folder, "lib", "certorder")];
  const child = spawn(toolPath("strace"), [...args, "reissue", "order-1", ...goodRequest()], {
    env: bare(sandbox.env),
  });
  await Promise.all([text(child.stdout), once(child, "close")]);
  const calls = readFileSync(trace, "utf8").split("\n");
  const at = (what: RegExp) => calls.findIndex((line) => what.test(line));
  const written = at(/write\w*\(\d+<[^>]*\.jsonl>/);
  const synced = at(/f(?:data)?sync\(\d+<[^>]*\.jsonl>/);
  const sent = at(/(?:send\w+|write\w*)\(\d+<(?:TCP|socket)[^>]*>.*POST /);
  expect(
    [written, synced, sent].every((line) => line >= 0),
    calls.join("\n").slice(0, 5000),
  ).toBe(true);
  expect(written).toBeLessThan(synced);
  expect(synced).toBeLessThan(sent);
  expect(sandbox.reissues("order-1")).toBe(1);
});

test("A crash of the runtime tells no secret, sends no report, and leaves the journal right", async () => {
  const arrived = Promise.withResolvers<void>();
  const { url } = await listener(() => arrived.resolve());
  const keys = {
    CERTORDER_KEY_ID: "key",
    CERTORDER_AUTH_KEY: "cAnary-auth",
    CERTORDER_SIGN_KEY_PIN: "cAnary-pin",
  };
  const env = bare({ CERTORDER_BASE_URL: url, ...keys });
  const child = spawn(
    join(built.folder, "lib", "certorder"),
    ["reissue", "order-1", ...goodRequest("k"), "--csr-from", "sign-cloud-csc"],
    {
      env,
    },
  );
  await arrived.promise;
  child.kill("SIGSEGV");
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  expect(stderr).toContain("standalone_executable");
  expect(stdout + stderr).not.toContain("cAnary");
  const listed = spawnSync(built.executable, ["journal", "list", "--json"], { env, encoding: "utf8" });
  expect(listed.stdout).toContain("order-1");
});

describe("Installed from a release", () => {
  const archive = archiveName(thisPlatform());

  /** A release as people download it, but for what is only in large ones. */
  function released(): Promise<ReleaseServer> {
    const names = execFileSync("find", [".", "-type", "f"], { cwd: built.folder, encoding: "utf8" });
    const entries = names
      .trim()
      .split("\n")
      .map((name) => ({ name: name.slice(2), data: readFileSync(join(built.folder, name)), mode: 0o755 }));
    return ReleaseServer.start(archive, zip(entries));
  }

  test("The script installs the executable, which runs init, plan, apply and destroy without Node", async () => {
    const release = await released();
    // The machine may have gh, and GitHub does not know what a test built.
    const env = bare({ ...release.env, CERTORDER_ATTESTATION: "skip" });
    expect(await install(env)).toMatchObject({
      exit: 0,
      text: expect.stringContaining(`certorder ${version}`),
    });
    const bin = join(env.HOME ?? "", ".local", "bin");
    const sandbox = await service(["o-1"]);
    const noNode = newFolder("certorder-no-node-");
    const wasCalled = join(noNode, "was-called");
    writeFileSync(join(noNode, "node"), `#!/bin/sh\ntouch ${wasCalled}\nexit 1\n`, { mode: 0o755 });
    const path = [noNode, bin, dirname(toolPath("tofu")), env.PATH].join(delimiter);
    const all = { ...env, ...sandbox.env, PATH: path };
    const cwd = newFolder("certorder-ws-");
    const does = async (program: string, ...args: string[]) =>
      (await promisify(execFile)(program, args, { cwd, env: all })).stdout;
    await does("certorder", "provider", "install");
    writeFileSync(
      join(cwd, "site.csr"),
      readFileSync(join(import.meta.dirname, "..", "harness", "csr", "fixtures", "p256.pem")),
    );
    writeFileSync(
      join(cwd, "main.tf"),
      `terraform {
  required_providers {
    certorder = { source = "certorder/certorder" }
  }
}
resource "certorder_reissue" "site" {
  order_id    = "o-1"
  sign_hash   = "sha256"
  common_name = "example.com"
  dns_names   = ["example.com", "www.example.com"]
  csr         = file("site.csr")
}
`,
    );
    await does("tofu", "init", "-input=false");
    expect(await does("tofu", "plan", "-no-color")).toContain("1 to add");
    await does("tofu", "apply", "-auto-approve");
    expect(sandbox.reissues("o-1")).toBe(1);
    expect(await does("tofu", "plan", "-no-color")).toContain("No changes");
    await does("tofu", "destroy", "-auto-approve");
    expect(sandbox.reissues("o-1")).toBe(1);
    expect(existsSync(wasCalled)).toBe(false);
  });

  // A process without the right to make one skips this.
  const mayChangeRoot = process.platform === "linux" && process.getuid?.() === 0;
  test.runIf(mayChangeRoot)(
    "The executable runs without glibc, as in the official images of both cores",
    async () => {
      const root = newFolder("certorder-root-");
      for (const folder of ["bin", "proc", "dev", "tmp", "etc", "work", "opt"]) mkdirSync(join(root, folder));
      copyFileSync(toolPath("busybox"), join(root, "bin", "busybox"));
      chmodSync(join(root, "bin", "busybox"), 0o755);
      for (const name of ["sh", "readlink"]) symlinkSync("busybox", join(root, "bin", name));
      writeFileSync(join(root, "etc", "alpine-release"), "3.22.0\n");
      execFileSync("cp", ["-r", built.folder, join(root, "opt", "certorder")]);
      symlinkSync(`/opt/certorder/${basename(built.executable)}`, join(root, "bin", "certorder"));
      // This one is linked with glibc; those of the images are not.
      copyFileSync(toolPath("tofu"), join(root, "opt", "tofu"));
      const loader = basename(linuxLoaders[process.arch] ?? "");
      const libraries = "/opt/certorder/lib";
      const starter = `#!/bin/sh\nexec ${libraries}/${loader} --library-path ${libraries} /opt/tofu "$@"\n`;
      writeFileSync(join(root, "bin", "tofu"), starter, { mode: 0o755 });
      writeFileSync(
        join(root, "work", "main.tf"),
        `terraform {
  required_providers {
    certorder = { source = "certorder/certorder" }
  }
}
output "names" {
  value = provider::certorder::parse_csr(file("site.csr")).dns_names
}
`,
      );
      writeFileSync(
        join(root, "work", "site.csr"),
        readFileSync(join(import.meta.dirname, "..", "harness", "csr", "fixtures", "p256.pem")),
      );
      const commands = [
        "certorder version",
        "certorder csr inspect site.csr",
        "certorder provider install",
        "tofu init -input=false -no-color",
        "tofu apply -auto-approve -no-color",
      ];
      const inside = `mount -t proc proc ${root}/proc && mount --bind /dev ${root}/dev && exec chroot ${root} /bin/sh -c 'cd /work && ${commands.join(" && ")}'`;
      const { stdout } = await promisify(execFile)("unshare", ["--mount", "sh", "-c", inside], {
        env: { PATH: process.env.PATH, HOME: "/tmp", TMPDIR: "/tmp" },
      });
      expect(stdout).toContain(`certorder ${version}`);
      expect(stdout).toContain("www.example.com");
      expect(stdout).toContain("Apply complete");
    },
  );
});
