import type { CertOrderClient } from "../client/index.ts";
import type { Attempt, Journal } from "../journal/index.ts";
import type { Resolution } from "./resolution.ts";

/** What is stored about an order before anything else happens in a run; see `ReissueMemory`. */
export interface StoredReissue {
  readonly lastOutcome: string;
  readonly attemptId: string;
}

/**
 * What this process has seen of reissues, for the time of one run. A tainted object is planned without its prior
 * state, so what the state says has to be remembered from the moment when it was last seen.
 */
export class ReissueMemory {
  readonly #stored = new Map<string, StoredReissue>();
  readonly #plannedWithPrior = new Set<string>();
  readonly #reissues = new Set<string>();

  /** A new run begins: one process serves several when it is debugged. */
  clear(): void {
    for (const part of [this.#stored, this.#plannedWithPrior, this.#reissues]) part.clear();
  }

  noteStored(orderId: string, stored: StoredReissue): void {
    this.#stored.set(orderId, stored);
  }

  stored(orderId: string): StoredReissue | undefined {
    return this.#stored.get(orderId);
  }

  /** The object is planned together with what it was. For a tainted one that never happens. */
  notePlannedWithPrior(orderId: string): void {
    this.#plannedWithPrior.add(orderId);
  }

  wasPlannedWithPrior(orderId: string): boolean {
    return this.#plannedWithPrior.has(orderId);
  }

  /** How many orders this run reissues so far, this one included. */
  countReissue(orderId: string): number {
    return this.#reissues.add(orderId).size;
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

/** The attempts at an order that the journal holds back. */
export async function openAttempts(service: Service, orderId: string): Promise<Attempt[]> {
  const { journal, client } = service;
  if (!journal || !client) return [];
  return (await journal.attempts({ service: client.service, orderId })).filter(({ closed }) => !closed);
}
