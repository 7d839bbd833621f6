import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { KeyAndCertificate } from "../../../src/sandbox/index.ts";
import { atTheEnd } from "../at-the-end.ts";
import { newFolder } from "../new-folder.ts";
import { freePort } from "./free-port.ts";

/**
 * Where Debian and its relatives keep the server's programs, the newest first; elsewhere they are on the PATH. The proof
 * names those of other versions.
 */
function program(name: string): string {
  const { CERTORDER_TEST_POSTGRES: named } = process.env;
  if (named) return join(named, "bin", name);
  const root = "/usr/lib/postgresql";
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const found = versions.map((version) => join(root, version, "bin", name)).find((path) => existsSync(path));
  return found ?? name;
}

/** PostgreSQL refuses to run as root. */
function anotherUser(): { uid?: number; gid?: number } {
  return process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
}

/** A real PostgreSQL with a database of its own, which ends with the test file. */
export class PostgresServer {
  readonly port: number;
  readonly folder: string;
  /** Of the user `owner`. */
  readonly password: string = randomUUID();
  #process: ChildProcess | undefined;
  /** Where users of it connect. */
  #port: number;

  private constructor(folder: string, port: number) {
    this.folder = folder;
    this.port = port;
    this.#port = port;
  }

  static async start(
    settings: Readonly<Record<string, string>> = {},
    auth: "trust" | "scram-sha-256" = "trust",
    certificate?: KeyAndCertificate,
  ): Promise<PostgresServer> {
    const folder = newFolder("postgres-");
    const user = anotherUser();
    if (user.uid !== undefined && user.gid !== undefined) {
      chownSync(folder, user.uid, user.gid);
      // The folder of the run belongs to root. The user of the server has to pass through it.
      chmodSync(tmpdir(), 0o711);
    }
    const server = new PostgresServer(folder, await freePort());
    const passwordFile = join(folder, "password");
    writeFileSync(passwordFile, server.password);
    const how = [`--auth=${auth}`, `--pwfile=${passwordFile}`, "--no-sync", "--encoding=UTF8", "--locale=C"];
    execFileSync(program("initdb"), ["-D", join(folder, "data"), "-U", "owner", ...how], {
      ...user,
      cwd: folder,
      stdio: "ignore",
    });
    atTheEnd(() => server.kill());
    await server.run({ ...settings, ...(certificate && server.#tls(certificate)) });
    const { CERTORDER_TEST_POOLER: pooler } = process.env;
    if (pooler) await server.#putBehind(pooler);
    return server;
  }

  /** Makes the URLs of this server lead to PgBouncer, which hands out connections for one transaction at a time. */
  async #putBehind(pooler: string): Promise<void> {
    const port = await freePort();
    const [settings, users] = [join(this.folder, "pooler.ini"), join(this.folder, "users.txt")];
    writeFileSync(users, '"owner" ""\n');
    writeFileSync(
      settings,
      `[databases]\n* = host=127.0.0.1 port=${this.port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = trust\nauth_file = ${users}\npool_mode = transaction\nmax_client_conn = 1000\ndefault_pool_size = 10\n`,
    );
    const child = spawn(pooler, [settings], { ...anotherUser(), cwd: this.folder, stdio: "ignore" });
    atTheEnd(() => void child.kill("SIGKILL"));
    this.#port = port;
    await untilAnswered(() => this.#ask("select 1", port));
  }

  /** The settings with which it speaks TLS to those who ask for it. */
  #tls({ key, cert }: KeyAndCertificate): Readonly<Record<string, string>> {
    const files = {
      ssl_key_file: join(this.folder, "key.pem"),
      ssl_cert_file: join(this.folder, "cert.pem"),
    };
    writeFileSync(files.ssl_cert_file, cert);
    // It takes no key that others could read.
    writeFileSync(files.ssl_key_file, key, { mode: 0o600 });
    const { uid, gid } = anotherUser();
    if (uid !== undefined && gid !== undefined) chownSync(files.ssl_key_file, uid, gid);
    return { ssl: "on", ...files };
  }

  /** Starts it, also once more after it was killed. */
  async run(settings: Readonly<Record<string, string>> = {}): Promise<void> {
    const all = {
      port: String(this.port),
      listen_addresses: "127.0.0.1",
      unix_socket_directories: this.folder,
      ...settings,
    };
    const args = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    this.#process = spawn(program("postgres"), ["-D", join(this.folder, "data"), ...args], {
      ...anotherUser(),
      cwd: this.folder,
      stdio: "ignore",
    });
    await untilAnswered(() => this.query("select 1"));
  }

  /** Without a word to anybody, as a power cut does it. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
    // Its children notice on their own, and until then hold the memory that the next one needs.
    await sleep(300);
  }

  url(database = "postgres", user = "owner"): string {
    return `postgres://${user}@127.0.0.1:${this.#port}/${database}`;
  }

  /** The URL of a journal that is new. */
  async newJournal(): Promise<string> {
    const name = `journal_${++journals}`;
    await this.query(`create schema ${name}`);
    return `${this.url()}?schema=${name}`;
  }

  query(sql: string, database = "postgres", user = "owner"): Promise<Record<string, unknown>[]> {
    return this.#ask(sql, this.port, database, user);
  }

  async #ask(sql: string, port: number, database = "postgres", user = "owner") {
    const client = new pg.Client({
      host: "127.0.0.1",
      port,
      database,
      user,
      password: this.password,
    });
    client.on("error", () => {});
    try {
      await client.connect();
      return (await client.query(sql)).rows as Record<string, unknown>[];
    } finally {
      await client.end().catch(() => {});
    }
  }
}

async function untilAnswered(ask: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; ; tries++)
    try {
      await ask();
      return;
    } catch (error) {
      if (tries === 200) throw error;
      await sleep(50);
    }
}

let journals = 0;
