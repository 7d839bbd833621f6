import { libraryDialect } from "./dialects.ts";
import type { ErrorCode } from "./error-codes.ts";
import type { FailureReason } from "./failure-codes.ts";
import type { KnownCode } from "./known-codes.ts";
import type { Outcome } from "./outcome.ts";
import { type Dialect, render, renderWaysOut, type Text, type WayOut } from "./text.ts";

export interface ErrorDetails {
  /** Stable word for programs: the service's own where it gave one. */
  readonly code: ErrorCode;
  readonly outcome: Exclude<Outcome, "done">;
  /** What to do about it. */
  readonly remedy: Text;
  /** Lines to paste that solve the problem. */
  readonly waysOut?: readonly WayOut[] | undefined;
  /** Why no answer came, or none that could be used. The code is coarser. @internal */
  readonly failure?: FailureReason | undefined;
  readonly httpStatus?: number | undefined;
  /** How often the request was tried. */
  readonly tries?: number | undefined;
  readonly cause?: unknown;
}

const brand = Symbol.for("certorder.error");

/**
 * Every failure of a request, a journal or a setting. `outcome` says what happened to the request, which matters more than why.
 * Nothing in it is secret: it may be logged, inspected and serialised.
 *
 * @example
 * ```ts
 * if (!CertOrderError.is(error)) throw error;
 * const nothingHappened = error.outcome === "rejected" || error.outcome === "not-sent";
 * console.error(nothingHappened ? "You may ask again." : "Look the order up first.", error.message, error.remedy);
 * ```
 */
export class CertOrderError extends Error {
  override readonly name: string = "CertOrderError";
  /** The code of the service, or one of ours. */
  readonly code: ErrorCode;
  /** What happened to the request. */
  readonly outcome: Exclude<Outcome, "done">;
  /** What to do about it. */
  readonly remedy: string;
  /** The status of the answer, if there was one. */
  readonly httpStatus: number | undefined;
  /** How often the request was tried. */
  readonly tries: number;
  readonly #texts: { readonly message: Text; readonly remedy: Text };
  readonly #waysOut: readonly WayOut[];
  readonly #failure: FailureReason | undefined;

  constructor(message: Text, details: ErrorDetails) {
    super(
      render(message, libraryDialect),
      details.cause === undefined ? undefined : { cause: details.cause },
    );
    this.code = details.code;
    this.outcome = details.outcome;
    this.#texts = { message, remedy: details.remedy };
    this.#waysOut = details.waysOut ?? [];
    this.#failure = details.failure;
    this.remedy = this.renderIn(libraryDialect).remedy;
    this.httpStatus = details.httpStatus;
    this.tries = details.tries ?? 0;
    Object.defineProperty(this, brand, { value: true });
  }

  /**
   * Whether this is an error of certorder, also if bundles or mixed module systems load the package twice. A subclass is
   * recognised within one copy: `BlockedError.is(error)`.
   */
  static is<E extends CertOrderError>(
    this: { readonly prototype: E; [Symbol.hasInstance](value: unknown): boolean },
    value: unknown,
  ): value is E {
    if (typeof value !== "object" || value === null || !(brand in value)) return false;
    // Bundlers shorten the names of classes, so names cannot be compared.
    // biome-ignore lint/complexity/noThisInStatic: it is the class that `is` was called on.
    return Object.is(this, CertOrderError) || value instanceof this;
  }

  /** Why no answer came, or none that could be used. The code is coarser. @internal */
  get failure(): FailureReason | undefined {
    return this.#failure;
  }

  /** The texts before they are rendered, to build other messages from. @internal */
  get texts(): { readonly message: Text; readonly remedy: Text } {
    return this.#texts;
  }

  /** Message and remedy in the names of an interface. @internal */
  renderIn(dialect: Dialect): { readonly message: string; readonly remedy: string } {
    const { message, remedy } = this.#texts;
    const parts = [render(remedy, dialect), renderWaysOut(this.#waysOut, dialect)].filter(
      (part) => part !== "",
    );
    return { message: render(message, dialect), remedy: parts.join("\n\n") };
  }

  /** The error as JSON, without its cause. */
  toJSON(): object {
    const { name, code, outcome, message, remedy, httpStatus, tries } = this;
    return { name, code, outcome, message, remedy, httpStatus, tries };
  }
}

/** Nothing was sent, so nothing happened. The code is this package's own; a `CallbackRequiredError` has that of its test. */
export class NotSentError extends CertOrderError {
  override readonly name: string = "NotSentError";
  declare readonly outcome: "not-sent";
  constructor(message: Text, details: Omit<ErrorDetails, "outcome"> & { readonly code: KnownCode }) {
    super(message, { ...details, outcome: "not-sent" });
  }
}
