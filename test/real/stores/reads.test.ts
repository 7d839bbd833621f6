import { describe, expect, test } from "vitest";
import { Journal } from "../../../src/journal/index.ts";
import { collect } from "../../harness/collect.ts";
import { PostgresServer } from "../../harness/journal/postgres-server.ts";
import { credentials, S3Server } from "../../harness/journal/s3-server.ts";
import { cores } from "../../harness/terraform/terraform.ts";
import { reissue, TerraformWithSandbox } from "../../harness/terraform/terraform-with-sandbox.ts";
import { LosingProxy } from "../journal/losing-proxy.ts";
import { OddStore } from "../journal/odd-store.ts";

// How often an apply reads an order's log: once for refresh and plan, once for the core's second plan, once before it sends. What
// receivers wrote stands elsewhere, and is not counted.

interface Counted {
  readonly url: string;
  /** What was asked since the last call. */
  readonly take: () => readonly string[];
  readonly isRead: RegExp;
  readonly isWrite: RegExp;
}

/** A journal in PostgreSQL, and the statements that reach the server. */
async function onPostgres(): Promise<Counted & { readonly server: PostgresServer }> {
  const server = await PostgresServer.start();
  const statements: string[] = [];
  const proxy = await LosingProxy.start(server.port, (request) => {
    statements.push(request.toString("latin1"));
    return false;
  });
  const url = (await server.newJournal()).replace(`:${server.port}/`, `:${proxy.port}/`);
  const take = () => statements.splice(0);
  return {
    server,
    url,
    take,
    isRead: /select position,[\s\S]*certorder_journal/,
    isWrite: /insert into/,
  };
}

/** A journal in S3, and the requests that reach the server. A read of a log is a list, and a GET for each new entry. */
async function onS3(): Promise<Counted> {
  const store = await OddStore.start((await S3Server.start()).port);
  const take = () => store.questions.splice(0).map(decodeURIComponent);
  const url = `s3://journal/team?endpoint=http://127.0.0.1:${store.port}`;
  return { url, take, isRead: /list-type(?!.*=callbacks).*o-1/, isWrite: /^PUT.*o-1/ };
}

test("All orders of a journal in PostgreSQL are listed by a few statements, whatever their number", async () => {
  const { server, url, take } = await onPostgres();
  await new Journal(url).init();
  const table = `${new URL(url).searchParams.get("schema")}.certorder_journal`;
  await server.query(
    `insert into ${table} select 'o-' || n, p, 'x' from generate_series(1, 15000) n, generate_series(1, 2) p`,
  );
  expect(await collect(new Journal(url).histories())).toHaveLength(15_000);
  const pages = take().filter((text) => text.includes("order by order_id, position limit"));
  expect(pages.length).toBeLessThanOrEqual(4);
});

describe.each([
  ["PostgreSQL", onPostgres],
  ["S3", onS3],
] as const)("A journal in %s", (_, start) => {
  test.each(cores)(
    "is read three times by an apply of a change, and twice written (%s)",
    async (_core, program) => {
      const { url, take, isRead, isWrite } = await start();
      const count = () => {
        const all = take();
        return [isRead, isWrite].map((kind) => all.filter((asked) => kind.test(asked)).length);
      };
      const env = { ...credentials, CERTORDER_JOURNAL: url };
      await using stage = await TerraformWithSandbox.applied(reissue(), { program, env });
      take();
      stage.workspace.write(reissue({ sign_hash: "sha384" }));
      const { exit, text } = await stage.workspace.apply();
      expect(exit, text).toBe(0);
      expect(count()).toEqual([3, 2]);
      // A plan without a change reads it once, and writes nothing.
      for (const flags of [[], ["-refresh=false"]]) {
        expect((await stage.workspace.plan(...flags)).exit).toBe(0);
        expect(count()).toEqual([1, 0]);
      }
    },
  );
});
