import type { Attempt } from "../../../src/journal/attempt.ts";
import { readCallbacks } from "../../../src/journal/callback-log.ts";
import { type DeploymentDecision, decideDeployment } from "../../../src/journal/deployment.ts";
import type { DeploymentStep, JournalEvent } from "../../../src/journal/events.ts";
import { findPossibleMakers } from "../../../src/journal/evidence.ts";
import { readHistory } from "../../../src/journal/history.ts";
import { at, done, ended, fromState, imported, issued, resolved, sent } from "./events.ts";

const order = "order-1";

/** The two logs of an order, without a store. Each deed returns the order after it. */
export class DeployedOrder {
  readonly journal: readonly JournalEvent[];
  readonly callbacks: readonly JournalEvent[];
  #attempts: readonly Attempt[] | undefined;

  constructor(journal: readonly JournalEvent[] = [], callbacks: readonly JournalEvent[] = []) {
    this.journal = journal;
    this.callbacks = callbacks;
  }

  get attempts(): readonly Attempt[] {
    this.#attempts ??= readHistory(order, this.journal).attempts;
    return this.#attempts;
  }

  send(attempt: string): DeployedOrder {
    return this.#write(sent(attempt, { at: this.#now() }));
  }

  /** The sender's word. Without a certificate, the answer was lost. */
  answer(attempt: string, certificate?: string): DeployedOrder {
    return this.#write(certificate === undefined ? ended("unknown", attempt) : done(attempt, certificate));
  }

  reject(attempt: string): DeployedOrder {
    return this.#write(ended("rejected", attempt));
  }

  resolve(attempt: string, certificate: string | null): DeployedOrder {
    return this.#write(resolved(attempt, certificate));
  }

  import(certificate: string): DeployedOrder {
    return this.#write(imported(this.journal, certificate));
  }

  fromState(attempt: string, certificate: string, follows: string | null): DeployedOrder {
    return this.#write(fromState(attempt, { certificate, follows }));
  }

  /** As a receiver records it. The same order: it is known. */
  callBack(certificate: string): DeployedOrder {
    const makers = findPossibleMakers(this.attempts, readCallbacks(this.callbacks).issued, certificate);
    if (this.attempts.length === 0 || !makers) return this;
    return this.#called({ ...issued(certificate, ...makers), at: this.#now() } as JournalEvent);
  }

  decide(receiver = "r"): DeploymentDecision {
    return decideDeployment(this.attempts, readCallbacks(this.callbacks), receiver);
  }

  /** Records a step of the program, for what it should deploy now or for what is named. */
  program(
    event: DeploymentStep,
    { attemptId: attempt, certificateId: certificate }: { attemptId: string; certificateId: string },
    receiver = "r",
  ): DeployedOrder {
    return this.#called({ event, at: this.#now(), order, attempt, certificate, receiver });
  }

  #write(event: JournalEvent): DeployedOrder {
    return new DeployedOrder(
      [...this.journal, { ...event, at: this.#now() } as JournalEvent],
      this.callbacks,
    );
  }

  #called(event: JournalEvent): DeployedOrder {
    return new DeployedOrder(this.journal, [...this.callbacks, event]);
  }

  /** A second passes with each entry. */
  #now(): string {
    const last = [this.journal, this.callbacks].map((events) => events.at(-1) as { at: string } | undefined);
    const times = last.map((event) => Date.parse(event?.at ?? at));
    return new Date(Math.max(...times) + 1_000).toISOString();
  }
}
