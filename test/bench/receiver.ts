import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { Agent, request } from "undici";
import { Journal } from "../../src/journal/index.ts";
import { callbackEvent } from "../harness/callback-event.ts";
import { inParallel } from "../harness/in-parallel.ts";
import { PostgresServer } from "../harness/journal/postgres-server.ts";
import { newFolder } from "../harness/new-folder.ts";
import { attempt, fillFolder, fillPostgres } from "./fill.ts";
import { peakMegabytes } from "./measure.ts";
import type { Measurement } from "./measurement.ts";

const connections = 200;
const orders = 2_000;
const events = 20_000;
/** After the first ones, the service delivers them again. */
const manyEvents = 200_000;
const accessKey = "bench-key";
/** Each order has an attempt before the events come. */
const history = Array.from({ length: orders }, (_, index) => attempt(`order-${index}`)).flat();

/** The receiver beside a bare server that writes each event to a file of its order and flushes it. */
export async function* benchReceiver(): AsyncGenerator<Measurement> {
  const bare = await load(await startBare());
  const folder = newFolder("bench-receiver-");
  await new Journal(folder).init();
  await fillFolder(`file://${folder}`)(history);
  const receiver = await start(["--journal", folder]);
  const ours = await send(receiver, events);
  yield {
    name: "folder",
    number: ours.perSecond / bare.perSecond,
    kind: "speed",
    better: "higher",
    what: `receiver with a journal in a folder, ${connections} connections`,
    value: `${ours.perSecond} events/s, ${ours.megabytes} MB (a bare server that flushes: ${bare.perSecond})`,
    aim: "2000 events/s, or half of the bare server",
    met: ours.perSecond >= Math.min(2_000, bare.perSecond / 2),
  };
  const { megabytes } = await send(receiver, manyEvents - events);
  await end(receiver);
  yield await benchIdle(folder);
  yield {
    name: "folder-memory",
    number: megabytes / ours.megabytes,
    kind: "memory",
    better: "lower",
    what: `the receiver's memory after ${manyEvents} events, beside that after ${events}`,
    value: `${megabytes} MB, ${ours.megabytes} MB`,
    aim: "at most a quarter more",
    met: megabytes <= 1.25 * ours.megabytes,
  };
  const server = await PostgresServer.start();
  const url = await server.newJournal();
  await new Journal(url).init();
  await fillPostgres(server, url)(history);
  const postgres = await load(await start(["--journal", url]));
  yield {
    name: "postgres",
    number: postgres.perSecond / bare.perSecond,
    kind: "speed",
    better: "higher",
    what: `receiver with a journal in PostgreSQL, ${connections} connections`,
    value: `${postgres.perSecond} events/s, ${postgres.megabytes} MB`,
    aim: "half of the folder's",
    met: postgres.perSecond >= ours.perSecond / 2,
  };
}

/** How long callbacks take that come one after the other, while others hold connections and send nothing. */
async function benchIdle(folder: string): Promise<Measurement> {
  const receiver = await start(["--journal", folder], []);
  const before = await medianMs(receiver);
  const { hostname: host, port } = new URL(receiver.url);
  // An address may have 50.
  const idle = Array.from({ length: 500 }, (_, index) =>
    connect({ host, port: Number(port), localAddress: `127.0.1.${1 + (index % 12)}` }),
  );
  await Promise.all(idle.map((socket) => once(socket, "connect")));
  const beside = await medianMs(receiver);
  for (const socket of idle) socket.destroy();
  await end(receiver);
  return {
    name: "folder-idle",
    number: beside / before,
    kind: "speed",
    better: "lower",
    what: `a callback beside ${idle.length} connections that send nothing`,
    value: `${beside.toFixed(1)} ms, ${before.toFixed(1)} ms without them`,
    aim: "at most 100 ms more",
    met: beside - before <= 100,
  };
}

async function medianMs({ url }: Target): Promise<number> {
  const agent = new Agent({ connections: 1 });
  const times: number[] = [];
  for (let number = 0; number < 200; number++) {
    const began = performance.now();
    await post(url, agent, number);
    times.push(performance.now() - began);
  }
  await agent.close();
  return times.sort((one, other) => one - other)[times.length / 2] ?? 0;
}

interface Target {
  readonly url: string;
  readonly child: ChildProcess;
}

interface Load {
  readonly perSecond: number;
  readonly megabytes: number;
}

async function load(target: Target): Promise<Load> {
  const loaded = await send(target, events);
  await end(target);
  return loaded;
}

async function send({ url, child }: Target, count: number): Promise<Load> {
  const agent = new Agent({ connections, pipelining: 1 });
  const began = performance.now();
  await inParallel(connections, count, (number) => post(url, agent, number));
  const perSecond = Math.round(count / ((performance.now() - began) / 1000));
  const megabytes = peakMegabytes(child.pid);
  await agent.close();
  return { perSecond, megabytes };
}

async function post(url: string, dispatcher: Agent, number: number): Promise<void> {
  const index = number % events;
  const { statusCode, body } = await request(url, {
    method: "POST",
    dispatcher,
    headers: { "content-type": "application/json", "x-cc-callback-auth": accessKey },
    body: JSON.stringify(callbackEvent(`cert-${index}`, `order-${index % orders}`)),
  });
  await body.dump();
  if (statusCode !== 200) throw new Error(`The receiver answers ${statusCode}.`);
}

async function end({ child }: Target): Promise<void> {
  child.kill("SIGTERM");
  await once(child, "exit");
}

/** By default all connections may come from one address. */
async function start(flags: readonly string[], proxy = ["--trusted-proxy"]): Promise<Target> {
  const program = join(import.meta.dirname, "../../build/cli/main.js");
  return listening(
    spawn(process.execPath, [program, "receive", "--port", "0", ...proxy, ...flags], {
      env: { ...process.env, CERTORDER_ACCESS_KEY: accessKey },
      stdio: ["ignore", "pipe", "inherit"],
    }),
  );
}

async function startBare(): Promise<Target> {
  const folder = newFolder("bench-bare-");
  const program = `
    import { createServer } from "node:http";
    import { open } from "node:fs/promises";
    const server = createServer(async (request, response) => {
      let text = "";
      for await (const chunk of request) text += chunk;
      const file = await open(${JSON.stringify(folder)} + "/" + JSON.parse(text).order_id, "a");
      await file.write(text + "\\n");
      await file.sync();
      await file.close();
      response.end();
    });
    server.listen(0, "127.0.0.1", () => console.log(JSON.stringify({ url: "http://127.0.0.1:" + server.address().port })));`;
  return listening(
    spawn(process.execPath, ["--input-type=module", "--eval", program], {
      stdio: ["ignore", "pipe", "inherit"],
    }),
  );
}

async function listening(
  child: ChildProcess & { stdout: NonNullable<ChildProcess["stdout"]> },
): Promise<Target> {
  const [line] = (await once(child.stdout.setEncoding("utf8"), "data")) as [string];
  // The log goes on, and has to be read.
  child.stdout.resume();
  return { child, url: JSON.parse(line.split("\n")[0] ?? "").url };
}
