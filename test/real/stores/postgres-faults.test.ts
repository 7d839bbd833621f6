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
import { raceOfProcesses } from "../journal/race-of-processes.ts";
import { expectOneEach, testRaces } from "../journal/races.ts";

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
  await new Journal({ url }).init();
  const proxy = await LosingProxy.start(server.port, isWrite);
  // PgBouncer's, when the connection behind it breaks: the code is that of a mistake in the protocol.
  const words = Buffer.from("SFATAL\0C08P01\0Mserver conn crashed?\0\0");
  proxy.lastWords = Buffer.concat([Buffer.from("E\0\0\0"), Buffer.from([words.length + 4]), words]);
  proxy.oneIn = 4;
  const { winners, complaints } = await raceOfProcesses(by(url, proxy.port), 6, 60);
  expectOneEach(winners);
  expect(complaints).toEqual([]);
});

describe("Nothing is sent, and the message names the reason", () => {
  const refused = async (url: string) => {
    const journal = new Journal({ url, env: {} });
    const failure: unknown = await claim(journal, resourceIntent()).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "journal_unavailable", outcome: "not-sent" });
    const { message, remedy } = failure as { message: string; remedy: string };
    expect(JSON.stringify(failure) + message + remedy).not.toContain("hunter2");
    return `${message} ${remedy}`;
  };

  test("A port without a server is named", async () => {
    expect(await refused("postgres://me:hunter2@127.0.0.1:1/db")).toContain(
      "no server answers at this address",
    );
  });

  test("A database or schema that does not exist is named", async () => {
    expect(await refused(server.url("nowhere"))).toContain("no such database");
    const told = await refused(`${server.url()}?schema=nowhere`);
    expect(told).toContain("there is no schema nowhere");
    const [, statements = ""] = /with this SQL: (.*)/.exec(told) ?? [];
    await server.query(statements);
    await reissue(new Journal({ url: `${server.url()}?schema=nowhere` }), resourceIntent());
  });

  test("A server without TLS is refused if TLS is required", async () => {
    expect(await refused(`${server.url()}?sslmode=verify-full`)).toContain("does not speak TLS");
    expect(await refused(`${server.url()}?sslmode=require`)).toContain("does not speak TLS");
  });

  test("A wrong or missing password is named", async () => {
    const strict = await PostgresServer.start({}, "scram-sha-256");
    expect(await refused(strict.url().replace("owner", "owner:hunter2"))).toContain("the password is wrong");
    expect(await refused(strict.url())).toContain("a password is needed");
    await expect(
      new Journal({ url: strict.url(), env: { PGPASSWORD: strict.password } }).init(),
    ).resolves.toBeUndefined();
  });

  test("A role that may not create the table is named; with the shown SQL, two rights are enough", async () => {
    await server.query(
      "create role narrow login; create schema fenced; grant usage on schema fenced to narrow",
    );
    const url = `${server.url("postgres", "narrow")}?schema=fenced`;
    const told = await refused(url);
    expect(told).toContain("narrow may not create its table");
    const [, statements = ""] = /with this SQL: (.*)/.exec(told) ?? [];
    await server.query(statements);
    await reissue(new Journal({ url }), resourceIntent());
    for (const statement of ["delete from", "truncate", "update"]) {
      const rest = statement === "update" ? "set line = ''" : "";
      await expect(
        server.query(`${statement} fenced.certorder_journal ${rest}`, "postgres", "narrow"),
      ).rejects.toMatchObject({ code: "42501" });
    }
  });

  test("A role without any right is shown the grant that it needs, also if its name has to be quoted", async () => {
    const url = await server.newJournal();
    await new Journal({ url }).init();
    const schema = new URL(url).searchParams.get("schema");
    await server.query(`create role "ci-Runner" login`);
    const bare = `${server.url("postgres", "ci-Runner")}?schema=${schema}`;
    const told = await refused(bare);
    expect(told).toContain(`ci-Runner lacks a right on the schema ${schema}`);
    const [, statements = ""] = /Grant it: (.*;)/.exec(told) ?? [];
    await server.query(statements);
    await reissue(new Journal({ url: bare }), resourceIntent());
  });

  test("A statement that the server cancels, and a code without a message of ours, are explained", async () => {
    const url = await server.newJournal();
    await new Journal({ url }).init();
    const table = `${new URL(url).searchParams.get("schema")}.certorder_journal`;
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
    expect(await refused(url.replace("owner@", "hurried@"))).toMatch(/cancelled .* statement_timeout/);
    expect(await refused(url.replace("owner@", "locked@"))).toMatch(/locked for too long.* lock_timeout/);
    await locking;
    await server.query(`alter table ${table} add constraint odd check (line = 'x')`);
    expect(await refused(url)).toMatch(
      /its server refuses \(23514: new row for relation .* check constraint "odd"\)/,
    );
  });

  test("A read-only journal sends nothing, and its attempts can be listed", async () => {
    const url = await server.newJournal();
    await reissue(new Journal({ url }), resourceIntent());
    const schema = new URL(url).searchParams.get("schema");
    await server.query(
      `create role reader login; grant usage on schema ${schema} to reader; grant select on ${schema}.certorder_journal to reader`,
    );
    const narrow = `${server.url("postgres", "reader")}?schema=${schema}`;
    expect(await new Journal({ url: narrow }).attempts()).toHaveLength(1);
    await expect(new Journal({ url: narrow }).init()).rejects.toMatchObject({
      message: expect.stringContaining("reader may not add to it"),
    });
    await server.query(`alter role reader set default_transaction_read_only = on`);
    await expect(new Journal({ url: `${narrow}&connect_timeout=9` }).init()).rejects.toMatchObject({
      message: expect.stringContaining("is read-only"),
    });
  });

  test("A table that is unlogged, has no primary key or has other columns is refused", async () => {
    await server.query("create schema odd");
    const url = `${server.url()}?schema=odd`;
    const table = "odd.certorder_journal";
    await server.query(
      `create unlogged table ${table} (order_id text, position int, line text, primary key (order_id, position))`,
    );
    expect(await refused(url)).toContain("which a crash empties");
    await server.query(`drop table ${table}; create table ${table} (order_id text, position int, line text)`);
    expect(await refused(url)).toContain("no primary key");
    await server.query(`drop table ${table}; create table ${table} (something text)`);
    expect(await refused(url)).toContain("not created by certorder");
  });

  test("A view, a partitioned table and a partition are refused", async () => {
    await server.query("create schema parts");
    const url = `${server.url()}?schema=parts`;
    const columns = "(order_id text, position int, line text, primary key (order_id, position))";
    await server.query(`create table parts.rows ${columns};
      create view parts.certorder_journal as select * from parts.rows`);
    expect(await refused(url)).toContain("is a view or a partition");
    await server.query(`drop view parts.certorder_journal;
      create table parts.certorder_journal ${columns} partition by list (order_id)`);
    expect(await refused(url)).toContain("is a view or a partition");
    await server.query(`drop table parts.certorder_journal;
      create table parts.whole ${columns} partition by list (order_id);
      create table parts.certorder_journal partition of parts.whole default`);
    expect(await refused(url)).toContain("is a view or a partition");
  });

  test("One odd row blocks its own order, and every other order is listed and reissued", async () => {
    const url = await server.newJournal();
    const journal = new Journal({ url });
    await reissue(journal, resourceIntent({ orderId: "order-1" }));
    const table = `${new URL(url).searchParams.get("schema")}.certorder_journal`;
    await server.query(`insert into ${table} values ('hole', 2147483647, 'x'), ('large', 1, repeat('x', 4194304)),
      ('gap', 3, 'x')`);
    const found = await collect(new Journal({ url }).histories());
    expect(found.map(({ orderId, damage }) => [orderId, damage.length])).toEqual([
      ["gap", 2],
      ["hole", 1],
      ["large", 1],
      ["order-1", 0],
    ]);
    for (const orderId of ["gap", "hole", "large"]) {
      expect(await preview(journal, resourceIntent({ orderId }))).toMatchObject({
        blocked: { reason: "damaged" },
      });
      await journal.repair(orderId);
      await reissue(journal, resourceIntent({ orderId }));
    }
    await reissue(journal, resourceIntent({ orderId: "order-2" }));
  });

  test("A table with a trigger or a rule is refused: it can change or remove an entry", async () => {
    const url = await server.newJournal();
    await new Journal({ url }).init();
    const schema = new URL(url).searchParams.get("schema");
    const table = `${schema}.certorder_journal`;
    await server.query(`create function ${schema}.forget() returns trigger language plpgsql as
        $$ begin delete from ${table} where order_id = new.order_id; return null; end $$;
      create constraint trigger forget after insert on ${table} deferrable initially deferred
        for each row execute function ${schema}.forget()`);
    expect(await refused(url)).toContain("has the trigger forget, which can change or remove an entry");
    await server.query(`drop trigger forget on ${table};
      create function ${schema}.rewrite() returns trigger language plpgsql as
        $$ begin new.line := 'x'; return new; end $$;
      create trigger rewrite before insert on ${table} for each row execute function ${schema}.rewrite()`);
    expect(await refused(url)).toContain("has the trigger rewrite");
    await server.query(`drop trigger rewrite on ${table};
      create rule forget as on insert to ${table} do instead nothing`);
    expect(await refused(url)).toContain("has the rule forget");
    await server.query(`drop rule forget on ${table}`);
    await reissue(new Journal({ url }), resourceIntent());
  });

  test("A table with row-level security is refused, also for a list, which could be incomplete", async () => {
    const url = await server.newJournal();
    await reissue(new Journal({ url }), resourceIntent());
    const table = `${new URL(url).searchParams.get("schema")}.certorder_journal`;
    await server.query(`alter table ${table} enable row level security`);
    expect(await refused(url)).toContain("has row-level security, which can hide entries");
    for (const read of [
      () => new Journal({ url }).attempts(),
      () => new Journal({ url }).attempts("order-1"),
    ])
      await expect(read()).rejects.toMatchObject({ message: expect.stringContaining("row-level security") });
  });

  test("A server that does not flush to its disk is refused", async () => {
    const careless = await PostgresServer.start({ fsync: "off" });
    expect(await refused(careless.url())).toContain("fsync = off");
  });

  test("A server that goes away in the middle stops the reissue, which is sent once the server is back", async () => {
    const passing = await PostgresServer.start();
    const journal = new Journal({ url: passing.url() });
    const begun = await startClaim(journal, resourceIntent());
    expect(begun.verdict).toMatchObject({ kind: "send" });
    await passing.kill();
    await expect(begun.claim()).rejects.toMatchObject({ code: "journal_unavailable" });
    await passing.run();
    expect(await isSent(journal, resourceIntent())).toBe(true);
  });
});

test("A write waits for the disk even if the role has synchronous_commit off", async () => {
  const url = await server.newJournal();
  await server.query("create role hasty login superuser; alter role hasty set synchronous_commit = off");
  await new Journal({ url }).init();
  await server.query(`create table seen (setting text);
    create function note() returns boolean language plpgsql as
      $$ begin insert into seen values (current_setting('synchronous_commit')); return true; end $$;
    alter table ${new URL(url).searchParams.get("schema")}.certorder_journal add check (note())`);
  await reissue(new Journal({ url: url.replace("owner@", "hasty@") }), resourceIntent());
  expect(await server.query("select setting from seen")).toEqual([{ setting: "on" }, { setting: "on" }]);
});

test("A reissue needs three statements: one read and two inserts", async () => {
  const statements: string[] = [];
  const proxy = await LosingProxy.start(server.port, (request) => {
    if (request.includes("certorder_journal")) statements.push(request.toString("latin1"));
    return false;
  });
  const journal = new Journal({ url: by(await server.newJournal(), proxy.port) });
  await journal.init();
  statements.splice(0);
  await reissue(journal, resourceIntent());
  expect(statements.map((text) => /select clock_timestamp|insert into/.exec(text)?.[0])).toEqual([
    "select clock_timestamp",
    "insert into",
    "insert into",
  ]);
});

test("Many processes can create the table at the same time", async () => {
  const url = await server.newJournal();
  const journals = Array.from(
    { length: 16 },
    (_, index) => new Journal({ url: `${url}&connect_timeout=${index + 5}` }),
  );
  await expect(Promise.all(journals.map((journal) => journal.init()))).resolves.toHaveLength(16);
});
