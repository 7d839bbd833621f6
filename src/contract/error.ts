import type { Outcome } from "./outcome.ts";

export interface ErrorDetails {
  /** Stable word for programs: the service's own where it gave one. */
  readonly code: string;
  readonly outcome: Exclude<Outcome, "done">;
  /** What to do about it. */
  readonly remedy: string;
  readonly httpStatus?: number | undefined;
  /** How often the request was tried. */
  readonly attempts?: number | undefined;
  readonly cause?: unknown;
}

const brand = Symbol.for("certorder.error");

/**
 * What every failure of this package is. `outcome` says what became of the request, which matters more than why.
 * Nothing in it is secret: it may be logged, inspected and serialised.
 */
export class CertOrderError extends Error {
  override readonly name: string = "CertOrderError";
  readonly code: string;
  readonly outcome: Exclude<Outcome, "done">;
  readonly remedy: string;
  readonly httpStatus: number | undefined;
  readonly attempts: number;

  constructor(message: string, details: ErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = details.code;
    this.outcome = details.outcome;
    this.remedy = details.remedy;
    this.httpStatus = details.httpStatus;
    this.attempts = details.attempts ?? 0;
    Object.defineProperty(this, brand, { value: true });
  }

  /** Like `instanceof`, and right also when the package is loaded twice, as bundles and mixed module systems do. */
  static is(value: unknown): value is CertOrderError {
    return typeof value === "object" && value !== null && brand in value;
  }

  toJSON(): object {
    const { name, code, outcome, message, remedy, httpStatus, attempts } = this;
    return { name, code, outcome, message, remedy, httpStatus, attempts };
  }
}
