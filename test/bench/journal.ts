import { performance } from "node:perf_hooks";

import pg from "pg";
import { Journal, knowingNothing } from "../../src/journal/index.ts";
import type { Finding } from "../harness/finding.ts";
import { inParallel } from "../harness/in-parallel.ts";
import { PostgresServer } from "../harness/journal/postgres-server.ts";
import { credentials, S3Server } from "../harness/journal/s3-server.ts";
import { newFolder } from "../harness/new-folder.ts";
import { bestOf } from "./measure.ts";

const orders = 300;
const atOnce = 50;
const deadline = () => new Date(Date.now() + 60_000);
let round = 0;

/** What a journal on a server costs beside a folder, and beside one bare round trip to the same server. */
export async function benchJournal(): Promise<Finding[]> {
  const postgres = await PostgresServer.start();
  const s3 = await S3Server.start();
  const client = new pg.Client({ connectionString: postgres.url() });
  await client.connect();
  const journals = {
    folder: new Journal({ folder: newFolder("bench-journal-") }),
    postgres: new Journal({ url: await postgres.newJournal() }),
    s3: new Journal({ url: s3.newJournal(), env: credentials }),
  };
  for (const journal of Object.values(journals)) await journal.check();

  const one = await bestOf(40, {
    postgres: () => timed(() => reissue(journals.postgres, `one-${round++}`)),
    s3: () => timed(() => reissue(journals.s3, `one-${round++}`)),
    bare: () => timed(() => client.query("select 1")),
    durable: () =>
      timed(() => client.query("create table if not exists bare (n int); insert into bare values (1)")),
    http: () => timed(async () => (await fetch(`http://127.0.0.1:${s3.port}/journal/none`)).arrayBuffer()),
  });
  const many = (journal: Journal) => () => {
    const name = round++;
    return timed(() => inParallel(atOnce, orders, (index) => reissue(journal, `many-${name}-${index}`)));
  };
  const all = await bestOf(3, { folder: many(journals.folder), postgres: many(journals.postgres) });
  await client.end();
  const ratio = all.postgres / all.folder;
  return [
    {
      what: "journal in PostgreSQL, one reissue: read, append, append",
      value: `${one.postgres.toFixed(1)} ms (a question ${one.bare.toFixed(1)}, a flushed write ${one.durable.toFixed(1)})`,
      aim: "as long as its 3 statements, and 5 ms",
      met: one.postgres <= one.bare + 2 * one.durable + 5,
    },
    {
      what: "journal in S3, one reissue: list, put, put",
      value: `${one.s3.toFixed(1)} ms (a bare request ${one.http.toFixed(1)})`,
      aim: "as long as 4 bare requests, and 5 ms",
      met: one.s3 <= 4 * one.http + 5,
    },
    {
      what: `journal in PostgreSQL / folder, ${orders} reissues, ${atOnce} at once`,
      value: `${ratio.toFixed(2)} (${all.postgres.toFixed(0)} / ${all.folder.toFixed(0)} ms)`,
      aim: "at most 1.50",
      met: ratio <= 1.5,
    },
  ];
}

async function reissue(journal: Journal, orderId: string): Promise<void> {
  const service = { name: undefined, address: "https://service.example" };
  const intent = { orderId, service, requestDigest: "A", knownLatest: knowingNothing, force: false };
  const claim = await journal.claim(intent, (await journal.snapshot(orderId, service)).latest, deadline());
  if (claim.kind !== "send") throw new Error(`The reissue is ${claim.kind}.`);
  await claim.attempt.settle("done", "cert-1");
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}
