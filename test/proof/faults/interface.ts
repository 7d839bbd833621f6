import type { Outcome } from "../../../src/contract/index.ts";
import type { OperationName } from "../../harness/faults/calls.ts";
import type { FaultyService } from "../../harness/faults/faulty-service.ts";
import type { Row } from "../../harness/faults/row.ts";

/** What an interface said about a request, brought to the same terms for all interfaces. */
export interface Report {
  /** Undefined where it did not tell the outcome of the request. */
  readonly outcome: Outcome | undefined;
  /** Why, unless it is done. */
  readonly code?: string | undefined;
  /** Where its exit code, or what it stored, says something else. */
  readonly contradictions: readonly string[];
  readonly shown: string;
}

export interface User {
  /** The same request each time, with the same key. */
  ask(): Promise<Report>;
  leave?(): Promise<void>;
}

export interface Situation {
  readonly operation: OperationName;
  readonly row: Row;
  readonly stage: FaultyService;
  readonly folder: string;
}

export interface Interface {
  readonly name: string;
  userOf(situation: Situation): Promise<User>;
}

/** The code of an order that an open attempt blocks. */
export const blockedCode = "unresolved_attempt";

/** A process that takes longer than anything can take is ended. */
export const longestMs = 5 * 60_000;
