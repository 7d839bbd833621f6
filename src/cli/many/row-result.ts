import type { CertOrderError, Outcome } from "../../contract/index.ts";
import { outcomes } from "../../contract/index.ts";
import { BlockedError } from "../../journal/index.ts";
import { exitCodes } from "../exit-code.ts";
import type { OrderRow } from "../orders/index.ts";

/** What a row came to. Only a dry run has `due`. The last four are failures. */
export const rowKinds = [
  "due",
  "sent",
  "already-done",
  "in-flight",
  "blocked",
  "rejected",
  "not-sent",
  "unknown",
] as const;

export type RowKind = (typeof rowKinds)[number];

const failures: readonly RowKind[] = ["blocked", "rejected", "not-sent", "unknown"];

export interface RowResult {
  readonly row: OrderRow;
  readonly kind: RowKind;
  /** For programs: more about a row without an error. */
  readonly details?: object;
  readonly error?: CertOrderError;
}

/** `done-unread` needs a person as well, so it counts as unknown. */
export function kindOfError(error: CertOrderError): RowKind {
  if (BlockedError.is(error))
    return error.blocked.reason === "open" && error.blocked.isInFlight ? "in-flight" : "blocked";
  return error.outcome === "done-unread" ? "unknown" : error.outcome;
}

/** The first of these that happened is the outcome of the run. */
const worstFirst = ["unknown", "done-unread", "rejected", "not-sent"] as const satisfies readonly Outcome[];

/** Counts the results of a run. */
export class Counts {
  readonly #kinds = new Map<RowKind, number>();
  readonly #outcomes = new Set<Outcome>();
  #open = 0;
  #notInJournal = 0;

  add({ kind, error }: RowResult): void {
    this.#kinds.set(kind, this.of(kind) + 1);
    const reason = kind === "blocked" && BlockedError.is(error) ? error.blocked.reason : undefined;
    if (kind === "unknown" || reason === "open") this.#open++;
    if (reason === "no-certificate") this.#notInJournal++;
    this.addOutcome(error?.outcome ?? "done");
  }

  addOutcome(outcome: Outcome): void {
    this.#outcomes.add(outcome);
  }

  of(kind: RowKind): number {
    return this.#kinds.get(kind) ?? 0;
  }

  /** The rows whose order has an open attempt, which a person has to look up. */
  get open(): number {
    return this.#open;
  }

  /** The rows whose order has a certificate that the journal has to import. */
  get notInJournal(): number {
    return this.#notInJournal;
  }

  get failures(): number {
    return failures.reduce((sum, kind) => sum + this.of(kind), 0);
  }

  get all(): number {
    return rowKinds.reduce((sum, kind) => sum + this.of(kind), 0);
  }

  get exitCode(): number {
    const worst = worstFirst.find((outcome) => this.#outcomes.has(outcome));
    return worst === undefined ? exitCodes.ok : outcomes[worst].exitCode;
  }
}
