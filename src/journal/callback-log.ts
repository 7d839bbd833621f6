import type { DeploymentStep, JournalEvent } from "./events.ts";

/** A certificate that the service announced by a callback. */
export interface IssuedCertificate {
  readonly certificateId: string;
  /** When the callback was recorded. */
  readonly at: string;
  /** The name of the receiver that recorded it. */
  readonly receiver: string;
  /**
   * The attempts that it may be about: all that the order had when it came, except those whose own answer named another certificate.
   * What a person stated about an attempt leaves none out.
   */
  readonly attempts: readonly string[];
}

/** What the program of a receiver did with a certificate. */
export interface Deployment {
  /** `deploying`: the program has begun. `skipped`: the certificate was there before the receiver. */
  readonly step: DeploymentStep;
  readonly certificateId: string;
  /** The attempt that made it. */
  readonly attemptId: string;
  readonly at: string;
  readonly receiver: string;
}

/** What receivers wrote about an order, oldest first. */
export interface OrderCallbacks {
  readonly issued: readonly IssuedCertificate[];
  readonly deployments: readonly Deployment[];
}

export const noCallbacks: OrderCallbacks = { issued: [], deployments: [] };

/** An entry that cannot be read counts as none: the service calls back again, or the program runs once more. */
export function readCallbacks(events: readonly JournalEvent[]): OrderCallbacks {
  const issued: IssuedCertificate[] = [];
  const deployments: Deployment[] = [];
  for (const event of events)
    switch (event.event) {
      case "issued": {
        const { certificate: certificateId, at, receiver, attempts } = event;
        issued.push({ certificateId, at, receiver, attempts });
        break;
      }
      case "deploying":
      case "deployed":
      case "skipped": {
        const { event: step, certificate: certificateId, attempt: attemptId, at, receiver } = event;
        deployments.push({ step, certificateId, attemptId, at, receiver });
      }
    }
  return { issued, deployments };
}
