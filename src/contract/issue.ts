/** Something wrong, or suspicious, with a request, found before anything was sent. */
export interface Issue {
  /** An error stops the request; a warning is shown and the request goes on. */
  readonly severity: "error" | "warning";
  /** The contract's name of the field, such as `sign_hash`. */
  readonly field: string;
  /** Stable name of the rule that was broken, such as `required`. */
  readonly rule: string;
  /** The service's own word for this problem where it has one, else `invalid_request`. */
  readonly code: string;
  /** What is wrong: what was given, what was expected. Never contains a secret. */
  readonly message: string;
  /** What to do about it. */
  readonly remedy: string;
}
