import type { Outcome } from "../../../src/contract/index.ts";
import type { Attempt } from "../../../src/journal/index.ts";
import { isOpen } from "../../../src/journal/index.ts";
import { importedAttemptId } from "../../../src/provider/reissue/stored.ts";
import { outcomesOf, type Trouble } from "./troubles.ts";
import type { Truth } from "./truth.ts";
import {
  type Block,
  type Command,
  moveIn,
  type Name,
  type OrderView,
  type Place,
  type PlanOptions,
  type Seat,
  type StepResult,
  type StoredObject,
  type Written,
} from "./world.ts";

// The words in which the laws are written.

/** A block that is applied, and the intents that a reissue of it would carry out. */
export interface Asker {
  readonly name: Name;
  readonly block: Block;
  readonly intents: readonly string[];
  readonly isRenewalDue: boolean;
}

export type Deed =
  | {
      readonly kind: "run";
      readonly place: Place;
      readonly written: Written;
      readonly options: PlanOptions;
      readonly askers: readonly Asker[];
      readonly trouble?: Trouble | undefined;
      readonly provisionerFails?: boolean | undefined;
      /** A saved plan is applied. */
      readonly isKept?: boolean | undefined;
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
  | { readonly kind: "read"; readonly place: Place }
  | { readonly kind: "resolve"; readonly attempt: string }
  | { readonly kind: "repair" };

export type RunDeed = Extract<Deed, { kind: "run" }>;
export type CommandDeed = Extract<Deed, { kind: "command" }>;

/** Something that was done, and the world before and after it. */
export interface Step<D extends Deed = Deed> {
  readonly deed: D;
  readonly seat: Seat;
  readonly ending: StepResult;
  readonly before: OrderView;
  readonly after: OrderView;
  readonly truth: Truth;
}

export const isRun = (step: Step): step is Step<RunDeed> => step.deed.kind === "run";
export const isCommand = (step: Step): step is Step<CommandDeed> => step.deed.kind === "command";
export const sentBy = ({ before, after }: Step) => after.received.slice(before.received.length);
export const isSent = (step: Step) => sentBy(step).length > 0;
export const isKilled = ({ ending }: Step) => ending.how === "killed";
export const endsWell = ({ ending }: Step) => ending.how === "well";
export const isRefused = ({ ending }: Step) => ending.how === "refused";
export const isDoubt = (outcome: string) => outcome === "unknown" || outcome === "done-unread";

/** What a state says about an object. */
export function read({ attributes, tainted }: StoredObject) {
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

export type Stored = ReturnType<typeof read>;

/** The object of a block, moved ones included. */
export function objectOf(step: Pick<Step<RunDeed>, "deed" | "before">, name: Name, world = step.before) {
  const moved = moveIn(step.deed.written);
  const { objects } = world.states[step.deed.place];
  const object = objects[name] ?? (moved?.to === name ? objects[moved.from] : undefined);
  return object && read(object);
}

/** All objects of the state that is used. */
export function objectsOf({ deed, before }: Pick<Step, "deed" | "before">, world = before): Stored[] {
  return "place" in deed ? Object.values(world.states[deed.place].objects).map(read) : [];
}

/** What the journal in use knows. */
export function journalOf({ seat }: Pick<Step, "seat">, world: OrderView): readonly Attempt[] {
  return world.journals[seat.home]?.attempts ?? [];
}

export function isDamaged({ seat, before }: Step): boolean {
  return (before.journals[seat.home]?.damage ?? []).length > 0;
}

/** The attempts that this step began. What the journal learned from a state is not among them. */
export function begunBy(step: Pick<Step, "seat" | "before" | "after">): readonly Attempt[] {
  const before = new Set(journalOf(step, step.before).map(({ attemptId }) => attemptId));
  return journalOf(step, step.after).filter(
    ({ attemptId, isImported }) => !before.has(attemptId) && !isImported,
  );
}

/** The attempts that came before, with what is known about them by now, or what the configuration says. */
export function recorded(step: Step): readonly Attempt[] {
  const begun = new Set(begunBy(step));
  return journalOf(step, step.after)
    .filter((attempt) => !begun.has(attempt))
    .map((attempt) => {
      const certificateId = isOpen(attempt) ? certificateBy(step, attempt.attemptId) : undefined;
      return certificateId ? { ...attempt, status: "succeeded", certificateId } : attempt;
    });
}

/** The attempts that the argument `resolve` names, each with what it says. */
export function resolutionsIn(deed: Deed): [attempt: string, result: string][] {
  const entries = deed.kind === "run" ? (deed.written.resolve?.split(" ") ?? []) : [];
  return entries.map((entry) => entry.split(":") as [string, string]);
}

/** The attempts that a person resolves, by a command or by the argument. */
export function resolvedBy(deed: Deed): string[] {
  return deed.kind === "resolve" ? [deed.attempt] : resolutionsIn(deed).map(([attempt]) => attempt);
}

/** The certificate that the argument `resolve` names for an attempt. */
function certificateBy(step: Step, attempt: string | null): string | undefined {
  const [, result] = resolutionsIn(step.deed).find(([named]) => named === attempt) ?? [];
  return result === "not-happened" ? undefined : result;
}

/** The earlier attempts that the journal or the state knows. */
export function known(step: Step): Pick<Attempt, "attemptId" | "status">[] {
  const journal = recorded(step);
  const stored = objectsOf(step).flatMap(({ attempt, openAttempt }) => [
    ...(attempt ? [{ attemptId: attempt, status: "succeeded" as const }] : []),
    ...(openAttempt ? [{ attemptId: openAttempt, status: "open" as const }] : []),
  ]);
  return [
    ...journal,
    ...stored.filter(({ attemptId }) => !journal.some((attempt) => attempt.attemptId === attemptId)),
  ];
}

/** Open before, as journal or state say, and still open. A state that has the certificate knows the outcome. */
export function stillOpen(step: Step): string[] {
  const before = journalOf(step, step.before).filter(isOpen);
  const stored = objectsOf(step).flatMap(({ openAttempt }) => openAttempt ?? []);
  const ids = new Set([...before.map(({ attemptId }) => attemptId), ...stored]);
  return [...ids].filter((id) => {
    if (objectsOf(step).some(({ attempt }) => attempt === id)) return false;
    const now = journalOf(step, step.after).find(({ attemptId }) => attemptId === id);
    return now === undefined || isOpen(now);
  });
}

/** The certificate of an object, once its open attempt is resolved as the journal says. */
export function certificateOf(step: Step, { certificate, openAttempt, attempt }: Stored): string | null {
  const succeeded = recorded(step).filter(({ status }) => status === "succeeded");
  const resolved = succeeded.find(({ attemptId }) => attemptId === openAttempt);
  const said = certificateBy(step, openAttempt);
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
  const made = recorded(step).filter(({ status }) => status === "succeeded");
  return [
    ...made.flatMap(({ certificateId }) => certificateId ?? []),
    ...objectsOf(step).flatMap((object) => certificateOf(step, object) ?? []),
  ];
}

/** The latest of them. */
export function latestCertificate(step: Step): string | undefined {
  const [first, ...others] = knownCertificates(step);
  return others.reduce((latest, one) => (latest && isNewer(step, one, latest) ? one : latest), first);
}

/** The attempt that made it, as the journal names it. */
export function latestRecorded(step: Step): Attempt | undefined {
  const latest = latestCertificate(step);
  return recorded(step).find(
    ({ status, certificateId }) => status === "succeeded" && certificateId === latest,
  );
}

/** A block knows the latest if its object has it, or if there is none. */
export function knowsLatest(step: Step<RunDeed>, name: Name): boolean {
  const latest = latestCertificate(step);
  const object = objectOf(step, name);
  if (latest === undefined) return true;
  return object !== undefined && !object.tainted && certificateOf(step, object) === latest;
}

/** A person names the latest attempt, to reissue the order on top of it. */
export function supersedes(step: Step): boolean {
  const { deed } = step;
  const named = isRun(step)
    ? step.deed.written.supersede
    : isCommand(step)
      ? step.deed.command.supersede
      : undefined;
  const latest = latestCertificate(step);
  if (named === undefined || latest === undefined) return false;
  const stored = objectsOf(step).filter((object) => certificateOf(step, object) === latest);
  // The certificate of an open attempt that was resolved is not that of the attempt before.
  const ids = stored.map(({ attempt, openAttempt, order, certificate }) =>
    certificate === latest ? (attempt ?? importedAttemptId(order, latest)) : openAttempt,
  );
  return deed.kind !== "read" && [latestRecorded(step)?.attemptId, ...ids].includes(named);
}

/** Journal or state have an attempt that no person has said to be of this service. */
export function isElsewhere(step: Step): boolean {
  const { service, host } = step.seat;
  const isVoid = new Set(
    journalOf(step, step.after).flatMap(({ status, attemptId }) => (status === "void" ? [attemptId] : [])),
  );
  const journal = journalOf(step, step.before).filter((attempt) => !isVoid.has(attempt.attemptId));
  const ids = new Set(journalOf(step, step.before).map(({ attemptId }) => attemptId));
  const stored = objectsOf(step)
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
  const journal = recorded(step);
  const latest = journal.findLast(({ status }) => status === "succeeded")?.certificateId;
  if (latest === undefined) return false;
  return objectsOf(step).some(({ certificate, attempt, openAttempt, earlier }) => {
    const isKnown = (made: string, id: string | null) =>
      journal.some(
        ({ attemptId, status, certificateId, replaced }) =>
          attemptId === id ||
          (status === "succeeded" && certificateId === made) ||
          (status !== "void" && replaced === made),
      );
    const isApart = (made: string | null | undefined, id: string | null) =>
      made != null && !isKnown(made, id) && !earlier.includes(latest);
    return isApart(certificate, attempt) || isApart(certificateBy(step, openAttempt), openAttempt);
  });
}

/** Something blocks the order, whatever is requested. */
export function isInTheWay(step: Step): boolean {
  return stillOpen(step).length > 0 || isDamaged(step) || isElsewhere(step) || isUnclear(step);
}

/**
 * A refresh goes by what is stored. Whether a renewal is due for a certificate that stays, or is adopted, is known only after
 * the apply that stores `renew_before_days`.
 */
export function isFirstRenewal(step: Step<RunDeed>): boolean {
  if (isSent(step)) return false;
  return Object.entries(step.deed.written.blocks).some(([name, block]) => {
    const object = objectOf(step, name as Name);
    const now = objectOf(step, name as Name, step.after);
    const isAdopted = object?.tainted || object?.certificate !== now?.certificate;
    return block?.renews && (isAdopted || object?.renews !== true);
  });
}

/** The possible outcomes of what is sent, unless the process is killed. */
export function outcomesFor({ deed }: Step): readonly Outcome[] {
  if (deed.kind === "run") return outcomesOf(deed.trouble);
  return deed.kind === "command" ? outcomesOf(deed.command.trouble) : ["done"];
}

/** Whether a text shows an id, and not only a longer one that begins like it. */
export function isShown(text: string, id: string): boolean {
  const [, ...rests] = id === "" ? [] : text.split(id);
  return rests.some((rest) => !/^[\w-]/.test(rest));
}

/** Nothing goes wrong but what the history says. */
export function isUntroubled({ deed }: Step): boolean {
  if (deed.kind === "run") return !deed.trouble && !deed.provisionerFails;
  return deed.kind === "command" && !deed.command.trouble;
}
