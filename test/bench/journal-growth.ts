import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, readdirSync, writeFileSync } from "node:fs";
import type { Socket } from "node:net";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { formatEvent } from "../../src/journal/event-format.ts";
import { Journal, type JournalEvent, type OrderLog } from "../../src/journal/index.ts";
import { openStore } from "../../src/journal/stores/address.ts";
import type { Finding } from "../harness/finding.ts";
import { inParallel } from "../harness/in-parallel.ts";
import { done, sent } from "../harness/journal/events.ts";
import { PostgresServer } from "../harness/journal/postgres-server.ts";
import { credentials, S3Server } from "../harness/journal/s3-server.ts";
import { startProxy } from "../harness/journal/tcp-proxy.ts";
import { newFolder } from "../harness/new-folder.ts";
import { bestOf } from "./measure.ts";

const service = { name: undefined, address: "https://service.example" };
const bigOrder = "order-big";
const roundTripMs = 60;

interface Place {
  readonly name: string;
  /** The tenth of the orders and attempts comes first, then all of them. */
  readonly orders: number;
  readonly attempts: number;
  /** Null: only the growth counts. */
  readonly longestDecisionMs: number | null;
  readonly open: () => Promise<{ readonly url: string; readonly fill: Fill }>;
}

/** Adds orders with one attempt each, or attempts to one order. */
interface Fill {
  orders(from: number, to: number): Promise<void>;
  attempts(from: number, to: number): Promise<void>;
}

const places: readonly Place[] = [
  { name: "a folder", orders: 20_000, attempts: 50_000, longestDecisionMs: 1_000, open: folder },
  { name: "PostgreSQL", orders: 20_000, attempts: 50_000, longestDecisionMs: 1_000, open: postgres },
  { name: "S3", orders: 2_000, attempts: 2_000, longestDecisionMs: null, open: s3 },
];

/** How lists and decisions grow from a tenth of a journal to the whole of it. */
export async function* benchJournalGrowth(): AsyncGenerator<Finding> {
  for (const { name, orders, attempts, longestDecisionMs, open } of places) {
    const { url, fill } = await open();
    await fill.orders(0, orders / 10);
    const few = await list(url);
    await fill.orders(orders / 10, orders);
    const many = await list(url);
    yield {
      what: `journal in ${name}: list ${orders / 10} and ${orders} orders`,
      value: `${few.seconds.toFixed(1)} and ${many.seconds.toFixed(1)} s, ${few.megabytes} and ${many.megabytes} MB`,
      aim: "10 times as many take at most 12 times as long, and at most 64 MB more",
      met: many.seconds <= 12 * few.seconds && many.megabytes <= few.megabytes + 64,
    };
    if (name === "PostgreSQL") yield await listFromAfar(url, many.seconds);
    await fill.attempts(0, attempts / 10);
    const { short } = await bestOf(3, { short: () => decide(url) });
    await fill.attempts(attempts / 10, attempts);
    const { long } = await bestOf(3, { long: () => decide(url) });
    yield {
      what: `journal in ${name}: decide on an order with ${attempts / 10} and ${attempts} attempts`,
      value: `${short.toFixed(0)} and ${long.toFixed(0)} ms`,
      aim: longestDecisionMs === null ? "at most 12 times as long" : `at most ${longestDecisionMs} ms`,
      met: longestDecisionMs === null ? long <= 12 * short : long <= longestDecisionMs,
    };
  }
}

async function listFromAfar(url: string, nearSeconds: number): Promise<Finding> {
  const { port } = new URL(url);
  const late = (from: Socket, to: Socket) =>
    from.on("data", async (bytes) => {
      await sleep(roundTripMs / 2);
      to.write(bytes);
    });
  const proxied = await startProxy(
    () => Number(port),
    (client, upstream) => {
      late(client, upstream);
      late(upstream, client);
    },
  );
  const { seconds } = await list(url.replace(`:${port}/`, `:${proxied}/`));
  return {
    what: `journal in PostgreSQL: the same list with ${roundTripMs} ms between machines`,
    value: `${seconds.toFixed(1)} s (${nearSeconds.toFixed(1)} s without)`,
    aim: "20 round trips more",
    met: seconds <= nearSeconds + (20 * roundTripMs) / 1000,
  };
}

/** `certorder journal list` in a process of its own. */
async function list(url: string): Promise<{ readonly seconds: number; readonly megabytes: number }> {
  const report = `process.on("exit", () => process.stderr.write("KB " + process.resourceUsage().maxRSS))`;
  const start = performance.now();
  const program = join(import.meta.dirname, "../../build/cli/main.js");
  const args = [`--import=data:text/javascript,${encodeURIComponent(report)}`, program];
  const child = spawn(process.execPath, [...args, "journal", "list", "--json", "--journal-url", url], {
    env: { ...process.env, ...credentials },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  if (code !== 0) throw new Error(said);
  const seconds = (performance.now() - start) / 1000;
  return { seconds, megabytes: Math.round(Number(/KB (\d+)/.exec(said)?.[1]) / 1024) };
}

/** A process knows nothing of the order before. */
async function decide(url: string): Promise<number> {
  const journal = new Journal({ url, env: credentials });
  const start = performance.now();
  const { latest } = await journal.snapshot(bigOrder, service);
  if (!latest) throw new Error("The journal has no latest attempt.");
  return performance.now() - start;
}

function* attempt(orderId: string, index: number): Generator<JournalEvent> {
  const name = `a${index}`;
  yield sent(name, { order: orderId, ...(index > 0 && { follows: `a${index - 1}` }) });
  yield done(name);
}

function* numbers(from: number, to: number): Generator<number> {
  for (let index = from; index < to; index++) yield index;
}

const lines = (events: Iterable<JournalEvent>) =>
  [...events].map((event) => `${formatEvent(event)}\n`).join("");

async function folder() {
  const path = newFolder("bench-growth-");
  await new Journal({ dir: path }).init();
  const file = (name: string) => join(path, `${name}-0000000000000000.jsonl`);
  let big: string | undefined;
  return {
    url: `file://${path}`,
    fill: {
      // A list reads a file of any name.
      async orders(from: number, to: number) {
        for (const n of numbers(from, to))
          writeFileSync(file(`order-${n}`), lines(attempt(`order-${n}`, 0)), { mode: 0o600 });
      },
      async attempts(from: number, to: number) {
        const before = new Set(readdirSync(path));
        if (big === undefined) {
          await append(openStore(`file://${path}`).log(bigOrder), 0);
          big = readdirSync(path).find((name) => !before.has(name)) ?? "";
        }
        const more = [...numbers(Math.max(from, 1), to)].flatMap((n) => [...attempt(bigOrder, n)]);
        appendFileSync(join(path, big), lines(more));
      },
    },
  };
}

async function postgres() {
  const server = await PostgresServer.start();
  const url = await server.newJournal();
  await new Journal({ url }).init();
  const client = new pg.Client({ connectionString: server.url() });
  await client.connect();
  const table = `${new URL(url).searchParams.get("schema")}.certorder_journal`;
  const insert = (rows: readonly (readonly [order: string, position: number, event: JournalEvent])[]) =>
    client.query(`insert into ${table} select * from unnest($1::text[], $2::int[], $3::text[])`, [
      rows.map(([order]) => order),
      rows.map(([, position]) => position),
      rows.map(([, , event]) => formatEvent(event)),
    ]);
  return {
    url,
    fill: {
      async orders(from: number, to: number) {
        await insert(
          [...numbers(from, to)].flatMap((n) =>
            [...attempt(`order-${n}`, 0)].map((event, index) => [`order-${n}`, index + 1, event] as const),
          ),
        );
      },
      async attempts(from: number, to: number) {
        await insert(
          [...numbers(from, to)].flatMap((n) =>
            [...attempt(bigOrder, n)].map((event, index) => [bigOrder, 2 * n + index + 1, event] as const),
          ),
        );
      },
    },
  };
}

async function s3() {
  const server = await S3Server.start();
  const url = server.newJournal();
  const store = openStore(url, credentials);
  const big = store.log(bigOrder);
  return {
    url,
    fill: {
      orders: (from: number, to: number) =>
        inParallel(16, to - from, (index) => append(store.log(`order-${from + index}`), 0)),
      async attempts(from: number, to: number) {
        for (const n of numbers(from, to)) await append(big, n);
      },
    },
  };
}

async function append(log: OrderLog, index: number): Promise<void> {
  for (const event of attempt(log.orderId, index)) await log.append(event);
}
