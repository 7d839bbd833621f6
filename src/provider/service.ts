import type { CertOrderClient } from "../client/index.ts";
import type { Resolutions } from "../contract/index.ts";
import { type Attempt, type Held, isNews, type Journal, type Place } from "../journal/index.ts";
import type { Diagnostic, JsonObject } from "../plugin/index.ts";
import { warning } from "../plugin/index.ts";
import { attemptsOf } from "./reissue/stored.ts";

/**
 * What this process has seen of reissues, for the time of one run. A tainted object is planned without its prior
 * state, so what the state says has to be remembered from the moment when it was last seen.
 */
export class ReissueMemory {
  readonly #turns = new Map<string, Promise<unknown>>();

  readonly #stored = new Map<string, Attempt[]>();
  readonly #replaced = new Map<string, Held>();
  readonly #reissues = new Set<string | undefined>();
  readonly #created = new Map<string, { readonly isReplaced: boolean }>();
  readonly #kept = new Set<string>();
  readonly #anew = new Set<string>();
  readonly #considered = new Map<string, readonly Attempt[]>();
  readonly #late: Attempt[] = [];
  readonly #passedOver = new Set<string>();
  #isTold = false;

  /** A new run begins: one process serves several when it is debugged. */
  clear(): void {
    for (const part of [
      ...[this.#stored, this.#replaced, this.#reissues, this.#created, this.#kept],
      ...[this.#anew, this.#considered, this.#passedOver],
    ])
      part.clear();
    this.#late.length = 0;
    this.#isTold = false;
  }

  /** An object is stored. An order can be stored more than once. */
  noteStored(stored: JsonObject): void {
    const orderId = String(stored.order_id);
    const known = this.#stored.get(orderId) ?? [];
    const attempts = attemptsOf(stored);
    this.#stored.set(orderId, [...known, ...attempts]);
    const considered = this.#considered.get(orderId);
    if (considered) this.#late.push(...attempts.filter((attempt) => isNews(considered, attempt)));
  }

  /** What stored objects tell of an order. One that is not known yet may turn out to be any of them. */
  stored(orderId: string | undefined): readonly Attempt[] {
    return orderId === undefined ? [...this.#stored.values()].flat() : (this.#stored.get(orderId) ?? []);
  }

  /** An object was put away, on purpose, in order to be made again. */
  noteReplaced(orderId: string, held: Held): void {
    this.#replaced.set(orderId, held);
  }

  replaced(orderId: string): Held | undefined {
    return this.#replaced.get(orderId);
  }

  /** An object is planned as a new one, which the core asks for once. Tells of others of the same order that were. */
  noteCreated(orderId: string, isReplaced: boolean): { readonly isReplaced: boolean } | undefined {
    const other =
      this.#created.get(orderId) ??
      // One that is replaced was there before, and was planned as that first.
      (this.#kept.has(orderId) && !isReplaced ? { isReplaced: false } : undefined);
    this.#created.set(orderId, { isReplaced: isReplaced || other?.isReplaced === true });
    return other;
  }

  /** What a new object is planned by. */
  noteConsidered(orderId: string, history: readonly Attempt[]): void {
    this.#considered.set(orderId, history);
  }

  /** The new object is being made. What is stored from now on comes of that. */
  noteMade(orderId: string): void {
    this.#considered.delete(orderId);
  }

  /** What has turned out to be stored, and might have changed what is planned for a new object. */
  takeLate(): Attempt[] {
    return this.#late.splice(0);
  }

  /** An object that is there is planned. Tells whether another one of the same order is planned as a new one. */
  noteKept(orderId: string): boolean {
    this.#kept.add(orderId);
    return this.#created.get(orderId)?.isReplaced === false;
  }

  /** An object that is there is planned to be reissued anew. Tells whether another one of the same order is, too. */
  noteAnew(orderId: string): boolean {
    const isTwice = this.#anew.has(orderId);
    this.#anew.add(orderId);
    return isTwice;
  }

  /** How many orders this run reissues so far, this one included. */
  countReissue(orderId: string | undefined): number {
    return this.#reissues.add(orderId).size;
  }

  /** True for the first that asks. */
  isFirstToTell(): boolean {
    const isFirst = !this.#isTold;
    this.#isTold = true;
    return isFirst;
  }

  /** A journal cannot be used, and `best-effort` goes on without it. */
  notePassedOver(problem: string): void {
    this.#passedOver.add(problem);
  }

  /** Warns of what was passed over since this was last asked. */
  takePassedOver(): Diagnostic[] {
    // One journal is one problem, whether it is read or written.
    const [problem] = this.#passedOver;
    this.#passedOver.clear();
    if (problem === undefined) return [];
    return [
      warning("Going On Without the Journal", `${problem} Nothing remembers a reissue that is cut off.`),
    ];
  }

  /** One after the other: of two resources of an order the second is answered with what the first has made. */
  inTurn<T>(orderId: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#turns.get(orderId) ?? Promise.resolve()).then(work);
    this.#turns.set(
      orderId,
      turn.catch(() => {}),
    );
    return turn;
  }
}

/** The provider, configured: what its resources work with. */
export interface Service {
  /** Undefined while a setting is not known yet: a plan may come before what it depends on. */
  readonly client: CertOrderClient | undefined;
  /** Where reissues are remembered: for the time of this process only where no journal is known or wanted. */
  readonly journal: Journal;
  readonly place: Place;
  /** The journal lies on a disk that may not outlive the job. */
  readonly isShortLived: boolean;
  /** A journal remembers what is open. Else only states do. */
  readonly isKept: boolean;
  /** The folder that also keeps the last verdicts of callback tests. */
  readonly folder: string | undefined;
  readonly baseUrl: string | undefined;
  /** Tells the inputs of callback tests apart without giving them away. */
  readonly fingerprint: (text: string) => string;
  readonly resolutions: Resolutions;
  readonly maxReissues: number;
  readonly allowReissue: boolean;
  readonly memory: ReissueMemory;
  readonly now: () => Date;
}
