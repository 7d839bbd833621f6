import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
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
  const ours = await load(receiver);
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

interface Target {
  readonly url: string;
  readonly child: ChildProcess;
}

async function load({ url, child }: Target): Promise<{ perSecond: number; megabytes: number }> {
  const agent = new Agent({ connections, pipelining: 1 });
  const began = performance.now();
  await inParallel(connections, events, async (index) => {
    const { statusCode, body } = await request(url, {
      method: "POST",
      dispatcher: agent,
      headers: { "content-type": "application/json", "x-cc-callback-auth": accessKey },
      body: JSON.stringify(callbackEvent(`cert-${index}`, `order-${index % orders}`)),
    });
    await body.dump();
    if (statusCode !== 200) throw new Error(`The receiver answers ${statusCode}.`);
  });
  const perSecond = Math.round(events / ((performance.now() - began) / 1000));
  const megabytes = peakMegabytes(child.pid);
  await agent.close();
  child.kill("SIGTERM");
  await once(child, "exit");
  return { perSecond, megabytes };
}

async function start(flags: readonly string[]): Promise<Target> {
  const program = join(import.meta.dirname, "../../build/cli/main.js");
  return listening(
    spawn(process.execPath, [program, "receive", "--port", "0", ...flags], {
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
