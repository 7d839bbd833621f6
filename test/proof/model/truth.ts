import type { Attempt } from "../../../src/journal/index.ts";
import { isAmong, type Name, type Place, type Request } from "./world.ts";

/** What the model itself knows about an attempt. */
interface Made {
  /** The intents that it carried out, and those that it answered. */
  readonly intents: Set<string>;
  /** What it may have requested: more than one if two blocks asked and one of them was killed. */
  readonly requests: readonly Request[];
  /** The certificate that it made, as the service shows it. */
  readonly certificate: string | null;
}

/**
 * Which intents there are. A person makes one: by a configuration edit, by a renewal window for each certificate that comes
 * into it, by `supersede` on top of one attempt, by a key, by a workflow run, by a typed yes. What is configured stays one
 * intent, however often and on whatever state it is applied: removed and added again, renamed, restored, retried, and with a
 * CSR that was generated again because its state was lost.
 */
export class Truth {
  readonly #attempts = new Map<string, Made>();
  /** What imported certificates were taken to be made from. */
  readonly #trusted = new Map<string, Request[]>();
  /** What was last carried out for a block. */
  readonly #asked = new Map<string, { readonly intent: string; readonly request: Request }>();
  readonly #issuedOn = new Map<string, number>();
  #count = 0;
  today = 0;
  /** A person said @latest about a certificate that is not the latest. From then on the order of certificates is theirs. */
  isMisled = false;

  newIntent(kind: string): string {
    return `${kind} ${++this.#count}`;
  }

  /** The intent of a block. It is a new one only if the request is not the one that was last carried out for it. */
  intentOf(place: Place, name: Name, request: Request, isRegenerated: boolean): string {
    const asked = this.#asked.get(`${place} ${name}`);
    const { csr = 0 } = asked?.request ?? {};
    const isSame = asked && isAmong([asked.request], isRegenerated ? { ...request, csr } : request);
    return isSame ? asked.intent : this.newIntent(`edit in ${place}`);
  }

  asked(place: Place, name: Name, intent: string, request: Request): void {
    this.#asked.set(`${place} ${name}`, { intent, request });
  }

  lastIntent(place: Place, name: Name): string | undefined {
    return this.#asked.get(`${place} ${name}`)?.intent;
  }

  renamed(place: Place, from: Name, to: Name): void {
    const asked = this.#asked.get(`${place} ${from}`);
    if (asked) this.#asked.set(`${place} ${to}`, asked);
    this.#asked.delete(`${place} ${from}`);
  }

  made(
    attemptId: string,
    { intents, ...made }: Omit<Made, "intents"> & { readonly intents: Iterable<string> },
  ): void {
    this.#attempts.set(attemptId, { ...made, intents: new Set(intents) });
  }

  issued(certificate: string): void {
    if (!this.#issuedOn.has(certificate)) this.#issuedOn.set(certificate, this.today);
  }

  /** An intent was answered with the certificate of an earlier attempt. */
  answered(intent: string, certificate: string): void {
    for (const made of this.#attempts.values())
      if (made.certificate === certificate) made.intents.add(intent);
  }

  trusted(certificate: string, request: Request): void {
    this.#trusted.set(certificate, [...(this.#trusted.get(certificate) ?? []), request]);
  }

  knows(attemptId: string): boolean {
    return this.#attempts.has(attemptId);
  }

  intentsOf(attemptId: string): ReadonlySet<string> {
    return this.#attempts.get(attemptId)?.intents ?? new Set();
  }

  /** What a person finds who looks an attempt up at the service. */
  certificateOf(attemptId: string): string | null {
    return this.#attempts.get(attemptId)?.certificate ?? null;
  }

  /** What an attempt requested. */
  requestedBy(attemptId: string): readonly Request[] {
    return this.#attempts.get(attemptId)?.requests ?? [];
  }

  /** What a certificate was made from, or was taken to be. */
  madeFrom(certificate: string | null | undefined): readonly Request[] {
    if (!certificate) return [];
    const made = [...this.#attempts.values()].filter((attempt) => attempt.certificate === certificate);
    return [...made.flatMap(({ requests }) => requests), ...(this.#trusted.get(certificate) ?? [])];
  }

  isMadeFor(certificate: string | null, intent: string): boolean {
    return [...this.#attempts.values()].some(
      (made) => made.certificate === certificate && made.intents.has(intent),
    );
  }

  isOlderThan(certificate: string | null, days: number): boolean {
    return this.today - (this.#issuedOn.get(certificate ?? "") ?? 0) >= days;
  }

  /** An intent is spent once it was sent, unless the service or a person said that this had no effect. */
  isSpent(intent: string, known: readonly Pick<Attempt, "attemptId" | "status">[]): boolean {
    return known.some(({ attemptId, status }) => status !== "void" && this.intentsOf(attemptId).has(intent));
  }
}
