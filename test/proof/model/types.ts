import { dayMs } from "../../../src/contract/index.ts";
import type { OrderHistory } from "../../../src/journal/index.ts";
import type { Failure } from "./failures.ts";

/** Configurations that describe the same order, each with a state of its own. `t` is one that only tests run. */
export const projects = ["a", "b", "t"] as const;
export type Project = (typeof projects)[number];

/** The blocks that a configuration may have. The second one stands beside the first, or in its project. */
export const blockNames = ["site", "twin"] as const;
export type BlockName = (typeof blockNames)[number];

/** A request, without its spelling. A command has no triggers, so its trigger is null. */
export interface Request {
  readonly csr: number;
  readonly days: number;
  readonly trigger: string | null;
}

export function includesRequest(requests: readonly Request[], { trigger, ...request }: Request): boolean {
  return requests.some((other) => other.trigger === trigger && differsOnlyInTriggers([other], request));
}

/** One of the requests equals this one, but for its triggers. A renewal and an import do not look at those. */
export function differsOnlyInTriggers(
  requests: readonly Request[],
  { csr, days }: Pick<Request, "csr" | "days">,
): boolean {
  return requests.some((other) => other.csr === csr && other.days === days);
}

export const renewBeforeDays = 30;

/** How old a certificate is when its renewal is due, in milliseconds. */
export function ageOfRenewal(validityDays: number): number {
  return (validityDays - renewBeforeDays) * dayMs;
}

export interface Block {
  readonly request: Request;
  /** The configuration writes the same request with other letter case, order or form. */
  readonly spelledOtherwise: boolean;
  readonly renews: boolean;
}

/** Where a person works: with which address, keys, journal and clock. */
export interface Setup {
  readonly host: "127.0.0.1" | "localhost";
  readonly service?: string | undefined;
  readonly keys: number;
  readonly journal: number;
  /** How far the clock is ahead, in minutes. */
  readonly clock: number;
}

export interface Configuration extends Setup {
  readonly blocks: Readonly<Partial<Record<BlockName, Block>>>;
  readonly moved?: { readonly from: BlockName; readonly to: BlockName } | undefined;
  /** The argument `resolve`: `ATTEMPT:RESULT`. */
  readonly resolve?: string | undefined;
  readonly supersede?: string | undefined;
}

/** The `moved` block that has an effect: an object whose block is still there has not moved. */
export function effectiveMove({ moved, blocks }: Configuration): Configuration["moved"] {
  return moved && !blocks[moved.from] ? moved : undefined;
}

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
  readonly objects: Readonly<Partial<Record<BlockName, StoredObject>>>;
}

export interface Received {
  /** The certificate that it led to, also if the answer was lost. */
  readonly certificate: string | undefined;
  readonly csr: number | undefined;
  readonly days: number | undefined;
}

export interface OrderView {
  /** The certificates that the service has issued for it, oldest first. The first one was there before. */
  readonly issued: readonly string[];
  readonly received: readonly Received[];
  readonly journals: readonly OrderHistory[];
  readonly states: Readonly<Record<Project, StateFile>>;
}

export interface StepResult {
  readonly status: "succeeded" | "refused" | "killed";
  /** What the person got to read. */
  readonly text: string;
  /** What plans still want right after an apply that ended well. Empty: nothing. */
  readonly pendingChanges?: string | undefined;
}

export interface RunOptions {
  readonly replace?: BlockName | undefined;
  readonly destroy?: boolean | undefined;
  readonly noRefresh?: boolean | undefined;
  /** The CSR is known only once it is applied. */
  readonly isCsrUnknown?: boolean | undefined;
  /** The core goes through the blocks the other way round. */
  readonly inReverse?: boolean | undefined;
  readonly createBeforeDestroy?: boolean | undefined;
  /** A provisioner fails once the object is there. */
  readonly provisionerFails?: boolean | undefined;
  readonly failure?: Failure | undefined;
}

/** A command of a core. A plan that is saved takes the place of the one before. */
export type CoreCommand =
  | "apply"
  | "plan"
  | "save a plan"
  | "apply the saved plan"
  | "refresh"
  | "destroy"
  /** `id` is the certificate's, with what is stated about it behind it. */
  | { readonly import: BlockName; readonly id: string };

/** A reissue without Terraform. It has a key or an age, or a person confirms it at a terminal. */
export interface Command {
  readonly request: Request;
  readonly key?: string | undefined;
  /** Reissue only if the latest certificate is older, in days. */
  readonly maxAge?: number | undefined;
  readonly supersede?: string | undefined;
  readonly failure?: Failure | undefined;
}

/** A person states that a certificate is the latest of the order. */
export interface ImportStatement {
  readonly certificate: string;
  /** What they confirm. Without it, the import is for a journal that knows no certificate. */
  readonly as?: "latest" | "bring-back" | "correct" | undefined;
  readonly issuedAt?: string | undefined;
  readonly request?: Request | undefined;
}
