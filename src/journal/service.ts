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
 * answers at both, nor from a new name whether the service behind an address is another one. So where an order is first
 * asked for at a place, beside a history that may be the same service's, a person has to say it: by the name under which
 * that history stands, or by naming its newest attempt as `anew`.
 */
export function historyAt(attempts: readonly Attempt[], { name, address }: Place, anew?: string): Scope {
  const telling = attempts.filter((attempt) => attempt.fate !== "void" && !isAnywhere(attempt));
  const here = telling.filter((attempt) => attempt.address === address);
  const names = [...new Set(here.filter((attempt) => !isUnnamed(attempt)).map(({ service }) => service))];
  const [last] = here.slice(-1);
  if (name === undefined && names.length > 1 && last) return { elsewhere: last };

  const service = name ?? names[0] ?? address;
  const called = attempts.filter((attempt) => attempt.service === service);
  const addresses = new Set([address, ...called.map((attempt) => attempt.address)]);
  const isOurs = (attempt: Attempt) =>
    attempt.service === service ||
    (isAnywhere(attempt) && !tellsOfAnother(attempt, attempts)) ||
    // Before it had a name it was known by its addresses.
    (isUnnamed(attempt) && addresses.has(attempt.address));
  const perhapsOurs = telling.filter(
    (attempt) => name === undefined || isUnnamed(attempt) || attempt.address === address,
  );
  // What is open holds the order back as long as it may be the same service's.
  const open = perhapsOurs.filter(({ fate }) => fate === "open");
  const newest = telling.at(-1);
  const isInDoubt = perhapsOurs.length > 0 && open.length === 0 && !telling.some(isOurs);
  if (isInDoubt && newest && newest.attemptId !== anew) return { elsewhere: newest };
  return { service, attempts: attempts.filter((attempt) => isOurs(attempt) || open.includes(attempt)) };
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
