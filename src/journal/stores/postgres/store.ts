import { isIP } from "node:net";
import type { Pool, PoolClient, PoolConfig } from "pg";
import { printable } from "../../../contract/index.ts";
import type { EntryStore, LogEntry } from "../numbered.ts";
import { readAuthorities, storeNotFound, storeUnusable } from "../server.ts";
import { isUnclearCommit, postgresFailure, readOnly } from "./failures.ts";
import {
  createTableStatement,
  grantStatements,
  qualifiedName,
  setupStatements,
  type TableName,
} from "./table.ts";
import type { PostgresAddress } from "./url.ts";

const answerTimeoutMs = 10_000;
/** Enough for speed: several writers share one flush of the disk. */
const connections = 8;
const pageRows = 10_000;
/** An entry of another program may be larger than the memory. Ours have less than a kilobyte. */
const lineColumn = "case when octet_length(line) > 1048576 then 'too large' else line end";

export async function openPostgres(address: PostgresAddress, table: TableName): Promise<EntryStore> {
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
  return new PostgresStore(address, table, pool);
}

const pools = new Map<string, Pool>();

/**
 * When several processes create the table at once, `if not exists` does not keep them from colliding on the table,
 * its type or its catalog entry.
 */
const collisions: ReadonlySet<string> = new Set(["42P07", "42710", "23505"]);

class PostgresStore implements EntryStore {
  readonly #address: PostgresAddress;
  readonly #pool: Pool;
  readonly #name: TableName;
  readonly #table: string;
  /** The server, once it had the table. */
  #found: Server | undefined;
  clockSkewMs = 0;

  constructor(address: PostgresAddress, name: TableName, pool: Pool) {
    this.#address = address;
    this.#pool = pool;
    this.#name = name;
    this.#table = qualifiedName(address.schema, name);
  }

  async read(orderId: string, after: number): Promise<LogEntry[]> {
    if (!(await this.#find())) return [];
    // The server's time stands in a row of its own: in each row it would cost as much as the rest of the row. The server
    // sorts nothing: for a long log it would do so on its disk.
    const rows = await this.#query<LogEntry | { readonly position: null; readonly text: string }>(
      `select position, ${lineColumn} as text from ${this.#table} where order_id = $1 and position > $2
       union all select null, (1000 * extract(epoch from clock_timestamp()))::text`,
      [orderId, after],
    );
    return rows.filter((row): row is LogEntry => {
      if (row.position === null) this.clockSkewMs = Number(row.text) - Date.now();
      return row.position !== null;
    });
  }

  /** Reads page by page: many orders need few queries, and all rows at once would need the memory of all. */
  async *readAll(isWanted: (orderId: string) => boolean): ReturnType<EntryStore["readAll"]> {
    if (!(await this.#find())) return;
    let last = { order_id: "", position: 0 };
    for (;;) {
      const page = await this.#query<{ order_id: string; position: number; text: string }>(
        `select order_id, position, ${lineColumn} as text from ${this.#table}
         where (order_id, position) > ($1, $2) order by order_id, position limit ${pageRows}`,
        [last.order_id, last.position],
      );
      for (const { order_id: orderId, position, text } of page)
        if (isWanted(orderId)) yield { orderId, position, text };
      last = page.at(-1) ?? last;
      if (page.length < pageRows) return;
    }
  }

  async create(orderId: string, { position, text }: LogEntry): Promise<"created" | "taken" | "unclear"> {
    const server = await this.#find();
    if (!server) throw storeNotFound(this.#address);
    this.#refuseUnfit(server);
    // One statement, because a pooler may split a session. `on conflict` names the key, so the server refuses a
    // table without that key.
    const committed = await this.#commit(
      `with durable as (select set_config('synchronous_commit', 'on', true))
       insert into ${this.#table} (order_id, position, line) select $1, $2, $3 from durable
       on conflict (order_id, position) do nothing`,
      [orderId, position, text],
    );
    return committed === "unclear" ? committed : committed === 1 ? "created" : "taken";
  }

  /** A commit that the standby has confirmed proves that it has all commits before it, too. */
  async confirm(): Promise<"confirmed" | "unclear"> {
    const committed = await this.#commit(
      `with durable as (select set_config('synchronous_commit', 'on', true))
       select pg_logical_emit_message(true, 'certorder', 'confirm') from durable`,
    );
    return committed === "unclear" ? committed : "confirmed";
  }

  /** Carries a writing statement out. Returns the number of its rows. */
  async #commit(sql: string, values: readonly unknown[] = []): Promise<number | "unclear"> {
    let client: PoolClient | undefined;
    let isDoubtful = false;
    // If the wait for a standby is cancelled, the server warns that the commit may not be replicated.
    const note = ({ code }: { readonly code?: string | undefined }) => {
      isDoubtful ||= code !== "00000";
    };
    try {
      client = await this.#pool.connect();
      client.on("error", ignore).on("notice", note);
      const { rowCount } = await client.query(sql, [...values]);
      client.off("error", ignore).off("notice", note).release();
      return isDoubtful ? "unclear" : (rowCount ?? 0);
    } catch (error) {
      client?.release(true);
      if (isUnclearCommit(error)) return "unclear";
      throw this.#failure(error);
    }
  }

  async lengths(): Promise<Map<string, number>> {
    if (!(await this.#find())) return new Map();
    const rows = await this.#query<{ order_id: string; length: number }>(
      `select order_id, max(position) as length from ${this.#table} group by order_id`,
    );
    return new Map(rows.map(({ order_id, length }) => [order_id, length]));
  }

  async exists(): Promise<boolean> {
    return (await this.#look()).persistence !== null;
  }

  async check({ create }: { readonly create: boolean }): Promise<void> {
    this.#found = undefined;
    const server = (await this.#find()) ?? (create ? await this.#createTable() : undefined);
    if (server) this.#refuseUnfit(server);
  }

  /** The server, if it has the table. Asks it again until it has. */
  async #find(): Promise<Server | undefined> {
    const found = this.#found ?? (await this.#look());
    if (found.persistence === null) return undefined;
    this.#refuseMisread(found);
    this.#found = found;
    return found;
  }

  async #createTable(): Promise<Server> {
    try {
      await this.#pool.query(createTableStatement(this.#address.schema, this.#name));
    } catch (error) {
      const { code } = error as { code?: string };
      if (!collisions.has(code ?? "") && !isUnclearCommit(error))
        throw code === "42501" ? this.#noTable(error) : this.#failure(error);
    }
    const made = await this.#look();
    if (made.persistence === null) throw this.#noTable();
    return made;
  }

  async #look(): Promise<Server> {
    const [server] = await this.#query<Server>(
      `select current_setting('fsync') = 'on' as "isFlushed",
         pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "isReadOnly",
         relpersistence as persistence, relkind = 'r' and not relispartition as "isPlain",
         relrowsecurity as "hasRowSecurity",
         (select format_type(atttypid, null) from pg_attribute
           where attrelid = c.oid and attname = 'position' and attnum > 0) as "positionType",
         coalesce(
           (select 'trigger ' || tgname from pg_trigger where tgrelid = c.oid and not tgisinternal limit 1),
           (select 'rule ' || rulename from pg_rewrite where ev_class = c.oid limit 1)) as hook,
         has_table_privilege(c.oid, 'insert') and has_table_privilege(c.oid, 'select') as "isAllowed"
       from (values (1)) as one left join pg_class c on c.oid = to_regclass($1)`,
      [this.#table],
    );
    if (!server) throw this.#unusable("the server does not answer like PostgreSQL", "Check the address.");
    return server;
  }

  /** Refuses a server that could lose accepted entries, or accepts none. */
  #refuseUnfit(server: Server): void {
    const table = this.#table;
    const { schema, user } = this.#address;
    if (server.isReadOnly) throw this.#unusable(...readOnly);
    if (!server.isFlushed)
      throw this.#unusable(
        "its server runs with fsync = off, and can lose accepted entries",
        "Set fsync = on.",
      );
    if (!server.isPlain)
      throw this.#unusable(
        `${table} is a view or a partition, whose rows may be in another table`,
        "Name a schema without it. certorder creates a plain table there.",
      );
    if (server.persistence !== "p")
      throw this.#unusable(
        `${table} is an unlogged or temporary table, which a crash empties`,
        `Make it last: alter table ${table} set logged`,
      );
    if (server.hook !== null)
      throw this.#unusable(
        `${table} has the ${printable(server.hook)}, which can change or remove an entry`,
        "Drop it. Only certorder may write to this table.",
      );
    this.#refuseMisread(server);
    if (!server.isAllowed)
      throw this.#unusable(
        `${user} may not add to it and read it`,
        `Grant it: ${grantStatements(schema, this.#name, user)}`,
      );
  }

  /**
   * A reader that sees only some entries could take an order for one without a reissue. The driver returns a `bigint`
   * as text, which would make gaps of positions that follow each other.
   */
  #refuseMisread({ hasRowSecurity, positionType }: Server): void {
    const table = this.#table;
    if (hasRowSecurity)
      throw this.#unusable(
        `${table} has row-level security, which can hide entries`,
        `Switch it off: alter table ${table} disable row level security`,
      );
    if (positionType !== null && positionType !== "integer")
      throw this.#unusable(
        `${table} was not created by certorder: position is ${positionType}, not integer`,
        `Change it: alter table ${table} alter column position type integer`,
      );
  }

  async #query<Row>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    try {
      return (await this.#pool.query(sql, [...values])).rows as Row[];
    } catch (error) {
      throw this.#failure(error);
    }
  }

  #noTable(cause?: unknown): Error {
    const { schema, user } = this.#address;
    return storeUnusable(
      this.#address,
      `${user} may not create its table in the schema ${schema}`,
      `Let a user with more rights create it, with this SQL: ${setupStatements(schema, this.#name, user, { hasSchema: true })}`,
      cause,
      "Or with this command",
    );
  }

  #failure(error: unknown): Error {
    return postgresFailure(error, this.#address, this.#name);
  }

  #unusable(why: string, remedy: string): Error {
    return storeUnusable(this.#address, why, remedy);
  }
}

/** The query that is under way fails with the same error. Without a listener it would end the process. */
const ignore = () => {};

interface Server {
  readonly isFlushed: boolean;
  readonly isReadOnly: boolean;
  /** Null: there is no table. */
  readonly persistence: string | null;
  /** A table of its own: no view, partition or foreign table. */
  readonly isPlain: boolean | null;
  readonly isAllowed: boolean | null;
  readonly hasRowSecurity: boolean | null;
  /** Null: there is no such column. Every statement on the table fails then. */
  readonly positionType: string | null;
  /** A trigger or rule of a user. */
  readonly hook: string | null;
}

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
