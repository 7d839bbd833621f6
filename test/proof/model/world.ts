import type { Attempt } from "../../../src/journal/index.ts";
import type { Trouble } from "./troubles.ts";

/** Configurations that describe the same order, each with a state of its own; `t` is one that only tests run. */
export const places = ["a", "b", "t"] as const;
export type Place = (typeof places)[number];

/** The blocks that a configuration may have. Whether the second comes beside the first or in its place is up to people. */
export const names = ["site", "twin"] as const;
export type Name = (typeof names)[number];

/** What is asked for, without its spelling. A command has no triggers. */
export interface What {
  readonly csr: number;
  readonly days: number;
  readonly turn: string | null;
}

export const isSame = (one: What, other: What) =>
  one.csr === other.csr && one.days === other.days && one.turn === other.turn;

export interface Block {
  readonly what: What;
  /** The same in other letters, another order, another form. */
  readonly spelledOtherwise: boolean;
  readonly renews: boolean;
}

/** Where somebody works from: what the service is called there, which keys are in use, where the journal is. */
export interface Seat {
  readonly host: "127.0.0.1" | "localhost";
  readonly service?: string | undefined;
  readonly keys: number;
  readonly home: number;
}

/** What stands in a configuration. */
export interface Written extends Seat {
  readonly blocks: Readonly<Partial<Record<Name, Block>>>;
  /** Said with a `moved` block, so that the object goes along. */
  readonly moved?: { readonly from: Name; readonly to: Name } | undefined;
  /** The argument `resolve`: `ATTEMPT:WORD`. */
  readonly resolve?: string | undefined;
}

/** The move that counts: one whose block is still there has not moved. */
export function moveIn({ moved, blocks }: Written): Written["moved"] {
  return moved && !blocks[moved.from] ? moved : undefined;
}

/** An object as a state file holds it. */
export interface StoredObject {
  readonly attributes: Readonly<Record<string, unknown>>;
  /** In base64. */
  readonly private: string;
  readonly tainted: boolean;
}

/** A state file. Nothing in it ever changes: what comes after it is another one. */
export interface StateFile {
  readonly lineage: string;
  readonly serial: number;
  readonly objects: Readonly<Partial<Record<Name, StoredObject>>>;
}

/** A request for a reissue that has reached the service. */
export interface Received {
  /** The certificate that it led to, also where nobody heard of it. */
  readonly certificate: string | undefined;
  readonly csr: number | undefined;
  readonly days: number | undefined;
}

/** Everything that can be seen of one order from outside. */
export interface World {
  /** The certificates that the service has issued for it, beginning with the one from before. */
  readonly issued: readonly string[];
  readonly received: readonly Received[];
  /** What each journal knows. */
  readonly journals: readonly (readonly Attempt[])[];
  readonly states: Readonly<Record<Place, StateFile>>;
}

export interface Ending {
  readonly how: "well" | "refused" | "killed";
  /** What whoever asked has got to read. */
  readonly text: string;
  /** What is left to do after an apply that ended well: what plans want that are made right after it. */
  readonly left?: string | undefined;
}

export interface PlanOptions {
  /** `-replace` of this one. */
  readonly replace?: Name | undefined;
  readonly refresh: boolean;
  /** The CSR is known only once it is applied. */
  readonly late?: boolean | undefined;
  /** Which of several blocks comes first, where nothing says so. */
  readonly backwards?: boolean | undefined;
}

export interface ApplyOptions extends PlanOptions {
  readonly trouble?: Trouble | undefined;
  /** A provisioner that fails once the object is there. */
  readonly provisionerFails?: boolean | undefined;
}

/** A reissue by a command, or by a program that uses the library. */
export interface Command {
  readonly what: What;
  /** What it calls its wish. Without one it is a wish of its own, and its result has to be shown. */
  readonly name?: string | undefined;
  readonly anew?: string | undefined;
  readonly heldBefore?: Date | undefined;
  readonly trouble?: Trouble | undefined;
  /** It ends before it can show its result. */
  readonly isCutOff?: boolean | undefined;
}

/** Those who carry actions out. */
export interface Hands extends AsyncDisposable {
  /** Turns to an order that nobody has touched, with empty journals and no states. */
  begin(): Promise<void>;
  look(): Promise<World>;
  /** Somebody edits a state file, or puts another one in its place. */
  store(place: Place, state: StateFile): void;
  apply(place: Place, written: Written, options: ApplyOptions): Promise<Ending>;
  /** Makes a plan and keeps it, in the place of the one that was kept there before. */
  plan(place: Place, written: Written, options: PlanOptions): Promise<Ending>;
  applyKept(place: Place, trouble: Trouble | undefined): Promise<Ending>;
  refresh(place: Place, written: Written): Promise<Ending>;
  destroy(place: Place, written: Written): Promise<Ending>;
  import(place: Place, written: Written, name: Name, certificate: string): Promise<Ending>;
  reissue(seat: Seat, command: Command): Promise<Ending>;
  resolve(home: number, attempt: string, certificate: string | null): Promise<Ending>;
  /** Somebody reissues the order by other means. */
  reissueElsewhere(): Promise<void>;
  /** Time has passed for all that journals hold. */
  age(ms: number): void;
  /** Begins an apply whose answer the service keeps back, and waits until it is there. The second ends it. */
  applyHeld(place: Place, written: Written): Promise<() => Promise<Ending>>;
}
