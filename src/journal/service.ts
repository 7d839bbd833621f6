import type { Attempt } from "./attempt.ts";

/** Where an order is: its service's name, if it was given one, and the address at which it is reached now. */
export interface Place {
  readonly name: string | undefined;
  readonly address: string;
}

export type Scope =
  /** `isAnew`: a person has said, by naming its newest, to go on beside a history that may be the same service's. */
  | { readonly service: string; readonly attempts: Attempt[]; readonly isAnew: boolean }
  /** The order has a history, and whether it is the same service's nobody has said. */
  | { readonly elsewhere: Attempt };

/**
 * The part of an order's history that is about one service. Nobody can tell from two addresses whether one service
 * answers at both, nor from a new name whether the service behind an address is another one. So where a name, or an
 * address without one, is first used beside a history that may be the same service's, a person has to say it: by the name
 * under which that history stands, or by naming its newest attempt as `anew`.
 */
export function historyAt(attempts: readonly Attempt[], { name, address }: Place, anew?: string): Scope {
  const telling = attempts.filter((attempt) => attempt.fate !== "void" && !isAnywhere(attempt));
  const here = telling.filter((attempt) => attempt.address === address);
  const named = here.filter((attempt) => !isUnnamed(attempt));
  const newestName = named.at(-1);
  const isAmbiguous = name === undefined && named.some(({ service }) => service !== newestName?.service);
  if (isAmbiguous && newestName && newestName.attemptId !== anew) return { elsewhere: newestName };

  const service = name ?? newestName?.service ?? address;
  const known = telling.filter((attempt) => attempt.service === service);
  const addresses = new Set([address, ...known.map((attempt) => attempt.address)]);
  const isOurs = (attempt: Attempt) =>
    attempt.service === service ||
    (isAnywhere(attempt) && !tellsOfAnother(attempt, attempts)) ||
    // Before it had a name it was known by its addresses.
    (isUnnamed(attempt) && addresses.has(attempt.address));
  const others = telling.filter((attempt) => !isOurs(attempt));
  const isFirst = known.length === 0;
  const isFirstHere = !known.some((attempt) => attempt.address === address);
  const doubtful = others.filter(
    (attempt) =>
      (isFirst && (name === undefined || isUnnamed(attempt))) || (isFirstHere && attempt.address === address),
  );
  // What is open holds the order back as long as it may be the same service's.
  const open = others.filter(
    (attempt) =>
      attempt.fate === "open" && (name === undefined || isUnnamed(attempt) || attempt.address === address),
  );
  // The newest of all tells best what the service is called by now.
  const newest = doubtful.length > 0 ? others.at(-1) : undefined;
  if (newest && open.length === 0 && newest.attemptId !== anew) return { elsewhere: newest };
  return {
    service,
    attempts: attempts.filter((attempt) => isOurs(attempt) || open.includes(attempt)),
    isAnew: newest !== undefined && newest.attemptId === anew,
  };
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
