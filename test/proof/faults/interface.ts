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
  /** An earlier reissue keeps it from sending this one. */
  readonly isBlocked: boolean;
  /** Where its exit code, or what it stored, says something else. */
  readonly contradictions: readonly string[];
  /** All that it showed, for those who have to find out why. */
  readonly shown: string;
}

/** A person who asks for an operation, on a machine of their own that remembers the last time. */
export interface User extends AsyncDisposable {
  /** The same request each time, with the same key. */
  ask(): Promise<Report>;
}

export interface Situation {
  readonly operation: OperationName;
  readonly row: Row;
  readonly stage: FaultyService;
  /** For everything that this user leaves on disk. */
  readonly folder: string;
}

/** One of the ways to use the product. */
export interface Interface {
  readonly name: string;
  userOf(situation: Situation): Promise<User>;
}

/** For a person who writes nothing but what is in their folder. */
export function user(ask: User["ask"]): User {
  return { ask, [Symbol.asyncDispose]: async () => {} };
}

/** The code of an order that an open attempt blocks. */
export const blockedCode = "unresolved_attempt";
