import type { Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Journal } from "../../src/journal/index.ts";
import { PostgresServer } from "../harness/journal/postgres-server.ts";
import { credentials, S3Server } from "../harness/journal/s3-server.ts";
import { startProxy } from "../harness/journal/tcp-proxy.ts";
import { newFolder } from "../harness/new-folder.ts";
import { attempt, type Fill, fillFolder, fillPostgres, fillS3 } from "./fill.ts";
import { bareNode, bestOf, usage } from "./measure.ts";
import type { Measurement } from "./measurement.ts";

const service = { name: undefined, address: "https://service.example" };
const bigOrder = "order-big";
const roundTripMs = 60;

interface Place {
  /** Begins the names of its figures. */
  readonly short: string;
  /** How many; a tenth of them comes first, then all of them. */
  readonly orders: number;
  readonly attempts: number;
  /** Absent: only the growth counts. */
  readonly longestStatusMs?: number;
  readonly longestDecisionMs?: number;
  open(): Promise<{ readonly url: string; readonly fill: Fill }>;
}

const places: Readonly<Record<string, Place>> = {
  "a folder": {
    short: "folder",
    orders: 20_000,
    attempts: 50_000,
    longestStatusMs: 2_000,
    longestDecisionMs: 1_000,
    async open() {
      const url = `file://${newFolder("bench-growth-")}`;
      await new Journal(url).init();
      return { url, fill: fillFolder(url) };
    },
  },
  PostgreSQL: {
    short: "postgres",
    orders: 20_000,
    attempts: 50_000,
    longestStatusMs: 2_000,
    longestDecisionMs: 1_000,
    async open() {
      const server = await PostgresServer.start();
      const url = await server.newJournal();
      await new Journal(url).init();
      return { url, fill: fillPostgres(server, url) };
    },
  },
  S3: {
    short: "s3",
    orders: 2_000,
    attempts: 2_000,
    async open() {
      const url = await (await S3Server.start()).newJournal();
      return { url, fill: fillS3(url) };
    },
  },
};

/** How lists and decisions grow from a tenth of a journal to the whole of it. */
export async function* benchJournalGrowth(): AsyncGenerator<Measurement> {
  for (const [name, { short, orders, attempts, longestStatusMs, longestDecisionMs, open }] of Object.entries(
    places,
  )) {
    const nodeMs = await bareNode();
    const { url, fill } = await open();
    const fillOrders = (from: number, to: number) =>
      fill(numbers(from, to).flatMap((number) => attempt(`order-${number}`)));
    const fillAttempts = (from: number, to: number) =>
      fill(numbers(from, to).flatMap((number) => attempt(bigOrder, number)));
    await fillOrders(0, orders / 10);
    const few = await status(url);
    await fillOrders(orders / 10, orders);
    const many = await status(url);
    yield {
      name: `${short}-list`,
      number: many.ms / nodeMs,
      kind: "speed",
      better: "lower",
      what: `journal in ${name}: status of ${orders / 10} and ${orders} orders`,
      value: `${few.ms.toFixed(0)} and ${many.ms.toFixed(0)} ms`,
      aim:
        longestStatusMs === undefined
          ? "10 times as many take at most 12 times as long"
          : `at most ${longestStatusMs} ms`,
      met: many.ms <= (longestStatusMs ?? 12 * few.ms),
    };
    yield {
      name: `${short}-list-mb`,
      number: many.megabytes,
      kind: "memory",
      better: "lower",
      what: `journal in ${name}: memory of these commands`,
      value: `${few.megabytes} and ${many.megabytes} MB`,
      aim: "at most 96 MB more",
      met: many.megabytes <= few.megabytes + 96,
    };
    if (name === "PostgreSQL") yield await listFromAfar(url, many.ms);
    await fillAttempts(0, attempts / 10);
    const { fewer } = await bestOf(3, { fewer: () => decide(url) });
    await fillAttempts(attempts / 10, attempts);
    const { all } = await bestOf(3, { all: () => decide(url) });
    yield {
      name: `${short}-decide`,
      number: all / nodeMs,
      kind: "speed",
      better: "lower",
      what: `journal in ${name}: decide on an order with ${attempts / 10} and ${attempts} attempts`,
      value: `${fewer.toFixed(0)} and ${all.toFixed(0)} ms`,
      aim: longestDecisionMs === undefined ? "at most 12 times as long" : `at most ${longestDecisionMs} ms`,
      met: longestDecisionMs === undefined ? all <= 12 * fewer : all <= longestDecisionMs,
    };
  }
}

async function listFromAfar(url: string, nearMs: number): Promise<Measurement> {
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
  const { ms } = await status(url.replace(`:${port}/`, `:${proxied}/`));
  return {
    name: "postgres-list-from-afar",
    number: ms / nearMs,
    kind: "speed",
    better: "lower",
    what: `journal in PostgreSQL: the same status with ${roundTripMs} ms between machines`,
    value: `${ms.toFixed(0)} ms (${nearMs.toFixed(0)} ms without)`,
    aim: "20 round trips more",
    met: ms <= nearMs + 20 * roundTripMs,
  };
}

/** `certorder status` in a process of its own. */
async function status(url: string): Promise<{ readonly ms: number; readonly megabytes: number }> {
  const start = performance.now();
  const program = join(import.meta.dirname, "../../build/cli/main.js");
  const args = [program, "status", "--journal", url];
  const { megabytes } = await usage(args, { env: { ...process.env, ...credentials } });
  return { ms: performance.now() - start, megabytes };
}

/** A process knows nothing of the order before. */
async function decide(url: string): Promise<number> {
  const journal = new Journal(url, { env: credentials });
  const start = performance.now();
  const { latest } = await journal.snapshot(bigOrder, service);
  if (!latest) throw new Error("The journal has no latest attempt.");
  return performance.now() - start;
}

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}
