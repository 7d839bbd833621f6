import type { Outcome } from "../../../src/contract/index.ts";
import { type Attempt, importedAttemptId, isOpen } from "../../../src/journal/index.ts";
import { type Failure, possibleOutcomes } from "./failures.ts";
import type { GroundTruth } from "./ground-truth.ts";
import {
  type Block,
  type BlockName,
  type Command,
  type Configuration,
  effectiveMove,
  type ImportStatement,
  type OrderView,
  type Project,
  type Received,
  type RunOptions,
  type Setup,
  type StepResult,
  type StoredObject,
} from "./types.ts";

export interface AppliedBlock {
  readonly name: BlockName;
  readonly block: Block;
  readonly intents: readonly string[];
  readonly isRenewalDue: boolean;
}

export type Operation =
  | {
      readonly kind: "run";
      readonly project: Project;
      readonly configuration: Configuration;
      readonly options: RunOptions;
      readonly appliedBlocks: readonly AppliedBlock[];
      readonly isSaved?: boolean | undefined;
      readonly hasChangedSince?: boolean | undefined;
    }
  | {
      readonly kind: "command";
      readonly command: Command;
      readonly intents: readonly string[];
    }
  /** A plan, a refresh, or an import into a state. */
  | { readonly kind: "read"; readonly project: Project; readonly imported?: ImportStatement | undefined }
  | { readonly kind: "resolve"; readonly attempt: string; readonly certificate: string | null }
  | { readonly kind: "import"; readonly imported: ImportStatement }
  | { readonly kind: "repair" };

export type CoreRun = Extract<Operation, { kind: "run" }>;
export type CommandRun = Extract<Operation, { kind: "command" }>;

export interface Observed<O extends Operation = Operation> {
  readonly operation: O;
  readonly setup: Setup;
  readonly result: StepResult;
  readonly before: OrderView;
  readonly after: OrderView;
}

/** Something that was done, in the words in which the laws are written. */
export class Step<O extends Operation = Operation> implements Observed<O> {
  readonly operation: O;
  readonly setup: Setup;
  readonly result: StepResult;
  readonly before: OrderView;
  readonly after: OrderView;
  readonly truth: GroundTruth;

  constructor({ operation, setup, result, before, after }: Observed<O>, truth: GroundTruth) {
    this.operation = operation;
    this.setup = setup;
    this.result = result;
    this.before = before;
    this.after = after;
    this.truth = truth;
  }

  isRun(): this is Step<CoreRun> {
    return this.operation.kind === "run";
  }

  isCommand(): this is Step<CommandRun> {
    return this.operation.kind === "command";
  }

  get sentRequests(): readonly Received[] {
    return this.after.received.slice(this.before.received.length);
  }

  get isSent(): boolean {
    return this.sentRequests.length > 0;
  }

  get status(): StepResult["status"] {
    return this.result.status;
  }

  get options(): RunOptions {
    return this.isRun() ? this.operation.options : {};
  }

  get failure(): Failure | undefined {
    return this.isCommand() ? this.operation.command.failure : this.options.failure;
  }

  /** Nothing goes wrong but what the history says. */
  get hasNoFailure(): boolean {
    return (this.isRun() || this.isCommand()) && !this.failure && !this.options.provisionerFails;
  }

  get expectedOutcomes(): readonly Outcome[] {
    return possibleOutcomes(this.failure);
  }

  get isOutcomeUncertain(): boolean {
    return this.expectedOutcomes.some((outcome) => outcome === "unknown" || outcome === "done-unread");
  }

  /** Whether the text shows an id, and not only a longer one that begins like it. */
  shows(id: string): boolean {
    return isShown(this.result.text, id);
  }

  get appliedBlocks(): readonly AppliedBlock[] {
    return this.isRun() ? this.operation.appliedBlocks : [];
  }

  /** The blocks that may have sent what this step sent. */
  get sendingBlocks(): readonly AppliedBlock[] {
    const [sent] = this.sentRequests;
    const ids = new Set(this.startedAttempts.map(({ attemptId }) => attemptId));
    const matching = this.appliedBlocks.filter(
      ({ block: { request } }) =>
        sent?.csr === undefined || (sent.csr === request.csr && sent.days === request.days),
    );
    const storing = matching.filter(({ name }) => {
      const object = this.findObject(name, this.after);
      return ids.has(object?.attempt ?? "") || ids.has(object?.openAttempt ?? "");
    });
    return storing.length > 0 ? storing : matching;
  }

  get intents(): readonly string[] {
    return this.isCommand()
      ? this.operation.intents
      : this.sendingBlocks.flatMap(({ intents }) => [...intents]);
  }

  /** The object of a block, moved ones included. */
  findObject(name: BlockName, view = this.before): Stored | undefined {
    const { operation } = this;
    return "project" in operation ? findObject(operation, name, view) : undefined;
  }

  storedObjects(view = this.before): Stored[] {
    const { operation } = this;
    if (!("project" in operation)) return [];
    return Object.values(view.states[operation.project].objects).map(readObject);
  }

  journalAttempts(view: OrderView): readonly Attempt[] {
    return view.journals[this.setup.journal]?.attempts ?? [];
  }

  get isDamaged(): boolean {
    return (this.before.journals[this.setup.journal]?.damage ?? []).length > 0;
  }

  /** The attempts that this step began. What the journal learned from a state or an import is not among them. */
  get startedAttempts(): readonly Attempt[] {
    const before = new Set(this.journalAttempts(this.before).map(({ attemptId }) => attemptId));
    return this.journalAttempts(this.after).filter(
      ({ attemptId, sentAt }) => !before.has(attemptId) && sentAt !== undefined,
    );
  }

  /** The attempts that came before, with what is known about them by now, or what the configuration says. */
  get earlierAttempts(): readonly Attempt[] {
    const begun = new Set(this.startedAttempts);
    return this.journalAttempts(this.after)
      .filter((attempt) => !begun.has(attempt))
      .map((attempt) => {
        const certificateId = isOpen(attempt) ? this.#statedCertificate(attempt.attemptId) : undefined;
        return certificateId ? { ...attempt, status: "succeeded", certificateId } : attempt;
      });
  }

  get #succeededBefore(): readonly Attempt[] {
    return this.earlierAttempts.filter(({ status }) => status === "succeeded");
  }

  get resolveEntries(): [attempt: string, result: string][] {
    const entries = this.isRun() ? (this.operation.configuration.resolve?.split(" ") ?? []) : [];
    return entries.map((entry) => entry.split(":") as [string, string]);
  }

  /** What this step states about attempts, to the journal or by its configuration. */
  get statements(): { readonly attempt: string; readonly certificate: string | null }[] {
    const { operation } = this;
    if (operation.kind === "resolve") return [operation];
    return this.resolveEntries.map(([attempt, result]) => ({
      attempt,
      certificate: result === "not-happened" ? null : result,
    }));
  }

  isResolving(attemptId: string): boolean {
    return this.statements.some(({ attempt }) => attempt === attemptId);
  }

  get imported(): ImportStatement | undefined {
    return "imported" in this.operation ? this.operation.imported : undefined;
  }

  #statedCertificate(attemptId: string | null): string | undefined {
    const [, result] = this.resolveEntries.find(([named]) => named === attemptId) ?? [];
    return result === "not-happened" ? undefined : result;
  }

  get knownAttempts(): Pick<Attempt, "attemptId" | "status">[] {
    const journal = this.earlierAttempts;
    const stored = this.storedObjects().flatMap(({ attempt, openAttempt }) => [
      ...(attempt ? [{ attemptId: attempt, status: "succeeded" as const }] : []),
      ...(openAttempt ? [{ attemptId: openAttempt, status: "open" as const }] : []),
    ]);
    return [
      ...journal,
      ...stored.filter(({ attemptId }) => !journal.some((attempt) => attempt.attemptId === attemptId)),
    ];
  }

  /** Open before, as journal or state say, and still open. A state that has the certificate knows the outcome. */
  get openAttempts(): string[] {
    const before = this.journalAttempts(this.before).filter(isOpen);
    const stored = this.storedObjects().flatMap(({ openAttempt }) => openAttempt ?? []);
    const ids = new Set([...before.map(({ attemptId }) => attemptId), ...stored]);
    return [...ids].filter((id) => {
      if (this.storedObjects().some(({ attempt }) => attempt === id)) return false;
      const now = this.journalAttempts(this.after).find(({ attemptId }) => attemptId === id);
      return now === undefined || isOpen(now);
    });
  }

  /** The certificate of an object, once its attempts are resolved as the journal says. The service's answer outranks that. */
  currentCertificate({ certificate, openAttempt, attempt, isByService }: Stored): string | null {
    const resolved = this.#succeededBefore.find(({ attemptId }) => attemptId === openAttempt);
    const said = this.#statedCertificate(openAttempt);
    if (said && !resolved) return said;
    const own = this.#succeededBefore.find(
      ({ attemptId, senderWord, statements }) =>
        attemptId === attempt && (senderWord === "done" || statements.length > 0),
    );
    return resolved?.certificateId ?? (isByService ? certificate : (own?.certificateId ?? certificate));
  }

  /** By the order in which the service issued them. */
  isNewer(one: string, other: string): boolean {
    const { issued } = this.after;
    return this.truth.placeOf(one, issued) > this.truth.placeOf(other, issued);
  }

  /** A person has said what is not so, and journal or state still have it: their latest certificate is not their newest. */
  get isMisled(): boolean {
    if (!this.truth.isMisstated) return false;
    const histories = [this.before, this.after].flatMap((view) => {
      const succeeded = this.journalAttempts(view).filter(({ status }) => status === "succeeded");
      const stored = this.storedObjects(view).map(({ earlier, certificate }) =>
        [...earlier, certificate].filter((id) => id !== null),
      );
      const journal = succeeded.flatMap(({ certificateId }) => certificateId ?? []);
      const others = succeeded.at(-1)?.isImported ? [...stored.flat(), ...this.knownCertificates] : [];
      return [[...others, ...journal], ...stored];
    });
    return histories.some((all) => all.some((one) => this.isNewer(one, all.at(-1) ?? "")));
  }

  /** The certificates that journal and state know, without what this step made. */
  get knownCertificates(): string[] {
    return [
      ...this.#succeededBefore.flatMap(({ certificateId }) => certificateId ?? []),
      ...this.storedObjects().flatMap((object) => this.currentCertificate(object) ?? []),
    ];
  }

  /** The latest of them. */
  get latestCertificate(): string | undefined {
    const [first, ...others] = this.knownCertificates;
    return others.reduce((latest, one) => (latest && this.isNewer(one, latest) ? one : latest), first);
  }

  get latestRecordedAttempt(): Attempt | undefined {
    const latest = this.latestCertificate;
    return this.#succeededBefore.findLast(({ certificateId }) => certificateId === latest);
  }

  hasLatest(name: BlockName): boolean {
    const object = this.findObject(name);
    return (
      object !== undefined && !object.tainted && this.currentCertificate(object) === this.latestCertificate
    );
  }

  /** A block knows the latest if its object has it, or if there is none. */
  knowsLatest(name: BlockName): boolean {
    return this.latestCertificate === undefined || this.hasLatest(name);
  }

  /** A person names the latest attempt, to reissue the order on top of it. */
  get supersedes(): boolean {
    const named = this.isRun()
      ? this.operation.configuration.supersede
      : this.isCommand()
        ? this.operation.command.supersede
        : undefined;
    const latest = this.latestCertificate;
    if (named === undefined || latest === undefined) return false;
    // An import is an attempt of its own, also if it names the certificate of the attempt before.
    const last = this.#succeededBefore.at(-1);
    if (last?.isImported && last.certificateId === latest) return named === last.attemptId;
    const stored = this.storedObjects().filter((object) => this.currentCertificate(object) === latest);
    // The certificate of an open attempt that was resolved is not that of the attempt before.
    const ids = stored.map(({ attempt, openAttempt, order, certificate }) =>
      certificate === latest ? (attempt ?? importedAttemptId(order, latest)) : openAttempt,
    );
    // A mistyped id and the true one are the same purchase, so that neither of two attempts is newer.
    const recorded = this.#succeededBefore.filter(
      ({ certificateId = "" }) => certificateId === latest || !this.isNewer(latest, certificateId),
    );
    return [...recorded.map(({ attemptId }) => attemptId), ...ids].includes(named);
  }

  /** Journal or state have an attempt that no person has said to be of this service. */
  get isOtherService(): boolean {
    const { service, host } = this.setup;
    const before = this.journalAttempts(this.before);
    const isVoid = ({ attemptId }: Attempt) =>
      this.journalAttempts(this.after).some(
        (attempt) => attempt.attemptId === attemptId && attempt.status === "void",
      );
    const isKnown = (id: string | null) => before.some(({ attemptId }) => attemptId === id);
    const stored = this.storedObjects()
      .filter(({ attempt, openAttempt }) => !isKnown(attempt) && !isKnown(openAttempt))
      .map((object) => ({ service: object.service, address: object.service }));
    const attempts = [...before.filter((attempt) => !isVoid(attempt)), ...stored].flatMap(
      ({ service, address = "" }) => (service ? [{ service, address }] : []),
    );
    // A service without a name has its address as its name.
    const isOwn = (attempt: { readonly service: string }) =>
      service === undefined ? hostOf({ address: attempt.service }) === host : attempt.service === service;
    const hosts = attempts.filter(isOwn).map(hostOf);
    return attempts.some((attempt) => {
      const isUnnamed = attempt.service === attempt.address;
      const isAtAddress = [host, ...hosts].includes(hostOf(attempt));
      return !(isOwn(attempt) || (isAtAddress && (service === undefined || isUnnamed)));
    });
  }

  /** State and journal have certificates that do not know each other. */
  get isUnclear(): boolean {
    const journal = this.earlierAttempts;
    const latest = this.#succeededBefore.at(-1)?.certificateId;
    if (latest === undefined) return false;
    return this.storedObjects().some(({ certificate, attempt, openAttempt, earlier, outcome, tainted }) => {
      // An import that is not adopted yet proves nothing. A tainted one is not adopted.
      if (outcome === "imported" && !tainted) return false;
      const isKnown = (made: string, id: string | null) =>
        journal.some(
          ({ attemptId, status, certificateId, previous }) =>
            attemptId === id ||
            (status === "succeeded" && certificateId === made) ||
            (status !== "void" && previous === made),
        );
      const isApart = (made: string | null | undefined, id: string | null) =>
        made != null && !isKnown(made, id) && !earlier.includes(latest);
      return isApart(certificate, attempt) || isApart(this.#statedCertificate(openAttempt), openAttempt);
    });
  }

  get isBlocked(): boolean {
    return this.openAttempts.length > 0 || this.isDamaged || this.isOtherService || this.isUnclear;
  }

  /**
   * A refresh goes by what is stored. Whether a renewal is due for a certificate that stays, or is adopted, is known only after
   * the apply that stores `renew_before_days`.
   */
  get isFirstRenewal(): boolean {
    if (this.isSent || !this.isRun()) return false;
    return Object.entries(this.operation.configuration.blocks).some(([name, block]) => {
      const object = this.findObject(name as BlockName);
      const now = this.findObject(name as BlockName, this.after);
      const isAdopted = object?.tainted || object?.certificate !== now?.certificate;
      return block?.renews && (isAdopted || object?.renews !== true);
    });
  }
}

export function readObject({ attributes, tainted }: StoredObject) {
  const text = (name: string) => (attributes[name] ?? null) as string | null;
  return {
    order: text("order_id") ?? "",
    certificate: text("certificate_id"),
    isByService: attributes.certificate_source === "service",
    attempt: text("attempt_id"),
    openAttempt: text("open_attempt_id"),
    outcome: text("last_outcome") ?? "",
    earlier: (attributes.certificate_history ?? []) as readonly string[],
    service: text("service") ?? "",
    renews: attributes.renew_before_days !== null && attributes.renew_before_days !== undefined,
    days: attributes.validity_days as number | null,
    isDue: attributes.renewal_due === true,
    tainted,
  };
}

export type Stored = ReturnType<typeof readObject>;

export function findObject(
  { project, ...operation }: Extract<Operation, { project: Project }>,
  name: BlockName,
  { states }: OrderView,
): Stored | undefined {
  const moved = operation.kind === "run" ? effectiveMove(operation.configuration) : undefined;
  const { objects } = states[project];
  const object = objects[name] ?? (moved?.to === name ? objects[moved.from] : undefined);
  return object && readObject(object);
}

export function isShown(text: string, id: string): boolean {
  const [, ...rests] = id === "" ? [] : text.split(id);
  return rests.some((rest) => !/^[\w-]/.test(rest));
}

function hostOf({ address }: { readonly address: string }): string {
  return URL.canParse(address) ? new URL(address).hostname : address;
}
