import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { KeyAndCertificate } from "../../../src/sandbox/index.ts";
import { atTheEnd } from "../at-the-end.ts";
import { newFolder } from "../new-folder.ts";
import { freePort } from "./free-port.ts";
import { initJournal } from "./new-journal.ts";
import { startProxy } from "./tcp-proxy.ts";

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
    const folder = folderOfServer();
    const user = anotherUser();
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

  /**
   * Makes a standby that copies this server as a stream, and starts this server once more with a setting that makes each
   * commit wait for it. The copy is made while this server is stopped: not all versions that the proof uses have pg_basebackup.
   */
  async withStandby(): Promise<SynchronousPair> {
    await this.stop("fast");
    const folder = folderOfServer();
    const standby = new PostgresServer(folder, await freePort());
    execFileSync("cp", ["-a", join(this.folder, "data"), folder]);
    rmSync(join(folder, "data", "postmaster.pid"), { force: true });
    writeFileSync(join(folder, "data", "standby.signal"), "");
    atTheEnd(() => standby.kill());
    const pair = new SynchronousPair(this, standby);
    await pair.startPrimary();
    await pair.startStandby();
    return pair;
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
    await this.#end("SIGKILL");
    // Its children notice on their own, and until then hold the memory that the next one needs.
    await sleep(300);
  }

  /**
   * Ends it as an administrator does. `fast` ends the connections and writes what is pending; `immediate` only ends, and the
   * next start recovers from the log.
   */
  async stop(how: "fast" | "immediate"): Promise<void> {
    await this.#end(how === "fast" ? "SIGINT" : "SIGQUIT");
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, "exit");
  }

  url(database = "postgres", user = "owner"): string {
    return `postgres://${user}@127.0.0.1:${this.#port}/${database}`;
  }

  /** The URL of a new journal. */
  async newJournal(): Promise<string> {
    return initJournal(await this.newPlace());
  }

  /** The URL for a journal that does not exist yet. */
  async newPlace(): Promise<string> {
    const name = `journal_${++journals}`;
    await this.query(`create schema ${name}`);
    return `${this.url()}?schema=${name}`;
  }

  query(sql: string, database = "postgres", user = "owner"): Promise<Record<string, unknown>[]> {
    return this.#ask(sql, this.port, database, user);
  }

  async #ask(sql: string, port: number, database = "postgres", user = "owner") {
    const client = new pg.Client({ host: "127.0.0.1", port, database, user, password: this.password });
    client.on("error", () => {});
    try {
      await client.connect();
      return (await client.query(sql)).rows as Record<string, unknown>[];
    } finally {
      await client.end().catch(() => {});
    }
  }
}

/** A primary whose commits wait for a standby, and one address for both: it leads to the server that accepts writes. */
export class SynchronousPair {
  readonly primary: PostgresServer;
  readonly standby: PostgresServer;
  /** The address for both, and the server that it leads to. */
  #port: number | undefined;
  #leadsTo: PostgresServer;

  constructor(primary: PostgresServer, standby: PostgresServer) {
    this.primary = primary;
    this.standby = standby;
    this.#leadsTo = primary;
  }

  startPrimary(): Promise<void> {
    return this.primary.run({ synchronous_standby_names: "standby" });
  }

  /** Returns once commits of the primary wait for it and get their answer. */
  async startStandby(): Promise<void> {
    const { port } = this.primary;
    const from = `host=127.0.0.1 port=${port} user=owner application_name=standby`;
    await this.standby.run({ primary_conninfo: from });
    await untilAnswered(async () => {
      const found = await this.primary.query("select 1 from pg_stat_replication where sync_state = 'sync'");
      if (found.length === 0) throw new Error("The standby does not follow the primary.");
    });
  }

  /** From now on commits of the primary wait. */
  stopStandby(): Promise<void> {
    return this.standby.kill();
  }

  /** The address that stays the same after a failover. */
  async url(): Promise<string> {
    this.#port ??= await startProxy(
      () => this.#leadsTo.port,
      (client, upstream) => {
        client.pipe(upstream);
        upstream.pipe(client);
      },
    );
    return this.primary.url().replace(`:${this.primary.port}/`, `:${this.#port}/`);
  }

  /** The processes of the primary that wait for the standby to confirm an entry of a journal. */
  async waiting(): Promise<number[]> {
    const found = await this.primary.query(
      "select pid from pg_stat_activity where wait_event = 'SyncRep' and application_name = 'certorder'",
    );
    return found.map(({ pid }) => Number(pid));
  }

  /** The primary is lost, and the standby is promoted with what it has. */
  async failOver(): Promise<void> {
    await this.primary.kill();
    await this.standby.kill();
    // The primary no longer answers, so the standby gets nothing more from it.
    await this.standby.run({ primary_conninfo: `host=127.0.0.1 port=${this.primary.port} user=owner` });
    await this.standby.query("select pg_promote()");
    this.#leadsTo = this.standby;
  }
}

/** A folder that the user of the server may use. */
function folderOfServer(): string {
  const folder = newFolder("postgres-");
  const { uid, gid } = anotherUser();
  if (uid !== undefined && gid !== undefined) {
    chownSync(folder, uid, gid);
    // The folder of the run belongs to root. The user of the server has to pass through it.
    chmodSync(tmpdir(), 0o711);
  }
  return folder;
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
