import type { Outcome } from "../../../src/contract/index.ts";
import type { Attempt } from "../../../src/journal/index.ts";
import { outcomesOf, type Trouble } from "./troubles.ts";
import type { Truth } from "./truth.ts";
import {
  type Block,
  type Command,
  type Ending,
  moveIn,
  type Name,
  type Place,
  type PlanOptions,
  type Seat,
  type StateFile,
  type StoredObject,
  type What,
  type World,
  type Written,
} from "./world.ts";

// The words in which the laws are written.

/** A block that is applied, and the wishes of people that this would fulfil. */
export interface Asker {
  readonly name: Name;
  readonly block: Block;
  readonly wishes: readonly string[];
  /** One more is asked for, whatever there is. */
  readonly again: boolean;
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
      /** It was planned before, and this has happened since. */
      readonly hasChangedSince?: boolean | undefined;
      readonly isKept?: boolean | undefined;
    }
  | {
      readonly kind: "command";
      readonly command: Command;
      readonly wishes: readonly string[];
      /** The order was reissued after whoever asks began to. */
      readonly isOutdated: boolean;
    }
  | { readonly kind: "other" };

export type RunDeed = Extract<Deed, { kind: "run" }>;
export type CommandDeed = Extract<Deed, { kind: "command" }>;

/** Something that was done, and the world before and after it. */
export interface Step<D extends Deed = Deed> {
  readonly deed: D;
  readonly seat: Seat;
  /** The attempt of which a person says what became of it. */
  readonly spokenOf?: string | undefined;
  readonly ending: Ending;
  readonly before: World;
  readonly after: World;
  readonly truth: Truth;
  /** Attempts that a journal has only now been told of, by a state. */
  readonly remembered: ReadonlySet<string>;
}

/** What a state says of an object. */
export function read({ attributes, tainted }: StoredObject) {
  const text = (name: string) => (attributes[name] ?? null) as string | null;
  return {
    order: text("order_id"),
    certificate: text("certificate_id"),
    attempt: text("attempt_id"),
    outcome: text("last_outcome") ?? "",
    renews: attributes.renew_before_days !== null && attributes.renew_before_days !== undefined,
    days: attributes.validity_days as number | null,
    isDue: attributes.renewal_due === true,
    tainted,
  };
}

export type Held = ReturnType<typeof read>;

export const isDoubt = (outcome: string) => outcome === "unknown" || outcome === "done-unread";

const stateOf = ({ deed }: Step, world: World): StateFile | undefined =>
  deed.kind === "run" ? world.states[deed.place] : undefined;

/** What a block has in its state, after what was said to have moved. */
export function objectOf(step: Step<RunDeed>, name: Name, world = step.before): Held | undefined {
  const moved = moveIn(step.deed.written);
  const objects = stateOf(step, world)?.objects ?? {};
  const object = objects[name] ?? (moved?.to === name ? objects[moved.from] : undefined);
  return object && read(object);
}

export function objectsOf(step: Step, world = step.before): Held[] {
  return Object.values(stateOf(step, world)?.objects ?? {}).map(read);
}

export const journalOf = ({ seat }: Step, world: World): readonly Attempt[] =>
  world.journals[seat.home] ?? [];

export const isOpenIn = ({ fate, unshown }: Attempt) => fate === "open" || (fate === "done" && unshown);

/** The attempts that this step has begun. What a state has told the journal is not among them. */
export function begunBy(step: Step): readonly Attempt[] {
  const before = new Set(journalOf(step, step.before).map(({ attemptId }) => attemptId));
  return journalOf(step, step.after).filter(
    ({ attemptId }) => !before.has(attemptId) && !step.remembered.has(attemptId),
  );
}

/** The attempts that were there before, as far as anybody here can know, and what became of them by now. */
export function knownTo(step: Step): Pick<Attempt, "attemptId" | "fate">[] {
  const begun = new Set(begunBy(step));
  const journal = journalOf(step, step.after).filter((attempt) => !begun.has(attempt));
  const told = objectsOf(step).flatMap(({ attempt, outcome }) =>
    attempt === null || journal.some(({ attemptId }) => attemptId === attempt)
      ? []
      : [{ attemptId: attempt, fate: isDoubt(outcome) ? ("open" as const) : ("done" as const) }],
  );
  return [...journal, ...told];
}

/** Open before, as the journal or the state says, and nobody has said since what became of it. */
export function stillOpen(step: Step): string[] {
  const journal = journalOf(step, step.before)
    .filter(isOpenIn)
    .map(({ attemptId }) => attemptId);
  const told = objectsOf(step).flatMap(({ attempt, outcome }) =>
    isDoubt(outcome) && attempt ? [attempt] : [],
  );
  return [...new Set([...journal, ...told])].filter((id) => {
    const now = journalOf(step, step.after).find(({ attemptId }) => attemptId === id);
    return now === undefined || isOpenIn(now);
  });
}

/** The newest certificate that the history knows, leaving out what this step has made. */
export function newestBefore(step: Step): Attempt | undefined {
  const begun = new Set(begunBy(step));
  return journalOf(step, step.after).findLast((attempt) => attempt.fate === "done" && !begun.has(attempt));
}

export function newestAfter(step: Step): Attempt | undefined {
  return journalOf(step, step.after).findLast(({ fate }) => fate === "done");
}

/** Whether the history had ever heard of a certificate before. */
function isHeardOf(step: Step, certificate: string | null): boolean {
  const begun = new Set(begunBy(step));
  return journalOf(step, step.after).some(
    (attempt) =>
      attempt.fate === "done" &&
      !begun.has(attempt) &&
      (attempt.certificateId === certificate || attempt.replaced === certificate),
  );
}

/** The newest certificate is known where the object is: it is stored, or something that the history has never heard of. */
export function isCurrent(step: Step, object: Held | undefined, newest: Attempt | undefined): boolean {
  if (!object || object.tainted) return newest === undefined && !isUnheardOf(step, object);
  return (
    newest === undefined ||
    object.attempt === newest.attemptId ||
    object.certificate === newest.certificateId ||
    isUnheardOf(step, object)
  );
}

export function isUnheardOf(step: Step, object: Held | undefined): boolean {
  return object !== undefined && object.certificate !== null && !isHeardOf(step, object.certificate);
}

/**
 * A refresh goes by what is stored: whether a renewal of a certificate that is left as it is, or taken over, is due is known only
 * after the apply that stores when it is wanted.
 */
export function isFirstToldToRenew(step: Step<RunDeed>): boolean {
  if (sentBy(step).length > 0) return false;
  return Object.entries(step.deed.written.blocks).some(([name, block]) => {
    const object = objectOf(step, name as Name);
    const isTakenOver =
      object?.tainted || object?.certificate !== objectOf(step, name as Name, step.after)?.certificate;
    return block?.renews && (isTakenOver || object?.renews !== true);
  });
}

/** There is a history, none of it at this address, and nobody has said that this is the same service. */
export function isElsewhere(step: Step): boolean {
  return (
    step.seat.service === undefined && toldOfServices(step).length > 0 && servicesHere(step).length === 0
  );
}

/** At this address the service was called by several names. */
export function isAmbiguous(step: Step): boolean {
  return step.seat.service === undefined && new Set(servicesHere(step)).size > 1;
}

/** As it stands when something is sent: what a person said in the same step of what was open has been said by then. */
function toldOfServices(step: Step): Attempt[] {
  const saidVoid = new Set(
    journalOf(step, step.after).flatMap(({ fate, attemptId }) => (fate === "void" ? [attemptId] : [])),
  );
  return journalOf(step, step.before).filter(
    ({ fate, service, attemptId }) => fate !== "void" && service !== "" && !saidVoid.has(attemptId),
  );
}

function servicesHere(step: Step): string[] {
  return (
    toldOfServices(step)
      // As the journal has it: one that has learned of an attempt from a state knows only where it learned it.
      .filter(({ address }) => new URL(address).hostname === step.seat.host)
      .map(({ service }) => service)
  );
}

export const sentBy = ({ before, after }: Step) => after.received.slice(before.received.length);
export const isKilled = ({ ending }: Step) => ending.how === "killed";
export const endsWell = ({ ending }: Step) => ending.how === "well";
export const isRefused = ({ ending }: Step) => ending.how === "refused";

/** What may become of what is sent, where nobody is killed. */
export function outcomesFor({ deed }: Step): readonly Outcome[] {
  if (deed.kind === "other") return ["done"];
  return outcomesOf(deed.kind === "run" ? deed.trouble : deed.command.trouble);
}

/** Nothing goes wrong but what the history has to say. */
export function isUntroubled({ deed }: Step): boolean {
  if (deed.kind === "run") return !deed.trouble && !deed.provisionerFails;
  return deed.kind === "command" && !deed.command.trouble;
}

export function isAmong(whats: readonly What[], { csr, days, turn }: What): boolean {
  return whats.some((what) => what.csr === csr && what.days === days && what.turn === turn);
}
