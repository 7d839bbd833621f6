import type { Attempt } from "../../../src/journal/index.ts";
import { type BlockName, includesRequest, type Project, type Request } from "./types.ts";

interface AttemptFacts {
  /** The intents that it carried out, and those that it answered. */
  readonly intents: Set<string>;
  /** What it may have requested: more than one if two blocks asked and one of them was killed. */
  readonly requests: readonly Request[];
  readonly certificate: string | null;
  /** How many certificates the service had issued when it was sent, and when that was. */
  readonly issuedBefore: number;
  readonly sentAt: number;
}

/**
 * Which intents there are. A person makes one: by a configuration edit, by a renewal for each certificate (in Terraform or by its
 * age), by `supersede` on top of one attempt, by a key, by a typed yes. What is configured stays one
 * intent, however often and on whatever state it is applied: removed and added again, renamed, restored, retried, and with a
 * CSR that was generated again because its state was lost.
 */
export class GroundTruth {
  readonly #attempts = new Map<string, AttemptFacts>();
  /** By imported certificate: the requests that people say it was made from. */
  readonly #imports = new Map<string, Request[]>();
  readonly #intents = new Map<string, { readonly intent: string; readonly request: Request }>();
  readonly #issuedOn = new Map<string, number>();
  /** The times of issue that people state: with an import into the state of a project, or typed to a journal. */
  readonly #stated: {
    readonly certificate: string;
    readonly journal: number;
    readonly project: Project | undefined;
    /** Undefined: the import does not say. */
    readonly on: number | undefined;
  }[] = [];
  #count = 0;
  /** By the certificate that a person named by mistake: the attempt that they named it for. */
  readonly #mistyped = new Map<string, string>();
  /** The time that has passed, in milliseconds. */
  now = 0;
  /** A person said of a certificate that it is the latest, and it was not. */
  isMisstated = false;

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
    { intents, ...made }: Omit<AttemptFacts, "intents" | "sentAt"> & { readonly intents: Iterable<string> },
  ): void {
    this.#attempts.set(attemptId, { ...made, intents: new Set(intents), sentAt: this.now });
  }

  /** The id that a person types by mistake for the certificate of an attempt. */
  mistype(attemptId: string): string {
    const certificate = `cert-mistyped-${attemptId}`;
    this.#mistyped.set(certificate, attemptId);
    // Nothing was made: who names a certificate all the same says something about the order.
    this.isMisstated ||= this.findCertificate(attemptId) === null;
    return certificate;
  }

  recordCertificate(certificate: string): void {
    if (!this.#issuedOn.has(certificate)) this.#issuedOn.set(certificate, this.now);
  }

  recordAnswer(intent: string, certificate: string): void {
    for (const made of this.#madeBy(certificate)) made.intents.add(intent);
  }

  /** The attempts that made a certificate, or that it was named for by mistake. */
  #madeBy(certificate: string | null): AttemptFacts[] {
    return [...this.#attempts].flatMap(([attemptId, made]) =>
      (certificate !== null && made.certificate === certificate) ||
      this.#mistyped.get(certificate ?? "") === attemptId
        ? [made]
        : [],
    );
  }

  /** A person stated that a certificate is the latest, and perhaps what it was made from. */
  recordImport(certificate: string, request?: Request): void {
    const requests = this.#imports.get(certificate) ?? [];
    this.#imports.set(certificate, request ? [...requests, request] : requests);
  }

  /** A person brings a certificate back, so that it may be renewed once more. */
  bringBack(certificate: string): void {
    for (const { intents } of this.#attempts.values()) intents.delete(`renewal of ${certificate}`);
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
    return [
      ...this.#madeBy(certificate).flatMap(({ requests }) => requests),
      ...(this.#imports.get(certificate) ?? []),
    ];
  }

  isMadeFor(certificate: string | null, intent: string): boolean {
    return this.#madeBy(certificate).some(({ intents }) => intents.has(intent));
  }

  /**
   * Where a certificate stands among those that the service issued. A mistyped one stands for what its attempt made, and before it: who
   * imports the right one corrects it.
   */
  placeOf(certificate: string, issued: readonly string[]): number {
    const made = this.#attempts.get(this.#mistyped.get(certificate) ?? "");
    if (!made) return issued.indexOf(certificate);
    return made.certificate === null ? made.issuedBefore - 0.5 : issued.indexOf(made.certificate) - 0.25;
  }

  /** A person named it, by mistake or not. */
  isNamed(certificate: string): boolean {
    return this.#mistyped.has(certificate) || this.#imports.has(certificate);
  }

  /** In milliseconds. */
  ageOf(certificate: string): number {
    const [made] = this.#madeBy(certificate);
    return this.now - (this.#issuedOn.get(certificate) ?? made?.sentAt ?? 0);
  }

  /** A person stated how old a certificate is, or imported it into a project without saying so. */
  recordAge(certificate: string, age: number | undefined, journal: number, project?: Project): void {
    this.#stated.push({ certificate, journal, project, on: age === undefined ? undefined : this.now - age });
  }

  /** The age by what a person typed last to a journal, or said since when they imported it into a project. Undefined: they did not. */
  statedAge(certificate: string | null, journal: number, project?: Project): number | undefined {
    const find = (by: Project | undefined) =>
      this.#stated.findLast(
        (one) => one.certificate === certificate && one.project === by && (by || one.journal === journal),
      );
    const [typed, own] = [find(undefined), project && find(project)];
    const isOwnLater = own !== undefined && this.#stated.indexOf(own) > this.#stated.indexOf(typed ?? own);
    const isOwn = own?.on !== undefined && (!typed || (isOwnLater && own.journal === journal));
    const { on } = (isOwn ? own : typed) ?? {};
    return on === undefined ? undefined : this.now - on;
  }

  /** The age, and what people state instead of it. */
  agesOf(certificate: string | null): number[] {
    const stated = this.#stated.filter((one) => one.certificate === certificate);
    return [
      this.ageOf(certificate ?? ""),
      ...stated.flatMap(({ on }) => (on === undefined ? [] : [this.now - on])),
    ];
  }

  /** The age of the certificate that an attempt made, or that an import names, by the earliest time of issue. Undefined: there is none. */
  ageOfPurchase(attemptId: string): number | undefined {
    const { certificate } = this.#attempts.get(attemptId) ?? {};
    return certificate ? Math.max(...this.agesOf(certificate)) : undefined;
  }

  /** An intent is spent once it was sent, unless the service or a person said that this had no effect. */
  isSpent(intent: string, known: readonly Pick<Attempt, "attemptId" | "status">[]): boolean {
    return known.some(
      ({ attemptId, status }) => status !== "void" && this.intentsBehind(attemptId).has(intent),
    );
  }
}
