import { isIP } from "node:net";
import type { Pool, PoolConfig } from "pg";
import type { Entry, LogStore } from "../numbered.ts";
import { readAuthorities, storeUnusable } from "../server.ts";
import { explain, isUnclear } from "./failures.ts";
import { creation, grantStatements, tableName } from "./table.ts";
import type { PostgresAddress } from "./url.ts";

const answerTimeoutMs = 10_000;
/** Enough for speed: several writers share one flush of the disk. */
const connections = 8;

export async function openPostgres(address: PostgresAddress): Promise<LogStore> {
  const { default: pg } = await import("pg").catch((error: unknown) => {
    throw storeUnusable(
      address,
      "the driver for PostgreSQL is not installed",
      "Install it beside certorder: npm install pg@8",
      error,
    );
  });
  // Journals of one process in one database share their connections.
  const { title: _, schema: __, ...way } = address;
  const key = JSON.stringify(way);
  let pool = pools.get(key);
  if (!pool) {
    pool = new pg.Pool(poolConfig(address));
    // The pool replaces an idle connection that ends. Without this listener the error would end the process.
    pool.on("error", () => {});
    pools.set(key, pool);
  }
  return new PostgresStore(address, pool);
}

const pools = new Map<string, Pool>();

/**
 * When several processes create the table at once, `if not exists` does not keep them from colliding on the table,
 * its type or its catalog entry.
 */
const collisions: ReadonlySet<string> = new Set(["42P07", "42710", "23505"]);

class PostgresStore implements LogStore {
  readonly #address: PostgresAddress;
  readonly #pool: Pool;
  readonly #table: string;
  #preparing: Promise<Server> | undefined;
  clockSkewMs = 0;

  constructor(address: PostgresAddress, pool: Pool) {
    this.#address = address;
    this.#pool = pool;
    this.#table = tableName(address.schema);
  }

  async read(orderId: string, after: number): Promise<Entry[]> {
    if (!(await this.#hasTable())) return [];
    // The left join always returns a row, so the server's time is always known.
    const rows = await this.#query<{ now: Date; position: number | null; line: string }>(
      `select clock_timestamp() as now, position, line from (values (1)) as one
       left join ${this.#table} on order_id = $1 and position > $2 order by position`,
      [orderId, after],
    );
    const [first] = rows;
    if (first) this.clockSkewMs = first.now.getTime() - Date.now();
    return rows.flatMap(({ position, line }) => (position === null ? [] : [{ position, text: line }]));
  }

  async create(orderId: string, { position, text }: Entry): Promise<"created" | "taken" | "unclear"> {
    this.#refuseUnfit(await this.#prepared());
    try {
      // One statement, because a pooler may split a session. `on conflict` names the key, so the server refuses a
      // table without that key.
      const { rowCount } = await this.#pool.query(
        `with durable as (select set_config('synchronous_commit', 'on', true))
         insert into ${this.#table} (order_id, position, line) select $1, $2, $3 from durable
         on conflict (order_id, position) do nothing`,
        [orderId, position, text],
      );
      return rowCount === 1 ? "created" : "taken";
    } catch (error) {
      if (isUnclear(error)) return "unclear";
      throw explain(error, this.#address);
    }
  }

  async orders(): Promise<string[]> {
    if (!(await this.#hasTable())) return [];
    const rows = await this.#query<{ order_id: string }>(
      `select distinct order_id from ${this.#table} order by order_id`,
    );
    return rows.map(({ order_id }) => order_id);
  }

  async exists(): Promise<boolean> {
    return (await this.#look()).persistence !== null;
  }

  async check({ create } = { create: true }): Promise<void> {
    this.#preparing = undefined;
    if (create || (await this.#hasTable())) this.#refuseUnfit(await this.#prepared());
  }

  /** Reading does not create the table. */
  async #hasTable(): Promise<boolean> {
    if (this.#preparing) return (await this.#preparing).persistence !== null;
    const found = await this.#look();
    if (found.persistence !== null) this.#preparing = Promise.resolve(found);
    return found.persistence !== null;
  }

  #prepared(): Promise<Server> {
    this.#preparing ??= this.#prepare().catch((error: unknown) => {
      // The next caller checks again: the server may be repaired by then.
      this.#preparing = undefined;
      throw error;
    });
    return this.#preparing;
  }

  async #prepare(): Promise<Server> {
    const found = await this.#look();
    if (found.persistence !== null) return found;
    if (found.isReadOnly) throw this.#unusable(readOnly[0], readOnly[1]);
    try {
      await this.#pool.query(creation(this.#address.schema));
    } catch (error) {
      const { code } = error as { code?: string };
      if (!collisions.has(code ?? "") && !isUnclear(error))
        throw code === "42501" || code === "3F000" ? this.#noTable(error) : explain(error, this.#address);
    }
    const made = await this.#look();
    if (made.persistence === null) throw this.#noTable();
    return made;
  }

  async #look(): Promise<Server> {
    const [server] = await this.#query<Server>(
      `select current_setting('fsync') = 'on' as "isFlushed",
         pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "isReadOnly",
         (select relpersistence from pg_class where oid = to_regclass($1)) as persistence,
         has_table_privilege(to_regclass($1), 'insert') and has_table_privilege(to_regclass($1), 'select') as "isAllowed"`,
      [this.#table],
    );
    if (!server) throw this.#unusable("the server does not answer like PostgreSQL", "Check the address.");
    return server;
  }

  /** Refuses a server that could lose accepted entries, or accepts none. */
  #refuseUnfit({ isFlushed, isReadOnly, persistence, isAllowed }: Server): void {
    if (isReadOnly) throw this.#unusable(readOnly[0], readOnly[1]);
    if (!isFlushed)
      throw this.#unusable(
        "its server runs with fsync = off, and can lose accepted entries",
        "Set fsync = on.",
      );
    if (persistence !== "p")
      throw this.#unusable(
        `${this.#table} is an unlogged or temporary table, which a crash empties`,
        `Make it last: alter table ${this.#table} set logged`,
      );
    if (!isAllowed)
      throw this.#unusable(
        `${this.#address.user} may not add to it and read it`,
        `Grant it: ${grantStatements(this.#address.schema).replaceAll("ROLE", this.#address.user)}`,
      );
  }

  async #query<Row>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    try {
      return (await this.#pool.query(sql, [...values])).rows as Row[];
    } catch (error) {
      throw explain(error, this.#address);
    }
  }

  #noTable(cause?: unknown): Error {
    const { schema, user } = this.#address;
    return storeUnusable(
      this.#address,
      `${user} may not create its table, or there is no schema ${schema}`,
      `Let a user with more rights create it, with this SQL: ${creation(schema).replace(/\s+/g, " ")}; ${grantStatements(schema).replaceAll("ROLE", user)}`,
      cause,
      "Or with this command",
    );
  }

  #unusable(why: string, remedy: string): Error {
    return storeUnusable(this.#address, why, remedy);
  }
}

interface Server {
  readonly isFlushed: boolean;
  readonly isReadOnly: boolean;
  /** Null: there is no table. */
  readonly persistence: string | null;
  readonly isAllowed: boolean | null;
}

const readOnly = ["its server is read-only (a replica?)", "Name the server that accepts writes."] as const;

function poolConfig(address: PostgresAddress): PoolConfig {
  const { host, port, user, database, password, connectTimeoutMs } = address;
  return {
    host,
    port,
    user,
    database,
    password,
    ssl: tlsOptions(address),
    application_name: "certorder",
    connectionTimeoutMillis: connectTimeoutMs,
    // The driver counts this time. A server-side timeout is set at connecting, which poolers refuse.
    query_timeout: answerTimeoutMs,
    max: connections,
    // Lets a process end while connections are idle.
    allowExitOnIdle: true,
  };
}

function tlsOptions(address: PostgresAddress): PoolConfig["ssl"] {
  const { tls, host, rootCertificates } = address;
  if (tls === "disable") return false;
  // Always set explicitly, so that no environment variable decides it.
  if (tls === "require") return { rejectUnauthorized: false };
  return {
    rejectUnauthorized: true,
    ...(rootCertificates !== undefined && { ca: readAuthorities(rootCertificates, "sslrootcert", address) }),
    // The driver passes no host for an IP address. The certificate would then be compared with "localhost".
    ...(isIP(host) !== 0 && { host }),
    ...(tls === "verify-ca" && { checkServerIdentity: () => undefined }),
  };
}
