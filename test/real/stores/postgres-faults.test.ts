import { describe, expect, test, vi } from "vitest";
import { Journal } from "../../../src/journal/index.ts";
import { collect } from "../../harness/collect.ts";
import {
  claim,
  isSent,
  preview,
  reissue,
  resourceIntent,
  startClaim,
} from "../../harness/journal/intents.ts";
import { PostgresServer } from "../../harness/journal/postgres-server.ts";
import { LosingProxy } from "../journal/losing-proxy.ts";
import { expectOneEach, raceOfProcesses, testRaces } from "../journal/races.ts";

const server = await PostgresServer.start({ max_connections: "300" });

/** The address of the same journal behind another port. */
const by = (url: string, port: number) => url.replace(`:${server.port}/`, `:${port}/`);

const isWrite = (request: Buffer) => request.includes("insert into");

testRaces("PostgreSQL", {
  port: server.port,
  isWrite,
  newJournal: async (port = server.port) => by(await server.newJournal(), port),
  mortal: async () => ({
    url: await server.newJournal(),
    kill: () => server.kill(),
    restart: () => server.run({ max_connections: "300" }),
  }),
});

test("6 processes send once for each order if a pooler reports the lost answers", async () => {
  const url = await server.newJournal();
  const proxy = await LosingProxy.start(server.port, isWrite);
  // PgBouncer's, when the connection behind it breaks: the code is that of a mistake in the protocol.
  const words = Buffer.from("SFATAL\0C08P01\0Mserver conn crashed?\0\0");
  proxy.lastWords = Buffer.concat([Buffer.from("E\0\0\0"), Buffer.from([words.length + 4]), words]);
  proxy.oneIn = 4;
  const { winners, complaints } = await raceOfProcesses(by(url, proxy.port), 6, 60);
  expectOneEach(winners);
  expect(complaints).toEqual([]);
});

/** Why nothing is sent, and what to do. */
async function refusal(url: string, env = {}): Promise<string> {
  const journal = new Journal(url, { env });
  const failure: unknown = await journal
    .init()
    .then(() => claim(journal, resourceIntent()))
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: "journal_unavailable", outcome: "not-sent" });
  const { message, remedy } = failure as { message: string; remedy: string };
  expect(JSON.stringify(failure) + message + remedy).not.toContain("hunter2");
  return `${message} ${remedy}`;
}

/** A new journal, its schema and its table. */
async function newTable() {
  const url = await server.newJournal();
  const schema = new URL(url).searchParams.get("schema");
  return { url, schema, table: `${schema}.certorder_journal` };
}

describe("Nothing is sent, and the message names the reason", () => {
  test.each([
    ["a port without a server", "postgres://me:hunter2@127.0.0.1:1/db", "no server answers at this address"],
    ["a database that does not exist", server.url("nowhere"), "no such database"],
    ["a server without TLS", `${server.url()}?sslmode=verify-full`, "does not speak TLS"],
  ])("%s", async (_, url, why) => {
    expect(await refusal(url)).toContain(why);
  });

  test("A wrong or missing password", async () => {
    const strict = await PostgresServer.start({}, "scram-sha-256");
    expect(await refusal(strict.url().replace("owner", "owner:hunter2"))).toContain("the password is wrong");
    expect(await refusal(strict.url())).toContain("a password is needed");
    await new Journal(strict.url(), { env: { PGPASSWORD: strict.password } }).init();
  });

  test("A server that does not flush to its disk", async () => {
    const careless = await PostgresServer.start({ fsync: "off" });
    expect(await refusal(careless.url())).toContain("fsync = off");
  });

  test("Missing schemas and rights: the SQL that is shown is enough, and gives no right to change entries", async () => {
    const url = `${server.url("postgres", "ci-Runner")}?schema=`;
    await server.query(`create role "ci-Runner" login; create schema fenced;
      grant usage on schema fenced to "ci-Runner"; create schema closed`);
    await new Journal(`${server.url()}?schema=closed`).init();
    for (const [schema, why] of [
      ["nowhere", "there is no schema nowhere"],
      ["fenced", "ci-Runner may not create its table"],
      ["closed", "ci-Runner lacks a right on the schema closed"],
    ] as const) {
      const told = await refusal(url + schema);
      expect(told).toContain(why);
      const [, statements = ""] = /(?:with this SQL|or grant it): (.*;)/.exec(told) ?? [];
      await server.query(statements);
      await reissue(new Journal(url + schema), resourceIntent());
      for (const statement of ["delete from TABLE", "truncate TABLE", "update TABLE set line = ''"]) {
        const sql = statement.replace("TABLE", `${schema}.certorder_journal`);
        await expect(server.query(sql, "postgres", "ci-Runner")).rejects.toMatchObject({ code: "42501" });
      }
    }
  });

  test("A statement that the server cancels, and a code without a message of ours", async () => {
    const { url, table } = await newTable();
    for (const [role, setting] of [
      ["hurried", "statement_timeout"],
      ["locked", "lock_timeout"],
    ])
      await server.query(
        `drop role if exists ${role}; create role ${role} login superuser; alter role ${role} set ${setting} = '200ms'`,
      );
    const locking = server.query(`begin; lock table ${table} in share mode; select pg_sleep(3); commit`);
    await vi.waitFor(async () => {
      const locks = await server.query(
        `select 1 from pg_locks where relation = '${table}'::regclass and mode = 'ShareLock' and granted`,
      );
      expect(locks).toHaveLength(1);
    });
    expect(await refusal(url.replace("owner@", "hurried@"))).toMatch(/cancelled .* statement_timeout/);
    expect(await refusal(url.replace("owner@", "locked@"))).toMatch(/locked for too long.* lock_timeout/);
    await locking;
    await server.query(`alter table ${table} add constraint odd check (line = 'x')`);
    expect(await refusal(url)).toMatch(
      /its server refuses \(23514: new row for relation .* check constraint "odd"\)/,
    );
  });

  test("A read-only journal, whose attempts can be listed", async () => {
    const { url, schema, table } = await newTable();
    await reissue(new Journal(url), resourceIntent());
    await server.query(
      `create role reader login; grant usage on schema ${schema} to reader; grant select on ${table} to reader`,
    );
    const narrow = `${server.url("postgres", "reader")}?schema=${schema}`;
    expect(await new Journal(narrow).attempts()).toHaveLength(1);
    await expect(new Journal(narrow).init()).rejects.toThrow("reader may not add to it");
    await server.query("alter role reader set default_transaction_read_only = on");
    await expect(new Journal(`${narrow}&connect_timeout=9`).init()).rejects.toThrow("is read-only");
  });

  const columns = "(order_id text, position int, line text, primary key (order_id, position))";
  test.each([
    ["an unlogged table", `create unlogged table TABLE ${columns}`, "which a crash empties"],
    ["no primary key", "create table TABLE (order_id text, position int, line text)", "no primary key"],
    ["other columns", "create table TABLE (something text)", "not created by certorder"],
    [
      "a view",
      `create table SCHEMA.rows ${columns}; create view TABLE as select * from SCHEMA.rows`,
      "is a view or a partition",
    ],
    ["a partitioned table", `create table TABLE ${columns} partition by list (order_id)`, "is a view or a p"],
    [
      "a partition",
      `create table SCHEMA.whole ${columns} partition by list (order_id);
       create table TABLE partition of SCHEMA.whole default`,
      "is a view or a partition",
    ],
    [
      "a trigger",
      `create table TABLE ${columns};
       create function SCHEMA.forget() returns trigger language plpgsql as
         $$ begin delete from TABLE where order_id = new.order_id; return null; end $$;
       create constraint trigger forget after insert on TABLE deferrable initially deferred
         for each row execute function SCHEMA.forget()`,
      "has the trigger forget, which can change or remove an entry",
    ],
    [
      "a rule",
      `create table TABLE ${columns}; create rule forget as on insert to TABLE do instead nothing`,
      "has the rule forget",
    ],
  ])("A table that could lose entries: %s", async (_, sql, why) => {
    const url = await server.newPlace();
    const schema = new URL(url).searchParams.get("schema") ?? "";
    await server.query(sql.replaceAll("TABLE", `${schema}.certorder_journal`).replaceAll("SCHEMA", schema));
    expect(await refusal(url)).toContain(why);
  });

  test("A table with row-level security, also for a list, which could be incomplete", async () => {
    const { url, table } = await newTable();
    await server.query(`alter table ${table} enable row level security`);
    expect(await refusal(url)).toContain("has row-level security, which can hide entries");
    for (const order of [undefined, "order-1"])
      await expect(new Journal(url).attempts(order)).rejects.toThrow("row-level security");
  });

  test("A table whose positions the driver returns as text, for every read, until the statement that is shown has run", async () => {
    const { url, table } = await newTable();
    await reissue(new Journal(url), resourceIntent());
    await server.query(`alter table ${table} alter column position type bigint`);
    const told = await refusal(url);
    expect(told).toContain("was not created by certorder: position is bigint, not integer");
    const wrong = { code: "journal_unavailable", message: expect.stringContaining("position is bigint") };
    await expect(new Journal(url).repair("order-1")).rejects.toMatchObject(wrong);
    for (const order of [undefined, "order-1"])
      await expect(new Journal(url).attempts(order)).rejects.toMatchObject(wrong);
    await server.query(/alter table .*/.exec(told)?.[0] ?? "");
    expect(await new Journal(url).attempts("order-1")).toHaveLength(1);
  });

  test("A server that goes away in the middle stops the reissue, which is sent once the server is back", async () => {
    const passing = await PostgresServer.start();
    const journal = new Journal(passing.url());
    await journal.init();
    const begun = await startClaim(journal, resourceIntent());
    expect(begun.decision).toMatchObject({ kind: "send" });
    await passing.kill();
    await expect(begun.claim()).rejects.toMatchObject({ code: "journal_unavailable" });
    await passing.run();
    expect(await isSent(journal, resourceIntent())).toBe(true);
  });
});

test("One odd row blocks its own order, and every other order is listed and reissued", async () => {
  const { url, table } = await newTable();
  const journal = new Journal(url);
  await reissue(journal, resourceIntent({ orderId: "order-1" }));
  await server.query(`insert into ${table} values ('hole', 2147483647, 'x'), ('large', 1, repeat('x', 4194304)),
    ('gap', 3, 'x')`);
  const found = await collect(new Journal(url).histories());
  expect(found.map(({ orderId, damage }) => [orderId, damage.length])).toEqual([
    ["gap", 2],
    ["hole", 1],
    ["large", 1],
    ["order-1", 0],
  ]);
  for (const orderId of ["gap", "hole", "large"]) {
    const asked = resourceIntent({ orderId });
    expect(await preview(journal, asked)).toMatchObject({ blocked: { reason: "damaged" } });
    await journal.repair(orderId);
    await reissue(journal, asked);
  }
});

test("A journal whose table is dropped or renamed is not created again: nothing is sent", async () => {
  const { url, table } = await newTable();
  const journal = new Journal(url);
  await reissue(journal, resourceIntent());
  await server.query(`alter table ${table} rename to old_journal`);
  const refusal = { code: "journal_not_found", outcome: "not-sent" };
  for (const each of [journal, new Journal(url)])
    await expect(claim(each, resourceIntent({ orderId: "order-2" }))).rejects.toMatchObject(refusal);
  expect(await new Journal(url).exists()).toBe(false);
});

test("A write waits for the disk even if the role has synchronous_commit off", async () => {
  const { url, table } = await newTable();
  await server.query(`create role hasty login superuser; alter role hasty set synchronous_commit = off;
    create table seen (setting text);
    create function note() returns boolean language plpgsql as
      $$ begin insert into seen values (current_setting('synchronous_commit')); return true; end $$;
    alter table ${table} add check (note())`);
  await reissue(new Journal(url.replace("owner@", "hasty@")), resourceIntent());
  expect(await server.query("select setting from seen")).toEqual([{ setting: "on" }, { setting: "on" }]);
});

test("Many processes can create the table at the same time", async () => {
  const url = await server.newPlace();
  const journals = Array.from(
    { length: 16 },
    (_, index) => new Journal(`${url}&connect_timeout=${index + 5}`),
  );
  await expect(Promise.all(journals.map((journal) => journal.init()))).resolves.toHaveLength(16);
});
