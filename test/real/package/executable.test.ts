import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { compile } from "../../../scripts/executables.ts";
import { archiveName, checksumFile } from "../../../scripts/release-files.ts";
import { thisPlatform } from "../../../scripts/runtimes.ts";
import { toolPath } from "../../../scripts/tool-folder.ts";
import { zip } from "../../../scripts/zip.ts";
import { linuxLoaders } from "../../../src/cli/launchers.ts";
import { Workspace } from "../../../src/plugin/testing/index.ts";
import { magicCookie } from "../../../src/plugin/testing/provider-process.ts";
import { version } from "../../../src/version.ts";
import { confirmedRequest, csrFile, environmentFor, listener, service } from "../../harness/cli/service.ts";
import { createJournal } from "../../harness/journal/new-journal.ts";
import { newFolder } from "../../harness/new-folder.ts";
import { install, ReleaseServer } from "../../harness/release-server.ts";
import { compiledPackage, type Package } from "./executable.ts";

// The executable of this machine's platform, on a machine that has nothing else of ours, and no Node.

let built: Package;
beforeAll(async () => {
  built = await compiledPackage();
});

type Variables = Readonly<Record<string, string>>;

/** An environment in which there is no Node, and nothing of this machine's own. */
function bare(more: Variables = {}): NodeJS.ProcessEnv {
  const home = newFolder("certorder-cli-");
  createJournal(join(home, ".local", "state", "certorder"));
  return { PATH: "/usr/bin:/bin", HOME: home, ...more };
}

/** Runs the executable to its end. */
async function run(args: readonly string[], env: Variables = {}, cwd = newFolder("certorder-")) {
  const child = spawn(built.executable, args, { env: bare(env), cwd });
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { status, stdout, stderr };
}

const outcomeCode = ({ stdout }: { stdout: string }) => (JSON.parse(stdout) as { code: string }).code;

/** A configuration with this provider, beside the CSR that it reads. */
function writeConfiguration(folder: string, text: string): void {
  const requires =
    'terraform {\n  required_providers {\n    certorder = { source = "certorder/certorder" }\n  }\n}\n';
  writeFileSync(join(folder, "main.tf"), requires + text);
  copyFileSync(csrFile, join(folder, "site.csr"));
}

test("The executable says what it is, also to a provisioner, which inherits the core's cookie", async () => {
  for (const env of [{}, { TF_PLUGIN_MAGIC_COOKIE: magicCookie }] as Variables[])
    expect(await run(["--version"], env)).toEqual({ status: 0, stdout: `${version}\n`, stderr: "" });
  expect((await run([])).stdout).toContain("Usage: certorder COMMAND");
  expect(JSON.parse((await run(["version", "--json"])).stdout)).toMatchObject({
    version,
    build: "executable",
    commit: "of-a-test",
    runtime: expect.stringMatching(/^bun\/1\./),
    platform: thisPlatform(),
  });
});

test("The executable has the same bytes, wherever it is compiled", () => {
  expect(compile(built.program, thisPlatform()).equals(built.compiled)).toBe(true);
});

test.runIf(process.platform === "linux")(
  "The executable starts wherever it is called from, or says what to do",
  () => {
    const elsewhere = newFolder("certorder-elsewhere-");
    symlinkSync(built.executable, join(elsewhere, "certorder"));
    copyFileSync(built.executable, join(elsewhere, "copied"));
    const started = (script: string, cwd = elsewhere) => {
      const { status, stdout, stderr } = spawnSync("sh", ["-c", script], {
        cwd,
        env: bare(),
        encoding: "utf8",
      });
      return { status, stdout, stderr };
    };
    const works = { status: 0, stdout: `${version}\n`, stderr: "" };
    expect(started(`sh ${basename(built.executable)} --version`, built.folder)).toEqual(works);
    expect(started("sh certorder --version")).toEqual(works);
    expect(started("PATH=$PATH:. certorder --version")).toEqual(works);
    for (const [script, advice] of [
      ["./copied --version", "Keep the files of the archive together"],
      // The runtime would write to /dev/null, and say that all is well.
      ["./certorder --version >&-", "Standard output is closed."],
      ["./certorder status >&-", "Standard output is closed."],
    ] as const)
      expect(started(script), script).toMatchObject({ status: 1, stderr: expect.stringContaining(advice) });
  },
);

test("No file in the working folder changes what the executable does", async () => {
  const cwd = newFolder("certorder-module-");
  const note = join(cwd, "loaded");
  const preload = join(cwd, "preload.js");
  const write = (name: string, content: string) => writeFileSync(join(cwd, name), content);
  write("preload.js", `require("node:fs").writeFileSync(${JSON.stringify(note)}, "")`);
  const theirs =
    "CERTORDER_KEY_ID=theirs\nCERTORDER_AUTH_KEY=theirs\nCERTORDER_BASE_URL=http://127.0.0.1:9\n";
  for (const name of [".env", ".env.local", ".env.production", ".env.development"]) write(name, theirs);
  write("bunfig.toml", `preload = ["./preload.js"]\n[run]\npreload = ["./preload.js"]\n`);
  write("tsconfig.json", '{ "compilerOptions": { "paths": { "*": ["./preload.js"] } } }');
  write("package.json", '{ "imports": { "#x": "./preload.js" }, "main": "./preload.js" }');
  const sandbox = await service();
  expect(outcomeCode(await run(["callback-test", "--json"], sandbox.env, cwd))).toBe(
    "callback_not_configured",
  );
  expect((await run(["callback-test"], {}, cwd)).stderr).toContain("CERTORDER_KEY_ID");
  expect(existsSync(note)).toBe(false);
  // The control: what the environment names is loaded, as NODE_OPTIONS has it elsewhere.
  await run(["--version"], { BUN_OPTIONS: `--preload=${preload}` }, cwd);
  expect(existsSync(note)).toBe(true);
});

test("The executable trusts the authorities that Node trusts: NODE_EXTRA_CA_CERTS and --ca-file add to them, SSL_CERT_FILE does not", async () => {
  const { httpsUrl, caPem, credentials } = await service([], { httpsPort: 0 });
  const ca = join(newFolder("certorder-ca-"), "ca.pem");
  writeFileSync(ca, caPem);
  const keys = environmentFor(httpsUrl, credentials);
  const untrusted: Variables[] = [
    {},
    { SSL_CERT_FILE: ca },
    { SSL_CERT_DIR: dirname(ca) },
    { NODE_TLS_REJECT_UNAUTHORIZED: "0" },
  ];
  const trusted: Variables[] = [
    { NODE_EXTRA_CA_CERTS: ca },
    { CERTORDER_CA_FILE: ca },
    { SSL_CERT_FILE: "/dev/null", NODE_EXTRA_CA_CERTS: ca },
  ];
  for (const env of [...untrusted, ...trusted]) {
    const tested = await run(["callback-test", "--json"], { ...keys, ...env });
    // A runtime warns that nothing is verified where NODE_TLS_REJECT_UNAUTHORIZED says so, which is not true here.
    expect(tested.stderr).not.toContain("NODE_TLS_REJECT_UNAUTHORIZED");
    const code = trusted.includes(env) ? "callback_not_configured" : "tls_untrusted";
    expect(outcomeCode(tested), JSON.stringify(env)).toBe(code);
  }
  // The provider reads authorities at another moment than the command line.
  for (const [env, code] of [
    [untrusted[1], "tls_untrusted"],
    [trusted[2], "callback_not_configured"],
  ] as const) {
    const workspace = await Workspace.open({
      command: [built.executable],
      // A home of its own: the last verdict is kept there.
      environment: { HOME: newFolder("certorder-home-"), XDG_STATE_HOME: undefined, ...keys, ...env },
    });
    expect(await workspace.readDataSource("certorder_callback_test", {})).toMatchObject({ code });
    await workspace.close();
  }
});

test("The executable syncs the journal to the disk before the first byte of a request leaves", async () => {
  const sandbox = await service(["order-1"]);
  const trace = join(newFolder("certorder-trace-"), "trace");
  const watched = "trace=openat,write,pwrite64,writev,fsync,fdatasync,sendto,sendmsg,close";
  const args = ["-f", "-y", "-s", "40", "-e", watched, "-o", trace, join(built.folder, "lib", "certorder")];
  const env = bare(sandbox.env);
  await promisify(execFile)(toolPath("strace"), [...args, "reissue", "order-1", ...confirmedRequest()], {
    env,
  });
  const calls = readFileSync(trace, "utf8").split("\n");
  const written = calls.findIndex((line) => /write\w*\(\d+<[^>]*\.jsonl>/.test(line));
  const synced = calls.findIndex((line) => /f(?:data)?sync\(\d+<[^>]*\.jsonl>/.test(line));
  const sent = calls.findIndex((line) => /(?:send\w+|write\w*)\(\d+<(?:TCP|socket)[^>]*>.*POST /.test(line));
  expect(0 <= written && written < synced && synced < sent, calls.join("\n").slice(0, 5000)).toBe(true);
  expect(sandbox.reissues("order-1")).toBe(1);
});

test("A crash of the runtime tells no secret, sends no report, and leaves the journal right", async () => {
  const arrived = Promise.withResolvers<void>();
  const { url } = await listener(() => arrived.resolve());
  const keys = environmentFor(url, { keyId: "key", authKey: "cAnary-auth" });
  const env = bare({ ...keys, CERTORDER_SIGN_KEY_PIN: "cAnary-pin" });
  const args = ["reissue", "order-1", ...confirmedRequest("k"), "--csr-from", "sign-cloud-csc"];
  const child = spawn(join(built.folder, "lib", "certorder"), args, { env });
  await Promise.race([arrived.promise, once(child, "close")]);
  child.kill("SIGSEGV");
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  expect(stderr).toContain("standalone_executable");
  expect(stdout + stderr).not.toContain("cAnary");
  const listed = spawnSync(built.executable, ["status", "--json"], { env, encoding: "utf8" });
  expect(listed.stdout).toContain("order-1");
});

test("The script installs the executable of a release, which runs init, plan, apply and destroy without Node", async () => {
  const data = zip(built.contents.map((entry) => ({ ...entry, mode: 0o755 })));
  const archives = [{ name: archiveName(thisPlatform()), data }];
  const release = await ReleaseServer.start([...archives, checksumFile(archives)]);
  // The machine may have gh, and GitHub does not know what a test built.
  const env = bare({ ...release.env, CERTORDER_ATTESTATION: "skip" });
  const said = expect.stringContaining(`certorder ${version}`);
  expect(await install(env)).toMatchObject({ exit: 0, text: said });
  const sandbox = await service(["o-1"]);
  const noNode = newFolder("certorder-no-node-");
  const wasCalled = join(noNode, "was-called");
  writeFileSync(join(noNode, "node"), `#!/bin/sh\ntouch ${wasCalled}\nexit 1\n`, { mode: 0o755 });
  const installed = join(env.HOME ?? "", ".local", "bin");
  const path = [noNode, installed, dirname(toolPath("tofu")), env.PATH].join(delimiter);
  const cwd = newFolder("certorder-ws-");
  const does = async (program: string, ...args: string[]) => {
    const options = { cwd, env: { ...env, ...sandbox.env, PATH: path } };
    return (await promisify(execFile)(program, args, options)).stdout;
  };
  await does("certorder", "provider", "install");
  writeConfiguration(
    cwd,
    `resource "certorder_reissue" "site" {
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

// A process without the right to change the root skips this.
test.runIf(process.platform === "linux" && process.getuid?.() === 0)(
  "The executable runs without glibc, as in the official images of both cores",
  async () => {
    const root = newFolder("certorder-root-");
    for (const folder of ["bin", "proc", "dev", "tmp", "etc", "work", "opt"]) mkdirSync(join(root, folder));
    copyFileSync(toolPath("busybox"), join(root, "bin", "busybox"));
    chmodSync(join(root, "bin", "busybox"), 0o755);
    for (const name of ["sh", "readlink"]) symlinkSync("busybox", join(root, "bin", name));
    writeFileSync(join(root, "etc", "alpine-release"), "3.22.0\n");
    cpSync(built.folder, join(root, "opt", "certorder"), { recursive: true });
    symlinkSync(`/opt/certorder/${basename(built.executable)}`, join(root, "bin", "certorder"));
    // This one is linked with glibc; those of the images are not.
    copyFileSync(toolPath("tofu"), join(root, "opt", "tofu"));
    const loader = basename(linuxLoaders[process.arch] ?? "");
    const libraries = "/opt/certorder/lib";
    const starter = `#!/bin/sh\nexec ${libraries}/${loader} --library-path ${libraries} /opt/tofu "$@"\n`;
    writeFileSync(join(root, "bin", "tofu"), starter, { mode: 0o755 });
    const names = 'provider::certorder::parse_csr(file("site.csr")).dns_names';
    writeConfiguration(join(root, "work"), `output "names" {\n  value = ${names}\n}\n`);
    const commands = [
      "cd /work",
      "certorder version",
      "certorder csr inspect site.csr",
      "certorder provider install",
      "tofu init -input=false -no-color",
      "tofu apply -auto-approve -no-color",
    ].join(" && ");
    const mounts = `mount -t proc proc ${root}/proc && mount --bind /dev ${root}/dev`;
    const inside = `${mounts} && exec chroot ${root} /bin/sh -c '${commands}'`;
    const { stdout } = await promisify(execFile)("unshare", ["--mount", "sh", "-c", inside], {
      env: { PATH: process.env.PATH, HOME: "/tmp", TMPDIR: "/tmp" },
    });
    for (const shown of [`certorder ${version}`, "www.example.com", "Apply complete"])
      expect(stdout).toContain(shown);
  },
);
