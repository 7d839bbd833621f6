import type { Outcome } from "../../../src/contract/index.ts";
import type { Attempt } from "../../../src/journal/index.ts";
import { isOpen } from "../../../src/journal/index.ts";
import { importedAttemptId } from "../../../src/provider/reissue/stored.ts";
import { type Failure, possibleOutcomes } from "./failures.ts";
import type { GroundTruth } from "./ground-truth.ts";
import {
  type Block,
  type BlockName,
  type Command,
  type Configuration,
  effectiveMove,
  type OrderView,
  type PlanOptions,
  type Project,
  type Setup,
  type StepResult,
  type StoredObject,
} from "./types.ts";

// The words in which the laws are configuration.

/** A block that is applied, and the intents that a reissue of it would carry out. */
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
      readonly options: PlanOptions;
      readonly appliedBlocks: readonly AppliedBlock[];
      readonly failure?: Failure | undefined;
      readonly provisionerFails?: boolean | undefined;
      /** A saved plan is applied. */
      readonly isSaved?: boolean | undefined;
      /** Something happened between the plan and the apply. */
      readonly hasChangedSince?: boolean | undefined;
    }
  | {
      readonly kind: "command";
      readonly command: Command;
      readonly intents: readonly string[];
      /** Of a workflow run: the attempts that had succeeded, and those that were open, when it was created. */
      readonly atCreation?:
        | { readonly succeeded: readonly string[]; readonly open: readonly string[] }
        | undefined;
    }
  /** A plan, a refresh or an import. */
  | { readonly kind: "read"; readonly project: Project }
  | { readonly kind: "resolve"; readonly attempt: string }
  | { readonly kind: "repair" };

export type CoreRun = Extract<Operation, { kind: "run" }>;
export type CommandRun = Extract<Operation, { kind: "command" }>;

/** Something that was done, and the view before and after it. */
export interface Step<D extends Operation = Operation> {
  readonly operation: D;
  readonly setup: Setup;
  readonly result: StepResult;
  readonly before: OrderView;
  readonly after: OrderView;
  readonly truth: GroundTruth;
}

export const isRun = (step: Step): step is Step<CoreRun> => step.operation.kind === "run";
export const isCommand = (step: Step): step is Step<CommandRun> => step.operation.kind === "command";
export const sentRequests = ({ before, after }: Step) => after.received.slice(before.received.length);
export const isSent = (step: Step) => sentRequests(step).length > 0;
export const isKilled = ({ result }: Step) => result.status === "killed";
export const isSuccessful = ({ result }: Step) => result.status === "succeeded";
export const isRefused = ({ result }: Step) => result.status === "refused";
export const isUncertain = (outcome: string) => outcome === "unknown" || outcome === "done-unread";

/** What a state says about an object. */
export function readObject({ attributes, tainted }: StoredObject) {
  const text = (name: string) => (attributes[name] ?? null) as string | null;
  return {
    order: text("order_id") ?? "",
    certificate: text("certificate_id"),
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

/** The object of a block, moved ones included. */
export function findObject(
  step: Pick<Step<CoreRun>, "operation" | "before">,
  name: BlockName,
  view = step.before,
) {
  const moved = effectiveMove(step.operation.configuration);
  const { objects } = view.states[step.operation.project];
  const object = objects[name] ?? (moved?.to === name ? objects[moved.from] : undefined);
  return object && readObject(object);
}

/** All objects of the state that is used. */
export function storedObjects(
  { operation, before }: Pick<Step, "operation" | "before">,
  view = before,
): Stored[] {
  return "project" in operation ? Object.values(view.states[operation.project].objects).map(readObject) : [];
}

/** What the journal in use knows. */
export function journalAttempts({ setup }: Pick<Step, "setup">, view: OrderView): readonly Attempt[] {
  return view.journals[setup.journal]?.attempts ?? [];
}

export function isDamaged({ setup, before }: Step): boolean {
  return (before.journals[setup.journal]?.damage ?? []).length > 0;
}

/** The attempts that this step began. What the journal learned from a state is not among them. */
export function startedAttempts(step: Pick<Step, "setup" | "before" | "after">): readonly Attempt[] {
  const before = new Set(journalAttempts(step, step.before).map(({ attemptId }) => attemptId));
  return journalAttempts(step, step.after).filter(
    ({ attemptId, isImported }) => !before.has(attemptId) && !isImported,
  );
}

/** The attempts that came before, with what is known about them by now, or what the configuration says. */
export function earlierAttempts(step: Step): readonly Attempt[] {
  const begun = new Set(startedAttempts(step));
  return journalAttempts(step, step.after)
    .filter((attempt) => !begun.has(attempt))
    .map((attempt) => {
      const certificateId = isOpen(attempt) ? statedCertificate(step, attempt.attemptId) : undefined;
      return certificateId ? { ...attempt, status: "succeeded", certificateId } : attempt;
    });
}

/** The attempts that the argument `resolve` names, each with what it says. */
export function resolveEntries(operation: Operation): [attempt: string, result: string][] {
  const entries = operation.kind === "run" ? (operation.configuration.resolve?.split(" ") ?? []) : [];
  return entries.map((entry) => entry.split(":") as [string, string]);
}

/** The attempts that a person resolves, by a command or by the argument. */
export function resolvedAttempts(operation: Operation): string[] {
  return operation.kind === "resolve"
    ? [operation.attempt]
    : resolveEntries(operation).map(([attempt]) => attempt);
}

/** The certificate that the argument `resolve` names for an attempt. */
function statedCertificate(step: Step, attempt: string | null): string | undefined {
  const [, result] = resolveEntries(step.operation).find(([named]) => named === attempt) ?? [];
  return result === "not-happened" ? undefined : result;
}

/** The earlier attempts that the journal or the state knows. */
export function knownAttempts(step: Step): Pick<Attempt, "attemptId" | "status">[] {
  const journal = earlierAttempts(step);
  const stored = storedObjects(step).flatMap(({ attempt, openAttempt }) => [
    ...(attempt ? [{ attemptId: attempt, status: "succeeded" as const }] : []),
    ...(openAttempt ? [{ attemptId: openAttempt, status: "open" as const }] : []),
  ]);
  return [
    ...journal,
    ...stored.filter(({ attemptId }) => !journal.some((attempt) => attempt.attemptId === attemptId)),
  ];
}

/** Open before, as journal or state say, and still open. A state that has the certificate knows the outcome. */
export function openAttempts(step: Step): string[] {
  const before = journalAttempts(step, step.before).filter(isOpen);
  const stored = storedObjects(step).flatMap(({ openAttempt }) => openAttempt ?? []);
  const ids = new Set([...before.map(({ attemptId }) => attemptId), ...stored]);
  return [...ids].filter((id) => {
    if (storedObjects(step).some(({ attempt }) => attempt === id)) return false;
    const now = journalAttempts(step, step.after).find(({ attemptId }) => attemptId === id);
    return now === undefined || isOpen(now);
  });
}

/** The certificate of an object, once its open attempt is resolved as the journal says. */
export function currentCertificate(step: Step, { certificate, openAttempt, attempt }: Stored): string | null {
  const succeeded = earlierAttempts(step).filter(({ status }) => status === "succeeded");
  const resolved = succeeded.find(({ attemptId }) => attemptId === openAttempt);
  const said = statedCertificate(step, openAttempt);
  if (said && !resolved) return said;
  // A person may have corrected what an attempt made.
  const own = succeeded.find(({ attemptId, resolvedManually }) => attemptId === attempt && resolvedManually);
  return resolved?.certificateId ?? own?.certificateId ?? certificate;
}

/** By the order in which the service issued them. */
export function isNewer({ after: { issued } }: Step, one: string, other: string): boolean {
  return issued.indexOf(one) > issued.indexOf(other);
}

/** The certificates that journal and state know, without what this step made. */
export function knownCertificates(step: Step): string[] {
  const made = earlierAttempts(step).filter(({ status }) => status === "succeeded");
  return [
    ...made.flatMap(({ certificateId }) => certificateId ?? []),
    ...storedObjects(step).flatMap((object) => currentCertificate(step, object) ?? []),
  ];
}

/** The latest of them. */
export function latestCertificate(step: Step): string | undefined {
  const [first, ...others] = knownCertificates(step);
  return others.reduce((latest, one) => (latest && isNewer(step, one, latest) ? one : latest), first);
}

/** The attempt that made it, as the journal names it. */
export function latestRecordedAttempt(step: Step): Attempt | undefined {
  const latest = latestCertificate(step);
  return earlierAttempts(step).find(
    ({ status, certificateId }) => status === "succeeded" && certificateId === latest,
  );
}

/** A block knows the latest if its object has it, or if there is none. */
export function knowsLatest(step: Step<CoreRun>, name: BlockName): boolean {
  const latest = latestCertificate(step);
  const object = findObject(step, name);
  if (latest === undefined) return true;
  return object !== undefined && !object.tainted && currentCertificate(step, object) === latest;
}

/** A person names the latest attempt, to reissue the order on top of it. */
export function supersedes(step: Step): boolean {
  const { operation } = step;
  const named = isRun(step)
    ? step.operation.configuration.supersede
    : isCommand(step)
      ? step.operation.command.supersede
      : undefined;
  const latest = latestCertificate(step);
  if (named === undefined || latest === undefined) return false;
  const stored = storedObjects(step).filter((object) => currentCertificate(step, object) === latest);
  // The certificate of an open attempt that was resolved is not that of the attempt before.
  const ids = stored.map(({ attempt, openAttempt, order, certificate }) =>
    certificate === latest ? (attempt ?? importedAttemptId(order, latest)) : openAttempt,
  );
  return operation.kind !== "read" && [latestRecordedAttempt(step)?.attemptId, ...ids].includes(named);
}

/** Journal or state have an attempt that no person has said to be of this service. */
export function isOtherService(step: Step): boolean {
  const { service, host } = step.setup;
  const isVoid = new Set(
    journalAttempts(step, step.after).flatMap(({ status, attemptId }) =>
      status === "void" ? [attemptId] : [],
    ),
  );
  const journal = journalAttempts(step, step.before).filter((attempt) => !isVoid.has(attempt.attemptId));
  const ids = new Set(journalAttempts(step, step.before).map(({ attemptId }) => attemptId));
  const stored = storedObjects(step)
    .filter(({ attempt, openAttempt }) => ![attempt, openAttempt].some((id) => id !== null && ids.has(id)))
    .map((object) => ({ service: object.service, address: object.service }));
  const attempts = [...journal, ...stored].filter((attempt) => attempt.service !== "");
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

function hostOf({ address }: { readonly address: string }): string {
  return URL.canParse(address) ? new URL(address).hostname : address;
}

/** State and journal have certificates that do not know each other. */
export function isUnclear(step: Step): boolean {
  const journal = earlierAttempts(step);
  const latest = journal.findLast(({ status }) => status === "succeeded")?.certificateId;
  if (latest === undefined) return false;
  return storedObjects(step).some(({ certificate, attempt, openAttempt, earlier }) => {
    const isKnown = (made: string, id: string | null) =>
      journal.some(
        ({ attemptId, status, certificateId, replaced }) =>
          attemptId === id ||
          (status === "succeeded" && certificateId === made) ||
          (status !== "void" && replaced === made),
      );
    const isApart = (made: string | null | undefined, id: string | null) =>
      made != null && !isKnown(made, id) && !earlier.includes(latest);
    return isApart(certificate, attempt) || isApart(statedCertificate(step, openAttempt), openAttempt);
  });
}

/** Something blocks the order, whatever is requested. */
export function isBlocked(step: Step): boolean {
  return openAttempts(step).length > 0 || isDamaged(step) || isOtherService(step) || isUnclear(step);
}

/**
 * A refresh goes by what is stored. Whether a renewal is due for a certificate that stays, or is adopted, is known only after
 * the apply that stores `renew_before_days`.
 */
export function isFirstRenewal(step: Step<CoreRun>): boolean {
  if (isSent(step)) return false;
  return Object.entries(step.operation.configuration.blocks).some(([name, block]) => {
    const object = findObject(step, name as BlockName);
    const now = findObject(step, name as BlockName, step.after);
    const isAdopted = object?.tainted || object?.certificate !== now?.certificate;
    return block?.renews && (isAdopted || object?.renews !== true);
  });
}

/** The possible outcomes of what is sent, unless the process is killed. */
export function expectedOutcomes({ operation }: Step): readonly Outcome[] {
  if (operation.kind === "run") return possibleOutcomes(operation.failure);
  return operation.kind === "command" ? possibleOutcomes(operation.command.failure) : ["done"];
}

/** Whether a text shows an id, and not only a longer one that begins like it. */
export function isShown(text: string, id: string): boolean {
  const [, ...rests] = id === "" ? [] : text.split(id);
  return rests.some((rest) => !/^[\w-]/.test(rest));
}

/** Nothing goes wrong but what the history says. */
export function hasNoFailure({ operation }: Step): boolean {
  if (operation.kind === "run") return !operation.failure && !operation.provisionerFails;
  return operation.kind === "command" && !operation.command.failure;
}
