import type { Attempt } from "../../../src/journal/index.ts";
import { isSame, type Name, type Place, type What } from "./world.ts";

/** What is known of an attempt by those who watch, and not by what the product writes down. */
interface Made {
  /** The wishes that it was to fulfil, and those that it was the answer to. */
  readonly wishes: Set<string>;
  /** What it may have asked for; more than one where two blocks asked and one of them was killed. */
  readonly whats: readonly What[];
  /** The certificate that it led to, as anybody sees who looks the order up. */
  readonly certificate: string | null;
}

/**
 * Who has wished what. A wish is made by a person: by a change of what is written, by `-replace`, by a renewal window for
 * each certificate that comes into it, by a command that is typed, under each name once, and by `anew` on top of one
 * attempt. What is written stays one wish, however often and on whatever state it is applied: removed and added again,
 * renamed, restored, retried, also with a CSR that was made anew by itself because its state was lost.
 */
export class Truth {
  readonly #attempts = new Map<string, Made>();
  /** What an import was taken to be made from. */
  readonly #trusted = new Map<string, What[]>();
  /** What was last asked for by a block, and had an effect. */
  readonly #asked = new Map<string, { readonly wish: string; readonly what: What }>();
  readonly #issuedOn = new Map<string, number>();
  #count = 0;
  today = 0;

  newWish(kind: string): string {
    return `${kind} ${++this.#count}`;
  }

  /** The wish that a block stands for. Not a new one before something has come of it. */
  wishOf(place: Place, name: Name, what: What, isMadeAgain: boolean): string {
    const asked = this.#asked.get(`${place} ${name}`);
    const isTheSame =
      asked &&
      (isSame(asked.what, what) || (isMadeAgain && isSame(asked.what, { ...what, csr: asked.what.csr })));
    return isTheSame ? asked.wish : this.newWish(`written in ${place}`);
  }

  asked(place: Place, name: Name, wish: string, what: What): void {
    this.#asked.set(`${place} ${name}`, { wish, what });
  }

  lastWish(place: Place, name: Name): string | undefined {
    return this.#asked.get(`${place} ${name}`)?.wish;
  }

  renamed(place: Place, from: Name, to: Name): void {
    const asked = this.#asked.get(`${place} ${from}`);
    if (asked) this.#asked.set(`${place} ${to}`, asked);
    this.#asked.delete(`${place} ${from}`);
  }

  made(
    attemptId: string,
    { wishes, ...made }: Omit<Made, "wishes"> & { readonly wishes: Iterable<string> },
  ): void {
    this.#attempts.set(attemptId, { ...made, wishes: new Set(wishes) });
  }

  issued(certificate: string): void {
    if (!this.#issuedOn.has(certificate)) this.#issuedOn.set(certificate, this.today);
  }

  /** A wish has been answered with the result of another one. */
  answered(wish: string, certificate: string): void {
    for (const made of this.#attempts.values()) if (made.certificate === certificate) made.wishes.add(wish);
  }

  trusted(certificate: string, what: What): void {
    this.#trusted.set(certificate, [...(this.#trusted.get(certificate) ?? []), what]);
  }

  knows(attemptId: string): boolean {
    return this.#attempts.has(attemptId);
  }

  /** What somebody finds who looks up at the service what became of an attempt. */
  certificateOf(attemptId: string): string | null {
    return this.#attempts.get(attemptId)?.certificate ?? null;
  }

  /** What an attempt has asked for. */
  askedBy(attemptId: string): readonly What[] {
    return this.#attempts.get(attemptId)?.whats ?? [];
  }

  /** What a certificate was made from, or was taken to be. */
  madeFrom(certificate: string | null | undefined): readonly What[] {
    if (!certificate) return [];
    const made = [...this.#attempts.values()].filter((attempt) => attempt.certificate === certificate);
    return [...made.flatMap(({ whats }) => whats), ...(this.#trusted.get(certificate) ?? [])];
  }

  isMadeFor(certificate: string | null, wish: string): boolean {
    return [...this.#attempts.values()].some(
      (made) => made.certificate === certificate && made.wishes.has(wish),
    );
  }

  isOlder(certificate: string | null, days: number): boolean {
    return this.today - (this.#issuedOn.get(certificate ?? "") ?? 0) >= days;
  }

  /** A wish is spent when it was sent, unless the service or a person has said that this had no effect. */
  isSpent(wish: string, known: readonly Pick<Attempt, "attemptId" | "fate">[]): boolean {
    return known.some(
      ({ attemptId, fate }) => fate !== "void" && this.#attempts.get(attemptId)?.wishes.has(wish) === true,
    );
  }
}
