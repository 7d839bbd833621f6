import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { toolPath } from "../../../scripts/tool-folder.ts";
import { commands, loadCommands, settingFlags } from "../../../src/cli/index.ts";
import { executableName } from "../../../src/cli/provider-names.ts";
import { startSandbox } from "../../../src/sandbox/index.ts";
import { freePort } from "../../harness/journal/free-port.ts";
import { PostgresServer } from "../../harness/journal/postgres-server.ts";
import { newFolder } from "../../harness/new-folder.ts";

// The commands and files of docs/guides/operate-receiver.md, on a machine that is a folder: `sudo` writes below it.

const root = join(import.meta.dirname, "..", "..", "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const guide = read("docs/guides/operate-receiver.md");
const unit = read("examples/receiver/certorder-receive.service");

/** The block of the guide after some words of it. */
function blockAfter(words: string): string {
  expect(guide).toContain(words);
  const [, block = ""] = /^```\w+\n(.*?)^```$/ms.exec(guide.slice(guide.indexOf(words))) ?? [];
  return block;
}

/** An administrator's shell. Users and services are only written down, and files have this user as their owner. */
const sudo = `#!/bin/bash
args=()
for arg in "$@"; do
  case $arg in
    --group=*) ;;
    /etc/*|/usr/local/*) args+=($MACHINE$arg) ;;
    *) args+=("$arg") ;;
  esac
done
case $1 in
  useradd|systemctl) echo "$@" >> "$MACHINE/asked" ;;
  *) exec "\${args[@]}" ;;
esac
`;

function newMachine() {
  const machine = newFolder("certorder-operate-");
  const [home, programs] = [join(machine, "home"), join(machine, "programs")];
  for (const folder of [
    home,
    programs,
    join(machine, "usr/local/bin"),
    join(machine, "usr/local/lib"),
    join(machine, "etc/systemd/system"),
  ])
    mkdirSync(folder, { recursive: true });
  const save = (path: string, text: string, mode = 0o600) => {
    writeFileSync(path, text);
    chmodSync(path, mode);
  };
  const certorder = `#!/bin/sh\nexec "${root}/bin/certorder" "$@"\n`;
  save(join(programs, "sudo"), sudo, 0o755);
  save(join(programs, "certorder"), certorder, 0o755);
  mkdirSync(join(home, "linux_amd64"));
  save(join(home, "linux_amd64", executableName("linux")), certorder, 0o755);
  save(
    join(home, "deploy-certificate"),
    `#!/bin/sh\necho "$CERTORDER_ORDER_ID $CERTORDER_CERTIFICATE_ID $PGPASSWORD" >> ${machine}/deployed\n`,
    0o755,
  );
  save(join(home, "receive.env"), "PGPASSWORD=the password\n");
  copyFileSync(
    join(root, "examples/receiver/certorder-receive.service"),
    join(home, "certorder-receive.service"),
  );
  const env = { HOME: home, PATH: `${programs}:${process.env.PATH}`, MACHINE: machine };
  /** Pastes lines into the shell. Returns what they show. */
  const paste = async (lines: string, more: NodeJS.ProcessEnv = {}) => {
    const options = { cwd: home, env: { ...env, ...more } };
    return (await promisify(execFile)("bash", ["-ec", lines], options)).stdout;
  };
  return { machine, home, env, paste, save };
}

/** The words of the unit's command, with the paths of this machine. */
function commandOf(text: string, machine: string): string[] {
  const [, line = ""] = /^ExecStart=((?:.*\\\n)*.*)$/m.exec(text) ?? [];
  return line
    .replaceAll("\\\n", " ")
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/^(?=\/(?:etc|usr)\/)/, machine));
}

describe("The guide", () => {
  test("installs a receiver that deploys with few rights, and takes a new key without a restart", async () => {
    const server = await PostgresServer.start();
    for (const role of ["admin superuser", "receiver", "certorder"])
      await server.query(`create role ${role} login`);
    await server.query("create database certorder owner admin");
    const { machine, home, env, paste, save } = newMachine();

    // The journal, and the rights that the guide shows.
    const create = blockAfter("## Create the journal").replace(
      "postgres://admin@db.example.com/certorder",
      server.url("certorder", "admin"),
    );
    const shown = await paste(create);
    const rights = blockAfter("It prints the rights of two roles");
    expect(shown).toContain(rights.trim());
    const [, reissuers = "", , receivers = ""] = rights.split("\n");
    await server.query(reissuers.replaceAll("ROLE", "certorder"), "certorder", "admin");
    await server.query(receivers.replaceAll("ROLE", "receiver"), "certorder", "admin");
    const write = (table: string) =>
      server.query(`insert into ${table} values ('=try', 1, '')`, "certorder", "receiver");
    await expect(write("certorder_journal")).rejects.toThrow("permission denied");

    // The files, and the unit's command.
    const sandbox = await startSandbox({
      httpsPort: false,
      allowPrivateCallbacks: true,
      rateLimit: { requests: 100, perSeconds: 1 },
    });
    onTestFinished(() => sandbox.close());
    const { key, cert } = sandbox.issueCertificate(["localhost"]);
    save(join(home, "tls.key"), key);
    save(join(home, "tls.crt"), cert);
    await paste(blockAfter("## Run it with systemd"));
    expect(readFileSync(join(machine, "asked"), "utf8")).toContain(
      "systemctl enable --now certorder-receive\n",
    );
    const [program = "", ...words] = commandOf(
      readFileSync(join(machine, "etc/systemd/system/certorder-receive.service"), "utf8"),
      machine,
    );
    for (const word of [program, ...words].filter((word) => word.startsWith("/")))
      expect(existsSync(word), word).toBe(true);
    const healthPort = await freePort();
    const args = words.map((word) =>
      word
        .replace("postgres://receiver@db.example.com/certorder", server.url("certorder", "receiver"))
        .replace(/^8444$/, String(healthPort)),
    );
    const [, password = ""] =
      /^PGPASSWORD=(.*)$/m.exec(readFileSync(join(machine, "etc/certorder/receive.env"), "utf8")) ?? [];
    const receiver = spawn(program, [...args, "--port", "0", "--host", "127.0.0.1"], {
      env: { ...env, PGPASSWORD: password },
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void receiver.kill("SIGKILL"));
    let log = "";
    receiver.stdout.setEncoding("utf8").on("data", (chunk: string) => (log += chunk));
    const logged = (event: string, count = 1) =>
      vi.waitFor(() => {
        const lines = log.split("\n").filter((line) => line.includes(`"event":"${event}"`));
        expect(lines.length, log).toBeGreaterThanOrEqual(count);
        return JSON.parse(lines.at(-1) ?? "") as Record<string, unknown>;
      }, 20_000);
    const { url } = await logged("listening");

    // A certificate is reissued, called back and deployed.
    const callbackUrl = String(url).replace("127.0.0.1", "localhost");
    const saveInAccount = (accessKey: string) =>
      sandbox.saveCallback(sandbox.credentials.keyId, { url: callbackUrl, accessKey });
    const oldKey = readFileSync(join(machine, "etc/certorder/access-key"), "utf8").trim();
    saveInAccount(oldKey);
    const settings = {
      CERTORDER_BASE_URL: sandbox.url,
      CERTORDER_KEY_ID: sandbox.credentials.keyId,
      CERTORDER_AUTH_KEY: sandbox.credentials.authKey,
      CERTORDER_JOURNAL: server.url("certorder", "certorder"),
    };
    await paste("certorder callback-test", settings);
    await logged("unknown_order");
    const reissue = `certorder reissue order-ssl-1 --yes --idempotency-key ticket-1 --sign-hash sha256 \
      --csr-file ${root}/examples/site.csr --common-name www.example.com --dns-names www.example.com,example.com`;
    await paste(`${reissue}; certorder wait order-ssl-1`, settings);
    await logged("deployed");
    expect(readFileSync(join(machine, "deployed"), "utf8")).toBe(
      `order-ssl-1 ${sandbox.ledger[0]?.certificateId} \n`,
    );
    const health = async () => (await fetch(`http://127.0.0.1:${healthPort}/health`)).json();
    expect(await health()).toMatchObject({ status: "ok", pending: 0, failing: 0, deployments: [] });

    // The key is replaced.
    const newKey = (await paste(blockAfter("Add a second key:"))).trim();
    await logged("access_key_reloaded");
    await paste("certorder callback-test", settings);
    saveInAccount(newKey);
    await paste("certorder callback-test", settings);
    await paste(blockAfter("Then remove the old one:"));
    await logged("access_key_reloaded", 2);
    await paste("certorder callback-test", settings);
    saveInAccount(oldKey);
    await expect(paste("certorder callback-test", settings)).rejects.toThrow("callback_response_not_200");
    expect(await logged("refused")).toMatchObject({ status: 401 });

    receiver.kill("SIGTERM");
    expect(await once(receiver, "exit")).toEqual([0, null]);
    expect(log).toContain('"event":"stopped"');
  });

  test("has a unit that systemd accepts", () => {
    const folder = newFolder("certorder-unit-");
    const file = join(folder, "certorder-receive.service");
    // It looks for the program.
    writeFileSync(file, unit.replace("/usr/local/bin/certorder", process.execPath));
    const { status, stdout, stderr } = spawnSync(toolPath("systemd-analyze"), ["verify", file], {
      encoding: "utf8",
    });
    expect(stdout + stderr).toBe("");
    expect(status).toBe(0);
  });

  test("has a configuration that nginx accepts", () => {
    const folder = newFolder("certorder-nginx-");
    const path = (name: string) => join(folder, name);
    const made = spawnSync("openssl", [
      ..."req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost".split(" "),
      ...["-keyout", path("tls.key"), "-out", path("tls.crt")],
    ]);
    expect(made.status).toBe(0);
    const server = blockAfter("For nginx:").replaceAll("/etc/certorder", folder).replace("443", "8443");
    writeFileSync(
      path("nginx.conf"),
      `pid ${path("pid")};\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${server}}\n`,
    );
    const { status, stderr } = spawnSync(toolPath("nginx"), ["-t", "-p", folder, "-c", path("nginx.conf")], {
      encoding: "utf8",
    });
    expect(status, stderr).toBe(0);
  });

  test("explains every event of the log", () => {
    const sources = globSync(["src/cli/commands/receive.ts", "src/cli/receive/*.ts"], { cwd: root }).map(
      read,
    );
    const logged = sources.flatMap((text) =>
      [...text.matchAll(/(?:\blog|#fail)\("(\w+)"/g)].map(([, event = ""]) => event),
    );
    const [, counted = ""] = /const counts = \{(.*?)\}/.exec(sources.join("\n")) ?? [];
    const events = [...logged, ...[...counted.matchAll(/(\w+): 0/g)].map(([, event = ""]) => event)];
    expect(events.length).toBeGreaterThan(10);
    const table = guide.slice(
      guide.indexOf("| event | meaning |"),
      guide.indexOf("## Who has to be trusted"),
    );
    expect(events.filter((event) => !table.includes(`\`${event}\``))).toEqual([]);
  });

  test("and its examples use flags that the receiver has", async () => {
    const receive = (await loadCommands(commands)).find(({ name }) => name === "receive");
    const known = Object.keys({ ...receive?.flags, ...settingFlags("journal") });
    const texts = [guide, ...globSync("examples/receiver/{C,c,k}*", { cwd: root }).map(read)];
    const [, line = ""] = /^ExecStart=((?:.*\\\n)*.*)$/m.exec(unit) ?? [];
    const container = texts.flatMap((text) => [...text.matchAll(/"--([a-z-]+)"/g)]);
    const inText = [...guide.matchAll(/`--([a-z-]+)/g)];
    const used = [...line.matchAll(/--([a-z-]+)/g), ...container, ...inText].map(([, flag = ""]) => flag);
    expect(used.length).toBeGreaterThan(12);
    expect(used.filter((flag) => !known.includes(flag))).toEqual([]);
  });
});
