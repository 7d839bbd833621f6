import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Journal } from "../../journal/index.ts";

/** One certificate that the service has announced. */
interface Announced {
  readonly orderId: string;
  readonly certificateId: string;
  readonly at: string;
}

type Log = (event: string, details: object) => void;

const firstWaitMs = 1_000;
const longestWaitMs = 5 * 60_000;
const ordersAtOnce = 4;
/** The end of what a command prints is logged if it fails. */
const outputBytes = 2_000;

/**
 * Runs a command for each callback, at least once: again after a failure, and again after a restart until the journal
 * says that it succeeded. For one order, one command runs at a time, in the order of the callbacks.
 */
export class CommandRunner {
  readonly #program: string;
  readonly #timeoutMs: number;
  readonly #journal: Journal;
  readonly #env: NodeJS.ProcessEnv;
  readonly #log: Log;
  readonly #queues = new Map<string, Announced[]>();
  readonly #running = new Set<Promise<void>>();
  /** The orders of the running programs. */
  readonly #busy = new Set<string>();
  readonly #stop = new AbortController();

  constructor(options: {
    readonly program: string;
    readonly timeoutMs: number;
    readonly journal: Journal;
    readonly env: NodeJS.ProcessEnv;
    readonly log: Log;
  }) {
    this.#program = options.program;
    this.#timeoutMs = options.timeoutMs;
    this.#journal = options.journal;
    this.#env = options.env;
    this.#log = options.log;
  }

  /** Adds the callbacks of this receiver that a process before this one left. */
  async resume(receiver: string): Promise<void> {
    for await (const { orderId, issued } of this.#journal.histories())
      for (const { certificateId, at, isPending, receiver: recorder } of issued)
        if (isPending && recorder === receiver) this.add({ orderId, certificateId, at });
  }

  add(announced: Announced): void {
    const queue = this.#queues.get(announced.orderId) ?? [];
    if (queue.some(({ certificateId }) => certificateId === announced.certificateId)) return;
    this.#queues.set(announced.orderId, [...queue, announced]);
    this.#fill();
  }

  /** Lets running commands end. Those that wait run after the next start. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#running);
  }

  #fill(): void {
    for (const [orderId, [next]] of this.#queues) {
      if (this.#stop.signal.aborted || this.#running.size >= ordersAtOnce) return;
      if (this.#busy.has(orderId) || !next) continue;
      this.#busy.add(orderId);
      const run = this.#handle(next).finally(() => {
        this.#running.delete(run);
        this.#busy.delete(orderId);
        const rest = this.#queues.get(orderId)?.slice(1) ?? [];
        if (rest.length > 0) this.#queues.set(orderId, rest);
        else this.#queues.delete(orderId);
        this.#fill();
      });
      this.#running.add(run);
    }
  }

  async #handle(announced: Announced): Promise<void> {
    const { orderId, certificateId } = announced;
    const ids = { order_id: orderId, certificate_id: certificateId };
    for (let waitMs = firstWaitMs; !this.#stop.signal.aborted; waitMs = Math.min(2 * waitMs, longestWaitMs)) {
      const failure = await this.#run(announced);
      try {
        if (failure === undefined) {
          await this.#journal.recordHandled(orderId, certificateId);
          return this.#log("command_succeeded", ids);
        }
        this.#log("command_failed", { ...ids, ...failure, retry_in_ms: waitMs });
      } catch (error) {
        // The command runs again, which its user has to expect.
        this.#log("journal_failed", { ...ids, error: (error as Error).message, retry_in_ms: waitMs });
      }
      await sleep(waitMs, undefined, { signal: this.#stop.signal }).catch(() => {});
    }
  }

  /** Undefined: it succeeded. */
  async #run({ orderId, certificateId, at }: Announced): Promise<object | undefined> {
    const child = spawn(this.#program, [], {
      env: {
        ...this.#env,
        CERTORDER_ORDER_ID: orderId,
        CERTORDER_CERTIFICATE_ID: certificateId,
        CERTORDER_RECEIVED_AT: at,
      },
      stdio: ["ignore", "pipe", "pipe"],
      // A group of its own, so that what the command starts ends with it.
      detached: process.platform !== "win32",
    });
    let output = Buffer.alloc(0);
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => {
        output = Buffer.concat([output, chunk]).subarray(-outputBytes);
      });
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      endGroup(child.pid);
    }, this.#timeoutMs);
    try {
      const [code, signal] = (await once(child, "exit")) as [number | null, string | null];
      if (code === 0) return undefined;
      return { exit_code: code, signal, timed_out: isLate, output: output.toString() };
    } catch (error) {
      return { error: (error as Error).message };
    } finally {
      clearTimeout(timer);
    }
  }
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}
