import type { CertOrderClient } from "../client/index.ts";
import type { Attempt, Journal } from "../journal/index.ts";
import type { Diagnostic } from "../plugin/index.ts";
import { warning } from "../plugin/index.ts";
import type { Resolution } from "./resolution.ts";

/** What is stored about an order before anything else happens in a run; see `ReissueMemory`. */
export interface StoredReissue {
  readonly orderId: string;
  readonly lastOutcome: string;
  readonly attemptId: string;
  readonly certificateId?: string | undefined;
}

/**
 * What this process has seen of reissues, for the time of one run. A tainted object is planned without its prior
 * state, so what the state says has to be remembered from the moment when it was last seen.
 */
export class ReissueMemory {
  readonly #stored = new Map<string, StoredReissue>();
  readonly #reissues = new Set<string>();
  readonly #created = new Set<string>();
  readonly #passedOver = new Set<string>();

  /** A new run begins: one process serves several when it is debugged. */
  clear(): void {
    for (const part of [this.#stored, this.#reissues, this.#created, this.#passedOver]) part.clear();
  }

  /** An order can be stored more than once: an object that create_before_destroy left over must not hide the new one. */
  noteStored(stored: StoredReissue): void {
    this.#stored.set(JSON.stringify([stored.orderId, stored.attemptId]), stored);
  }

  /** What is stored of an order. One that is not known yet may turn out to be any of them. */
  stored(orderId: string | undefined): StoredReissue[] {
    return [...this.#stored.values()].filter((stored) => orderId === undefined || stored.orderId === orderId);
  }

  /** An object is planned as a new one, which the core asks for once. False: another one of the same order was. */
  noteCreated(orderId: string): boolean {
    const isFirst = !this.#created.has(orderId);
    this.#created.add(orderId);
    return isFirst;
  }

  /** How many orders this run reissues so far, this one included. */
  countReissue(orderId: string): number {
    return this.#reissues.add(orderId).size;
  }

  /** A journal cannot be used, and `best-effort` goes on without it. */
  notePassedOver(problem: string): void {
    this.#passedOver.add(problem);
  }

  /** Warns of what was passed over since this was last asked. */
  takePassedOver(): Diagnostic[] {
    const warnings = [...this.#passedOver].map((problem) =>
      warning("Going On Without the Journal", `${problem} Nothing remembers a reissue that is cut off.`),
    );
    this.#passedOver.clear();
    return warnings;
  }
}

/** The provider, configured: what its resources work with. */
export interface Service {
  /** Undefined while a setting is not known yet: a plan may come before what it depends on. */
  readonly client: CertOrderClient | undefined;
  /** Undefined when it is switched off, or where it lies is not known yet. */
  readonly journal: Journal | undefined;
  /** The folder that also keeps the last verdicts of callback tests. */
  readonly folder: string | undefined;
  readonly baseUrl: string | undefined;
  /** Tells the inputs of callback tests apart without giving them away. */
  readonly fingerprint: (text: string) => string;
  readonly resolutions: ReadonlyMap<string, Resolution>;
  readonly maxReissues: number;
  readonly allowReissue: boolean;
  readonly memory: ReissueMemory;
  readonly now: () => Date;
}

/**
 * The attempts at an order that have not come to their end: those that the journal holds it back for, and those of which
 * a person has said which certificate they led to, as long as it is in no state.
 */
export async function openAttempts(service: Service, orderId: string): Promise<Attempt[]> {
  return (await attemptsAt(service, orderId)).filter(
    ({ closed, state, acknowledged }) => !closed || (state === "done" && !acknowledged),
  );
}

/** All that the journal knows of an order. */
export async function attemptsAt({ journal, client }: Service, orderId: string): Promise<Attempt[]> {
  return journal && client ? journal.attempts({ service: client.service, orderId }) : [];
}
