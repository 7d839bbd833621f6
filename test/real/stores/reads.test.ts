import { describe, expect, test } from "vitest";
import { Journal } from "../../../src/journal/index.ts";
import { collect } from "../../harness/collect.ts";
import { PostgresServer } from "../../harness/journal/postgres-server.ts";
import { credentials, S3Server } from "../../harness/journal/s3-server.ts";
import { cores } from "../../harness/terraform/terraform.ts";
import { reissue, TerraformWithSandbox } from "../../harness/terraform/terraform-with-sandbox.ts";
import { LosingProxy } from "../journal/losing-proxy.ts";
import { OddStore } from "../journal/odd-store.ts";

// How often an apply reads an order's log: once for refresh and plan, once for the core's second plan, once before it sends.

interface Counted {
  readonly url: string;
  /** The reads and writes of logs since the last call. */
  readonly take: () => { readonly reads: number; readonly writes: number };
}

/** Counts statements by what they contain. */
async function onPostgres(): Promise<Counted> {
  const server = await PostgresServer.start();
  const statements: string[] = [];
  const proxy = await LosingProxy.start(server.port, (request) => {
    statements.push(request.toString("latin1"));
    return false;
  });
  const count = (all: readonly string[], words: string) => all.filter((text) => text.includes(words)).length;
  const url = (await server.newJournal()).replace(`:${server.port}/`, `:${proxy.port}/`);
  return {
    url,
    take() {
      const all = statements.splice(0);
      return { reads: count(all, "select clock_timestamp()"), writes: count(all, "insert into") };
    },
  };
}

/** Counts requests: a read of a log is a list, and a GET for each entry that is not known yet. */
async function onS3(): Promise<Counted> {
  const server = await S3Server.start();
  const store = await OddStore.start(server.port);
  return {
    url: server.newJournal(store.port),
    take() {
      const all = store.questions.splice(0);
      const isOfOrder = (question: string) => /o-1/.test(decodeURIComponent(question));
      return {
        reads: all.filter((question) => question.includes("list-type") && isOfOrder(question)).length,
        writes: all.filter((question) => question.startsWith("PUT") && isOfOrder(question)).length,
      };
    },
  };
}

test("All orders of a journal in PostgreSQL are listed by a few statements, whatever their number", async () => {
  const server = await PostgresServer.start();
  const statements: string[] = [];
  const proxy = await LosingProxy.start(server.port, (request) => {
    statements.push(request.toString("latin1"));
    return false;
  });
  const url = await server.newJournal();
  await new Journal({ url }).init();
  const table = `${new URL(url).searchParams.get("schema")}.certorder_journal`;
  await server.query(
    `insert into ${table} select 'o-' || n, p, 'x' from generate_series(1, 15000) n, generate_series(1, 2) p`,
  );
  const listed = await collect(
    new Journal({ url: url.replace(`:${server.port}/`, `:${proxy.port}/`) }).histories(),
  );
  expect(listed).toHaveLength(15_000);
  expect(
    statements.filter((text) => text.includes("order by order_id, position limit")).length,
  ).toBeLessThanOrEqual(4);
});

describe.each([
  ["PostgreSQL", onPostgres],
  ["S3", onS3],
] as const)("A journal in %s", (_, start) => {
  test.each(cores)(
    "is read three times by an apply of a change, and twice written (%s)",
    async (_core, program) => {
      const { url, take } = await start();
      const env = { ...credentials, CERTORDER_JOURNAL_URL: url, CERTORDER_JOURNAL_DIR: undefined };
      await using stage = await TerraformWithSandbox.applied(reissue(), { program, env });
      take();
      stage.workspace.write(reissue({ sign_hash: "sha384" }));
      const { exit, text } = await stage.workspace.apply();
      expect(exit, text).toBe(0);
      expect(take()).toEqual({ reads: 3, writes: 2 });
      // A plan without a change reads it once, and writes nothing.
      expect((await stage.workspace.plan()).exit).toBe(0);
      expect(take()).toEqual({ reads: 1, writes: 0 });
      expect((await stage.workspace.plan("-refresh=false")).exit).toBe(0);
      expect(take()).toEqual({ reads: 1, writes: 0 });
    },
  );
});
