import type { ClientOptions } from "../../../src/client/index.ts";
import type { FailureReason, Outcome } from "../../../src/contract/index.ts";
import type { OperationName } from "./calls.ts";
import { type FaultyService, rawService } from "./faulty-service.ts";
import type { Script } from "./raw-server.ts";

/** `done`, or an outcome and a code: `unknown connection_lost`. */
export type Expected = "done" | `${Exclude<Outcome, "done">} ${string}`;

export interface Row {
  /** Goes on from "when …". */
  readonly when: string;
  service(): Promise<FaultyService>;
  readonly options?: Partial<ClientOptions>;
  readonly both?: Expected;
  readonly reissue?: Expected;
  readonly callbackTest?: Expected;
  /** Which of the reasons that share the code. */
  readonly reason?: FailureReason;
  /** Whether the service carries the request out before the fault. Default: no. */
  readonly happens?: boolean;
  /** False where writing the journal takes just the time in which the peer may be noticed to have gone. */
  readonly journal?: false;
  /** How often the request was tried. Default: twice what was not sent and may be repeated, else once. */
  readonly tries?: number;
}

type Common = Omit<Row, "when" | "service">;

/** Rows that have all but the fault in common: `rowsWith(outcome)({ when: service })`. */
export const rowsWith =
  (common: Common) =>
  (services: Readonly<Record<string, Row["service"]>>): Row[] =>
    Object.entries(services).map(([when, service]) => ({ when, service, ...common }));

/** The same for servers that do what a script says. */
export const scriptsWith =
  (common: Common, scheme?: "http" | "https") =>
  (scripts: Readonly<Record<string, Script>>): Row[] =>
    Object.entries(scripts).map(([when, script]) => ({
      when,
      service: () => rawService(script, scheme),
      ...common,
    }));

export interface Table {
  readonly title: string;
  readonly rows: readonly Row[];
}

/**
 * The outcome that an operation has to have. Undefined if the row is not for that operation. A lost answer to a
 * callback test says nothing about the callback.
 */
export function expectedVerdict(
  row: Pick<Row, "both" | "reissue" | "callbackTest">,
  operation: OperationName,
): Expected | undefined {
  if (operation === "reissue") return row.both ?? row.reissue;
  return (row.both?.replace("done-unread", "unknown") as Expected | undefined) ?? row.callbackTest;
}
