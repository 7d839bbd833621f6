import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { newJournal } from "../harness/journal/new-journal.ts";
import { newFolder } from "../harness/new-folder.ts";
import { bestOf, ratio, timed, usage } from "./measure.ts";
import type { Measurement } from "./measurement.ts";

const cli = join(import.meta.dirname, "..", "..", "build", "cli", "main.js");
const atOnce = 8;
const timedOrders = 1_000;
/** The memory of a Node grows until it has seen some thousands of requests. */
const [few, many] = [5_000, 15_000];

/** `certorder reissue --from` beside a loop around the client, with the same journal and as many reissues at once. */
export async function* benchManyOrders(): AsyncGenerator<Measurement> {
  const server = spawn(process.execPath, [join(import.meta.dirname, "server.ts"), "1"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [ports] = (await once(server.stdout.setEncoding("utf8"), "data")) as [string];
  const [port] = JSON.parse(ports) as [number];
  const run = (args: readonly string[]) => {
    const service = {
      CERTORDER_BASE_URL: `http://127.0.0.1:${port}`,
      CERTORDER_KEY_ID: "bench",
      CERTORDER_AUTH_KEY: "bench",
    };
    return usage(args, { env: { ...process.env, ...service, CERTORDER_JOURNAL: newJournal() } });
  };
  const flags = `--sign-hash sha256 --idempotency-key k --yes --json --concurrency ${atOnce}`.split(" ");
  const ours = (count: number) => run([cli, "reissue", "--from", fileWith(count), ...flags]);
  const bare = (count: number) =>
    run([join(import.meta.dirname, "bare-reissues.ts"), String(count), String(atOnce)]);

  const ms = await bestOf(3, {
    ours: () => timed(() => ours(timedOrders)),
    bare: () => timed(() => bare(timedOrders)),
  });
  yield ratio("time", `reissue --from / the client alone, ${timedOrders} orders`, ms.ours, ms.bare, 1.25);
  const [small, large] = [(await ours(few)).megabytes, (await ours(many)).megabytes];
  const what = `memory of reissue --from, ${many} / ${few} orders`;
  yield ratio("memory", what, large, small, 1.3, "MB");
  server.stdin.end();
}

function fileWith(count: number): string {
  const path = join(newFolder("bench-orders-"), "orders.csv");
  const rows = Array.from({ length: count }, (_, index) => `order-${index}`);
  writeFileSync(path, ["order_id", ...rows].join("\n"));
  return path;
}
