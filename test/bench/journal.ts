import pg from "pg";
import { Journal, knowingNothing } from "../../src/journal/index.ts";
import { inParallel } from "../harness/in-parallel.ts";
import { newJournal } from "../harness/journal/new-journal.ts";
import { PostgresServer } from "../harness/journal/postgres-server.ts";
import { credentials, S3Server } from "../harness/journal/s3-server.ts";
import { bestOf, ratio, timed } from "./measure.ts";
import type { Measurement } from "./measurement.ts";

const orders = 300;
const atOnce = 50;
const deadline = () => new Date(Date.now() + 60_000);
let round = 0;

export async function* benchPostgresJournal(): AsyncGenerator<Measurement> {
  const server = await PostgresServer.start();
  const client = new pg.Client({ connectionString: server.url() });
  await client.connect();
  const postgres = new Journal(await server.newJournal());
  const folder = new Journal(newJournal());
  const one = await bestOf(40, {
    journal: () => timed(() => reissue(postgres, `one-${round++}`)),
    bare: () => timed(() => client.query("select 1")),
    durable: () =>
      timed(() => client.query("create table if not exists bare (n int); insert into bare values (1)")),
  });
  await client.end();
  const statements = one.bare + 2 * one.durable;
  yield {
    name: "one-reissue",
    number: one.journal / statements,
    kind: "speed",
    better: "lower",
    what: "journal in PostgreSQL, one reissue: read, append, append",
    value: `${one.journal.toFixed(1)} ms (a question ${one.bare.toFixed(1)}, a flushed write ${one.durable.toFixed(1)})`,
    aim: "as long as its 3 statements, and 5 ms",
    met: one.journal <= statements + 5,
  };
  const many = (journal: Journal) => () => {
    const name = round++;
    return timed(() => inParallel(atOnce, orders, (index) => reissue(journal, `many-${name}-${index}`)));
  };
  const all = await bestOf(3, { folder: many(folder), postgres: many(postgres) });
  const what = `journal in PostgreSQL / folder, ${orders} reissues, ${atOnce} at once`;
  yield ratio("many-reissues", what, all.postgres, all.folder, 1.5);
}

export async function* benchS3Journal(): AsyncGenerator<Measurement> {
  const server = await S3Server.start();
  const journal = new Journal(await server.newJournal(), { env: credentials });
  await journal.init();
  const one = await bestOf(40, {
    journal: () => timed(() => reissue(journal, `one-${round++}`)),
    http: () =>
      timed(async () => (await fetch(`http://127.0.0.1:${server.port}/journal/none`)).arrayBuffer()),
  });
  yield {
    name: "one-reissue",
    number: one.journal / one.http,
    kind: "speed",
    better: "lower",
    what: "journal in S3, one reissue: list, put, put",
    value: `${one.journal.toFixed(1)} ms (a bare request ${one.http.toFixed(1)})`,
    aim: "as long as 4 bare requests, and 5 ms",
    met: one.journal <= 4 * one.http + 5,
  };
}

async function reissue(journal: Journal, orderId: string): Promise<void> {
  const service = { name: undefined, address: "https://service.example" };
  const intent = { orderId, service, requestDigest: "A", knownLatest: knowingNothing, force: false };
  const claim = await journal.claim(intent, (await journal.snapshot(orderId, service)).latest, deadline());
  if (claim.kind !== "send") throw new Error(`The reissue is ${claim.kind}.`);
  await claim.attempt.recordOutcome("done", "cert-1");
}
