import type { Attempt } from "../../../src/journal/index.ts";
import { type BlockName, includesRequest, type Project, type Request } from "./types.ts";

interface AttemptFacts {
  /** The intents that it carried out, and those that it answered. */
  readonly intents: Set<string>;
  /** What it may have requested: more than one if two blocks asked and one of them was killed. */
  readonly requests: readonly Request[];
  readonly certificate: string | null;
}

/**
 * Which intents there are. A person makes one: by a configuration edit, by a renewal window for each certificate that comes
 * into it, by `supersede` on top of one attempt, by a key, by a workflow run, by a typed yes. What is configured stays one
 * intent, however often and on whatever state it is applied: removed and added again, renamed, restored, retried, and with a
 * CSR that was generated again because its state was lost.
 */
export class GroundTruth {
  readonly #attempts = new Map<string, AttemptFacts>();
  readonly #imports = new Map<string, Request[]>();
  readonly #intents = new Map<string, { readonly intent: string; readonly request: Request }>();
  readonly #issuedOn = new Map<string, number>();
  #count = 0;
  today = 0;
  /** A person said @latest about a certificate that is not the latest. From then on the order of certificates is theirs. */
  isLatestMisstated = false;

  newIntent(kind: string): string {
    return `${kind} ${++this.#count}`;
  }

  /** The intent of a block. It is a new one only if the request is not the one that was last carried out for it. */
  findIntent(project: Project, name: BlockName, request: Request, isRegenerated: boolean): string {
    const last = this.#intents.get(`${project} ${name}`);
    const { csr = 0 } = last?.request ?? {};
    const isSame = last && includesRequest([last.request], isRegenerated ? { ...request, csr } : request);
    return isSame ? last.intent : this.newIntent(`edit in ${project}`);
  }

  asked(project: Project, name: BlockName, intent: string, request: Request): void {
    this.#intents.set(`${project} ${name}`, { intent, request });
  }

  lastIntent(project: Project, name: BlockName): string | undefined {
    return this.#intents.get(`${project} ${name}`)?.intent;
  }

  renameBlock(project: Project, from: BlockName, to: BlockName): void {
    const asked = this.#intents.get(`${project} ${from}`);
    if (asked) this.#intents.set(`${project} ${to}`, asked);
    this.#intents.delete(`${project} ${from}`);
  }

  recordAttempt(
    attemptId: string,
    { intents, ...made }: Omit<AttemptFacts, "intents"> & { readonly intents: Iterable<string> },
  ): void {
    this.#attempts.set(attemptId, { ...made, intents: new Set(intents) });
  }

  recordCertificate(certificate: string): void {
    if (!this.#issuedOn.has(certificate)) this.#issuedOn.set(certificate, this.today);
  }

  recordAnswer(intent: string, certificate: string): void {
    for (const made of this.#attempts.values())
      if (made.certificate === certificate) made.intents.add(intent);
  }

  recordImport(certificate: string, request: Request): void {
    this.#imports.set(certificate, [...(this.#imports.get(certificate) ?? []), request]);
  }

  knows(attemptId: string): boolean {
    return this.#attempts.has(attemptId);
  }

  intentsBehind(attemptId: string): ReadonlySet<string> {
    return this.#attempts.get(attemptId)?.intents ?? new Set();
  }

  /** What a person finds who looks an attempt up at the service. */
  findCertificate(attemptId: string): string | null {
    return this.#attempts.get(attemptId)?.certificate ?? null;
  }

  requestedBy(attemptId: string): readonly Request[] {
    return this.#attempts.get(attemptId)?.requests ?? [];
  }

  /** What a certificate was made from, or was taken to be. */
  requestsBehind(certificate: string | null | undefined): readonly Request[] {
    if (!certificate) return [];
    const made = [...this.#attempts.values()].filter((attempt) => attempt.certificate === certificate);
    return [...made.flatMap(({ requests }) => requests), ...(this.#imports.get(certificate) ?? [])];
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
    return known.some(
      ({ attemptId, status }) => status !== "void" && this.intentsBehind(attemptId).has(intent),
    );
  }
}
