import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
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

/** The callbacks of one order. */
interface Queue {
  readonly tasks: Set<Task>;
  /** Ends a wait: a new task is there, or the receiver stops. */
  wake: () => void;
}

/**
 * Runs a program for each callback, at least once: again after a failure, and again after a restart until the journal
 * says that it succeeded. For one order, one program runs at a time. A new callback does not wait for an older one whose
 * program fails.
 */
export class ProgramRunner {
  readonly #options: RunnerOptions;
  readonly #queues = new Map<string, Queue>();
  readonly #serving = new Set<Promise<void>>();
  /** Those that wait for one of the programs to end. */
  readonly #waiting: (() => void)[] = [];
  #programs = 0;
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
    const known = this.#queues.get(orderId);
    const queue = known ?? { tasks: new Set<Task>(), wake: () => {} };
    if ([...queue.tasks].some((task) => task.certificateId === certificateId)) return;
    queue.tasks.add({ ...announced, waitMs: firstWaitMs, notBefore: 0 });
    queue.wake();
    if (known) return;
    this.#queues.set(orderId, queue);
    const serving = this.#serve(orderId, queue).finally(() => this.#serving.delete(serving));
    this.#serving.add(serving);
  }

  /** Lets running programs end. The others run after the next start. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const { wake } of this.#queues.values()) wake();
    for (const go of this.#waiting.splice(0)) go();
    await Promise.all(this.#serving);
  }

  async #serve(orderId: string, queue: Queue): Promise<void> {
    while (queue.tasks.size > 0 && !this.#isStopped) {
      const [next] = [...queue.tasks].sort((one, other) => one.notBefore - other.notBefore) as [Task];
      const waitMs = next.notBefore - performance.now();
      if (waitMs > 0) {
        const ended = new AbortController();
        queue.wake = () => ended.abort();
        await sleep(waitMs, undefined, { signal: ended.signal }).catch(() => {});
      } else if (await this.#handle(next)) queue.tasks.delete(next);
      else {
        next.notBefore = performance.now() + next.waitMs;
        next.waitMs = Math.min(2 * next.waitMs, longestWaitMs);
      }
    }
    this.#queues.delete(orderId);
  }

  /** Whether the program has succeeded, and the journal says so. */
  async #handle(task: Task): Promise<boolean> {
    const { orderId, certificateId, waitMs } = task;
    const { journal, log } = this.#options;
    const ids = { order_id: orderId, certificate_id: certificateId };
    while (this.#programs >= programsAtOnce && !this.#isStopped)
      await new Promise<void>((go) => this.#waiting.push(go));
    if (this.#isStopped) return false;
    this.#programs++;
    try {
      const failure = await this.#run(task);
      if (failure === undefined) await journal.recordHandled(orderId, certificateId);
      if (failure === undefined) log("program_succeeded", ids);
      else log("program_failed", { ...ids, ...failure, retry_in_ms: waitMs });
      return failure === undefined;
    } catch (error) {
      // The program runs again, which its user has to expect.
      log("journal_failed", { ...ids, error: (error as Error).message, retry_in_ms: waitMs });
      return false;
    } finally {
      this.#programs--;
      this.#waiting.shift()?.();
    }
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
