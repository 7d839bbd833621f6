import type { Attempt } from "./attempt.ts";

/** Where an order is: its service's name, if it was given one, and the address at which it is reached now. */
export interface Place {
  readonly name: string | undefined;
  readonly address: string;
}

export type Scope =
  | { readonly service: string; readonly attempts: Attempt[] }
  /** The order has a history, and whether it is the same service's nobody has said. */
  | { readonly elsewhere: Attempt };

/**
 * The part of an order's history that is about one service. Nobody can tell from two addresses whether one service
 * answers at both, so a person says it, by a name; until then the address of the first attempt is the name.
 */
export function historyAt(attempts: readonly Attempt[], { name, address }: Place): Scope {
  const telling = attempts.filter((attempt) => attempt.fate !== "void" && !isAnywhere(attempt));
  const service = name ?? serviceAt(telling, address);
  if (typeof service !== "string") return { elsewhere: service };
  const called = attempts.filter((attempt) => attempt.service === service);
  const addresses = new Set([address, ...called.map((attempt) => attempt.address)]);
  const isOurs = (attempt: Attempt) =>
    attempt.service === service ||
    (isAnywhere(attempt) && !tellsOfAnother(attempt, attempts)) ||
    // Before it had a name it was known by its addresses; what is open without one holds the order under every name.
    (isUnnamed(attempt) && (addresses.has(attempt.address) || attempt.fate === "open"));
  return { service, attempts: attempts.filter(isOurs) };
}

function serviceAt(attempts: readonly Attempt[], address: string): string | Attempt {
  const here = attempts.filter((attempt) => attempt.address === address);
  const named = here.filter((attempt) => !isUnnamed(attempt));
  const other = named.find((attempt) => attempt.service !== named[0]?.service);
  return other ?? (named[0] ?? here[0])?.service ?? attempts.at(-1) ?? address;
}

/** Its first line is damaged: it may have been about any service, also once somebody has said what became of it. */
function isAnywhere({ service }: Attempt): boolean {
  return service === "";
}

/** A damaged line, resolved with the certificate of an attempt that is known: it said something about that one. */
function tellsOfAnother(attempt: Attempt, attempts: readonly Attempt[]): boolean {
  return attempts.some(
    (other) =>
      attempt.fate === "done" &&
      other.fate === "done" &&
      !isAnywhere(other) &&
      other.certificateId === attempt.certificateId,
  );
}

function isUnnamed({ service, address }: Attempt): boolean {
  return service === address;
}
