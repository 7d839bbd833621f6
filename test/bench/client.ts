import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { CertOrderClient } from "certorder";
import { Agent, request } from "undici";
import type { Finding } from "../harness/finding.ts";
import { inParallel } from "../harness/in-parallel.ts";
import { bestOf } from "./measure.ts";

const concurrency = 32;
const requestsPerRound = 4_000;
const soakRequests = 100_000;
const rounds = 5;

/** Throughput of the client beside undici alone, under the same rule: a fresh connection for each request. */
export async function* benchClient(): AsyncGenerator<Finding> {
  // A port for each run: the connections of the one before are still being forgotten, and would slow the next one down.
  const server = spawn(process.execPath, [join(import.meta.dirname, "server.ts"), String(3 * rounds + 2)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [ports] = (await once(server.stdout.setEncoding("utf8"), "data")) as [string];
  const urls = (JSON.parse(ports) as number[]).map((port) => `http://127.0.0.1:${port}`);
  const ours = () => {
    const baseUrl = urls.pop() ?? "";
    const client = new CertOrderClient({ baseUrl, keyId: "bench", authKey: "bench", journal: "none" });
    return () => client.testCallback();
  };
  const headers = { "x-cc-auth-key": "bench", "x-cc-key-id": "bench", accept: "application/json" };
  const rawWith = (dispatcher: Agent) => () => {
    const path = `${urls.pop()}/openapi/v3/account/callback/test`;
    return async () => {
      const { body } = await request(path, { method: "PUT", headers, dispatcher });
      await body.json();
    };
  };
  const fresh = new Agent({ pipelining: 0, allowH2: false, connections: concurrency });
  const kept = new Agent({ allowH2: false, connections: concurrency });

  await inParallel(concurrency, 500, ours());
  const secondsOf = (run: () => () => Promise<unknown>) => () =>
    timed(() => inParallel(concurrency, requestsPerRound, run()));
  const seconds = await bestOf(rounds, {
    ours: secondsOf(ours),
    raw: secondsOf(rawWith(fresh)),
    kept: secondsOf(rawWith(kept)),
  });
  const rate = (key: keyof typeof seconds) => Math.round(requestsPerRound / seconds[key]);
  const ratio = seconds.raw / seconds.ours;
  yield {
    what: "client throughput / undici, fresh connections",
    value: `${ratio.toFixed(2)} (${rate("ours")} / ${rate("raw")} per s)`,
    aim: "at least 0.90",
    met: ratio >= 0.9,
  };
  yield {
    what: "for information: undici with kept connections",
    value: `${rate("kept")} per s`,
    aim: "none; a kept connection can lose a reissue",
    met: true,
  };
  const heap = await heapOver(soakRequests, ours());
  await Promise.all([fresh.close(), kept.close()]);
  server.stdin.end();
  yield {
    what: `heap after ${soakRequests.toLocaleString("en")} requests`,
    value: `${heap.map((bytes) => (bytes / 2 ** 20).toFixed(1)).join(" → ")} MiB`,
    aim: "flat after warm-up (within 1 MiB)",
    met: (heap.at(-1) ?? 0) - (heap[1] ?? 0) < 2 ** 20,
  };
}

/** The heap after garbage collection, at five points on the way. */
async function heapOver(count: number, run: () => Promise<unknown>): Promise<number[]> {
  const points: number[] = [];
  for (let fifth = 0; fifth < 5; fifth++) {
    await inParallel(concurrency, count / 5, run);
    globalThis.gc?.();
    points.push(process.memoryUsage().heapUsed);
  }
  return points;
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return (performance.now() - start) / 1000;
}
