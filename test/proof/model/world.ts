import type { OrderHistory } from "../../../src/journal/index.ts";
import type { Orders } from "./order.ts";
import type { Trouble } from "./troubles.ts";

/** Configurations that describe the same order, each with a state of its own. `t` is one that only tests run. */
export const places = ["a", "b", "t"] as const;
export type Place = (typeof places)[number];

/** The blocks that a configuration may have. The second one stands beside the first, or in its place. */
export const names = ["site", "twin"] as const;
export type Name = (typeof names)[number];

/** A request, without its spelling. A command has no triggers, so its turn is null. */
export interface Request {
  readonly csr: number;
  readonly days: number;
  readonly turn: string | null;
}

export function isAmong(requests: readonly Request[], { csr, days, turn }: Request): boolean {
  return requests.some((other) => other.csr === csr && other.days === days && other.turn === turn);
}

export interface Block {
  readonly request: Request;
  /** The configuration writes the same request with other letter case, order or form. */
  readonly spelledOtherwise: boolean;
  readonly renews: boolean;
}

/** Where a person works: with which address, keys, journal and clock. */
export interface Seat {
  readonly host: "127.0.0.1" | "localhost";
  readonly service?: string | undefined;
  readonly keys: number;
  /** The number of the journal. */
  readonly home: number;
  /** How far the clock is ahead, in minutes. */
  readonly clock: number;
}

/** What stands in a configuration. */
export interface Written extends Seat {
  readonly blocks: Readonly<Partial<Record<Name, Block>>>;
  /** A `moved` block. */
  readonly moved?: { readonly from: Name; readonly to: Name } | undefined;
  /** The argument `resolve`: `ATTEMPT:RESULT`. */
  readonly resolve?: string | undefined;
  /** The argument `supersede`: an attempt. */
  readonly supersede?: string | undefined;
}

/** The `moved` block that has an effect: an object whose block is still there has not moved. */
export function moveIn({ moved, blocks }: Written): Written["moved"] {
  return moved && !blocks[moved.from] ? moved : undefined;
}

/** An object in a state file. */
export interface StoredObject {
  readonly attributes: Readonly<Record<string, unknown>>;
  /** In base64. */
  readonly private: string;
  readonly tainted: boolean;
}

/** A state file. It is never changed: the next one is another object. */
export interface StateFile {
  readonly lineage: string;
  readonly serial: number;
  readonly objects: Readonly<Partial<Record<Name, StoredObject>>>;
}

/** A request for a reissue that has reached the service. */
export interface Received {
  /** The certificate that it led to, also if the answer was lost. */
  readonly certificate: string | undefined;
  readonly csr: number | undefined;
  readonly days: number | undefined;
}

/** Everything that can be seen of one order from outside. */
export interface OrderView {
  /** The certificates that the service has issued for it, oldest first. The first one was there before. */
  readonly issued: readonly string[];
  readonly received: readonly Received[];
  /** What each journal knows. */
  readonly journals: readonly OrderHistory[];
  readonly states: Readonly<Record<Place, StateFile>>;
}

export interface StepResult {
  readonly how: "well" | "refused" | "killed";
  /** What the person got to read. */
  readonly text: string;
  /** What plans still want right after an apply that ended well. Empty: nothing. */
  readonly left?: string | undefined;
}

export interface PlanOptions {
  /** `-replace` of this block. */
  readonly replace?: Name | undefined;
  /** `-destroy`. */
  readonly destroy?: boolean | undefined;
  readonly refresh: boolean;
  /** The CSR is known only once it is applied. */
  readonly late?: boolean | undefined;
  /** The core goes through the blocks the other way round. */
  readonly backwards?: boolean | undefined;
  /** `create_before_destroy`. */
  readonly createFirst?: boolean | undefined;
}

export interface ApplyOptions extends PlanOptions {
  readonly trouble?: Trouble | undefined;
  /** A provisioner fails once the object is there. */
  readonly provisionerFails?: boolean | undefined;
}

/** A reissue by a command, by a program that uses the library, or by a workflow run. */
export interface Command {
  readonly request: Request;
  /** Without one, a person confirms the reissue at a terminal. */
  readonly key?: string | undefined;
  readonly supersede?: string | undefined;
  /** The workflow run that it is a step of. */
  readonly run?: { readonly number: number; readonly createdAt: Date } | undefined;
  readonly trouble?: Trouble | undefined;
}

/** The programs that carry actions out. */
export interface Hands extends AsyncDisposable {
  readonly orders: Orders;
  /** Turns to a new order, with empty journals and no states. */
  begin(): Promise<void>;
  look(): Promise<OrderView>;
  /** A person edits a state file, or puts another one in its place. */
  store(place: Place, state: StateFile): void;
  apply(place: Place, written: Written, options: ApplyOptions): Promise<StepResult>;
  /** Makes a plan. If it is kept, it takes the place of the one that was kept before. */
  plan(place: Place, written: Written, options: PlanOptions, isKept: boolean): Promise<StepResult>;
  applyKept(place: Place, trouble: Trouble | undefined): Promise<StepResult>;
  refresh(place: Place, written: Written): Promise<StepResult>;
  destroy(place: Place, written: Written): Promise<StepResult>;
  /** `id` is the certificate's, with `@latest` behind it or not. */
  import(place: Place, written: Written, name: Name, id: string): Promise<StepResult>;
  reissue(seat: Seat, command: Command): Promise<StepResult>;
  resolve(home: number, attempt: string, certificate: string | null): Promise<StepResult>;
  repair(home: number): Promise<StepResult>;
  /** Begins an apply, and waits until the service has carried its reissue out. The answer is passed on by what this returns. */
  applyHeld(place: Place, written: Written): Promise<() => Promise<StepResult>>;
}
