import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { CertOrderClient } from "certorder";
import { Agent, request } from "undici";
import { inParallel } from "../harness/in-parallel.ts";
import { bestOf, timed } from "./measure.ts";
import type { Measurement } from "./measurement.ts";

const concurrency = 32;
// Many short rounds: on a busy machine each side then has a quiet one.
const requestsPerRound = 1_000;
const rounds = 20;

/** Throughput of the client beside undici alone, under the same rule: a fresh connection for each request. */
export async function* benchClient(): AsyncGenerator<Measurement> {
  // A port for each run: the connections of the one before are still being forgotten, and would slow the next one down.
  const server = spawn(process.execPath, [join(import.meta.dirname, "server.ts"), String(2 * rounds + 1)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [ports] = (await once(server.stdout.setEncoding("utf8"), "data")) as [string];
  const urls = (JSON.parse(ports) as number[]).map((port) => `http://127.0.0.1:${port}`);
  const ours = () => {
    const baseUrl = urls.pop() ?? "";
    const client = new CertOrderClient({ baseUrl, keyId: "bench", authKey: "bench", journal: "none" });
    return () => client.testCallback();
  };
  // The client sends as many.
  const headers = {
    "x-cc-auth-key": "bench",
    "x-cc-key-id": "bench",
    accept: "application/json",
    "accept-encoding": "identity",
    "user-agent": "bench",
  };
  const dispatcher = new Agent({ pipelining: 0, allowH2: false, connections: concurrency });
  const raw = () => {
    const path = `${urls.pop()}/openapi/v3/account/callback/test`;
    return async () => {
      const { body } = await request(path, { method: "PUT", headers, dispatcher });
      await body.json();
    };
  };

  await inParallel(concurrency, 500, ours());
  const round = (run: () => () => Promise<unknown>) => () =>
    timed(() => inParallel(concurrency, requestsPerRound, run()));
  const ms = await bestOf(rounds, { ours: round(ours), raw: round(raw) });
  const rate = (key: keyof typeof ms) => Math.round((requestsPerRound * 1000) / ms[key]);
  const ratio = ms.raw / ms.ours;
  yield {
    name: "throughput",
    number: ratio,
    kind: "speed",
    better: "higher",
    what: "client throughput / undici, fresh connections",
    value: `${ratio.toFixed(2)} (${rate("ours")} / ${rate("raw")} per s)`,
    aim: "at least 0.95",
    met: ratio >= 0.95,
  };
  await dispatcher.close();
  server.stdin.end();
}
