import { setTimeout as sleep } from "node:timers/promises";
import { CertOrderClient } from "../../../src/client/index.ts";
import { CertOrderError } from "../../../src/contract/index.ts";
import { Journal } from "../../../src/journal/index.ts";
import { startCertorder } from "../cli/cli.ts";
import { confirmedRequest, csr, names, service, type TestService } from "../cli/service.ts";
import { PostgresServer, type SynchronousPair } from "./postgres-server.ts";

// A synchronous standby is down while the journal records a reissue as sent. The commit waits for the standby, and the wait ends
// without it: the primary has the entry, the standby does not. Then the primary is lost, and the same reissue is run again.

const orderId = "order-1";
const idempotencyKey = "TICKET-4711";

/** How the wait of the commit ends. `each`: so does every later wait of the same run. */
export const interruptions = {
  "the wait is cancelled": (pair) => signalWaiting(pair, "pg_cancel_backend"),
  "the waiting backend is terminated": (pair) => signalWaiting(pair, "pg_terminate_backend"),
  "the primary is restarted (fast)": (pair) => restart(pair, "fast"),
  "the primary is restarted (immediate)": (pair) => restart(pair, "immediate"),
  "each wait is cancelled": (pair, ended) => signalEach(pair, "pg_cancel_backend", ended),
  "each waiting backend is terminated": (pair, ended) => signalEach(pair, "pg_terminate_backend", ended),
} as const satisfies Record<string, (pair: SynchronousPair, ended: Promise<unknown>) => Promise<void>>;

export type Interruption = keyof typeof interruptions;

/** When the standby is promoted: after the first run has ended, or while it tries again. */
export const failovers = ["after the run", "during the run"] as const;
export type Failover = (typeof failovers)[number];

/** How a run ended. */
interface RunResult {
  readonly isDone: boolean;
  readonly text: string;
}

/** What runs the reissue. Both use the same key each time. */
export const interfaces = {
  CLI: async (url, { env }) => {
    const run = startCertorder(["reissue", orderId, ...confirmedRequest(idempotencyKey), "--json"], {
      env: { ...env, CERTORDER_JOURNAL: url },
    });
    const { code, stdout, stderr } = await run.ended;
    return { isDone: code === 0, text: stdout + stderr };
  },
  library: async (url, { url: baseUrl, credentials }) => {
    const client = new CertOrderClient({ baseUrl, ...credentials, journal: new Journal(url) });
    const request = { signHash: "sha256", commonName: names[0], dnsNames: [...names], csr } as const;
    try {
      const result = await client.reissue(orderId, request, { idempotencyKey });
      return { isDone: true, text: JSON.stringify(result) };
    } catch (error) {
      if (!CertOrderError.is(error)) throw error;
      return { isDone: false, text: `${error.code} (${error.outcome}): ${error.message}` };
    }
  },
} as const satisfies Record<string, (url: string, service: TestService) => Promise<RunResult>>;

export type Interface = keyof typeof interfaces;

/** What is known at the end of a story. */
interface FailoverResult {
  readonly first: RunResult;
  readonly second: RunResult;
  /** How many reissues the service carried out in the first run, and in both. */
  readonly reissuesInFirst: number;
  readonly reissues: number;
  /** Whether the promoted standby knew an attempt before the second run. */
  readonly standbyKnew: boolean;
}

/** What the story breaks. Empty: the promise was kept. */
export function brokenPromises({ first, reissuesInFirst, reissues, standbyKnew }: FailoverResult): string[] {
  return [
    ...(reissues > 1 ? [`the service carried out ${reissues} reissues for one key`] : []),
    ...(reissuesInFirst > 0 && !standbyKnew
      ? ["a request was sent, and the promoted standby does not know the attempt"]
      : []),
    ...(first.isDone && !standbyKnew
      ? ["the first run reported a certificate, and the promoted standby does not know the attempt"]
      : []),
  ];
}

/** Without an interruption the standby stays up, and the failover comes after the run. */
export async function runFailover(
  by: Interface,
  interruption?: Interruption,
  failover: Failover = "after the run",
): Promise<FailoverResult> {
  const pair = await (await PostgresServer.start()).withStandby();
  const url = await pair.url();
  const orders = await service([orderId]);
  await new Journal(url).init();
  if (interruption) await pair.stopStandby();

  const running = interfaces[by](url, orders);
  if (interruption) {
    await until(async () => (await pair.waiting()).length > 0, "The entry does not wait for the standby.");
    await interruptions[interruption](pair, running);
    const [row] = await pair.primary.query("select count(*)::int as entries from certorder_journal");
    if (row?.entries === 0) throw new Error("The primary has no entry, so nothing was committed locally.");
    // A run that makes a further commit waits again now. A run that does not has ended, or ends soon.
    if (failover === "during the run") {
      const again = until(async () => (await pair.waiting()).length > 0, "").catch(() => {});
      await Promise.race([again, running]);
      await pair.failOver();
    }
  }
  const first = await running;
  const reissuesInFirst = orders.reissues(orderId);
  if (!interruption || failover === "after the run") await pair.failOver();
  const standbyKnew = (await new Journal(url).attempts(orderId)).length > 0;

  const second = await interfaces[by](url, orders);
  const reissues = orders.reissues(orderId);
  await Promise.all([pair.primary.kill(), pair.standby.kill(), orders.close()]);
  return { first, second, reissuesInFirst, reissues, standbyKnew };
}

type Signal = "pg_cancel_backend" | "pg_terminate_backend";

async function signalWaiting(pair: SynchronousPair, signal: Signal): Promise<void> {
  for (const pid of await pair.waiting()) await pair.primary.query(`select ${signal}(${pid})`);
}

async function signalEach(pair: SynchronousPair, signal: Signal, ended: Promise<unknown>): Promise<void> {
  let isOver = false;
  void ended.catch(() => {}).then(() => (isOver = true));
  while (!isOver) {
    await signalWaiting(pair, signal);
    await sleep(100);
  }
}

async function restart(pair: SynchronousPair, how: "fast" | "immediate"): Promise<void> {
  await pair.primary.stop(how);
  await pair.startPrimary();
}

async function until(isSo: () => Promise<boolean>, otherwise: string): Promise<void> {
  for (let tries = 0; !(await isSo()); tries++) {
    if (tries === 200) throw new Error(otherwise);
    await sleep(50);
  }
}
