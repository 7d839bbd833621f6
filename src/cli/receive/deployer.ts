import { CertOrderError } from "../../contract/index.ts";
import { inOrder } from "../../in-order.ts";
import {
  type DeploymentDecision,
  decideDeployment,
  isOfService,
  type Journal,
  type NewestIssued,
} from "../../journal/index.ts";
import { type Program, runProgram } from "./program.ts";
import { type ProgramLock, takeLock } from "./program-lock.ts";
import { Slots } from "./slots.ts";

interface DeployerOptions {
  readonly program: Program;
  readonly journal: Journal;
  /** The name of the receiver. */
  readonly name: string;
  /** Only orders of this service. */
  readonly service: string | undefined;
  readonly log: (event: string, details: object) => void;
}

/** An order whose newest certificate is not deployed. */
export interface PendingOrder {
  readonly order_id: string;
  readonly certificate_id: string;
  readonly since: string;
  /** The last failure. Undefined: the program has not failed for this certificate. */
  readonly failure?: string | undefined;
  readonly tries: number;
}

const firstWaitMs = 1_000;
const longestWaitMs = 5 * 60_000;
/** How often it looks for orders whose logs have grown, and for a lock that is held. */
const lookIntervalMs = 60_000;
const lockIntervalMs = 5_000;
const programsAtOnce = 8;
const readersAtOnce = 8;

interface Task {
  /** A look came while it was at work. */
  isAskedAgain: boolean;
  isAtWork: boolean;
  attemptId: string | undefined;
  pending: PendingOrder | undefined;
  waitMs: number;
  /** Not before this time, by the clock of `performance.now()`. */
  notBefore: number;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Deploys the newest issued certificate of each order, by a program. What to deploy follows from the journal alone, and is decided
 * directly before each start. So nothing has to be remembered, and nothing is lost by a kill.
 */
export class Deployer {
  readonly #options: DeployerOptions;
  readonly #tasks = new Map<string, Task>();
  readonly #atWork = new Set<Promise<void>>();
  readonly #slots = new Slots(programsAtOnce);
  readonly #readers = new Slots(readersAtOnce);
  readonly #lengths = { journal: new Map<string, number>(), callbacks: new Map<string, number>() };
  /** Logged once for each. */
  readonly #ahead = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: DeployerOptions) {
    this.#options = options;
  }

  /** A new receiver does not deploy what was issued before it registered. */
  async register(): Promise<void> {
    const { journal, name, log } = this.#options;
    if ((await journal.callbacks.registration(name))?.deploys) return;
    const skip = async (orderId: string) => {
      const decision = await this.#decide(orderId);
      // A registration that was cut off before its end may have skipped an older one.
      if (decision.kind !== "behind") return;
      const { attemptId, certificateId } = decision.newest;
      await journal.callbacks.recordDeployment("skipped", name, { orderId, attemptId, certificateId });
      log("skipped", { order_id: orderId, certificate_id: certificateId });
    };
    const orders = await journal.callbacks.findGrown({ journal: new Map(), callbacks: new Map() });
    for await (const _ of inOrder([...orders], readersAtOnce, skip));
  }

  /** Looks at all orders, and from then on at those whose logs have grown. */
  start(): void {
    this.#lookAtGrown().catch((error: Error) => {
      this.#options.log("journal_unavailable", { error: error.message });
    });
  }

  /** Looks at an order. Does not shorten the wait after a failure. */
  look(orderId: string): void {
    if (this.#isStopped) return;
    const task = this.#tasks.get(orderId) ?? newTask();
    this.#tasks.set(orderId, task);
    // This look takes the place of the one that was planned. A timer that is left would hold up the end of the process.
    clearTimeout(task.timer);
    if (task.isAtWork) {
      task.isAskedAgain = true;
      return;
    }
    task.isAtWork = true;
    const work = this.#work(orderId, task).finally(() => this.#atWork.delete(work));
    this.#atWork.add(work);
  }

  /** The orders whose newest certificate is not deployed. */
  get pending(): PendingOrder[] {
    return [...this.#tasks.values()].flatMap(({ pending }) => pending ?? []);
  }

  /** Lets running programs end. The rest is done after the next start. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    for (const { timer } of this.#tasks.values()) clearTimeout(timer);
    await Promise.all(this.#atWork);
  }

  async #lookAtGrown(): Promise<void> {
    try {
      for (const orderId of await this.#options.journal.callbacks.findGrown(this.#lengths))
        this.look(orderId);
    } finally {
      if (!this.#isStopped) this.#timer = setTimeout(() => this.start(), lookIntervalMs);
    }
  }

  async #work(orderId: string, task: Task): Promise<void> {
    do {
      task.isAskedAgain = false;
      this.#tasks.set(orderId, task);
      try {
        const decision = await this.#decide(orderId);
        if (decision.kind === "ahead") this.#logAhead(orderId, decision);
        if (decision.kind !== "behind") {
          this.#tasks.delete(orderId);
          continue;
        }
        this.#setPending(orderId, task, decision);
        if (task.notBefore <= performance.now()) await this.#deploy(orderId, task);
      } catch (error) {
        // All errors of the journal are of this class. The others come from the lock or from the start of the program.
        const event = CertOrderError.is(error) ? "journal_unavailable" : "program_failed";
        this.#fail(event, orderId, task, { error: (error as Error).message });
      }
    } while (task.isAskedAgain && !this.#isStopped);
    task.isAtWork = false;
    if (this.#tasks.get(orderId) !== task || this.#isStopped) return;
    task.timer = setTimeout(() => this.look(orderId), Math.max(0, task.notBefore - performance.now()));
  }

  async #deploy(orderId: string, task: Task): Promise<void> {
    const { journal, name, log } = this.#options;
    const leave = await this.#slots.take(task.waitMs > firstWaitMs);
    let lock: ProgramLock | undefined;
    try {
      lock = this.#isStopped ? undefined : await takeLock(journal.title, name, orderId);
    } finally {
      if (!lock) leave();
    }
    if (!lock) {
      this.#waitForLock(orderId, task);
      return;
    }
    try {
      const newest = await this.#run(orderId, task, lock).finally(leave);
      if (!newest) return;
      await journal.callbacks.recordDeployment("deployed", name, { orderId, ...newest });
      log("deployed", { order_id: orderId, certificate_id: newest.certificateId });
      Object.assign(task, newTask(), { isAtWork: true, isAskedAgain: true });
    } finally {
      await lock.release();
    }
  }

  /** Runs the program for what is the newest now. Undefined: it failed, or there is nothing to do any more. */
  async #run(orderId: string, task: Task, lock: ProgramLock): Promise<NewestIssued | undefined> {
    const { journal, name, program } = this.#options;
    await journal.callbacks.refuseUnregistered(name);
    const decision = await this.#decide(orderId);
    if (decision.kind !== "behind") {
      task.isAskedAgain = true;
      return undefined;
    }
    this.#setPending(orderId, task, decision);
    const { newest, present } = decision;
    const isBegun =
      present?.step === "deploying" &&
      present.attemptId === newest.attemptId &&
      present.certificateId === newest.certificateId;
    if (!isBegun) await journal.callbacks.recordDeployment("deploying", name, { orderId, ...newest });
    const failure = await runProgram(program, orderId, newest, lock);
    if (failure) this.#fail("program_failed", orderId, task, failure);
    return failure ? undefined : newest;
  }

  /** A program of a receiver that was killed still runs, or another receiver with this name is on this machine. */
  #waitForLock(orderId: string, task: Task): void {
    if (this.#isStopped || !task.pending) return;
    if (task.pending.failure !== locked) this.#options.log("locked", { order_id: orderId });
    task.pending = { ...task.pending, failure: locked };
    task.notBefore = performance.now() + lockIntervalMs;
  }

  async #decide(orderId: string): Promise<DeploymentDecision> {
    const { journal, name, service } = this.#options;
    const leave = await this.#readers.take(false);
    try {
      const { attempts } = await journal.history(orderId);
      if (!isOfService(attempts, service)) return { kind: "nothing-issued" };
      return decideDeployment(attempts, await journal.callbacks.read(orderId), name);
    } finally {
      leave();
    }
  }

  /** A newer certificate does not wait for the failures of the one before it. */
  #setPending(
    orderId: string,
    task: Task,
    { newest }: Extract<DeploymentDecision, { kind: "behind" }>,
  ): void {
    if (task.attemptId === newest.attemptId && task.pending?.certificate_id === newest.certificateId) return;
    task.attemptId = newest.attemptId;
    task.waitMs = firstWaitMs;
    task.notBefore = 0;
    task.pending = {
      order_id: orderId,
      certificate_id: newest.certificateId,
      since: newest.callback?.at ?? new Date().toISOString(),
      tries: 0,
    };
  }

  #fail(event: string, orderId: string, task: Task, failure: object): void {
    const { pending, waitMs } = task;
    this.#options.log(event, {
      order_id: orderId,
      certificate_id: pending?.certificate_id,
      ...failure,
      retry_in_ms: waitMs,
    });
    const { exit_code, signal, error, timed_out } = failure as Record<string, unknown>;
    const end = signal ? `ended by ${signal}` : `exit code ${exit_code}`;
    const text = timed_out ? "it took too long" : `${error ?? end}`;
    task.pending = pending && { ...pending, failure: text, tries: pending.tries + 1 };
    task.notBefore = performance.now() + waitMs;
    task.waitMs = Math.min(2 * waitMs, longestWaitMs);
  }

  #logAhead(orderId: string, { newest, present }: Extract<DeploymentDecision, { kind: "ahead" }>): void {
    if (this.#ahead.get(orderId) === newest.attemptId) return;
    this.#ahead.set(orderId, newest.attemptId);
    this.#options.log("newer_is_deployed", {
      order_id: orderId,
      certificate_id: newest.certificateId,
      deployed: present.certificateId,
    });
  }
}

const locked = "another program of this order is running";

function newTask(): Task {
  return {
    isAskedAgain: false,
    isAtWork: false,
    attemptId: undefined,
    pending: undefined,
    waitMs: firstWaitMs,
    notBefore: 0,
    timer: undefined,
  };
}
