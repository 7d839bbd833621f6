import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Journal } from "../../journal/index.ts";
import { startTimer } from "../../waiting.ts";

/** One certificate that the service has announced. */
interface Announced {
  readonly orderId: string;
  readonly certificateId: string;
  readonly at: string;
}

interface RunnerOptions {
  readonly program: string;
  readonly timeoutMs: number;
  readonly journal: Journal;
  readonly env: NodeJS.ProcessEnv;
  readonly log: (event: string, details: object) => void;
}

const firstWaitMs = 1_000;
const longestWaitMs = 5 * 60_000;
const programsAtOnce = 4;
/** The end of what a program prints is logged if it fails. */
const outputBytes = 2_000;

interface Task extends Announced {
  waitMs: number;
  /** Not before this time, by the clock of `performance.now()`. */
  notBefore: number;
}

/**
 * Runs a program for each callback, at least once: again after a failure, and again after a restart until the journal
 * says that it succeeded. For one order, one program runs at a time. A new callback does not wait for an older one whose
 * program fails.
 */
export class ProgramRunner {
  readonly #options: RunnerOptions;
  readonly #tasks = new Set<Task>();
  /** The programs that run, by order. */
  readonly #running = new Map<string, Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  /** Adds the callbacks of this receiver that a process before this one left. */
  async resume(receiver: string): Promise<void> {
    for await (const { orderId, issued } of this.#options.journal.histories())
      for (const { certificateId, at, isPending, receiver: recorder } of issued)
        if (isPending && recorder === receiver) this.add({ orderId, certificateId, at });
  }

  add(announced: Announced): void {
    const { orderId, certificateId } = announced;
    for (const task of this.#tasks)
      if (task.orderId === orderId && task.certificateId === certificateId) return;
    this.#tasks.add({ ...announced, waitMs: firstWaitMs, notBefore: 0 });
    this.#startDue();
  }

  /** Lets running programs end. The others run after the next start. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await Promise.all(this.#running.values());
  }

  /** Called whenever a task was added, became due, or has ended. */
  #startDue(): void {
    clearTimeout(this.#timer);
    const now = performance.now();
    for (const task of [...this.#tasks].sort((one, other) => one.notBefore - other.notBefore)) {
      if (this.#isStopped || this.#running.size >= programsAtOnce) return;
      if (task.notBefore > now) {
        this.#timer = setTimeout(() => this.#startDue(), task.notBefore - now);
        return;
      }
      if (!this.#running.has(task.orderId)) this.#running.set(task.orderId, this.#handle(task));
    }
  }

  async #handle(task: Task): Promise<void> {
    const { orderId, certificateId, waitMs } = task;
    const { journal, log } = this.#options;
    const ids = { order_id: orderId, certificate_id: certificateId };
    try {
      const failure = await this.#run(task);
      if (failure === undefined) {
        await journal.callbacks.recordHandled(orderId, certificateId);
        this.#tasks.delete(task);
        log("program_succeeded", ids);
      } else log("program_failed", { ...ids, ...failure, retry_in_ms: waitMs });
    } catch (error) {
      // The program runs again, which its user has to expect.
      log("journal_unavailable", { ...ids, error: (error as Error).message, retry_in_ms: waitMs });
    }
    task.notBefore = performance.now() + waitMs;
    task.waitMs = Math.min(2 * waitMs, longestWaitMs);
    this.#running.delete(orderId);
    this.#startDue();
  }

  /** Undefined: it succeeded. */
  async #run({ orderId, certificateId, at }: Announced): Promise<object | undefined> {
    const { program, env, timeoutMs } = this.#options;
    const child = spawn(program, [], {
      env: {
        ...env,
        CERTORDER_ORDER_ID: orderId,
        CERTORDER_CERTIFICATE_ID: certificateId,
        CERTORDER_RECEIVED_AT: at,
      },
      stdio: ["ignore", "pipe", "pipe"],
      // A group of its own, so that what the program starts ends with it.
      detached: process.platform !== "win32",
    });
    let output = Buffer.alloc(0);
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => {
        output = Buffer.concat([output, chunk]).subarray(-outputBytes);
      });
    let isLate = false;
    const stopTimer = startTimer(timeoutMs, () => {
      isLate = true;
      endGroup(child.pid);
    });
    try {
      const [code, signal] = (await once(child, "exit")) as [number | null, string | null];
      if (code === 0) return undefined;
      return { exit_code: code, signal, timed_out: isLate, output: output.toString() };
    } catch (error) {
      return { error: (error as Error).message };
    } finally {
      stopTimer();
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
