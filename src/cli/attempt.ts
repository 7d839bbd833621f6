import {
  type Attempt,
  type Damage,
  describeDamage,
  findEvidence,
  type IssuedCertificate,
  isOpen,
  type Journal,
} from "../journal/index.ts";

/** An attempt with the callbacks that may tell which certificate it made. */
export interface AttemptWithEvidence extends Attempt {
  readonly callbacks: readonly IssuedCertificate[];
}

export function withEvidence(
  attempts: readonly Attempt[],
  issued: readonly IssuedCertificate[],
): AttemptWithEvidence[] {
  return attempts.map((attempt) => ({ ...attempt, callbacks: findEvidence(attempt, attempts, issued) }));
}

export async function attemptJson({ requestDigest, ...attempt }: AttemptWithEvidence, journal: Journal) {
  return {
    ...attempt,
    request: requestDigest === undefined ? undefined : Object.fromEntries(requestParts(requestDigest)),
    mayBeInFlight: await journal.mayBeInFlight({ requestDigest, ...attempt }),
  };
}

export function damageJson(orderId: string, damage: Damage) {
  return { orderId, position: damage.position, problem: describeDamage(damage) };
}

/** The parts that a request has, each with a digest: equal digests are equal values. */
export function requestParts(requestDigest: string): [name: string, digest: string][] {
  const parts = requestDigest.split(" ").filter((part) => part !== "");
  return parts.map((part) => [part.slice(0, part.indexOf(":")), part.slice(part.indexOf(":") + 1)]);
}

/** The last event of an attempt, and whether it blocks its order. */
export function describeStatus(attempt: Attempt): string {
  const { lastEvent, certificateId } = attempt;
  const id = certificateId ? `, certificate ${certificateId}` : "";
  return `${lastEvent}${id}${isOpen(attempt) ? ", blocks the order" : ""}`;
}
