import type { ClientOptions } from "../../../src/client/index.ts";
import type { Outcome } from "../../../src/contract/index.ts";
import type { OperationName } from "./calls.ts";
import type { Stage } from "./stage.ts";

/** `done`, or an outcome and a code: `unknown connection_lost`. */
export type Expected = "done" | `${Exclude<Outcome, "done">} ${string}`;

/** A fault, and what has to become of a call that meets it. */
export interface Row {
  /** Goes on from "when …". */
  readonly when: string;
  stage(): Promise<Stage>;
  readonly options?: Partial<ClientOptions>;
  /** What has to become of either operation. */
  readonly both?: Expected;
  readonly reissue?: Expected;
  readonly callbackTest?: Expected;
  /** Whether the service carries the request out before the fault. Default: no. */
  readonly happens?: boolean;
  /** False where writing the journal takes just the time in which the peer may be noticed to have gone. */
  readonly journal?: false;
  /** How often the request was tried. Default: twice what was not sent and may be repeated, else once. */
  readonly attempts?: number;
}

/** An answer with status 200 that is not one of the service's. */
export const somethingElse = {
  reissue: "unknown response_unreadable",
  callbackTest: "done-unread response_unreadable",
} as const;

/** Faults of one kind. */
export interface Table {
  readonly title: string;
  readonly rows: readonly Row[];
}

/** What has to become of an operation; undefined where the row says nothing about it. */
export function expectedOf(
  row: Pick<Row, "both" | "reissue" | "callbackTest">,
  operation: OperationName,
): Expected | undefined {
  return row.both ?? (operation === "reissue" ? row.reissue : row.callbackTest);
}
