import type { Outcome } from "./outcome.ts";
import { inLibrary } from "./voices.ts";
import { say, type Voice, type Words } from "./words.ts";

export interface ErrorDetails {
  /** Stable word for programs: the service's own where it gave one. */
  readonly code: string;
  readonly outcome: Exclude<Outcome, "done">;
  /** What to do about it. */
  readonly remedy: Words;
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
  /** The word for what went wrong: the service's, or one of ours. */
  readonly code: string;
  readonly outcome: Exclude<Outcome, "done">;
  /** What to do about it. */
  readonly remedy: string;
  /** Of the answer, if there was one. */
  readonly httpStatus: number | undefined;
  /** How often the request was tried. */
  readonly attempts: number;
  readonly #words: { readonly message: Words; readonly remedy: Words };

  constructor(message: Words, details: ErrorDetails) {
    super(say(message, inLibrary), details.cause === undefined ? undefined : { cause: details.cause });
    this.code = details.code;
    this.outcome = details.outcome;
    this.remedy = say(details.remedy, inLibrary);
    this.#words = { message, remedy: details.remedy };
    this.httpStatus = details.httpStatus;
    this.attempts = details.attempts ?? 0;
    Object.defineProperty(this, brand, { value: true });
  }

  /** Like `instanceof`, and right also when the package is loaded twice, as bundles and mixed module systems do. */
  static is(value: unknown): value is CertOrderError {
    return typeof value === "object" && value !== null && brand in value;
  }

  /** What happened and what to do, for other messages to be made of. @internal */
  get words(): { readonly message: Words; readonly remedy: Words } {
    return this.#words;
  }

  /** The same in the words of a face. @internal */
  in(voice: Voice): { readonly message: string; readonly remedy: string } {
    return { message: say(this.#words.message, voice), remedy: say(this.#words.remedy, voice) };
  }

  /** The same, without the cause. */
  toJSON(): object {
    const { name, code, outcome, message, remedy, httpStatus, attempts } = this;
    return { name, code, outcome, message, remedy, httpStatus, attempts };
  }
}
